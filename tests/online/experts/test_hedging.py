from fractions import Fraction

import pytest

from privlearn.concepts import ConceptClass, thresholds
from privlearn.online.experts import hedge, hedge_bound
from privlearn.online.experts.hedging import experts_in_all, imitating_rounds

THIRD = Fraction(1, 3)


def test_without_flips_one_expert_is_followed():
    run = hedge(thresholds(2), [(1, 1), (0, 0)], 0, THIRD)
    assert (run.experts, run.loss, run.best) == (1, 1, 0)


def test_no_rounds_no_loss():
    run = hedge(thresholds(1), [], 1, THIRD)
    assert (run.loss, run.best, run.experts, run.chances) == (0, 0, 1, ())


def test_unlikely_label_costs_at_least_one_half():
    run = hedge(thresholds(2), [(x, None) for x in (1, 0, 2, 1)], 2, THIRD)
    assert run.loss >= 2


def test_a_flip_that_no_concept_allows_is_not_made():
    single = ConceptClass.from_matrix([[0]])
    assert hedge(single, [(0, 0)] * 3, 2, THIRD).loss == 0


def test_halving_is_refused():
    with pytest.raises(ValueError, match="discount must be above 0"):
        hedge(thresholds(1), [(0, 1)], 1, 0)


def test_all_sets_of_flips_are_counted():
    assert experts_in_all(3, 3) == 8


def test_bound_grows_with_the_rounds():
    assert hedge_bound(9, 8, THIRD).upper < hedge_bound(9, 16, THIRD).lower


def test_every_concept_errs_at_most_as_often_as_the_dimension():
    assert max(map(len, imitating_rounds(thresholds(3), list(range(8)) * 2))) <= 3
