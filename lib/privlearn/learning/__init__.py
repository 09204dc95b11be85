"""The game itself: distributions, errors, samples, PAC and agnostic success; no privacy, no learner.

Begin with :func:`exact_failure`, the failure of a learner on a target and a distribution, and
:func:`worst_case_failure` over lists of them; :func:`agnostic_failure` is the game without a target.
:func:`bayes_risk` and :func:`heavy_point_risk` bound what every learner risks.
"""

from privlearn.learning.agnostic import (agnostic_failure, agnostic_success, best_label_error, label_error, labelled_by,
                                         labelled_samples)
from privlearn.learning.all_distributions import least_value, success_everywhere
from privlearn.learning.distributions import error, grid_distributions, samples
from privlearn.learning.empirical import empirical_disagreement, empirical_error, worst_empirical_failure
from privlearn.learning.empirical_distance import empirical_tail, massart_bound
from privlearn.learning.heavy_point import heavy_point_risk
from privlearn.learning.pac import WorstCase, exact_failure, worst_case_failure
from privlearn.learning.shattered_sets import bayes_risk
from privlearn.learning.uniform_deviation import deviation_laws, reaches
