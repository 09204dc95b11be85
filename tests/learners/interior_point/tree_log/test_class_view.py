"""The class view of TreeLog."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, step_ratios, tree_log_law, view_laws
from privlearn.learners.interior_point.trees import class_law

LEVEL = Level(exp_path=2, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=1)
PARAMETERS = TreeLogParameters((LEVEL,), 2)
TWO = TreeLogParameters((LEVEL, LEVEL), Fraction(3, 2))


def answers(table, side):
    found = {}
    for view, pair in table.items():
        found[view[-1]] = found.get(view[-1], 0) + pair[side]
    return {answer: mass for answer, mass in found.items() if mass}


@pytest.mark.parametrize("parameters", [PARAMETERS, TWO, TreeLogParameters((LEVEL,), 2, threshold_base=1)])
@pytest.mark.parametrize("x", [0, 1, 3])
def test_last_entry_is_the_answer(parameters, x):
    for database in ((), (2,), (0, 3, 3), (1, 1, 2, 2)):
        table = view_laws(database, x, 2, parameters)
        assert answers(table, 0) == tree_log_law(database, 2, parameters).exact()
        assert answers(table, 1) == tree_log_law((*database, x), 2, parameters).exact()


@pytest.mark.parametrize("removed", [False, True])
def test_both_sides_are_laws(removed):
    for database in combinations_with_replacement(range(4), 3):
        table = view_laws(database, 1, 2, PARAMETERS, removed=removed)
        assert [sum(side) for side in zip(*table.values(), strict=True)] == [1, 1]


def test_views_of_special_parameters_and_databases():
    assert view_laws((0,), 1, 1, TreeLogParameters((), 2)) == {  # without levels the view is the answer of the base
        (0,): (Fraction(2, 3), Fraction(1, 2)), (1,): (Fraction(1, 3), Fraction(1, 2))}
    heavy = Level(exp_path=None, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=1)  # heavy path has one class
    assert {view[0] for view in view_laws((0, 3, 3), 1, 2, TreeLogParameters((heavy,), 2))} == {(2, 3)}
    database, x, table = (0, 1, 1, 3), 2, {}  # first entry has the law of the class
    for view, pair in view_laws(database, x, 2, PARAMETERS).items():
        known = table.get(view[0], (0, 0))
        table[view[0]] = known[0] + pair[0], known[1] + pair[1]
    assert table == {label: pair for label, pair in class_law(database, 2, x, 1, 2).items() if any(pair)}


def test_views_are_possible_under_the_smaller_database_only_after_removal():
    for database in combinations_with_replacement(range(4), 2):
        assert all(before for before, _ in view_laws(database, 1, 2, TWO, removed=True).values())
    # without removal some view is possible on one side only
    assert any(before == 0 < after for before, after in view_laws((0, 3, 3), 1, 2, PARAMETERS).values())
    parameters = TreeLogParameters((replace(LEVEL, trim=1, stop=0),), 2)
    for removed in (False, True):
        table = view_laws((), 0, 2, parameters, removed=removed)
        assert [sum(side) for side in zip(*table.values(), strict=True)] == [1, 1]


def test_step_ratios_that_are_none_and_points_outside():
    # step ratio is none where the entry is impossible under the smaller database
    table = {("a",): (Fraction(1), Fraction(1, 2)), ("b",): (Fraction(0), Fraction(1, 2))}
    assert list(step_ratios(table, 0)) == [((), Fraction(1, 2), None)]
    assert list(step_ratios({("a",): (Fraction(1), Fraction(1))}, 3)) == []  # step ratios beyond the end are none
    with pytest.raises(ValueError, match="database"):
        view_laws((0,), 4, 2, PARAMETERS)


@pytest.mark.parametrize("stop", [0, 1, 2])
@pytest.mark.parametrize("database", [(), (2,), (0, 3), (1, 1)])
def test_removal_keeps_both_sides_laws_at_every_stopping_weight(stop, database):
    chosen = TreeLogParameters((replace(LEVEL, stop=stop),), 2)
    for x in range(4):
        table = view_laws(database, x, 2, chosen, removed=True)
        assert [sum(side) for side in zip(*table.values(), strict=True)] == [1, 1]


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_step_ratios_are_those_of_the_conditional_laws(place):
    masses = {"a0": (2, 5), "a1": (7, 1), "a": (3, 4), "b02": (0, 6), "b10": (5, 0), "b11": (1, 3), "c0": (0, 2),
              "d0": (4, 0), "d1": (1, 0), "e000": (2, 1), "e001": (1, 1), "e010": (0, 3)}
    table = {tuple(view): (Fraction(p, 26), Fraction(q, 26)) for view, (p, q) in masses.items()}

    def mass(beginning):
        longer = [pair for view, pair in table.items() if len(view) > place and view[:len(beginning)] == beginning]
        return [sum(side) for side in zip(*longer, strict=True)]

    wanted = {}
    for history in {view[:place] for view in table if len(view) > place}:
        p, q = mass(history)
        if p and q:
            entries = [mass(entry) for entry in {v[:place + 1] for v in table if len(v) > place} if
                       entry[:place] == history]
            finite = [(after / q) / (before / p) for before, after in entries if before]
            wanted[history] = min(finite), max(finite) if len(finite) == len(entries) else None
    assert {history: found for history, *found in step_ratios(table, place)} == {
        history: list(found) for history, found in wanted.items()}
