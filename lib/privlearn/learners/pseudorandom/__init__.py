"""Learners of points that lean on pseudorandomness: noise that fits into a key, targets that fit into a seed.

Begin with :class:`KeyedFamily` and :func:`efficient_point_learner`, whose hypothesis is a short key instead of a table.
A :class:`PseudorandomGenerator` makes a class of targets that private proper learners in polynomial time cannot have;
advantages of distinguishers are computed exactly (:func:`advantage`, :func:`optimal_distinguisher`).
"""

from privlearn.learners.pseudorandom.distinguishers import (fixed_queries_advantage, optimal_distinguisher,
                                                            tree_advantage)
from privlearn.learners.pseudorandom.efficient import KeyedHypothesis, efficient_from_counts, efficient_point_learner
from privlearn.learners.pseudorandom.families import KeyedFamily, RandomFunctions, TableFamily
from privlearn.learners.pseudorandom.generators import (PseudorandomGenerator, advantage, image_test, point_hat,
                                                        toy_generator)
from privlearn.learners.pseudorandom.image_points import learner_distinguisher, subset_point_learner
from privlearn.learners.pseudorandom.keyed import (hypothesis_key, keyed_failure_bound, keyed_failure_supremum,
                                                   keyed_point_learner, keyed_privacy_ratio,
                                                   private_keyed_point_learner)
from privlearn.learners.pseudorandom.short_keys import AffineFamily, HashFamily, zeros_for
