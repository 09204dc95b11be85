"""ABMS20, Section 5, proof of Lemma 5.3: patterns, scores, the chain of inequalities, what the algorithm sees."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import groupby, product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, covering, judge, judged, sabotage
from privlearn.concepts import ConceptClass, all_classes, all_functions, classes_up_to_symmetry
from privlearn.exact import Bracket, exp_bracket
from privlearn.learners.relabeling import error_count, occurring_points
from privlearn.learners.relabeling.privacy import Input, choices, match, matching_extensions
from privlearn.learners.relabeling.relabel import Score
from privlearn.papers.abms20.relabeling.matched_sensitivity import completed_errors
from privlearn.papers.abms20.relabeling_privacy import claim
from privlearn.papers.abms20.relabeling_privacy.instances import (all_branches, all_extensions, all_triples,
                                                                  best_response, leaking_response, neighbouring_data,
                                                                  stick)

claim("ABMS20-5.3.eq-growth", kind="inequality", uses=("ABMS20-5.alg2",), step_of="ABMS20-5.3",
      title="One more point at most doubles the number of patterns",
      erratum_kind="misprint",
      erratum="Misprints: Pi_H(H_t) stands for Pi_H(P_t), and twice Pi_C for Pi_H.")


@cache
def pattern_counts() -> np.ndarray:
    """Return the numbers of patterns, shape (16 sets of points, 65,535 classes on 4 points)."""
    numbers = np.arange(1, 1 << 16)
    members = ((numbers[None, :] >> np.arange(16)[:, None]) & 1).astype(bool)
    counts = np.zeros((16, len(numbers)), dtype=np.int64)
    for points in range(16):
        for pattern in {f & points for f in range(16)}:
            counts[points] += members[[f for f in range(16) if f & points == pattern]].any(axis=0)
    return counts


@check("ABMS20-5.3.eq-growth", grade="exhaustive", quantifier="all 65,535 classes on 4 points, all pairs of point sets "
       "that differ from their intersection by at most one point each: three inequalities",
       says="a point more, or one exchanged, at most doubles the number of patterns; a point less never raises it")
@sabotage("factor 3/2", Fraction(3, 2))
def one_point_at_most_doubles_the_patterns(factor: Fraction = Fraction(2)) -> Verdict:
    counts = pattern_counts()

    def cases() -> Iterator[Any]:
        for first, second in product(range(16), repeat=2):
            common = first & second
            if (first ^ common).bit_count() <= 1 and (second ^ common).bit_count() <= 1:
                for small, large, most in ((common, first, factor), (second, first, factor), (first, common, 1)):
                    ratio = Fraction(most)
                    worst = int(np.argmax(ratio.denominator * counts[large] - ratio.numerator * counts[small]))
                    yield (worst + 1, small, large), int(counts[large, worst]), most * int(counts[small, worst])

    verdict = judge("<=", cases())
    return counted(verdict, verdict.instances * 65535)

def refutes_one_point_at_most_doubles_the_patterns(factor, number, small, large):
    functions = [f for f in range(16) if number >> f & 1]
    return len({f & large for f in functions}) > factor * len({f & small for f in functions})


claim("ABMS20-5.3.eq-score", kind="inequality", step_of="ABMS20-5.3",
      title="Scores of extensions of one pattern differ by at most 1", uses=("ABMS20-5.1", "ABMS20-5.2"),
      erratum_kind="misprint",
      erratum="Misprints: the display has the index b_1 twice, the second one is b_2; its D_1, D_2 are D_{t_1}, "
              "D_{t_2}, as t_1 = t_2 is allowed.",
      note="The score of equation (17) is treated here with two classes; its own claim has all rules and more classes.")

ERRORS = cache(error_count)


def score_instances() -> Iterator[tuple[Any, ConceptClass, Score, int]]:
    """Classes with scores: errors on 3 points, and the score of equation (17) on 2 points; then the most rows of D."""
    for c, orbit in classes_up_to_symmetry(3):
        yield (orbit, "errors", c.rows()), c, ERRORS, 2
    for rule in (8, 14, 6, 9):
        for rest in all_classes(2):
            if len(rest):
                yield (1, rule, rest.rows()), all_functions(2), cache(completed_errors(rule, tuple(rest.rows()))), 1


@check("ABMS20-5.3.eq-score", grade="exhaustive", quantifier="errors: all 255 classes on 3 points (21 up to symmetry), "
       "neighbours D of at most 3 rows; score of equation (17): and, or, xor, xnor with all 15 second classes on 2 "
       "points, D of at most 2 rows; all patterns and extensions",
       says="the scores of two extensions of one pattern differ by at most 1")
@sabotage("extensions of different patterns are compared", all_extensions)
def scores_of_extensions_differ_by_at_most_one(extensions=matching_extensions) -> Verdict:
    worst: dict[Any, tuple[int, Any]] = {}
    total = 0
    for key, c, score, rows in score_instances():
        for first, second in neighbouring_data(c.size, rows):
            for pattern, sides in extensions(c, score, (first, ()), (second, ())).items():
                values = [q for side in sides for q in side.values()]  # also two extensions on the same side
                most = max(values) - min(values)
                total += 1
                if most > worst.get(str(key), (-1,))[0]:
                    worst[str(key)] = most, (key, first, second, pattern)
    verdict = counted(judge("<=", ((witness, most, 1) for most, witness in worst.values())), total)
    return covering(verdict, 2 * total)  # with the neighbours exchanged the patterns and their values are the same

def refutes_scores_of_extensions_differ_by_at_most_one(extensions, key, first, second, pattern):
    _, c, score, _ = next(made for made in score_instances() if made[0] == key)
    sides = extensions(c, score, (first, ()), (second, ()))[pattern]
    points = [sorted({x for x, _ in data}) for data in (first, second)]
    named = [[dict(zip(points[t], h, strict=True)) for h in sides[t]] for t in (0, 1)]
    clash = any(g[x] != h[x] for g in named[0] for h in named[1] for x in g if x in h)
    values = [q for side in sides for q in side.values()]
    return clash and any(abs(a - b) > 1 for a in values for b in values)


claim("ABMS20-5.3.eq-chain", kind="inequality", step_of="ABMS20-5.3", title="Five inequalities from w_1 to 4e w_2",
      uses=("ABMS20-5.3.eq-growth", "ABMS20-5.3.eq-score", "ABMS20-3.alg1"),
      erratum_kind="misprint",
      erratum="Misprints: the exponents have the sign of +q/2, but Algorithm 1 weighs by -q/2 (the chain holds "
              "either way); the sums of the third line run over f, but have q(D_2, h_2) for q(D_2, f_2).")

ROOT_A = exp_bracket(Fraction(-1, 2), 96)
BITS = 80
POWERS = [exp_bracket(Fraction(-k, 2), 96) for k in range(16)]
LOWER = [int(p.lower * 2**BITS) for p in POWERS]
UPPER = [int(p.upper * 2**BITS) + 1 for p in POWERS]
Polynomial = tuple[int, ...]  # in a = e^{-1/2}
Ends = tuple[int, int]  # of a bracket, in units of 2**-BITS


def poly(scores) -> Polynomial:
    """Return the sum of a^q over the scores q, which are at most 3."""
    counts = [0] * 4
    for q in scores:
        counts[q] += 1
    return tuple(counts)


@cache
def times(left: Polynomial, right: Polynomial) -> Polynomial:
    return tuple(int(v) for v in np.convolve(left, right))


@cache
def gap(small: Polynomial, large: Polynomial) -> Ends:
    """Return a bracket of ``large - small`` at a = e^{-1/2}; both ends are 0 if they are the same polynomial."""
    width = max(len(small), len(large))
    ends = [np.pad(p, (0, width - len(p))) for p in (small, large)]
    difference = [int(b - a) for a, b in zip(*ends, strict=True)]
    low, high = (sum(c * ends[c < 0][k] for k, c in enumerate(difference)) for ends in ((LOWER, UPPER), (UPPER, LOWER)))
    return low, high


def chain(sides: dict[Any, Any], half: Fraction) -> Iterator[tuple[Any, list[Ends]]]:
    """Yield each pattern with the five differences of the chain, each multiplied by both denominators."""
    scores = tuple((tuple(e[0].values()), tuple(e[1].values())) for e in sides.values())
    yield from zip(sides, differences_of(scores, poly(min(e[0].items())[1] for e in sides.values()), half), strict=True)


@cache
def differences_of(scores: tuple[Any, ...], lower: Polynomial, half: Fraction) -> list[list[Ends]]:
    """Return the differences from the scores alone; ``lower`` adds up the first extensions of the patterns.

    ``[w1, (h0+h1)_1/Z1, (h0+h1)_1/sum f0, (h0+h1)_2 / (half a^2 sum (f0+f1)_2), 2 (h0+h1)_2/(a^2 Z2), 4 w2/a^2]``.
    """
    both, twice = [[[sides[t] * k for sides in scores] for t in (0, 1)] for k in (1, 2)]
    twice = [[values if len(values) == 2 else values[:2] for values in side] for side in twice]
    z = [poly(q for values in both[t] for q in values) for t in (0, 1)]
    found = []
    double = times((half.numerator,), times((0, 0, 1), poly(q for values in twice[1] for q in values)))
    for k in range(len(scores)):
        pair = poly(twice[0][k]), poly(twice[1][k])
        lines = [(poly(both[0][k]), z[0]), (pair[0], z[0]), (pair[0], lower),
                 (times((half.denominator,), pair[1]), double), (times((2,), pair[1]), times((0, 0, 1), z[1])),
                 (times((4,), poly(both[1][k])), times((0, 0, 1), z[1]))]
        found.append([gap(times(n, e), times(m, d)) for (n, d), (m, e) in zip(lines, lines[1:], strict=False)])
    return found


def chain_inputs() -> Iterator[tuple[Input, Input]]:
    """Yield neighbouring inputs: D of one or two rows on 3 points, T empty or one point that neither D has."""
    for first, second in (pair[::turn] for pair in neighbouring_data(3, 1) for turn in (1, -1)):
        seen = {x for x, _ in first + second}
        new = [((x, 0),) for x in range(3) if x not in seen]
        yield from (((first, other), (second, other)) for other in ((), *new))


@check("ABMS20-5.3.eq-chain", grade="certified",
       quantifier="all 255 classes on 3 points (21 up to symmetry), all neighbours D of at most 2 rows, T empty or "
                  "one point that is not in D; all patterns on the common points; e^{1/2} itself, in brackets",
       says="each quantity of the chain from w_1 to 4e w_2 is at most the next",
       reason="Quotients are compared after multiplying out, as polynomials in e^{-1/2}: equal ones exactly, the "
              "rest by brackets. The printed sum over all f uses one extension f^(0) of each; any will do.")
@sabotage("the factor 1/2 of the third line replaced by 1", Fraction(1))
@sabotage("the factor 1/2 of the third line replaced by 3/5", Fraction(3, 5))
def each_line_is_at_most_the_next(half: Fraction = Fraction(1, 2)) -> Verdict:
    found: dict[Any, Any] = {}
    total = 0
    for c, _ in classes_up_to_symmetry(3):
        rows = c.rows()
        known = {given: choices(c, error_count, given) for given in {first for first, _ in chain_inputs()}}
        for first, second in chain_inputs():
            for pattern, differences in chain(match(known[first], known[second]), half):
                for line, difference in enumerate(differences):
                    total += 1
                    found.setdefault((line, difference), (rows, first[0], second[0], first[1], pattern, line))
    return covering(judge("<=", ((witness, 0, Bracket(*(Fraction(end, 2**BITS) for end in ends)))
                                 for (_, ends), witness in found.items())), total)

def refutes_each_line_is_at_most_the_next(half, rows, first, second, other, pattern, line):
    a, r = ROOT_A.upper, 1 / ROOT_A.upper  # one rational point: the differences are not close to 0
    points = [sorted({x for x, _ in (*data, *other)}) for data in (first, second)]
    common = [x for x in points[0] if x in points[1]]
    weight = [{tuple(h[x] for x in points[t]): (tuple(h[x] for x in common), a ** sum(h[x] != y for x, y in data))
               for h in rows} for t, data in enumerate((first, second))]
    ext = [[w for k, w in weight[t].values() if k == pattern] for t in (0, 1)]
    pairs = [sum(e) * (3 - len(e)) for e in ext]
    total = [sum(w for _, w in weight[t].values()) for t in (0, 1)]
    keys = {k for k, _ in weight[0].values()}
    low = sum(min((h, w) for h, (k, w) in weight[0].items() if k == key)[1] for key in keys)
    doubled = sum(w * (3 - sum(j == k for j, _ in weight[1].values())) for k, w in weight[1].values())
    lines = [sum(ext[0]) / total[0], pairs[0] / total[0], pairs[0] / low, r * pairs[1] / (half * a * doubled),
             2 * r * r * pairs[1] / total[1], 4 * r * r * sum(ext[1]) / total[1]]
    return lines[line] > lines[line + 1]


claim("ABMS20-5.3.eq-A", kind="inequality", step_of="ABMS20-5.3",
      title="The private algorithm sees neighbours, whichever extensions were chosen", uses=("ABMS20-3.3",))


@check("ABMS20-5.3.eq-A", grade="exhaustive",
       quantifier="all 255 classes on 3 points (21 up to symmetry), D, V, W of one row, neighbours in D or in W: all "
                  "patterns and pairs of extensions; the number of rows in which the relabelled databases differ",
       says="the relabelled databases differ in at most one row")
@sabotage("extensions of different patterns", all_extensions)
@judged("<=")
def relabelled_databases_differ_in_one_row(extensions=matching_extensions):
    for c, _, first, second in all_triples():
        points = [occurring_points(*first), occurring_points(*second)]
        for pattern, sides in extensions(c, error_count, first, second).items():
            values = [[dict(zip(points[t], h, strict=True)) for h in sides[t]] for t in (0, 1)]
            rows = list(zip(first[0] + first[1], second[0] + second[1], strict=True))
            most = max(sum((x, g[x]) != (u, h[u]) for (x, _), (u, _) in rows) for g in values[0] for h in values[1])
            yield (c.rows(), first, second, pattern), most, 1

def refutes_relabelled_databases_differ_in_one_row(extensions, rows, first, second, pattern):
    sides = extensions(ConceptClass.from_matrix(rows), error_count, first, second)[pattern]
    same = [x for (x, _), (u, _) in zip(first[0] + first[1], second[0] + second[1], strict=True) if x == u]
    points = [sorted({x for x, _ in (*given[0], *given[1])}) for given in (first, second)]
    return any(g[points[0].index(x)] != h[points[1].index(x)] for g in sides[0] for h in sides[1] for x in same)


@check("ABMS20-5.3.eq-A", grade="exhaustive",
       quantifier="the same instances: what is published is the same for all extensions on both sides",
       says="what is published is the same for all extensions of the pattern, on both sides")
@sabotage("the replaced row is published as well", lambda first, second: (first[0] + first[1], second[0] + second[1]))
@judged("==")
def published_part_shows_only_the_common_pattern(rows=lambda first, second: (first[1][:1], second[1][:1])):
    for c, _, first, second in all_triples():
        points, published = [occurring_points(*first), occurring_points(*second)], rows(first, second)
        for pattern, sides in matching_extensions(c, error_count, first, second).items():
            seen = {tuple((x, h[points[t].index(x)]) for x, _ in published[t]) for t in (0, 1) for h in sides[t]}
            yield (c.rows(), first, second, pattern), len(seen), 1

def refutes_published_part_shows_only_the_common_pattern(rows, witness):
    _, first, second, _ = witness
    return [x for x, _ in rows(first, second)[0]] != [x for x, _ in rows(first, second)[1]]


@cache
def largest_distances() -> list[tuple[Any, Any, Any]]:
    """Return for each response its parameters, the largest distance of two mixtures, and where it is attained."""
    found = []
    for (_, base), group in groupby(all_branches(), key=lambda entry: entry[0][3:]):
        distances = ((stick(*branch.answers, base[0]), (*key, h)) for key, parts in group
                     for h, branch in parts.items())
        found.append((base, *max(distances, key=lambda entry: entry[0])))
    return found


@check("ABMS20-5.3.eq-A", grade="exact",
       quantifier="the same instances, both orders; randomised response on the first label with delta = 1/100: told "
                  "more often (e^eps = 1, 3), or with a leak of the whole database (3): distance of the mixtures",
       says="{the largest hockey-stick distance of the mixtures} is at most {delta}",
       reason="The mixtures are those for e = 9/4. By convexity any weights do, as the pairs of extensions are "
              "neighbours.")
@sabotage("half of delta", Fraction(1, 2))
def mixtures_are_within_delta(share: Fraction = Fraction(1)) -> Verdict:
    verdict = judge("<=", ((witness, distance, share * base[1]) for base, distance, witness in largest_distances()))
    return counted(verdict, sum(len(found) for _, found in all_branches()))

def refutes_mixtures_are_within_delta(share, witness):
    rows, first, second, name, (ratio, delta), pattern = witness
    make = {f.__name__: f for f in (leaking_response, best_response)}[name]
    points = [sorted({x for x, _ in (*given[0], *given[1])}) for given in (first, second)]
    laws: list[dict[Any, Fraction]] = []
    for t, given in enumerate((first, second)):
        weights = {}
        for h in rows:
            if tuple(h[x] for x in points[t] if x in points[1 - t]) == pattern:
                weights[tuple((x, h[x]) for x, _ in (*given[0], *given[1]))] = Fraction(2, 3) ** sum(
                    h[x] != y for x, y in given[0])
        laws.append({})
        for labelled, weight in weights.items():
            for answer, p in make(ratio, delta)(labelled).exact().items():
                laws[t][answer] = laws[t].get(answer, Fraction(0)) + p * weight / sum(weights.values())
    return sum(max(Fraction(0), p - ratio * laws[1].get(o, 0)) for o, p in laws[0].items()) > share * delta
