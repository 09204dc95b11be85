"""The best of ALL private mechanisms: certified programs, and closed forms where there are any."""

from privlearn.mechanisms.optima.average_packing import advantage_success, required_group_ratio
from privlearn.mechanisms.optima.generalization import best_overfit, least_offset
from privlearn.mechanisms.optima.interior_points import (approximate_packing_failure, interior_packing_failure,
                                                         interior_point_program, least_interior_failure)
from privlearn.mechanisms.optima.intervals import best_interval_success, interval_program
from privlearn.mechanisms.optima.packing import (covering_success, failures_by_hits, half_covering_ratio,
                                                 packing_success, target_probability, two_point_failure,
                                                 two_point_failure_floor)
from privlearn.mechanisms.optima.points import point_program, two_point_program
from privlearn.mechanisms.optima.programs import mechanism_from, mechanism_program, optimal_failure
