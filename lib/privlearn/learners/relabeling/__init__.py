"""Relabelling a database by a privately chosen concept, and running a private learner on it.

Begin with :func:`relabel_law`: the labels of a database become those of a concept that is chosen privately and nearly
best.  :func:`relabelling_ratio` is what that costs, :func:`private_agnostic_law` the agnostic learner it gives, and
:func:`private_agnostic_run` the same on arrays.
"""

from privlearn.learners.relabeling.accuracy import enough_rows, least_half
from privlearn.learners.relabeling.agnostic import private_agnostic_law
from privlearn.learners.relabeling.arrays import exponential_cut, private_agnostic_run, relabel_points, relabel_segments
from privlearn.learners.relabeling.populations import NoisyPoint, NoisySegment
from privlearn.learners.relabeling.privacy import branch_weights, relabelling_ratio
from privlearn.learners.relabeling.relabel import (error_count, initial_segment_errors, initial_segment_law,
                                                   occurring_points, pattern_law, pattern_scores, patterns, relabel_law,
                                                   relabelled)
from privlearn.learners.relabeling.relabel_and_learn import first_consistent, relabel_and_learn_law
from privlearn.learners.relabeling.sensitivity import matched_sensitivity, small_databases, standard_sensitivity
