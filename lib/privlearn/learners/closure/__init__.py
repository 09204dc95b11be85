"""Closure learning: private learners for k classes give one for the class composed of them by a rule."""

from privlearn.learners.closure.cuts import ClosureStep, closure_cuts_run, cut_completion_errors
from privlearn.learners.closure.learner import (
    best_completion_error,
    closure_learn_law,
    completion_score,
    composed,
    step_law,
)
from privlearn.learners.closure.progress import CutPopulation, StepTerms, traced
from privlearn.learners.closure.unions import closure_points_run, improper_points, union_completion_errors

__all__ = ["ClosureStep", "CutPopulation", "StepTerms", "best_completion_error", "closure_cuts_run", "closure_learn_law", "closure_points_run", "completion_score", "composed", "cut_completion_errors", "improper_points", "step_law", "traced", "union_completion_errors"]
