"""Judges of the exercises on the page private-preliminaries."""

from fractions import Fraction
from itertools import product

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.seeds import drawn


@asked("Find a hypothesis that is better than the class, yet refused as printed.", level=2, minutes=15)
@answered
def judge_refused(answer) -> str:
    """Judge ``(concepts, mu, h)`` on two points: a hypothesis better than the class, refused at alpha = 1/4."""
    if not (isinstance(answer, tuple) and len(answer) == 3 and isinstance(answer[1], dict)):
        return "not yet: give (concepts, mu, h): a list of pairs of bits, a dict {(point, label): mass}, a pair of bits"
    concepts, mu, h = answer
    pairs = list(product((0, 1), repeat=2))
    if not concepts or any(tuple(c) not in pairs for c in (*concepts, h)):
        return "not yet: the hypothesis and at least one concept are needed, each a pair of bits"
    masses = dict(mu)
    if (not all(is_exact(mass) for mass in masses.values()) or any(key not in pairs for key in masses)
            or min(masses.values(), default=0) < 0 or sum(masses.values()) != 1):
        return "not yet: mu must give masses that sum to 1 to labelled points (0, 0), (0, 1), (1, 0), (1, 1)"
    errors = {f: sum(mass for (x, y), mass in masses.items() if f[x] != y) for f in pairs}
    best, found = min(errors[tuple(c)] for c in concepts), errors[tuple(h)]
    if abs(found - best) <= Fraction(1, 4):
        return f"not yet: error {found} against {best} in the class is accepted by the printed definition"
    if found > best:
        return f"not yet: error {found} is worse than {best} in the class, and rightly refused"
    return f"accepted: error {found} is refused, since the class has {best} only"


@asked("Give a mechanism that is private on realizable neighbours only.", level=2, minutes=20)
@answered
def judge_realizable_only(answer) -> str:
    """Judge a function (two labelled rows on two points) -> probability of the answer 1, with e^epsilon = 2."""
    if not callable(answer):
        return "not yet: give a function from a database, a tuple of two rows (x, y), to a probability"
    rows = list(product((0, 1), repeat=2))
    databases = list(product(rows, repeat=2))
    chances = {data: answer(data) for data in databases}
    wrong = next((data for data, p in chances.items() if not is_exact(p) or not 0 <= p <= 1), None)
    if wrong is not None:
        return f"not yet: the probability at {wrong} must be an int or a Fraction between 0 and 1"
    realizable = {data for data in databases if any(all(h[x] == y for x, y in data) for h in ((0, 0), (1, 0), (1, 1)))}
    pairs = [(a, b) for a, b in product(databases, repeat=2) if sum(r != s for r, s in zip(a, b, strict=True)) == 1]
    broken = [(a, b) for a, b in pairs if chances[a] > 2 * chances[b] or 1 - chances[a] > 2 * (1 - chances[b])]
    inside = next(((a, b) for a, b in broken if a in realizable and b in realizable), None)
    if inside is not None:
        return f"not yet: not private on the realizable neighbours {inside[0]} and {inside[1]}"
    if not broken:
        return "not yet: it is private on all databases"
    a, b = broken[0]
    return f"accepted: private on realizable databases; at {a} and {b} the probabilities are {chances[a]}, {chances[b]}"


def instance_draws(seed: int) -> int:
    """Return the ratio E that is passed, 34 for seed 0."""
    return drawn(seed, (34, *range(35, 56)))[0]


@asked("Find from which sample size on the printed lemma fails, with the exact ratios on both sides.",
       level=1, minutes=10)
@answered
def judge_draws(answer, seed: int = 0) -> str:
    """Judge the least m with ``(1 + (E - 1)/(9m))^m > E``, with the ratios for m and for m - 1."""
    passed = instance_draws(seed)

    def ratio(rows: int) -> Fraction:
        return (1 + Fraction(passed - 1, 9 * rows)) ** rows

    if not isinstance(answer, (tuple, list)) or len(answer) != 3 or not all(map(is_exact, answer)):
        return "not yet: give three exact numbers: m, the ratio for m draws, the ratio for m - 1"
    rows = answer[0]
    if type(rows) is not int or not 2 <= rows <= 1000:
        return "not yet: m is an integer between 2 and 1000"
    if ratio(rows) <= passed:
        return f"not yet: with {rows} draws the ratio is {float(ratio(rows)):.4f}, at most {passed}"
    if ratio(rows - 1) > passed:
        return f"not yet: {rows - 1} draws are enough already"
    if tuple(answer[1:]) != (ratio(rows), ratio(rows - 1)):
        return f"not yet: m = {rows} is right, the two ratios are not exact"
    return f"accepted: {rows} draws, ratio {float(ratio(rows)):.4f}, and {float(ratio(rows - 1)):.4f} with one fewer"
