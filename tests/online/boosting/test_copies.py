"""Tests of boosting by copies."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log

import pytest

from privlearn.concepts import ConceptClass
from privlearn.online.boosting import boosted_bound, boosted_run
from privlearn.online.boosting.copies import concurring


@pytest.mark.parametrize(("voters", "ones"), [(1, 1), (3, 2), (5, 6)])
def test_concurring_concepts_are_right_together_and_wrong_equally_often(voters: int, ones: int) -> None:
    matrix = concurring(voters).matrix
    assert all(2 * sum(column) > voters for column in matrix.T.tolist())
    assert set(matrix.sum(axis=1).tolist()) == {ones}


def test_runs_and_bounds_of_few_experts() -> None:
    run = boosted_run(ConceptClass.from_matrix([[1, 0]]), [1, 0], Fraction(1, 2), copies=2, rounds=3)
    assert run.hinge.lower == run.hinge.upper == 0  # one right expert
    assert run.weak == (0, 0, 0)
    run = boosted_run(concurring(3), [0, 0, 0], Fraction(1, 2), copies=1, rounds=1)
    assert run.hinge.lower <= Fraction(4, 3) <= run.hinge.upper  # the margin of the average label
    assert run.mistakes == (True,)
    run = boosted_run(concurring(3), [0, 0, 0], Fraction(1, 6), copies=16, rounds=60)
    assert run.hinge.lower > boosted_bound(3, Fraction(1, 6), copies=16, rounds=60).upper  # wrong majorities
    low, high = (boosted_bound(m, Fraction(1, 6), copies=4, rounds=9) for m in (2, 3))
    assert low.upper < high.lower


@pytest.mark.parametrize(("change", "message"), [
    ({"edge": 0}, "edge must be above 0, got 0"), ({"copies": 0}, "copies must be an integer of at least 1"),
    ({"rounds": 0}, "rounds must be an integer of at least 1"),
    *(({"target": target}, "target must have a label") for target in ([1, 1], [1, 1, 1, 1], [1, 2, 1], [1, 0, -1]))])
def test_bad_arguments_are_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        boosted_run(concurring(3), **{"target": [1, 1, 1], "edge": Fraction(1, 6), "copies": 1, "rounds": 1, **change})
    if {"copies", "rounds"} & change.keys():
        with pytest.raises(ValueError, match=message):
            boosted_bound(3, Fraction(1, 6), **{"copies": 1, "rounds": 1, **change})


def played(gamma: float, copies: int, rounds: int) -> float:
    """Return the hinge losses on three concurring concepts and their complements, all labels 1, in floats."""
    signs = [[1, 1, -1], [1, -1, 1], [-1, 1, 1]]
    signs += [[-sign for sign in row] for row in signs]
    slower, scale, step = [[1.0] * 6 for _ in range(copies)], 1 / (2 * gamma), (8 * log(6) / rounds) ** 0.5
    rate, total = 1 / (2 * (scale + 1) * copies**0.5), 0.0
    for _ in range(rounds):
        said = [[sum(w * row[x] for w, row in zip(one, signs, strict=True)) / sum(one) for x in range(3)]
                for one in slower]
        margins = [sum(labels[x] for labels in said) * scale / copies for x in range(3)]
        x = min(range(3), key=lambda place: round(margins[place], 9))
        total += max(0.0, 1 - margins[x])
        p = 0.5
        for one, labels in zip(slower, said, strict=True):
            one[:] = [w if row[x] == 1 else w * exp(-step * p) for w, row in zip(one, signs, strict=True)]
            p = min(1.0, max(0.0, p - rate * (labels[x] * scale - 1)))
    return total


@pytest.mark.parametrize(("copies", "rounds"), [(1, 3), (3, 4), (4, 7)])
def test_losses_are_those_of_the_rule_replayed_in_floats(copies: int, rounds: int) -> None:
    rows = concurring(3).matrix.tolist()
    voters = ConceptClass.from_matrix(rows + [[1 - bit for bit in row] for row in rows])
    run = boosted_run(voters, [1, 1, 1], Fraction(1, 6), copies=copies, rounds=rounds)
    assert float(run.hinge.upper) == pytest.approx(played(1 / 6, copies, rounds), abs=1e-9)


def test_exchanged_labels_change_nothing() -> None:
    rows = concurring(3).matrix.tolist()
    voters = ConceptClass.from_matrix(rows + [[1 - bit for bit in row] for row in rows])
    ones, zeros = (boosted_run(voters, [bit] * 3, Fraction(1, 6), copies=3, rounds=5) for bit in (1, 0))
    assert ones.weak == pytest.approx(zeros.weak)
    assert ones.points == zeros.points
