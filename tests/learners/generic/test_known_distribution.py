"""Learning with a known distribution: label-private optimum, packing bound, cover learner."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.concepts import ConceptClass, all_functions, thresholds
from privlearn.dimensions.representation import largest_packing, smallest_cover
from privlearn.exact import Bracket, exp_bracket, is_enclosure
from privlearn.learners.generic import (cover_sample_size, known_distribution, label_private_optimum,
                                        packing_failure_bound, packing_sample_bound)
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.generic.known_distribution import flip_one_label_unordered, gap_factor, label_private_program
from privlearn.learning import exact_failure
from privlearn.mechanisms import flip_one_label, labelled_rows, multiset_databases

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
LAW = (HALF, HALF)


def test_the_optimum_of_two_points():
    # without rows the best learner guesses
    assert label_private_optimum(all_functions(2), LAW, 0, 3, QUARTER)[0] == Bracket(Fraction(3, 4), Fraction(3, 4))
    # one row is told by randomised response
    assert label_private_optimum(all_functions(2), LAW, 1, 3, QUARTER)[0] == Bracket(Fraction(5, 8), Fraction(5, 8))
    # points that never occur cost nothing
    assert label_private_optimum(all_functions(2), (0, 1), 1, 3, 0)[0] == Bracket(QUARTER, QUARTER)
    # bracket of the ratio brackets the failure
    found, solved = label_private_optimum(all_functions(2), LAW, 1, exp_bracket(1, 20), QUARTER)
    assert found.lower < found.upper
    assert all(is_enclosure(enclosure, program) for program, enclosure in solved)


def test_packing_bounds_and_their_least_rows():
    assert packing_failure_bound(1, 5, 2) == 0  # packing of one forces nothing
    assert packing_sample_bound(1, 2, QUARTER) == 0
    n = packing_sample_bound(100, Fraction(3, 2), QUARTER)  # packing sample bound is least
    assert Fraction(3, 2) ** n >= 297 > Fraction(3, 2) ** (n - 1)
    packing = len(largest_packing(all_functions(2), LAW, QUARTER))  # failure is at least the packing bound
    for n in range(4):
        bound = packing_failure_bound(packing, n, 2)
        assert label_private_optimum(all_functions(2), LAW, n, 2, Fraction(1, 8))[0].lower >= bound


def test_label_flips_without_order_and_known_labels():
    padded = ConceptClass.from_matrix([[0, 1], [1, 1]])
    alone = label_private_optimum(ConceptClass.from_matrix([[0], [1]]), (1,), 1, 3, 0)[0].upper
    assert label_private_optimum(padded, LAW, 1, 3, 0)[0].upper == (alone + HALF) / 2
    databases = multiset_databases(labelled_rows(2), 2)
    ordered = {(tuple(sorted(a)), tuple(sorted(b))) for a, b in flip_one_label(
        [(r, s) for r in labelled_rows(2) for s in labelled_rows(2)])}
    assert {(tuple(sorted(a)), tuple(sorted(b))) for a, b in flip_one_label_unordered(databases)} == ordered


def test_the_gap_factor_is_its_formula():
    for ratio, s in ((Fraction(36, 25), Fraction(6, 5)), (4, Fraction(7, 5))):
        assert gap_factor(ratio, Fraction(3, 7)) == 1 - Fraction(3, 14) * (s - 1) * (2 - s) / s
    factor = gap_factor(Fraction(36, 25), Fraction(3, 7))
    assert cover_sample_size(5, Fraction(36, 25), Fraction(3, 7), 5 * factor**80) == 80
    # cover sample size is least
    n, factor = cover_sample_size(4, Fraction(9, 4), QUARTER, QUARTER), gap_factor(Fraction(9, 4), QUARTER)
    assert 4 * factor**n <= QUARTER < 4 * factor ** (n - 1)
    n = cover_sample_size(1, Fraction(9, 4), QUARTER, QUARTER)
    assert factor**n <= QUARTER < factor ** (n - 1)
    assert gap_factor(4, HALF) == gap_factor(Fraction(49, 25), HALF)  # gap factor stops growing at seven fifths


def test_exponential_mechanism_on_a_cover_keeps_the_bound():
    law, alpha = (QUARTER,) * 4, HALF
    cover = ConceptClass.from_matrix(smallest_cover(thresholds(2), law, alpha / 2))
    learner = exponential_learner(cover, Fraction(9, 4))
    for f in thresholds(2).rows():
        for n in range(4):
            bound = len(cover) * gap_factor(Fraction(9, 4), alpha) ** n
            assert exact_failure(learner, cover, f, law, n, alpha) <= bound


def test_packing_rows_are_the_first_whose_ratio_covers_the_packing():
    for ratio, beta, packing in product((2, Fraction(3, 2)), (QUARTER, Fraction(3, 5)), range(1, 34)):
        wanted = next(n for n in range(40) if beta * ratio**n >= (packing - 1) * (1 - beta))
        assert packing_sample_bound(packing, ratio, beta) == wanted
        assert packing_sample_bound(packing, Bracket(Fraction(5, 4), Fraction(ratio)), beta) == wanted
    # without privacy loss no row is enough for a packing of failures
    assert packing_sample_bound(4, 1, Fraction(3, 4)) == 0


def test_every_enclosure_is_verified(monkeypatch):
    answers = iter((True, False))
    monkeypatch.setattr(known_distribution, "is_enclosure", lambda enclosure, program: next(answers))
    with pytest.raises(ArithmeticError, match="an enclosure does not verify"):
        label_private_optimum(ConceptClass.from_matrix([[0], [1]]), (1,), 1, Bracket(Fraction(2), Fraction(3)), 0)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: packing_sample_bound(4, 1, Fraction(5, 8)), "exp_epsilon"),
    (lambda: packing_sample_bound(4, 1, QUARTER), "exp_epsilon"),
    (lambda: cover_sample_size(4, 1, QUARTER, QUARTER), "exp_epsilon"),
    (lambda: label_private_program(all_functions(2), LAW, -1, 2, QUARTER), "rows"),
    (lambda: packing_sample_bound(0, 2, HALF), "packing must be an integer"),
    (lambda: packing_failure_bound(0, 1, 2), "packing must be an integer"),
    (lambda: packing_failure_bound(2, -1, 2), "rows must be an integer"),
    (lambda: cover_sample_size(0, 4, HALF, HALF), "cover must be an integer")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("packing", "rows", "ratio"), [(3, 2, Fraction(3, 2)), (2, 1, 1), (5, 3, 2), (1, 0, 2)])
def test_the_packing_bound_is_what_the_wrong_names_leave(packing, rows, ratio):
    weights = [1, *[Fraction(1, ratio**rows)] * (packing - 1)]
    assert packing_failure_bound(packing, rows, ratio) == 1 - 1 / Fraction(sum(weights))
    assert packing_failure_bound(packing, rows, Bracket(Fraction(1), Fraction(ratio))) == 1 - 1 / Fraction(sum(weights))


@pytest.mark.parametrize(("rows", "failure"), [(0, HALF), (1, QUARTER), (2, Fraction(1, 6)), (3, Fraction(1, 12))])
def test_one_bit_is_told_as_well_as_the_ratio_allows(rows, failure):
    found, solved = label_private_optimum(ConceptClass.from_matrix([[0], [1]]), (1,), rows, 3, 0)
    assert found == Bracket(failure, failure)
    assert len(solved) == 1


@pytest.mark.parametrize(("alpha", "failure"), [(Fraction(1, 3), Fraction(1, 3)), (QUARTER, Fraction(5, 8))])
def test_an_error_on_the_rarer_point_may_be_allowed(alpha, failure):
    law = (Fraction(1, 3), Fraction(2, 3))
    assert label_private_optimum(all_functions(2), law, 1, 3, alpha)[0] == Bracket(failure, failure)
    wider = label_private_optimum(all_functions(2), law, 1, Bracket(Fraction(2), Fraction(3)), alpha)[0]
    assert wider.lower == failure < wider.upper
    inner = label_private_optimum(all_functions(2), law, 1, 3, alpha, interior=True)[0]
    assert failure - Fraction(1, 10**6) < inner.lower <= failure <= inner.upper < failure + Fraction(1, 10**6)
