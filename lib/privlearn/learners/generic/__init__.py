"""Learners of any class: consistent ones, the exponential mechanism, and the best of all private ones.

Begin with :func:`consistent_learner`, without privacy, and
:func:`~privlearn.learners.generic.exponential.exponential_learner`, which is private for every finite class;
:func:`occam_sample_size` and :func:`vc_sample_size` say how many rows they need.  :func:`best_private_learner` is the
optimum over all private mechanisms, by a linear program that symmetries keep small.
"""

from privlearn.learners.generic.consistent import (adversarial_failure, consistent_learner, point_failure_limit,
                                                   smallest_sample, vc_sample_size)
from privlearn.learners.generic.known_distribution import (cover_sample_size, label_private_optimum,
                                                           packing_failure_bound, packing_rows, packing_sample_bound)
from privlearn.learners.generic.naive_subsampling import naive_subsample
from privlearn.learners.generic.occam import (exact_point_ratio, moment_bound, occam_failure_bound, occam_sample_size,
                                              three_terms)
from privlearn.learners.generic.optimum import (LearningProgram, PrivateOptimum, best_private_learner, learning_program,
                                                one_point_success)
from privlearn.learners.generic.symmetries import class_symmetries
