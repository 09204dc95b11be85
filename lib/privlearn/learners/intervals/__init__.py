"""Learners of intervals and thresholds, and proper ones from hypotheses that switch seldom.

Begin with :func:`threshold_learner` and :func:`interval_learner`, the exponential mechanism on domains of any size.
:func:`proper_from_improper` makes a proper learner of any whose hypotheses have few switching points
(:func:`switching_points`), and :func:`rows_for_switches` says what that few costs.
"""

from privlearn.learners.intervals.exponential import flipping_interval_learner, interval_learner
from privlearn.learners.intervals.reduction import ReductionPlan, plan_reduction, proper_from_improper
from privlearn.learners.intervals.reduction_games import interval_reduction_failure
from privlearn.learners.intervals.switching import (Steps, best_switch, is_as_good, segment_with_flips, surrounding,
                                                    switch_numbers, switching_points)
from privlearn.learners.intervals.switching_rows import rows_for_switches, switching_program, switching_success
from privlearn.learners.intervals.thresholds import (erm_failure, erm_rows, erm_threshold, generic_threshold_rows,
                                                     threshold_errors, threshold_learner, threshold_runs,
                                                     threshold_value, uniform_erm_failure)
