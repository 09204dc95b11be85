"""KLMNS20, Section 3.1: the class view is TreeLog's own run, with classes and conditional laws by their definition."""

from fractions import Fraction
from functools import cache
from typing import Any

import privlearn.papers.klmns20.tree_log_privacy.class_view  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.learners.interior_point.tree_log import step_ratios, tree_log_law, view_laws
from privlearn.learners.interior_point.trees import is_prefix, path_law
from privlearn.papers.klmns20.tree_log_privacy.instances import Database, every, one

SETTINGS = {"random path": one(2, 3, 1, 2, 0, 0, 3), "random path, t = 1": one(3, 2, 2, 4, 0, 1, 2),
            "heavy path": one(None, 3, 1, 2, 0, 0, 3), "heavy path, trimmed": one(None, 2, 2, 4, 1, 1, 2),
            "two levels": one(2, 3, 1, 2, 0, 0, 3, levels=2)}
INSTANCES = tuple((name, s, x) for name in SETTINGS for s in every(4, 2 if name == "two levels" else 3) for x in (0, 2))


def views_of(views, witness, removed: bool = False):
    name, s, x = witness
    return views(s, x, 2, SETTINGS[name], removed=removed)


def summed(table, place: int, side: int) -> dict[Any, Fraction]:
    """Return the law of the entry of the views at ``place``, under S or S + x."""
    law: dict[Any, Fraction] = {}
    for view, masses in table.items():
        law[view[place]] = law.get(view[place], Fraction(0)) + masses[side]
    return {entry: mass for entry, mass in law.items() if mass}


@cache
def answers(name: str, s: Database) -> Any:
    """Return TreeLog's law on four points."""
    return tree_log_law(s, 2, SETTINGS[name]).exact()


def classes(name: str, s: Database, x: int) -> list[Any]:
    """Return the laws of the class of the outermost random path, by the definition."""
    level = SETTINGS[name].levels[0]
    before, after = (path_law(side, 2, level.stop, level.exp_path).exact() for side in (s, tuple(sorted((*s, x)))))
    law: dict[Any, Fraction] = {}
    for node, mass in after.items():
        label = next((known for known in before if is_prefix(known, node)), None)
        law[label] = law.get(label, Fraction(0)) + mass
    return [before, law]


@check("KLMNS20-3.6.view", grade="exhaustive",
       quantifier="4 points, random and heavy paths, trim 0 and 1, t = 0 and 1, all S of at most 3 elements (2 with "
                  "two levels), x = 0 and 2: the answers' laws under S and S + x, and for random paths the laws of the "
                  "outermost class",
       says="the view ends with TreeLog's answer, and begins with the path of S that the path extends")
@sabotage("the two databases exchanged", lambda *case, removed: {
    view: pair[::-1] for view, pair in view_laws(*case, removed=removed).items()})
@sabotage("unmatched paths are left out", lambda *case, removed: view_laws(*case, removed=True))
@sabotage("the class of every path is that of the heavy one", lambda *case, removed: {
    ((0, 0), *view[1:]): pair for view, pair in view_laws(*case, removed=removed).items()})
@judged("==")
def the_view_is_a_run_of_tree_log(views=view_laws):
    for name, s, x in INSTANCES:
        table = views_of(views, (name, s, x))
        yield (name, s, x), [summed(table, -1, side) for side in (0, 1)], [
            answers(name, s), answers(name, tuple(sorted((*s, x))))]
        if "random" in name:
            yield (name, s, x), [summed(table, 0, side) for side in (0, 1)], classes(name, s, x)

def refutes_the_view_is_a_run_of_tree_log(views, witness):
    name, s, x = witness
    table = views_of(views, witness)
    for side, rows in enumerate((s, tuple(sorted((*s, x))))):
        wanted = tree_log_law(rows, 2, SETTINGS[name]).exact()
        for point in (None, 0, 1, 2, 3):
            if sum(pair[side] for view, pair in table.items() if view[-1] == point) != wanted.get(point, 0):
                return True
    return "random" in name and any(
        sum(pair[side] for view, pair in table.items() if view[0] == label) != law.get(label, 0)
        for side, law in enumerate(classes(*witness)) for label in {*law, *(view[0] for view in table)})


@cache
def table_of(witness, removed: bool):
    return views_of(view_laws, witness, removed)


CONDITIONED = tuple((name, s, x, removed, place) for name, s, x in (
    ("random path", (0, 3), 1), ("random path", (1,), 2), ("random path, t = 1", (0, 1, 3), 2),
    ("heavy path", (1, 1, 2), 2), ("two levels", (0, 3), 2)) for removed in (False, True) for place in range(8))


@check("KLMNS20-3.6.view", grade="exact",
       quantifier="five databases of 1 to 3 of 4 points, with and without the removed events, entries 0 to 7 of the "
                  "views, some of which end before: the least and the greatest ratio at every history",
       says="the ratios of an entry's laws, given those before, are those of conditional probabilities")
@sabotage("probabilities in place of conditional ones", lambda table, place: (
    (history, low and low * sum(q for v, (_, q) in table.items() if v[:place] == history), high)
    for history, low, high in step_ratios(table, place)))
@sabotage("entries that S does not have are skipped",
          lambda table, place: step_ratios({view: pair for view, pair in table.items() if pair[0]}, place))
@sabotage("the next entry", lambda table, place: step_ratios(table, place + 1))
@judged("==")
def ratios_of_a_step_are_conditional(ratios=step_ratios):
    for case in CONDITIONED:
        table = table_of(case[:3], case[3])
        found = {history: pair for history, *pair in ratios(table, case[4])}
        yield case, found, by_definition(table, case[4])

def refutes_ratios_of_a_step_are_conditional(ratios, case):
    table, place = table_of(case[:3], case[3]), case[4]
    masses: dict[Any, list[Fraction]] = {}
    for view, pair in table.items():
        for length in range(len(view) + 1):
            known = masses.get(view[:length], (0, 0))
            masses[view[:length]] = [a + b for a, b in zip(known, pair, strict=True)]
    found = {history: pair for history, *pair in ratios(table, place)}
    for history, (p, q) in masses.items():  # an entry's ratio is b p / (a q)
        steps = [pair for start, pair in masses.items() if len(start) == place + 1 and start[:-1] == history]
        if (history in found) != bool(p and q and steps):
            return True
        if history in found:
            low, high = found[history]
            below, above = ({b * p - (ratio or 0) * a * q for a, b in steps if a} for ratio in (low, high))
            if min(below) != 0 or (high is None) != any(a == 0 for a, _ in steps) or high is not None and max(above):
                return True
    return False


def by_definition(table, place: int) -> dict[Any, list[Any]]:
    """Return history -> [least, greatest ratio], by two quotients for every entry; None for a division by 0."""
    found: dict[Any, list[Any]] = {}
    for history in {view[:place] for view in table if len(view) > place}:
        below = {view: pair for view, pair in table.items() if view[:place] == history and len(view) > place}
        whole = [sum(pair[side] for pair in below.values()) for side in (0, 1)]
        if all(whole):
            shares = [[sum(pair[side] for view, pair in below.items() if view[place] == entry) / whole[side]
                       for side in (0, 1)] for entry in {view[place] for view in below}]
            ratios = [q / p for p, q in shares if p]
            found[history] = [min(ratios), max(ratios) if len(ratios) == len(shares) else None]
    return found
