"""FHMM23: the proof that RandSOA pays the randomised Littlestone dimension, line by line on what may be left."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.dimensions import randomized_littlestone_dimension
from privlearn.papers.fhmm23.randomized_littlestone.game import CERTAIN
from privlearn.papers.fhmm23.randomized_littlestone.instances import (HALF, SMALL, Row, class_of, game_value,
                                                                      up_to_symmetry)

Rule = Callable[[Fraction, Fraction], Fraction]


def balance(a: Fraction, b: Fraction) -> Fraction:
    """Return the chance of predicting 1 with which the worse label costs least."""
    return min(Fraction(1), max(Fraction(0), (1 + b - a) / 2))


def fair_coin(a: Fraction, b: Fraction) -> Fraction:
    """Return 1/2."""
    return HALF


def larger_dimension(a: Fraction, b: Fraction) -> Fraction:
    """Return the label whose part has the larger dimension, as a chance: no coins."""
    return Fraction(b >= a)


class Game(NamedTuple):
    """A class, how the learner chooses its chance of predicting 1, and who labels."""

    H: Row
    p: Rule = balance
    labelled_by: str = "a concept of H"


@cache
def left_of(rows: Row) -> frozenset[Row]:
    """Return all that may be left of a class after some labels of a concept."""
    parts = {tuple(row for row in rows if row[x] == y) for x in range(len(rows[0])) for y in (0, 1)} - {(), rows}
    return frozenset({rows}).union(*map(left_of, parts))


@cache
def split(rows: Row, x: int) -> tuple[Row, Row]:
    return tuple(row for row in rows if not row[x]), tuple(row for row in rows if row[x])


@cache
def dimension(rows: Row) -> Fraction:
    return randomized_littlestone_dimension(class_of(rows)) if rows else Fraction(-1)


@cache
def most_paid(given: Game, left: Row, points: int, rounds: int) -> Fraction:
    """Return the most that the learner expects to pay, by backward induction over the rounds."""
    found = Fraction(0)
    for x in range(points) if rounds else ():
        parts = split(left, x)
        p = given.p(*map(dimension, parts))
        for charge, part in zip((p, 1 - p), parts, strict=True):
            if part or given.labelled_by == "anybody":
                found = max(found, charge + most_paid(given, part, points, rounds - 1))
    return found


def games() -> list[Game]:
    """Return all classes on three points up to symmetry, and two on four with a point that is worth 3/2 or 0."""
    return [Game(rows) for rows in (*up_to_symmetry(3), *CERTAIN)]


def start() -> Game:
    """Return nine concepts on four points, eight of which have the label 1 at the first."""
    return Game(CERTAIN[1])


def played(**parts: Any) -> Callable[[], Iterable[Game]]:
    """Return the family of all games, with another rule or other labels."""
    return lambda: (given._replace(**parts) for given in [start()] + games())


@proof("FHMM23-RandSOA", grade="exhaustive",
       quantifier=f"{SMALL}, and two classes on four points with a point where one label is worth 3/2 and the other 0; "
                  "everything that may be left; sequences of one round more than there are points",
       instances=games, start=start,
       steps={"certain": "{what the only label costs} is {RL(V)}",
              "balanced/cost": "{what the worse label costs} is {(1 + a + b)/2}",
              "balanced/dimension": "{(1 + a + b)/2} is at most {RL(V)}",
              "skewed/cost": "{what the worse label costs} is {max(a, b)}",
              "skewed/dimension": "{max(a, b)} is at most {RL(V)}",
              "conclusion": "{the most mistakes expected} are at most {RL(H)}"},
       hypotheses=(
           Hypothesis("a concept of H labels the sequence", played(labelled_by="anybody"), ("conclusion",)),
           Hypothesis("p makes the worse label cheapest", played(p=fair_coin),
                      ("certain", "balanced/cost", "skewed/cost", "conclusion")),
           Hypothesis("the learner tosses coins", played(p=larger_dimension), ("balanced/cost", "conclusion"))))
def what_is_paid_is_lost(given: Game) -> Iterator[Line]:
    points = len(given.H[0])
    rounds: dict[str, list[tuple[Any, ...]]] = {"certain": [], "balanced": [], "skewed": []}
    for V in sorted(left_of(given.H), key=len, reverse=True):
        for x in range(points):
            a, b = map(dimension, split(V, x))
            p = given.p(a, b)
            kind = "certain" if min(a, b) < 0 else "balanced" if abs(a - b) <= 1 else "skewed"
            rounds[kind].append((f"{len(V)} concepts left, point {x}", V, a, b, (p + a, 1 - p + b)))
    for case, V, _, b, costs in rounds["certain"]:
        yield Line("certain", "==", costs[b >= 0], dimension(V), case)
    for kind in ("balanced", "skewed"):
        worth = [(1 + a + b) / 2 if kind == "balanced" else max(a, b) for _, _, a, b, _ in rounds[kind]]
        for (case, *_, costs), least in zip(rounds[kind], worth, strict=True):
            yield Line(f"{kind}/cost", "==", max(costs), least, case)
        for (case, V, *_), least in zip(rounds[kind], worth, strict=True):
            yield Line(f"{kind}/dimension", "<=", least, dimension(V), case)
    yield Line("conclusion", "<=", most_paid(given, given.H, points, points + 1), dimension(given.H))


def refutes_what_is_paid_is_lost(given: Game, step: str, case: Any) -> bool:
    """Tell whether a line is false, by the game of two lines, on all that is left of this size."""
    points = range(len(given.H[0]))
    if step == "conclusion":
        return paid(given, given.H, len(points) + 1) > game_value(given.H)
    words = case.replace(",", "").split()
    for V in (V for V in left_of(given.H) if len(V) == int(words[0])):
        zero, one = (tuple(row for row in V if row[int(words[-1])] == y) for y in (0, 1))
        a, b = game_value(zero), game_value(one)
        p, certain, close = given.p(a, b), not (zero and one), abs(a - b) <= 1
        if step == "certain" and certain and (1 - p + b if one else p + a) != game_value(V):
            return True
        if step.endswith("cost") and not certain and close == step.startswith("balanced") and max(
                p + a, 1 - p + b) != ((1 + a + b) / 2 if close else max(a, b)):
            return True
    return False


def paid(given: Game, left: Row, rounds: int) -> Fraction:
    """Return the most that is paid, over the labels and the points one by one."""
    found = [Fraction(0)]
    for x, y in ((x, y) for x in range(len(given.H[0])) for y in (0, 1) if rounds):
        later = tuple(row for row in left if row[x] == y)
        p = given.p(*(game_value(tuple(row for row in left if row[x] == label)) for label in (0, 1)))
        if later or given.labelled_by == "anybody":
            found.append((1 - p if y else p) + paid(given, later, rounds - 1))
    return max(found)
