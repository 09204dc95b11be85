"""A1 and A2: laws, degenerate inputs, errors, sampling."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.points import ZERO, flipped, improper_point_learner, noisy, noisy_point_learner
from privlearn.learners.points.noisy import as_alpha, as_table_size, improper_point_learner_at

QUARTER = Fraction(1, 4)


def test_flips_of_no_concept_and_of_certain_rates():
    assert flipped(None, size=3, rate=QUARTER).exact() == {None: 1}  # no hypothesis is not flipped
    assert flipped(1, size=3, rate=0).exact() == {(0, 1, 0): 1}
    assert flipped(ZERO, size=2, rate=1).exact() == {(1, 1): 1}
    with pytest.raises(ValueError, match="concept"):
        flipped(2, size=2, rate=QUARTER)
    # a1 flips the named point
    assert noisy_point_learner([(1, 1)], size=2, noise=QUARTER).exact()[0, 1] == Fraction(9, 16)


def test_a2_is_a1_on_the_kept_rows():
    rows, rates = ((0, 1), (1, 1), None), {"keep": Fraction(1, 3), "abort": Fraction(1, 5), "noise": Fraction(1, 7)}
    expected = {None: Fraction(1, 5)}
    for picks in product((0, 1), repeat=3):
        kept = [row for row, pick in zip(rows, picks, strict=True) if pick]
        chance = Fraction(1, 3) ** sum(picks) * Fraction(2, 3) ** (3 - sum(picks))
        for h, mass in noisy_point_learner(kept, size=2, noise=rates["noise"]).exact().items():
            expected[h] = expected.get(h, 0) + Fraction(4, 5) * chance * mass
    assert improper_point_learner_at(rows, size=2, **rates).exact() == expected


def test_rates_and_kinds_of_numbers():
    rows = ((0, 1), (0, 0))  # rates of a2
    rates = {"keep": Fraction(1, 16), "abort": Fraction(1, 32), "noise": Fraction(1, 32)}
    general = improper_point_learner_at(rows, size=2, **rates)
    assert improper_point_learner(rows, size=2, alpha=QUARTER).exact() == general.exact()
    # floats are taken at their binary value
    assert improper_point_learner([(0, 1)], size=1, alpha=0.25).exact() == improper_point_learner(
        [(0, 1)], size=1, alpha=QUARTER).exact()
    law = improper_point_learner([(1, True), (0, False)], size=2, alpha=QUARTER).exact()  # labels may be truth values
    assert law == improper_point_learner([(1, 1), (0, 0)], size=2, alpha=QUARTER).exact()
    assert as_alpha(Fraction(1, 2)) == Fraction(1, 2)  # alpha may be a half


def test_the_largest_table_is_listed_and_the_next_is_not(monkeypatch):
    law = improper_point_learner([(4999, 1)] * 3, size=5000, alpha=QUARTER)
    drawn = law.sample(random.Random(1))
    assert drawn is None or (len(drawn) == 5000 and set(drawn) <= {0, 1})
    with pytest.raises(TooLargeToEnumerate):
        law.exact()
    monkeypatch.setattr(noisy, "LARGEST_TABLE", 3)
    assert as_table_size(3) == 3
    with pytest.raises(TooLargeToEnumerate, match="table of a hypothesis"):
        as_table_size(4)


@pytest.mark.parametrize(("database", "size", "alpha", "name"), [
    ([(0, 2)], 2, QUARTER, "label"), ([(2, 0)], 2, QUARTER, "point"), ([(-1, 0)], 2, QUARTER, "point"),
    ([(True, 1)], 2, QUARTER, "point"), ([(0, 1.0)], 2, QUARTER, "label"), ([(0,)], 2, QUARTER, "rows"),
    ([7], 2, QUARTER, "rows"), ("ab", 2, QUARTER, "database"), ([], 0, QUARTER, "size"), ([], 2, 0, "alpha"),
    ([], 2, Fraction(3, 4), "alpha"), ([], 2, -1, "alpha"), ([], 2, "1/4", "alpha")])
def test_bad_input_is_named(database, size, alpha, name):
    with pytest.raises(ValueError, match=name):
        improper_point_learner(database, size=size, alpha=alpha)


@pytest.mark.parametrize("kind", [np.int8, np.uint64, object])
def test_arrays_are_rows_too(kind):
    rows = np.array([(1, 1), (0, 0)], dtype=kind)
    expected = improper_point_learner([(1, 1), (0, 0)], size=2, alpha=QUARTER).exact()
    assert improper_point_learner(rows, size=2, alpha=QUARTER).exact() == expected
    assert improper_point_learner(list(rows), size=2, alpha=QUARTER).exact() == expected


@pytest.mark.parametrize("rows", [np.array([(1.0, 1.0)]), np.array([True]), np.array(3), np.zeros((2, 3), dtype=int),
                                  np.ma.masked_array([(1, 1)], mask=[(True, False)])])
def test_other_arrays_are_refused(rows):
    with pytest.raises(ValueError, match="database"):
        improper_point_learner(rows, size=2, alpha=QUARTER)


@pytest.mark.parametrize("learn", [lambda: flipped(0, size=2**40, rate=QUARTER),
                                   lambda: noisy_point_learner([], size=2**256, noise=QUARTER),
                                   lambda: improper_point_learner([], size=2**256, alpha=QUARTER)])
def test_tables_of_huge_domains_are_never_begun(learn):
    with pytest.raises(TooLargeToEnumerate, match="table of a hypothesis"):
        learn()
