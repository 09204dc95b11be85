"""Independent noise learners: a concept from the data, noise that ignores the data, and its removal.

Begin with :class:`IndependentNoiseLearner`, a concept from the data and flips that ignore them, and
:func:`reconstruct_interval`, which takes the flips away again.  How much noise that stands is a matter of random walks
(:func:`reconstruction_failure`), and what it means for the number of rows is in :func:`proper_interval_rows`.
"""

from privlearn.learners.noise.failure_series import failure_bounds, root_of_bound
from privlearn.learners.noise.inner_and_outer import (IndependentNoiseLearner, audit_noise_learner, exponential_inner,
                                                      independent_noise, proper_from_independent_noise,
                                                      reconstructed_law)
from privlearn.learners.noise.nearest_interval import mismatches, noisy_interval, reconstruct_interval
from privlearn.learners.noise.points import confidence_rates, point_pair
from privlearn.learners.noise.rates import clean_points, noise_given_accuracy, noise_rate_bound, proper_interval_rows
from privlearn.learners.noise.walks import reconstruction_failure, reconstruction_law, ruin_probability, ruin_table
from privlearn.learners.noise.words import catalan, dyck_words, first_bad_prefix, is_dyck_word
