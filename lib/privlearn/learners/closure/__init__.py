"""Closure learning: private learners for k classes give one for the class composed of them by a rule.

From private learners of k classes one learns the class composed of them by a rule: one function after the other, each
on rows relabelled as well as the classes still to come allow.  Begin with :func:`closure_learn_law`, the algorithm as
an exact law; :func:`closure_cuts_run` and :func:`closure_points_run` run it on large samples, for rules of thresholds
and unions of points.
"""

from privlearn.learners.closure.cuts import ClosureStep, closure_cuts_run, cut_completion_errors
from privlearn.learners.closure.learner import (best_completion_error, closure_learn_law, completion_score, composed,
                                                step_law)
from privlearn.learners.closure.progress import CutPopulation, StepTerms, traced
from privlearn.learners.closure.sizes import needed_rows, printed_rows, repaired_rows
from privlearn.learners.closure.unions import closure_points_run, improper_points, union_completion_errors
