"""BBKN14, Section 2.2: the VC dimension (Definition 2.3) and the samples that it asks for (Theorem 2.4)."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, count, product
from math import ceil, comb, log, log1p
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, all_functions, initial_segments, point_functions, projective_plane_lines
from privlearn.dimensions import is_shattered, shattered_set, vc_dimension
from privlearn.exact import Bracket
from privlearn.exact.intervals import ball, bracket_of
from privlearn.learners.generic import point_failure_limit, smallest_sample, vc_sample_size
from privlearn.learners.generic.consistent import worst_adversarial_failure
from privlearn.learning import grid_distributions
from privlearn.papers.bbkn14.preliminaries import claim
from privlearn.papers.bbkn14.preliminaries.instances import ACCURACIES, RISKS
from privlearn.papers.bbkn14.preliminaries.mistakes import broken_shattered_set_greedy

claim("BBKN14-2.3", kind="definition", title="Shattering and VC dimension", uses=("BBKN14-2.2.error",),
      note="A class of one concept has dimension 0: POINT on a one-point domain.")


def named_classes() -> list[tuple[str, ConceptClass]]:
    """Return the classes whose dimension is checked by going through all sets of points."""
    found = [(f"POINT on {size} points", point_functions(size)) for size in range(1, 14)]
    found += [(f"INTERVAL on {size} points", initial_segments(size)) for size in range(1, 14)]
    found += [(f"all functions on {size} points", all_functions(size)) for size in range(1, 6)]
    return found + [(f"lines of the plane of order {q}", projective_plane_lines(q)) for q in (2, 3)]


def largest_shattered(concepts: ConceptClass) -> int:
    """Return the VC dimension by counting patterns on every set of points, none skipped."""
    rows = [sum(bit << x for x, bit in enumerate(row)) for row in concepts.rows()]
    best = 0
    for mask in range(1 << concepts.size):
        if mask.bit_count() > best and len({row & mask for row in rows}) == 1 << mask.bit_count():
            best = mask.bit_count()
    return best


@check("BBKN14-2.3", grade="exhaustive",
       quantifier="POINT and INTERVAL on 1..13 points, all functions on 1..5, lines of the planes of order 2 and 3 "
                  "(7 and 13 points): all subsets of the domain",
       says="the set found is shattered and as large as the largest shattered set")
@sabotage("only the pattern of all ones is sought", broken_shattered_set_greedy)
@judged("==")
def found_set_is_shattered_and_no_larger_one_is(find=shattered_set):
    for name, concepts in named_classes():
        points = find(concepts)
        patterns = {tuple(row[x] for x in points) for row in concepts.rows()}
        yield (name, points), (len(points), len(patterns)), ((v := largest_shattered(concepts)), 2**v)

def refutes_found_set_is_shattered_and_no_larger_one_is(find, name, points):
    rows = dict(named_classes())[name].rows()
    return any(all(tuple(row[x] for x in points) != pattern for row in rows)
               for pattern in product((0, 1), repeat=len(points)))


@check("BBKN14-2.3", grade="exhaustive",
       quantifier="all subsets of the domain: POINT and INTERVAL on 5 points, all functions on 4, the 7 lines of the "
                  "plane of order 2",
       says="a set of k points is called shattered exactly if all its 2^k patterns occur")
@sabotage("only the pattern of all ones is sought",
          lambda points, by: any(all(row[x] for x in points) for row in by.rows()))
def shattering_is_decided_by_the_definition(decide=is_shattered) -> Verdict:
    classes = [point_functions(5), initial_segments(5), all_functions(4), projective_plane_lines(2)]
    return judge("==", (((k, points), decide(points, concepts),
                         len({tuple(row[x] for x in points) for row in concepts.rows()}) == 2 ** len(points))
                        for k, concepts in enumerate(classes) for size in range(concepts.size + 1)
                        for points in combinations(range(concepts.size), size)))

def refutes_shattering_is_decided_by_the_definition(decide, k, points):
    concepts = [point_functions(5), initial_segments(5), all_functions(4), projective_plane_lines(2)][k]
    shown = all(any(all(row[x] == bit for x, bit in zip(points, pattern, strict=True)) for row in concepts.rows())
                for pattern in product((0, 1), repeat=len(points)))
    return decide(points, concepts) != shown


def stated_dimension(name: str) -> int:
    """Return the dimension that theory gives: 1, 1, v, 2, and 0 for the only point function on one point."""
    size = int(name.split()[-2]) if name.endswith("points") else 0
    if name.startswith("POINT"):
        return min(1, size - 1)
    return 1 if name.startswith("INTERVAL") else size if name.startswith("all") else 2


@check("BBKN14-2.3", grade="exhaustive", quantifier="POINT and INTERVAL on 1..13 points, all functions on 1..5, "
                                                    "lines of the planes of order 2 and 3: 33 classes",
       says="{the computed VC dimension} equals {the dimension known from theory}")
@verifier(lambda dimension, name: largest_shattered(c := dict(named_classes())[name]) != dimension(c))
@sabotage("dimension 1 also for the single point function on one point", lambda c: max(1, vc_dimension(c)))
@sabotage("one less for the lines", lambda c: vc_dimension(c) - (len(c) == c.size > 5))
def dimensions_are_one_one_v_and_two(dimension=vc_dimension) -> Verdict:
    return judge("==", ((name, dimension(concepts), stated_dimension(name)) for name, concepts in named_classes()))


claim("BBKN14-2.4", kind="theorem", status="quoted",
      reason="a theorem of Blumer, Ehrenfeucht, Haussler and Warmuth; exact failures for points and initial segments "
             "illustrate it", uses=("BBKN14-2.2", "BBKN14-2.3"),
      title="A class of VC dimension v has a proper learner with O((v log(1/alpha) + log(1/beta))/alpha) samples",
      note="The theorem is cited, not proved, in the paper; the constants checked are those of Blumer et al. (1989). "
           "Grid distributions stand for all distributions, except for points with an even rest, where every mass of "
           "the target is covered.", formulas=(vc_sample_size,))


@cache
def games(name: str, size: int) -> tuple[ConceptClass, tuple[Any, ...]]:
    """Return a class with its games (target, distribution with denominator 12), one for each orbit of symmetries."""
    places = grid_distributions(size, 12)
    if name == "POINT":  # points may be permuted: one target, the other masses in order
        points = point_functions(size)
        return points, tuple((points.rows()[0], d) for d in places if list(d[1:]) == sorted(d[1:]))
    segments = initial_segments(size)  # the domain may be reversed while 0 and 1 change places
    return segments, tuple((c, d) for c in segments.rows() for d in places if 2 * sum(c) <= size)


CLASSES = (("POINT", 4), ("POINT", 5), ("INTERVAL", 4), ("INTERVAL", 6))


@check("BBKN14-2.4", grade="exact",
       quantifier="alpha = 1/4, 1/8, beta = 1/4, 1/20; POINT_4, POINT_5 and the initial segments of 4 and 6 points: "
                  "all targets and all distributions with denominator 12 (one game for each orbit of relabellings), "
                  "every tie-breaking; POINT_T, T = 3..64 and T = 2^20: every mass of the target's point, the rest "
                  "spread evenly (the failure falls in that mass, so its limit at the least mass is the supremum)",
       says="{the worst consistent learner's failure} is at most {beta}")
@sabotage("one sample less than POINT_5 needs on this grid",
          lambda v, alpha, beta: smallest_sample(*games("POINT", 5), alpha, beta) - 1)
@judged("<=")
def consistent_learners_fail_with_at_most_beta(sample_size=lambda *case: vc_sample_size(*case)):
    for (name, size), alpha in product(CLASSES, ACCURACIES):
        concepts, listed = games(name, size)
        worst = cache(lambda n, c=concepts, g=listed, a=alpha: worst_adversarial_failure(c, g, n, a))
        for beta in RISKS:
            n = sample_size(vc_dimension(concepts), alpha, beta)
            found = worst(n)
            yield (name, size, alpha, beta, n, found.target, found.distribution), found.failure, beta, found.games
    for size, alpha, beta in product([*range(3, 65), 2**20], ACCURACIES, RISKS):
        n = sample_size(1, alpha, beta)
        yield ("even", size, alpha, beta, n), point_failure_limit(size, n, alpha), beta

def refutes_consistent_learners_fail_with_at_most_beta(sample_size, witness):
    name, size, alpha, beta, _, *game = witness
    if game:
        rows = (point_functions(size) if name == "POINT" else initial_segments(size)).rows()
        target, weights = game
        return failure_by_draws(rows, target, weights, alpha, sample_size(1, alpha, beta)) > beta
    n = sample_size(1, alpha, beta)  # inclusion and exclusion at one mass, a little above the least
    p = max(Fraction(0), (alpha * (size - 1) - 1) / (size - 2)) + Fraction(1, 10**6)
    q = (1 - p) / (size - 1)
    if n < size - 1:  # some other point is always missed
        return p + q > alpha and (1 - p) ** n > beta
    terms = ((-1) ** (k + 1) * comb(size - 1, k) * (1 - p - k * q) ** n for k in range(1, size))
    return p + q > alpha and sum(terms) > beta


def least_failures(v: int, alpha: Fraction, rows: int) -> Iterator[Fraction | Bracket]:
    """Yield bounds from below on the failure of the worst consistent learner of some class of VC dimension v.

    One wrong concept of error just above alpha that no row shows; all functions of v equally likely points, of which
    the rows leave more than alpha; v = 1: points, the target's without mass, all others equally likely and above alpha,
    one of them unseen (the numbers of unseen points are negatively associated).
    """
    m = max(0, rows)
    if m < (1 - alpha) * v:
        yield Fraction(1)
    elif v == 1:
        yield bracket_of(lambda: (ball(1 - alpha * (1 + Fraction(1, 10**6))).log() * m).exp(), 512).lower
        cells = ceil(1 / alpha) - 1
        if cells > 1:
            yield bracket_of(lambda: 1 - (-cells * (ball(1 - Fraction(1, cells)).log() * m).exp()).exp(), 512).lower


@check("BBKN14-2.4", grade="certified",
       quantifier="the instances of the formula: one wrong concept, all functions of v equally likely points, and "
                  "about 1/alpha equally likely points",
       says="{the failure of the worst consistent learner, bounded from below} is at most {beta}")
@judged("<=")
def unseen_points_are_rare_enough(rows=vc_sample_size):
    for v, alpha, beta in rows.instances():
        yield from (((v, alpha, beta), least, beta) for least in least_failures(v, alpha, rows(v, alpha, beta)))

def refutes_unseen_points_are_rare_enough(rows, v, alpha, beta):
    m = max(0, rows(v, alpha, beta))
    limit = log(beta.numerator) - log(beta.denominator)
    few = m < (1 - alpha) * v or m * log1p(-float(alpha) * (1 + 1e-6)) > limit
    return few or m * float(alpha) * (1 + 1e-6) < log(1 / alpha) - log(log(2))  # more than ln 2 unseen on average


def failure_by_draws(rows, target, weights, alpha: Fraction, n: int) -> Fraction:
    """Follow the set of seen points draw by draw: how often is a bad concept right on all of them?"""
    seen: dict[frozenset[int], Fraction] = {frozenset(): Fraction(1)}
    for _ in range(n):
        after: dict[frozenset[int], Fraction] = {}
        for points, mass in seen.items():
            for x, weight in enumerate(weights):
                after[points | {x}] = after.get(points | {x}, Fraction(0)) + mass * weight
        seen = {points: mass for points, mass in after.items() if mass}
    bad = [c for c in rows if sum(w for w, a, b in zip(weights, c, target, strict=True) if a != b) > alpha]
    return sum((m for s, m in seen.items() if any(all(c[x] == target[x] for x in s) for c in bad)), Fraction(0))


@cache
def worst_at(place: tuple[str, int], n: int) -> Fraction:
    """Return the largest failure over the games at alpha = 1/4, for all breaking of ties."""
    return worst_adversarial_failure(*games(*place), n, ACCURACIES[0]).failure


LEAST = ((("POINT", 4), Fraction(3, 4)), (("POINT", 4), Fraction(1)), (("INTERVAL", 4), Fraction(1, 2)))


@check("BBKN14-2.4", grade="exact",
       quantifier="POINT_4 and the initial segments of 4 points, alpha = 1/4, beta = 3/4 and 1, and 1/2, "
                  "the same games: every smaller sample is tried",
       says="{the sample said to be the smallest} equals {the least at which no game fails with more than beta}")
@sabotage("enough for half of the failure",
          lambda concepts, played, a, b: smallest_sample(concepts, played, a, b / 2))
@sabotage("one less where that is possible",
          lambda concepts, played, a, b: max(smallest_sample(concepts, played, a, b) - 1, 0))
@judged("==")
def smallest_sample_is_the_least_that_is_enough(least=smallest_sample):
    for place, beta in LEAST:
        tried = next(n for n in count() if worst_at(place, n) <= beta)
        yield (place, beta), least(*games(*place), ACCURACIES[0], beta), tried

def refutes_smallest_sample_is_the_least_that_is_enough(least, place, beta):
    concepts, played = games(*place)
    n = least(concepts, played, ACCURACIES[0], beta)

    def enough(rows: int) -> bool:
        return all(failure_by_draws(concepts.rows(), target, weights, ACCURACIES[0], rows) <= beta
                   for target, weights in played)

    return n < 0 or not enough(n) or n > 0 and enough(n - 1)
