"""Ours: the proof of the loss of slices, line by line on plans of slices and databases, one of which has a row more.

Definitions
-----------
A run takes the first slice at a *size*, the public one and the noise; ``L(s)`` is the law of all answers with the row
at the size s of the first slice, ``L'(s)`` that without it.  Sizes from the last one listed on are one case.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.mechanisms.neighbours import Database
from privlearn.mechanisms.slicing import Cut, ascending, reorder_slice_compute
from privlearn.papers.clnss23.reorder_slice_compute import mistakes
from privlearn.papers.clnss23.reorder_slice_compute.instances import (HALF, ODD, PLANS, SETS, Plan, Run, leaking,
                                                                      one_row_apart)
from privlearn.papers.clnss23.reorder_slice_compute.privacy import LEAK

Table = dict[Any, Fraction]
ASKED = PLANS | {"smallest odd, leaking": Plan((Cut(ascending, 1, leaking(ODD, LEAK)),) * 3, HALF, Fraction(2),
                                               Fraction(2))}


class Slices(NamedTuple):
    """What the slices are asked, a database with one of its rows, the numbers of the bound, and how it is sliced."""

    plan: str
    D: Database
    x: int
    J: int
    r: Fraction
    a: Fraction
    b: Fraction
    delta_0: Fraction = Fraction(0)
    run: Run = reorder_slice_compute

    @property
    def labels(self) -> dict[str, str]:
        return {"plan": "what is asked", "x": "x, the row that is more", "delta_0": "delta_0", "run": "sliced by"}


def chance(run: Run, r: Fraction, noise: int, last: bool) -> Fraction:
    """Return the probability of some noise, or of that much and more."""
    if run is mistakes.without_noise:
        return Fraction(noise == 0)
    if run is mistakes.at_most_one_more:
        return (1 - r, r, Fraction(0))[min(noise, 2)] + (r if last and noise == 0 else 0)
    return r**noise * (1 if last else 1 - r)


def cut_of(given: Slices, before: tuple[Any, ...]) -> Any:
    """Return the next cut after some answers."""
    step: Any = ASKED[given.plan].steps[len(before)]
    told = tuple(answer[0] for answer in before) if given.run is mistakes.sizes_told else before
    return step if isinstance(step, Cut) else step(told)


def parts(given: Slices, rows: Database, before: tuple[Any, ...], size: int) -> tuple[Database, Database]:
    """Return the next slice at a size, and what is left."""
    order = mistakes.turned if given.run is mistakes.out_of_order else cut_of(given, before).order
    listed = tuple(order(rows))
    return listed[:size], rows if given.run is mistakes.kept else listed[size:]


def add(law: Table, other: Table, weight: Fraction) -> None:
    for answer, p in other.items():
        law[answer] = law.get(answer, Fraction(0)) + weight * p


@cache
def answers(given: Slices, rows: Database, before: tuple[Any, ...]) -> Table:
    """Return the law of all answers after some of them, with these rows left."""
    if len(before) == len(ASKED[given.plan].steps):
        return {before: Fraction(1)}
    law: Table = {}
    public = cut_of(given, before).size
    last = max(len(rows) - public, 0)
    for noise in range(last + 1):
        add(law, at_size(given, rows, before, public + noise), chance(given.run, given.r, noise, noise == last))
    return law


@cache
def at_size(given: Slices, rows: Database, before: tuple[Any, ...], size: int) -> Table:
    """Return the law of all answers if the next slice has a given size."""
    slice, left = parts(given, rows, before, size)
    law: Table = {}
    for answer, p in cut_of(given, before).compute(slice).exact().items():
        told = (answer, len(slice)) if given.run is mistakes.sizes_told else answer
        add(law, answers(given, left, (*before, told)), p)
    return law


@cache
def law_of(given: Slices, rows: Database) -> Table:
    """Return the law of all answers as the mechanism has it."""
    return given.run(rows, ASKED[given.plan].steps, given.r).exact()


class Sides:
    """What the proof names on an instance: the place of the row, and both sides at every size of the first slice."""

    def __init__(self, given: Slices) -> None:
        """Compute them for the first cut; sizes from the last one on are alike."""
        self.rows = given.D, tuple(row for row in given.D if row != given.x)
        self.same = given._replace(D=(), x=0, J=0, a=HALF, b=HALF, delta_0=HALF)  # all that laws depend on
        self.public = cut_of(given, ()).size
        self.q = max(parts(given, given.D, (), len(given.D))[0].index(given.x), self.public)  # p - 1 or m
        self.last = max(len(given.D), self.public) + 1
        sizes = range(self.public, self.last + 2)
        self.cut = [{size: parts(self.same, rows, (), size) for size in sizes} for rows in self.rows]
        self.laws = [{size: at_size(self.same, rows, (), size) for size in sizes} for rows in self.rows]
        self.before = range(self.public, self.q)
        self.merging = range(self.q, self.last + 1)

    def chance(self, size: int, extra: int = 0) -> Fraction:
        """Return the probability of a size, with the row of one more; the last is one of all that follow."""
        return chance(self.same.run, self.same.r, size + extra - self.public, size == self.last)


def places(given: Slices, s: Sides) -> Iterator[Line]:
    """Where the row is."""
    (more, less), x = s.cut, (given.x,)
    for size in s.before:
        yield Line("places/before", "==", more[size][0], less[size][0], ("size", size))
    for size in s.merging:
        yield Line("places/merging", "==", (sorted(more[size + 1][0]), more[size + 1][1]),
                   (sorted(less[size][0] + x), less[size][1]), ("size", size))
    yield Line("places/failing", "<=", len({*more[s.q][1]} ^ {*less[s.q][1]}), 1)
    for size in s.merging:
        yield Line("sizes", "==", s.chance(size, 1), given.r * s.chance(size), ("size", size))


def worst(step: str, left: Table, right: Table, factor: Fraction, more: Fraction, case: Any = None) -> Line:
    """Return the line for the event of largest excess, or the answer of largest ratio if nothing exceeds the factor."""
    event = [told for told in left if left[told] > factor * right.get(told, 0)] or [
        max(left, key=lambda told: left[told] / right[told] if told in right else 0)]
    one, other = (sum((law.get(told, Fraction(0)) for told in event), Fraction(0)) for law in (left, right))
    return Line(step, "<=", one, factor * other + more, case)


def times(law: Table, weight: Fraction) -> Table:
    return {answer: weight * p for answer, p in law.items() if weight}


def without_the_row(given: Slices, s: Sides) -> Iterator[Line]:
    """The first part."""
    (more, less), factor, delta = s.laws, given.a / given.r, given.delta_0
    for size in s.merging:
        if weight := s.chance(size):
            yield worst("without/merging", times(less[size], weight), times(more[size + 1], s.chance(size, 1)), factor,
                        delta * weight, ("size", size))
    for size in s.before:
        yield worst("without/before", less[size], more[size], factor, delta, ("size", size))
    yield worst("without/all", law_of(s.same, s.rows[1]), law_of(s.same, s.rows[0]), factor, delta)


def ratio(given: Slices, J: int) -> Fraction:
    """Return c_J."""
    return given.r * given.a * sum(given.b**j for j in range(J))


def with_the_row(given: Slices, s: Sides) -> Iterator[Line]:
    """The second part."""
    (more, less), c, hidden = s.laws, ratio(given, given.J), (1 - given.r) ** given.J
    yield Line("equal", "<=", 1, c + hidden)
    for size in s.merging:
        if weight := s.chance(size, 1):
            yield worst("with/merging", times(more[size + 1], weight), times(less[size], s.chance(size)),
                        given.r * given.a, Fraction(0), ("size", size))
    missed = (1 - given.r) ** (given.J - 1)
    yield worst("with/failing", more[s.q], less[s.q], given.b * ratio(given, given.J - 1), missed)
    for size in s.before:
        yield worst("with/before", more[size], less[size], c, hidden, ("size", size))
    yield Line("with/deltas", "==", sum(s.chance(size) for size in s.before) * hidden + s.chance(s.q) * missed, hidden)
    yield worst("conclusion", law_of(s.same, s.rows[0]), law_of(s.same, s.rows[1]), c, hidden)


@cache
def slices() -> list[Slices]:
    """Return every plan with all small databases and their rows, J = 1, ..., 4; leaking answers for the first part."""
    return [Slices(name, larger, row, J, plan.ratio, plan.answer, plan.exchange, LEAK if J == 0 else Fraction(0))
            for name, plan in ASKED.items() for larger, smaller in one_row_apart(4) for row in {*larger} - {*smaller}
            for J in ((0,) if name not in PLANS else range(1, 5))]


def start() -> Slices:
    """Return four slices of four rows, the third of which is more, and the number of failures 1."""
    return Slices("smallest odd", (0, 1, 2, 3), 2, 1, HALF, Fraction(2), Fraction(2))


def changed(*ways: Callable[[Slices], dict[str, Any]]) -> Callable[[], Iterable[Slices]]:
    """Return the family of the instance that is shown, and of every so manieth, with other parts."""
    return lambda: (given._replace(**way(given)) for given in [start()] + slices()[::5] for way in ways)


def exchanged() -> Iterator[Slices]:
    """Yield instances with no loss for an exchange, first one in which 0 is exchanged for 1."""
    yield from (given._replace(b=Fraction(1)) for given in (start()._replace(x=0, J=2), *slices()[::5]))


def leaking_answers() -> Iterator[Slices]:
    """Yield leaking answers, for which the second part is claimed."""
    for given in [start()] + slices()[::5]:
        if given.J:
            yield given._replace(plan="smallest odd, leaking", r=HALF, a=Fraction(2), b=Fraction(2), delta_0=LEAK)


@proof("CLNSS23-loss", grade="exhaustive",
       quantifier=f"four plans, one of them adaptive, J = 1, ..., 4, and one with leaking answers, {SETS.format(4)}",
       instances=slices, start=start,
       steps={"places/before": "{the slice with x} is {that without it}, before its place",
              "places/merging": "{slice and rest with x at size s + 1} are {those without it at size s, and x}",
              "places/failing": "{the rows that are more after the size q} are at most {1}",
              "sizes": "{Pr[s + 1]} is {r Pr[s]}",
              "without/merging": "{Pr[s] L'(s) of an event} is at most {a/r Pr[s + 1] L(s + 1) + delta_0 Pr[s]}",
              "without/before": "{L'(s) of an event} is at most {a/r L(s) + delta_0}",
              "without/all": "{Pr[E | D']} is at most {a/r Pr[E | D] + delta_0}",
              "equal": "{1} is at most {c_J + (1 - r)^J}",
              "with/merging": "{Pr[s + 1] L(s + 1) of an event} is at most {r a Pr[s] L'(s)}",
              "with/failing": "{L(q) of an event} is at most {b c_(J - 1) L'(q) + (1 - r)^(J - 1)}",
              "with/before": "{L(s) of an event} is at most {c_J L'(s) + (1 - r)^J}",
              "with/deltas": "{Pr[s < q] (1 - r)^J + Pr[q] (1 - r)^(J - 1)} is {(1 - r)^J}",
              "conclusion": "{Pr[E | D]} is at most {c_J Pr[E | D'] + (1 - r)^J}"},
       hypotheses=(
           Hypothesis("orders preserve adjacency", changed(lambda given: {"run": mistakes.out_of_order}),
                      ("places/before", "places/merging", "places/failing", "without/merging", "without/before",
                       "without/all", "with/merging", "with/before", "conclusion")),
           Hypothesis("each row is in one slice", changed(lambda given: {"run": mistakes.kept}),
                      ("places/merging", "without/merging", "without/all", "with/merging", "conclusion")),
           Hypothesis("the noise is geometric", changed(lambda given: {"run": mistakes.at_most_one_more},
                                                        lambda given: {"run": mistakes.without_noise}),
                      ("sizes", "without/merging", "without/all", "with/merging", "with/failing", "with/deltas",
                       "conclusion")),
           Hypothesis("sizes are not published", changed(lambda given: {"run": mistakes.sizes_told}),
                      ("without/merging", "without/before", "without/all", "with/merging", "with/failing",
                       "with/before", "conclusion")),
           Hypothesis("an answer changes by a at most", changed(lambda given: {"a": 1 + (given.a - 1) / 4}),
                      ("without/merging", "without/all", "with/merging", "with/failing", "with/before", "conclusion")),
           Hypothesis("an answer changes by b at an exchange", exchanged, ("with/failing", "conclusion")),
           Hypothesis("delta_0 = 0, in the second part", leaking_answers,
                      ("with/merging", "with/failing", "with/before", "conclusion"))))
def slices_hide_a_row(given: Slices) -> Iterator[Line]:
    sides = Sides(given)
    yield from places(given, sides)
    yield from without_the_row(given, sides)
    if given.J:
        yield from with_the_row(given, sides)


def refutes_slices_hide_a_row(given: Slices, step: str, case: Any) -> bool:
    """Tell whether a line is false, by all runs one by one."""
    order = mistakes.turned if given.run is mistakes.out_of_order else cut_of(given, ()).order
    long, short = list(order(given.D)), list(order(tuple(row for row in given.D if row != given.x)))
    m = cut_of(given, ()).size
    q, last = max(m, long.index(given.x)), max(len(long), m) + 1
    size = case[1] if case else q
    if step.startswith("places"):
        return misplaced(given, step, long, short, size)
    up, down = (noises(given, last + k - m)[min(size, last) - m + k] for k in (1, 0))
    r, a, hidden = given.r, given.a, (1 - given.r) ** given.J
    c = r * a * sum(given.b**j for j in range(given.J))
    if step in ("sizes", "equal"):
        return up != r * down if step == "sizes" else c + hidden < 1
    if step == "with/deltas":
        return sum(noises(given, last - m)[:q - m]) * hidden + down * hidden / (1 - r) != hidden
    whole, merging = step in ("conclusion", "without/all"), step.endswith("merging")
    less, more = (tally(runs(given, tuple(rows), (), None if whole else size + k), w) for rows, k, w in (
        (short, 0, down if merging else Fraction(1)), (long, merging, up if merging else Fraction(1))))
    if step.startswith("without"):
        return beyond(less, more, a / r) > given.delta_0 * (down if merging else 1)
    if step == "with/failing":
        return beyond(more, less, c - r * a) > hidden / (1 - r)
    return beyond(more, less, r * a if merging else c) > (0 if merging else hidden)


def misplaced(given: Slices, step: str, long: list[Any], short: list[Any], size: int) -> bool:
    """Tell whether the first slice and what is left are not where the proof says."""
    merging = step == "places/merging"
    if step == "places/before":
        return long[:size] != short[:size]
    rest, other = long[size + merging:], short[size:]
    if merging:
        slices_differ = sorted(long[:size + 1]) != sorted([*short[:size], given.x])
        return given.run is mistakes.kept or rest != other or slices_differ
    return len({*rest} ^ {*other}) > 1


def noises(given: Slices, last: int) -> list[Fraction]:
    """Return the probabilities of the noise, the last one that of all that is left."""
    law = [(1 - given.r) * given.r**k for k in range(last)]
    if given.run in (mistakes.without_noise, mistakes.at_most_one_more):
        law = [Fraction(1), Fraction(0)] if given.run is mistakes.without_noise else [1 - given.r, given.r]
        law = [*law, *[Fraction(0)] * last][:last]
    return [*law, 1 - sum(law, Fraction(0))]


def runs(given: Slices, rows: Database, told: tuple[Any, ...] = (), first: int | None = None) -> Iterator[Any]:
    """Yield the answers and the probability of every run, of those with a first size if it is given."""
    if len(told) == len(ASKED[given.plan].steps):
        yield told, Fraction(1)
        return
    cut = cut_of(given, told)
    listed = tuple((mistakes.turned if given.run is mistakes.out_of_order else cut.order)(rows))
    for k, weight in enumerate(noises(given, len(rows))) if first is None else [(first - cut.size, Fraction(1))]:
        slice, left = listed[:cut.size + k], rows if given.run is mistakes.kept else listed[cut.size + k:]
        for answer, p in cut.compute(slice).exact().items():
            answer = (answer, len(slice)) if given.run is mistakes.sizes_told else answer
            yield from ((after, weight * p * chance) for after, chance in runs(given, left, (*told, answer)))


def tally(found: Iterable[Any], weight: Fraction) -> Table:
    law: Table = {}
    for told, p in found:
        law[told] = law.get(told, Fraction(0)) + weight * p
    return law


def beyond(left: Table, right: Table, factor: Fraction) -> Fraction:
    gains = (p - factor * right.get(told, 0) for told, p in left.items())
    return sum((gain for gain in gains if gain > 0), Fraction(0))
