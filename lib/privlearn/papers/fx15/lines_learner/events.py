"""FX15, Section 6.1: the probabilities of None, One and Two, with which the proof of Claim 6.3 begins."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.exact import Bracket, exp_bracket
from privlearn.learners.lines import basic_learner, block_law, line_points, none_one_two
from privlearn.learners.lines.events import Events, line_masses, none_one_two_brackets
from privlearn.papers.fx15.lines_learner import claim
from privlearn.papers.fx15.lines_learner.mistakes import broken_events_count_none_for_one, broken_law_of_shifted_line

Plane = dict[tuple[int, int], Fraction]


claim("FX15-6.3.probs", kind="proposition", title="The exact probabilities of None, One and Two",
      uses=("FX15-5.line", "FX15-6.2.basic"))


def distributions(p: int) -> Iterator[Plane]:
    """Yield four distributions on the plane: uniform, slanted, with a heavy point, and with many points of mass 0."""
    plane = [(x, y) for x in range(p) for y in range(p)]
    shapes = (lambda i: 1, lambda i: i + 1, lambda i: 50 if i == p else 1, lambda i: i % 3 // 2 * (i + 1))
    for shape in shapes:
        weights = [shape(i) for i in range(len(plane))]
        yield {z: Fraction(w, sum(weights)) for z, w in zip(plane, weights, strict=True)}


def all_lines(p: int) -> list[tuple[int, int]]:
    """Return the pairs (a, b)."""
    return [(a, b) for a in range(p) for b in range(p)]


def enumerated(weights: Plane, line: tuple[int, int], draws: int, p: int) -> list[Fraction]:
    """Return the probabilities of no, one, and more distinct points of the line, summed over all samples."""
    a, b = line
    found = [Fraction(0)] * 3
    for sample in product(weights, repeat=draws):
        mass = Fraction(1)
        for z in sample:
            mass *= weights[z]
        found[min(len({(x, y) for x, y in sample if (a * x + b - y) % p == 0}), 2)] += mass
    return found


INSTANCES = ((2, 1), (2, 3), (2, 4), (3, 2), (3, 3), (5, 2))  # (p, t)


@check("FX15-6.3.probs", grade="exhaustive",
       quantifier="(p, t) = (2, 1), (2, 3), (2, 4), (3, 2), (3, 3), (5, 2): all lines, four distributions, all "
                  "p^(2t) samples",
       says="the formulas for None, One and Two equal the sums over all samples")
@sabotage("(1 - r)^t is not subtracted", broken_events_count_none_for_one)
def formulas_are_the_sums_over_all_samples(events=none_one_two) -> Verdict:
    samples = 0

    def cases() -> Iterator[Any]:
        nonlocal samples
        for p, t in INSTANCES:
            for kind, weights in enumerate(distributions(p)):
                live = {z: w for z, w in weights.items() if w}
                for line in all_lines(p) if p < 5 else ((0, 0), (1, 0), (2, 3), (4, 1)):
                    found = events(line_masses(weights, line, p), t)
                    samples += len(live) ** t
                    yield ((p, t, kind, line), (found.none, found.one, found.two),
                           tuple(enumerated(live, line, t, p)))

    verdict = judge("==", cases())
    return counted(verdict, samples)

def refutes_formulas_are_the_sums_over_all_samples(events, p, t, kind, line):
    q = line_masses(list(distributions(p))[kind], line, p)
    states = {frozenset[int](): Fraction(1)}  # the set of points of the line seen so far, draw by draw
    for _ in range(t):
        after: dict[frozenset[int], Fraction] = {}
        for seen, mass in states.items():
            for z, w in [*enumerate(q), (-1, 1 - sum(q))]:
                key = seen if z < 0 else seen | {z}
                after[key] = after.get(key, Fraction(0)) + mass * w
        states = after
    one = sum(mass for seen, mass in states.items() if len(seen) == 1)
    return events(q, t) != Events(states[frozenset()], one, 1 - states[frozenset()] - one)


MASSES = tuple((Fraction(a, 1000), Fraction(b, 1000), Fraction(b, 1000), Fraction(0))
               for a, b in ((1, 1), (30, 7), (500, 250), (999, 0), (0, 0)))


@check("FX15-6.3.probs", grade="certified",
       quantifier="five lines of four points, two of them alike, t = 1, 2, 5, 64, 1000: brackets of the three "
                  "probabilities against exact powers, narrower than 2^-100; and t = 10^6, mass 10^-6 against e^-1",
       says="the brackets contain the probabilities of None, One and Two, and are at most 2^(-100) wide")
@sabotage("equal masses count once", lambda masses, t: none_one_two_brackets(sorted({*masses}), t))
@judged("<=")
def brackets_hold_the_exact_probabilities(enclose=none_one_two_brackets):
    for i, (masses, t) in enumerate(product(MASSES, (1, 2, 5, 64, 1000))):
        for event, exact, found in zip(("none", "one", "two"), powers(masses, t), bracketed(enclose, masses, t),
                                       strict=True):
            yield (i, event, "no more"), found.lower, exact
            yield (i, event, "no less"), exact, found.upper
            yield (i, event, "narrow"), found.upper - found.lower, Fraction(1, 1 << 100)
    few = bracketed(enclose, (Fraction(1, 10**6),), 10**6)  # (1 - x)^t e^(t x) is between 1 - t x^2 and 1
    yield ("many", "none", "no more"), few[0].lower, exp_bracket(-1).upper
    yield ("many", "none", "no less"), exp_bracket(-1).lower * (1 - Fraction(1, 10**6)), few[0].upper


def bracketed(enclose, masses: tuple[Fraction, ...], draws: int) -> tuple[Bracket, Bracket, Bracket]:
    """Return the brackets of None, One and Two."""
    found = enclose(masses, draws)
    return found.none, found.one, found.two


def powers(masses: tuple[Fraction, ...], draws: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return the probabilities of None, One and Two from the definition."""
    outside = 1 - sum(masses, Fraction(0))
    one = sum(((outside + q) ** draws - outside**draws for q in masses), Fraction(0))
    return outside**draws, one, 1 - outside**draws - one

def refutes_brackets_hold_the_exact_probabilities(enclose, i, event, kind):
    place = ("none", "one", "two").index(event)
    if i == "many":
        found, limit = bracketed(enclose, (Fraction(1, 10**6),), 10**6)[0], exp_bracket(-1)
        return found.lower > limit.upper or found.upper < limit.lower * (1 - Fraction(1, 10**6))
    masses, t = list(product(MASSES, (1, 2, 5, 64, 1000)))[i]
    found, exact = bracketed(enclose, masses, t)[place], powers(masses, t)[place]
    wide = found.upper - found.lower > Fraction(1, 1 << 100)
    return wide if kind == "narrow" else not found.lower <= exact <= found.upper


@check("FX15-6.3.probs", grade="exhaustive",
       quantifier="(p, t) = (2, 3), (2, 4), (3, 2): all lines, four distributions, all samples given to the basic "
                  "learner",
       says="the law by formulas is that of the basic learner, summed over all samples")
@sabotage("the law of the next parallel line", broken_law_of_shifted_line)
@judged("==")
def law_of_the_basic_learner_is_that_of_the_events(law=block_law):
    for p, t in ((2, 3), (2, 4), (3, 2)):
        for (kind, weights), line in product(enumerate(distributions(p)), all_lines(p)):
            on, found = set(line_points(line, p)), dict[Any, Fraction]()
            for sample in product(weights, repeat=t):
                mass = Fraction(1)
                for z in sample:
                    mass *= weights[z]
                answer = basic_learner([(*z, int(z in on)) for z in sample], p)
                found[answer] = found.get(answer, Fraction(0)) + mass
            yield (p, t, kind, line), law(weights, line, t, p), {h: w for h, w in found.items() if w}

def refutes_law_of_the_basic_learner_is_that_of_the_events(law, witness):
    p, t, kind, (a, b) = witness
    weights = list(distributions(p))[kind]
    q = {z: w for z, w in weights.items() if (a * z[0] + b - z[1]) % p == 0 and w}
    rest = 1 - sum(q.values())
    points = {(1, *z): sum(_choose(t, k) * w**k * rest ** (t - k) for k in range(1, t + 1)) for z, w in q.items()}
    wanted = {(0,): rest**t, **points, (2, a, b): 1 - rest**t - sum(points.values())}
    return law(weights, (a, b), t, p) != {h: w for h, w in wanted.items() if w}


def _choose(n: int, k: int) -> int:
    return 1 if k in (0, n) else _choose(n - 1, k - 1) + _choose(n - 1, k)
