"""FX15, Sections 6 and 6.1: the basic learner of lines, naive subsampling, and the chances of None, One and Two."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm, prod
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import Bracket, exp_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.learners.generic import naive_subsample
from privlearn.learners.lines import basic_learner, block_law, line_hypotheses, line_points, none_one_two
from privlearn.learners.lines.basic import ZERO, hypothesis_table
from privlearn.learners.lines.events import alone_chance, line_masses, none_chance, none_one_two_brackets
from privlearn.mechanisms import all_databases, audit_approximate, replace_one
from privlearn.papers.fx15.lines_learner import claim
from privlearn.papers.fx15.lines_learner.instances import (all_rows, broken_basic_asks_three_rows,
                                                           broken_basic_without_vertical_guard)


@formula("equals", corners={"k": (0, 1, 2, 4), "n": (4,)})
def published_share(k: int, n: int) -> Value:
    """Return the loss beta of any learner on k of n rows."""
    return k / n


@formula("equals", corners={"p": (2, 3, 5)})
def hypotheses_outside(p: int) -> Value:
    """Return how many hypotheses of the learner are no lines."""
    return p**2 + 1


claim("FX15-6.nonproper", kind="remark", section="6 Separating pure and (alpha, beta)-differential privacy",
      formulas=(published_share, hypotheses_outside),
      title="The learner is improper; a bound for constant beta alone would say nothing",
      uses=("FX15-2.2.dp", "FX15-2.2.proper", "FX15-6.2.basic", "FX15-6.2.overall"),
      note="Footnote 2: any learner whatsoever becomes (0, beta)-private on a random beta-fraction of n rows.")


@check("FX15-6.nonproper", grade="exhaustive",
       quantifier="all databases of n <= 4 rows with 3 values, all replacements; one row published, or any number of "
                  "them",
       says="{the least beta when k of n rows are published} equals {k/n}")
@sabotage("half of it: (0, 1/(2n)) for one row", lambda k, n: Fraction(k, 2 * n))
def naive_subsampling_loses_exactly_its_share(share=published_share) -> Verdict:
    audits = []
    for n in range(1, 5):
        databases = all_databases((0, 1, 2), n)
        for used in range(n + 1):
            found = audit_approximate(lambda rows, k=used: naive_subsample(rows, k, tuple),  # type: ignore[misc]
                                      databases, replace_one, 1)
            audits.append(((n, used, *found.witness), found.delta, share(used, n), found.pairs))
    return counted(judge("==", (audit[:3] for audit in audits)), sum(audit[3] for audit in audits))

def refutes_naive_subsampling_loses_exactly_its_share(share, n, used, left, right, event):
    laws = [naive_subsample(rows, used, tuple).exact() for rows in (left, right)]
    return sum(laws[0].get(o, 0) - laws[1].get(o, 0) for o in event) != share(used, n)


@check("FX15-6.nonproper", grade="exhaustive",
       quantifier="p = 2, 3, 5: all samples of at most 2 rows labelled by any line",
       says="the answers are the lines, the point functions and 0, of which p^2 + 1 are no lines")
@sabotage("only points: a proper learner it is not, but no lines either",
          (lambda block, p: basic_learner([row for row in block if row[2]][:1], p), hypotheses_outside))
@judged("==")
def answers_are_lines_points_and_zero(parts=(basic_learner, hypotheses_outside)):
    learner, number = parts
    for p in (2, 3, 5):
        found = sorted({learner(rows, p) for t in range(3) for rows, _ in labelled_samples(p, t)})
        concepts = {hypothesis_table((2, a, b), p) for a, b in product(range(p), repeat=2)}
        outside = sum(hypothesis_table(h, p) not in concepts for h in found)
        yield p, (found, outside), (line_hypotheses(p), number(p))


def labelled_samples(p: int, draws: int) -> Iterator[tuple[tuple[Any, ...], tuple[int, ...]]]:
    """Yield all samples of points with the labels of each line, and the line."""
    plane = tuple(product(range(p), repeat=2))
    for a, b in plane:
        on = set(line_points((a, b), p))
        for points in product(plane, repeat=draws):
            yield tuple((*point, int(point in on)) for point in points), (2, a, b)


def refutes_answers_are_lines_points_and_zero(parts, p):
    asked = [[], *([(x, y, 1)] for x in range(p) for y in range(p)),
             *([(0, b, 1), (1, (a + b) % p, 1)] for a in range(p) for b in range(p))]
    found = {parts[0](rows, p) for rows in asked}
    return len(found) != 2 * p * p + 1 or sum(h[0] < 2 for h in found) != parts[1](p)


claim("FX15-6.2.basic", kind="algorithm", title="The basic learner", uses=("FX15-5.line",), erratum_kind="convention",
      erratum="For data that no line has labelled the paper does not say what two points with the same x give, but "
              "privacy needs an answer for all data: any fixed one will do. Ours is the zero function.")


BIG = 10_007


def samples_of_a_large_plane() -> Iterator[tuple[tuple[Any, ...], tuple[int, ...]]]:
    """Yield three rows of the plane over Z_10007, two of them on the line, for 25 lines and 20 pairs of points."""
    some = (0, 1, 17, BIG - 1)
    for a, b, x, u in product((*some, 5003), (*some, 4444), (*some, 5004), some):
        on = [(c, (a * c + b) % BIG, 1) for c in (x, u)]
        yield (on[0], (2, (2 * a + b + 1) % BIG, 0), on[1]), (2, a, b)


@check("FX15-6.2.basic", grade="exact",
       quantifier="p = 2, t <= 4; p = 3, t <= 3; p = 5, t <= 2: all samples labelled by any line; p = 10007: 500 "
                  "samples of three rows",
       says="the answer is the line for two positive points, the point for one, and 0 for none")
@sabotage("asks for three positive rows", broken_basic_asks_three_rows)
@judged("==")
def two_positive_points_give_the_line(learner=basic_learner):
    for p, most in ((2, 4), (3, 3), (5, 2)):
        for t in range(most + 1):
            for rows, line in labelled_samples(p, t):
                positive = {row[:2] for row in rows if row[2]}
                expected = line if len(positive) > 1 else (1, *positive.pop()) if positive else ZERO
                yield (p, rows, line), learner(rows, p), expected
    for rows, line in samples_of_a_large_plane():
        yield (BIG, rows, line), learner(rows, BIG), line if rows[0] != rows[2] else (1, *rows[0][:2])

def refutes_two_positive_points_give_the_line(learner, witness):
    p, rows, (_, a, b) = witness
    seen = {(x, y) for x, y, _ in rows if (a * x + b - y) % p == 0}
    return learner(rows, p) != ((0,), *((1, *z) for z in seen), (2, a, b))[len(seen) if len(seen) < 2 else -1]


@check("FX15-6.2.basic", grade="exhaustive", quantifier="p = 2, t <= 4; p = 3, t <= 2: all labelled rows whatsoever",
       says="the answer is the one function that the first two positive points ask for")
@sabotage("no guard for points one above the other", broken_basic_without_vertical_guard)
@judged("==")
def any_data_give_a_function_that_fits_two_positive_points(learner=basic_learner):
    for p, most in ((2, 4), (3, 2)):
        known = {h: hypothesis_table(h, p) for h in line_hypotheses(p)}
        for rows in (rows for t in range(most + 1) for rows in all_rows(p, t)):
            first = list(dict.fromkeys(row[:2] for row in rows if row[2]))[:2]
            columns = {x for x, _ in first}
            wanted = [h for h, bits in known.items()
                      if sum(bits) == (0, 1, p)[len(columns) if len(columns) == len(first) else 0]
                      and (len(columns) < len(first) or all(bits[x * p + y] for x, y in first))
                      and (h[0] < 2 or len(first) == 2)]
            yield (p, rows), [learner(rows, p)] * 2, wanted * 2

def refutes_any_data_give_a_function_that_fits_two_positive_points(learner, p, rows):
    h, found = learner(rows, p), [row[:2] for row in rows if row[2]]
    if not found:
        return h != (0,)
    other = next((z for z in found if z != found[0]), None)
    if other is None:
        return h != (1, *found[0])
    if other[0] == found[0][0]:
        return h != (0,)
    return h[0] != 2 or any((h[1] * x + h[2] - y) % p for x, y in (found[0], other))


Plane = dict[tuple[int, int], Fraction]


claim("FX15-6.3.probs", kind="proposition", title="The exact probabilities of None, One and Two",
      uses=("FX15-5.line", "FX15-6.2.basic"), formulas=(none_chance, alone_chance))


def distributions(p: int) -> Iterator[Plane]:
    """Yield four distributions on the plane: uniform, slanted, with a heavy point, and with many points of mass 0."""
    plane = [(x, y) for x in range(p) for y in range(p)]
    shapes = (lambda i: 1, lambda i: i + 1, lambda i: 50 if i == p else 1, lambda i: i % 3 // 2 * (i + 1))
    for shape in shapes:
        weights = [shape(i) for i in range(len(plane))]
        yield {z: Fraction(w, sum(weights)) for z, w in zip(plane, weights, strict=True)}


def pairs(p: int) -> list[tuple[int, int]]:
    return [(a, b) for a in range(p) for b in range(p)]


class Drawn(NamedTuple):
    """A distribution D on the plane over Z_p, a line, and t draws; how they are drawn, and by which line labelled."""

    p: int
    D: tuple[Fraction, ...]
    line: tuple[int, int]
    t: int
    draws: str = "are independent"
    labelled_by: tuple[int, int] = (0, 0)

    @property
    def derived(self) -> tuple[str, ...]:
        return ("labelled_by",)

    @property
    def labels(self) -> dict[str, str]:
        return {"line": "(a, b) of the line", "D": "D, the masses of the points in turn", "t": "t"}

    def fitted(self) -> "Drawn":
        return self._replace(labelled_by=self.line)

    @property
    def masses(self) -> Plane:
        return dict(zip(pairs(self.p), self.D, strict=True))


@cache
def drawn() -> list[Drawn]:
    """Return a uniform start, four distributions with all lines, and lines of two points with a heavy one."""
    found = [Drawn(p, tuple(D.values()), line, t) for p, t in ((2, 3), (2, 1), (2, 4), (3, 2), (3, 3), (5, 2))
             for D in distributions(p) for line in (
                 pairs(p) if p < 5 else ((0, 0), (1, 0), (2, 3), (4, 1)))]
    found += [Drawn(2, (Fraction(q, 60), 1 - Fraction(r, 60), Fraction(0), Fraction(r - q, 60)), (1, 0), t)
              for q, r, t in product((6, 20), (20, 45, 60), (1, 2, 3, 7))]
    return [given.fitted() for given in found]


@cache
def summed(given: Drawn) -> tuple[dict[frozenset[Any], Fraction], dict[tuple[int, ...], Fraction]]:
    """Return how often which points of the line are seen, and what the basic learner answers, over all samples."""
    live, on = {z: w for z, w in given.masses.items() if w}, set(line_points(given.line, given.p))
    unit, labels = lcm(*(w.denominator for w in live.values())), {*line_points(given.labelled_by, given.p)}
    whole, seen, answers = {z: int(w * unit) for z, w in live.items()}, Counter[Any](), Counter[Any]()
    for sample in product(live, repeat=given.t if given.draws == "are independent" else 1):
        mass, rows = prod(whole[z] for z in sample), sample * (given.t // len(sample))
        seen[frozenset(on.intersection(rows))] += mass
        answers[basic_learner([(*z, int(z in labels)) for z in rows], given.p)] += mass
    total = sum(seen.values())
    return {k: Fraction(n, total) for k, n in seen.items()}, {h: Fraction(n, total) for h, n in answers.items()}


@proof("FX15-6.3.probs", grade="exhaustive", instances=drawn, start=lambda: drawn()[0],
       quantifier="(p, t) = (2, 1), (2, 3), (2, 4), (3, 2), (3, 3), (5, 2): all lines, or four, with four "
                  "distributions; p = 2, t = 1, 2, 3, 7, r = 1/3, 3/4, 1, q = 1/10, 1/3; all samples, given to the "
                  "basic learner",
       steps={"none": "{Pr[no draw is on the line]} is {(1 - r)^t}",
              "within": "{Pr[each draw is z or off the line]} is {(1 - r + q_z)^t}",
              "alone": "{Pr[z is drawn, and no other point of the line]} is {(1 - r + q_z)^t - (1 - r)^t}",
              "conclusion": "{Pr[None, One, Two], the basic learner's law} are {their formulas}"},
       hypotheses=(
           Hypothesis("the draws are independent", {"draws": "repeat the first"},
                      ("none", "within", "alone", "conclusion")),
           Hypothesis("the line labels the rows", {"labelled_by": lambda given: (
               given.line[0], (given.line[1] + 1) % given.p)}, ("conclusion",))))
def draws_show_none_one_or_two(given: Drawn, none=none_chance, alone=alone_chance) -> Iterator[Line]:
    (seen, answers), t, zero = summed(given), given.t, Fraction(0)
    q = line_masses(given.masses, given.line, given.p)
    r, points = sum(q, zero), list(line_points(given.line, given.p))
    yield Line("none", "==", seen.get(frozenset(), zero), none(r, t))
    for z, mass in zip(points, q, strict=True):
        yield Line("within", "==", sum((w for some, w in seen.items() if some <= {z}), zero), (1 - r + mass) ** t, z)
    for z, mass in zip(points, q, strict=True):
        yield Line("alone", "==", seen.get(frozenset({z}), zero), alone(r, mass, t), z)
    events, ones = none_one_two(q, t), sum((w for some, w in seen.items() if len(some) == 1), zero)
    two = sum((w for some, w in seen.items() if len(some) > 1), zero)
    yield Line("conclusion", "==", [seen.get(frozenset(), zero), ones, two], [events.none, events.one, events.two])
    yield Line("conclusion", "==", answers, block_law(given.masses, given.line, t, given.p), "the law")


def refutes_draws_show_none_one_or_two(given: Drawn, step: str, case: Any, none, alone) -> bool:
    """Tell whether a line is false, by the set of points of the line seen so far, draw by draw."""
    t, line = given.t, given.labelled_by if case == "the law" else given.line
    q = dict(zip(line_points(line, given.p), line_masses(given.masses, line, given.p), strict=True))
    states: Any = {frozenset(): Fraction(1)}
    for _ in range(t if given.draws == "are independent" else 1):
        after = Counter[Any]()
        for (seen, mass), (z, w) in product(states.items(), (*q.items(), (None, 1 - sum(q.values())))):
            after[seen if z is None else seen | {z}] += mass * w
        states = after
    nothing, found, mass, r = states[frozenset()], states[frozenset({case})], q.get(case, Fraction(0)), sum(q.values())
    two, events = sum(w for some, w in states.items() if len(some) > 1), none_one_two(q.values(), t)
    law = {ZERO: nothing, (2, *line): two} | {(1, *z): states[frozenset({z})] for z in q}
    return {"none": nothing != none(r, t), "within": found + nothing != (1 - r + mass) ** t,
            "alone": found != alone(r, mass, t)}.get(step, (
                (events.none, events.two) != (nothing, two) if case is None else
                {h: w for h, w in law.items() if w} != block_law(given.masses, given.line, t, given.p)))


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
    found = enclose(masses, draws)
    return found.none, found.one, found.two


def powers(masses: tuple[Fraction, ...], draws: int) -> tuple[Fraction, Fraction, Fraction]:
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
