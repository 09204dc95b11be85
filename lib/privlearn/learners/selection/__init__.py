"""Learners that choose among drawn hypotheses: boosting, probabilistic representations, protocols.

Begin with :func:`representation_learner`, the exponential mechanism over a set of hypotheses that was drawn without
looking at the data, and :func:`protocol_learner`, which takes them from a protocol.  :func:`boosting_plan` and
:func:`chosen_answer_law` raise the confidence by a choice among several answers.
"""

from privlearn.learners.selection.boosting import BoostingPlan, boosted_failure, boosting_plan
from privlearn.learners.selection.hashing_and_partitions import hashed_points, partitioned_points
from privlearn.learners.selection.protocols import (hash_answer, hashed_point_learner, hashed_two_point_failure,
                                                    matrix_law, protocol_learner, spread_failure)
from privlearn.learners.selection.representation_rows import (agnostic_learner_rows, doubling_learner_rows,
                                                              drawn_hypotheses, proper_learner_rows,
                                                              representation_failure_terms, representation_learner_rows,
                                                              representation_lower_rows)
from privlearn.learners.selection.representations import (representation_failure, representation_failure_bound,
                                                          representation_learner)
from privlearn.learners.selection.several_blocks import chosen_answer_law
from privlearn.learners.selection.small_class import small_class_learner, small_class_rows
