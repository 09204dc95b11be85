from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from math import log

import pytest

from privlearn.concepts import ConceptClass, thresholds
from privlearn.online import StandardOptimalAlgorithm
from privlearn.online.experts import hedge, hedge_bound
from privlearn.online.experts.hedging import experts_in_all, imitating_rounds

THIRD = Fraction(1, 3)


def test_hedging_in_the_simplest_games():
    run = hedge(thresholds(2), [(1, 1), (0, 0)], 0, THIRD)
    assert (run.experts, run.loss, run.best) == (1, 1, 0)
    run = hedge(thresholds(1), [], 1, THIRD)
    assert (run.loss, run.best, run.experts, run.chances) == (0, 0, 1, ())
    single = ConceptClass.from_matrix([[0]])
    assert hedge(single, [(0, 0)] * 3, 2, THIRD).loss == 0
    run = hedge(thresholds(2), [(x, None) for x in (1, 0, 2, 1)], 2, THIRD)
    assert run.loss >= 2


def listed(concepts, rounds, flips, beta):
    """What Hedge pays and how likely it says 1, from a list of all experts."""
    experts = [(StandardOptimalAlgorithm(concepts), set(chosen), Fraction(1)) for size in range(flips + 1)
               for chosen in combinations(range(len(rounds)), size)]
    chances, loss = [], Fraction(0)
    for t, (x, label) in enumerate(rounds):
        said = []
        for expert, chosen, _ in experts:
            bit = expert.hypothesis()[x]
            if t in chosen:
                with suppress(ValueError):
                    expert.updated(x, 1 - bit)
                    bit = 1 - bit
            said.append(bit)
        ones = sum(w for (_, _, w), bit in zip(experts, said, strict=True) if bit)
        chances.append(ones / sum(w for _, _, w in experts))
        told = int(chances[-1] <= Fraction(1, 2)) if label is None else label
        loss += 1 - chances[-1] if told else chances[-1]
        experts = [(expert.updated(x, bit), chosen, w if bit == told else w * beta)
                   for (expert, chosen, w), bit in zip(experts, said, strict=True)]
    return loss, len(experts), tuple(chances)


@pytest.mark.parametrize("rows", [
    [[0, 0, 1], [0, 1, 1], [1, 1, 0]], [[0, 1, 0]], [[0, 0, 0], [0, 1, 0], [1, 0, 1], [1, 1, 1]]])
@pytest.mark.parametrize("flips", [0, 1, 2])
@pytest.mark.parametrize("beta", [THIRD, Fraction(4, 5)])
def test_runs_are_those_of_all_experts_listed(rows, flips, beta):
    c = ConceptClass.from_matrix(rows)
    for rounds in ([(1, 1), (0, 0), (1, 0), (2, None)], [(2, None), (0, None), (1, 1)], [(0, 1), (0, 1), (0, 0)]):
        run = hedge(c, rounds, flips, beta)
        assert (run.loss, run.experts, run.chances) == listed(c, rounds, flips, beta)
        labels = [int(p <= Fraction(1, 2)) if y is None else y for (_, y), p in zip(rounds, run.chances, strict=True)]
        assert run.best == min(sum(row[x] != y for (x, _), y in zip(rounds, labels, strict=True)) for row in rows)


@pytest.mark.parametrize(("experts", "rounds", "beta"), [
    (5, 7, Fraction(1, 2)), (100, 3, Fraction(9, 10)), (2, 0, THIRD)])
def test_bound_is_the_sum_of_two_quotients(experts, rounds, beta):
    eta, found = log(1 / beta), hedge_bound(experts, rounds, beta)
    for end in (found.lower, found.upper):
        assert float(end) == pytest.approx(log(experts) / eta + eta * rounds / 8, rel=1e-12)


def test_an_expert_that_flips_where_a_concept_is_missed_predicts_like_it():
    c = ConceptClass.from_matrix([[0, 0, 1], [0, 1, 1], [1, 1, 0], [1, 0, 0]])
    points = [1, 0, 2, 1]
    for row, flips in zip(c.rows(), imitating_rounds(c, points), strict=True):
        expert = StandardOptimalAlgorithm(c)
        for t, x in enumerate(points):
            assert (expert.hypothesis()[x] != row[x]) == (t in flips)
            expert = expert.updated(x, row[x])
    assert [experts_in_all(7, k) for k in range(4)] == [1, 8, 29, 64]
    assert experts_in_all(3, 3) == 8
    assert max(map(len, imitating_rounds(thresholds(3), list(range(8)) * 2))) <= 3  # at most the dimension
    assert hedge_bound(9, 8, THIRD).upper < hedge_bound(9, 16, THIRD).lower


@pytest.mark.parametrize(("call", "message"), [
    (lambda: hedge(thresholds(1), [(0, 1)], 1, 0), "discount must be above 0"),
    (lambda: hedge(thresholds(1), [(0, 1)], -1, THIRD), "flips must be an integer of at least 0")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
