"""Interior points: score, exponential mechanism, failure and rows."""

from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

from privlearn.learners.interior_point import exponential_rows, interior_point_law, interior_score, is_interior_point
from privlearn.learners.interior_point.problem import exponential_failure, exponential_failure_bracket
from tests.learners.interior_point.small import multisets


@pytest.mark.parametrize(("size", "rows"), [(1, 1), (2, 1), (2, 3), (4, 4), (5, 3), (6, 5)])
def test_exponential_failure_is_the_worst_case(size, rows):
    found = []
    for s in combinations_with_replacement(range(size), rows):
        table = tree_law(s, size)
        found.append(sum(p for x, p in enumerate(table) if not s[0] <= x <= s[-1]))
    assert exponential_failure(size, rows, 2) == max(found)


def tree_law(s, size):
    weights = [2 ** min(sum(a <= x for a in s), sum(a >= x for a in s)) for x in range(size)]
    return [Fraction(w, sum(weights)) for w in weights]


def test_no_rows_fail_always_and_one_point_never():
    assert exponential_failure(4, 0, 2) == 1
    assert exponential_failure_bracket(4, 0, 1).lower == 1
    assert exponential_failure(1, 1, 2) == 0
    assert exponential_failure_bracket(0, 1, 1).upper == 0
    assert exponential_rows(0, 1, Fraction(1, 10)) == 1
    assert exponential_rows(0, Fraction(1, 100), Fraction(1, 10)) == 1  # one point needs one row


@pytest.mark.parametrize(("bits", "rows"), [(1, 1), (1, 2), (2, 5), (3, 8), (10, 40)])
def test_bracket_holds_the_exact_value(bits, rows):
    from privlearn.exact import log_bracket

    found = exponential_failure_bracket(bits, rows, log_bracket(2))
    assert found.lower <= exponential_failure(1 << bits, rows, 2) <= found.upper < found.lower + Fraction(1, 10**9)


@pytest.mark.parametrize("silent", [None, 0, 3])
@pytest.mark.parametrize(("bits", "most"), [(0, 4), (1, 6), (2, 4)])
def test_bracket_and_rows_are_those_of_the_worst_database(bits, most, silent):
    from privlearn.exact import log_bracket

    for ratio, beta in ((Fraction(3, 2), Fraction(287, 1000)), (Fraction(2), Fraction(971, 10**4))):
        worst = [Fraction(1)]
        for rows in range(1, most + 1):
            failures = []
            for s in combinations_with_replacement(range(1 << bits), rows):
                weights = [ratio ** min(sum(a <= x for a in s), sum(a >= x for a in s)) for x in range(1 << bits)]
                all_weights = sum(weights) + (ratio**silent if silent is not None else 0)
                failures.append(1 - Fraction(sum(weights[s[0]:s[-1] + 1])) / all_weights)
            worst.append(max(failures))
        for rows, failure in enumerate(worst):
            found = exponential_failure_bracket(bits, rows, log_bracket(ratio, 300), 256, silent)
            assert found.lower <= failure <= found.upper < found.lower + Fraction(1, 2**200)
        least = exponential_rows(bits, log_bracket(ratio, 300), beta, silent)
        assert least == next((n for n in range(1, most + 1) if worst[n] <= beta), least)


def test_exponential_rows_are_the_least():
    for bits in (1, 2, 10, 100):
        n = exponential_rows(bits, Fraction(1, 2), Fraction(1, 10))
        assert exponential_failure_bracket(bits, n, Fraction(1, 2)).upper <= Fraction(1, 10)
        assert exponential_failure_bracket(bits, n - 1, Fraction(1, 2)).lower > Fraction(1, 10)
    found = exponential_failure_bracket(64, 10**9, 1)
    assert found.lower == 0
    assert 0 < found.upper < Fraction(1, 10**1000)
    found = exponential_failure_bracket(1 << 64, 1000, 1)
    assert found.upper == 1
    assert found.lower > Fraction(99, 100)


def test_scores_are_positive_exactly_at_interior_points():
    for s, x in product(multisets(4, 5), range(4)):
        assert (interior_score(x, s) >= 1) == is_interior_point(x, s)
    assert not is_interior_point(None, (0, 1))
    assert interior_point_law((0, 0, 1), range(3), 2).exact() == {  # the base scores interior points
        0: Fraction(4, 7), 1: Fraction(2, 7), 2: Fraction(1, 7)}


@pytest.mark.parametrize(("call", "message"), [
    (lambda: exponential_failure(0, 1, 2), "size must satisfy size >= 1"),
    (lambda: exponential_failure(1, -1, 2), "rows must be an integer of at least"),
    (lambda: exponential_failure_bracket(-1, 1, 1), "domain_bits must be an integer of at least"),
    (lambda: exponential_failure_bracket(1, -1, 1), "rows must be an integer of at least"),
    (lambda: exponential_rows(-1, 1, Fraction(1, 2)), "domain_bits must be an integer of at least"),
    (lambda: exponential_rows(8, 0, Fraction(1, 10)), "epsilon must be positive"),
    (lambda: interior_point_law((0,), (), 2), "nothing to choose")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
