"""How many rows proper private learners of points need, and what is cheaper when only labels are private.

Begin with :func:`smallest_rows_any_learner`, a bound for every private learner that answers with a point, and
:func:`crossover`, the size of domain from which on it exceeds the rows of the improper learner.
:func:`label_private_point_learner` protects labels only, and needs no more rows on larger domains.
"""

from privlearn.learners.proper_points.crossings import crossover, failure_at, is_crossover
from privlearn.learners.proper_points.packings import excluded_rows, minimal_m_packing, rows_from_beta
from privlearn.learners.proper_points.private_labels import (label_private_failure, label_private_failure_bound,
                                                             label_private_point_learner, label_private_sample_size)
from privlearn.learners.proper_points.two_point_family import (exponential_point_failure, is_smallest_rows,
                                                               smallest_rows_any_learner, smallest_rows_exponential)
