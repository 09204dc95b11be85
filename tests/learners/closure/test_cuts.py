"""Closure learning by cuts, on arrays."""

import numpy as np
import pytest

from privlearn.concepts import initial_segments
from privlearn.learners.closure import completion_score, cut_completion_errors
from privlearn.learners.closure.cuts import label_counts

DATABASES = [(), ((0, 1),), ((0, 1), (1, 0), (2, 1)), ((0, 0), (0, 1), (0, 1), (2, 0)), ((1, 1), (1, 1), (2, 0))]
NUMPY = np.arange(3)


def counts(data):
    return label_counts(np.array(data, dtype=np.int64).reshape(-1, 2), NUMPY)


@pytest.mark.parametrize("data", DATABASES)
@pytest.mark.parametrize(("rule", "before", "later"), [
    (2, (), 0), (4, (), 1), (6, (), 1), (8, ((1, 0, 1),), 0), (232, ((1, 0, 1),), 1), (150, (), 2), (232, (), 2)])
def test_cut_scores_are_those_of_the_definition(data, rule, before, later):
    score = completion_score(rule, before, (initial_segments(3),) * later)
    fast = cut_completion_errors(rule, [np.array(h) for h in before], later, *counts(data))
    assert fast.tolist() == [score(data, h) for h in initial_segments(3).rows()]


def test_rule_must_fit_the_number_of_thresholds():
    with pytest.raises(ValueError, match="rule must be below"):
        cut_completion_errors(16, (), 1, np.zeros(1, int), np.zeros(1, int))
