"""ABMS20, Section 5, proof of Lemma 5.3: patterns, scores, and the chain of five inequalities."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np

from privlearn.claims.abms20.section5_a_2_sensitivity import completed_errors
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass, all_classes, all_functions, classes_up_to_symmetry
from privlearn.exact import Bracket, exp_bracket
from privlearn.learners.relabeling import Score, error_count, small_databases
from privlearn.learners.relabeling.privacy import Input, choices, match, matching_extensions
from privlearn.mechanisms.neighbours import Database

PAGE = "closure/relabeling-privacy"
SECTION = "5, proof of Lemma 5.3"
STEP = "ABMS20-5.3"

claim("ABMS20-5.3.eq-growth", kind="inequality", section=SECTION, page=PAGE, step_of=STEP,
      title="One more point at most doubles the number of patterns",
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


@check("ABMS20-5.3.eq-growth", grade="exhaustive",
       quantifier="all 65,535 classes on 4 points, all pairs of point sets that differ from their intersection by at "
                  "most one point each: three inequalities")
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


@one_point_at_most_doubles_the_patterns.verifier
def _(factor, witness):
    number, small, large = witness
    functions = [f for f in range(16) if number >> f & 1]
    return len({f & large for f in functions}) > factor * len({f & small for f in functions})

one_point_at_most_doubles_the_patterns.sabotage("factor 3/2", Fraction(3, 2))


claim("ABMS20-5.3.eq-score", kind="inequality", section=SECTION, page=PAGE, step_of=STEP,
      title="Scores of extensions of one pattern differ by at most 1", uses=("ABMS20-5.1", "ABMS20-5.2"),
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


def neighbouring_data(points: int, rows: int) -> Iterator[tuple[Database, Database]]:
    """Yield all pairs D + z, D + z' with D of at most ``rows`` rows and z before z'."""
    records = [(x, y) for x in range(points) for y in (0, 1)]
    for data in small_databases(points, rows):
        yield from (((*data, z), (*data, w)) for z, w in combinations(records, 2))


@check("ABMS20-5.3.eq-score", grade="exhaustive",
       quantifier="errors: all 255 classes on 3 points (21 up to symmetry), neighbours D of at most 3 rows; score of "
                  "equation (17): and, or, xor, xnor with all 15 second classes on 2 points, D of at most 2 rows; all "
                  "patterns and extensions",
       fingerprint=lambda extensions: extensions(all_functions(2), error_count, (((0, 0),), ((1, 0),)),
                                                 (((1, 0),), ((1, 0),))))
def scores_of_extensions_differ_by_at_most_one(extensions=matching_extensions) -> Verdict:
    worst: dict[Any, tuple[int, Any]] = {}
    total = 0
    for key, c, score, rows in score_instances():
        for first, second in neighbouring_data(c.size, rows):
            for pattern, sides in extensions(c, score, (first, ()), (second, ())).items():
                values = [q for side in sides for q in side.values()]  # also two extensions on the same side
                most = max(values) - min(values)
                total += 2  # with the neighbours exchanged the patterns and their values are the same
                if most > worst.get(str(key), (-1,))[0]:
                    worst[str(key)] = most, (key, first, second, pattern)
    return counted(judge("<=", ((witness, most, 1) for most, witness in worst.values())), total)


@scores_of_extensions_differ_by_at_most_one.verifier
def _(extensions, witness):
    key, first, second, pattern = witness
    _, c, score, _ = next(made for made in score_instances() if made[0] == key)
    sides = extensions(c, score, (first, ()), (second, ()))[pattern]
    points = [sorted({x for x, _ in data}) for data in (first, second)]
    named = [[dict(zip(points[t], h, strict=True)) for h in sides[t]] for t in (0, 1)]
    clash = any(g[x] != h[x] for g in named[0] for h in named[1] for x in g if x in h)
    values = [q for side in sides for q in side.values()]
    return clash and any(abs(a - b) > 1 for a in values for b in values)


def all_extensions(concepts: ConceptClass, score: Score, first: Input, second: Input) -> dict[Any, Any]:
    """Return all patterns of both sides as extensions of one, the empty pattern."""
    found = matching_extensions(concepts, score, first, second).values()
    return {(): tuple({h: q for sides in found for h, q in sides[t].items()} for t in (0, 1))}

scores_of_extensions_differ_by_at_most_one.sabotage("extensions of different patterns are compared", all_extensions)


claim("ABMS20-5.3.eq-chain", kind="inequality", section=SECTION, page=PAGE, step_of=STEP,
      title="Five inequalities from w_1 to 4e w_2",
      uses=("ABMS20-5.3.eq-growth", "ABMS20-5.3.eq-score", "ABMS20-3.alg1"),
      erratum="Misprints: the exponents have the sign of +q/2, but Algorithm 1 weighs by -q/2 (the chain holds either "
              "way); the sums of the third line run over f, but have q(D_2, h_2) for q(D_2, f_2).")
ROOT_A = exp_bracket(Fraction(-1, 2), 96)
BITS = 80
POWERS = [exp_bracket(Fraction(-k, 2), 96) for k in range(16)]
LOWER, UPPER = [int(p.lower * 2**BITS) for p in POWERS], [int(p.upper * 2**BITS) + 1 for p in POWERS]
Polynomial = tuple[int, ...]  # in a = e^{-1/2}
Ends = tuple[int, int]  # of a bracket, in units of 2**-BITS


def poly(scores: Any) -> Polynomial:
    """Return the sum of a^q over the scores q, which are at most 3."""
    counts = [0] * 4
    for q in scores:
        counts[q] += 1
    return tuple(counts)


@cache
def times(left: Polynomial, right: Polynomial) -> Polynomial:
    """Return the product."""
    return tuple(int(v) for v in np.convolve(left, right))


@cache
def gap(small: Polynomial, large: Polynomial) -> Ends:
    """Return a bracket of ``large - small`` at a = e^{-1/2}; both ends are 0 if they are the same polynomial."""
    width = max(len(small), len(large))
    ends = [np.pad(p, (0, width - len(p))) for p in (small, large)]
    difference = [int(b - a) for a, b in zip(*ends, strict=True)]
    low, high = (sum(c * ends[c < 0][k] for k, c in enumerate(difference))
                 for ends in ((LOWER, UPPER), (UPPER, LOWER)))
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


@check("ABMS20-5.3.eq-chain", grade="certified",
       quantifier="all 255 classes on 3 points (21 up to symmetry), all neighbours D of at most 2 rows, T empty or one "
                  "point that is not in D; all patterns on the common points; e^{1/2} itself, in brackets",
       reason="Quotients are compared after multiplying out, as polynomials in e^{-1/2}: equal ones exactly, the rest "
              "by brackets. The printed sum over all f uses one extension f^(0) of each; any will do.")
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
    return counted(judge("<=", ((witness, 0, Bracket(*(Fraction(end, 2**BITS) for end in ends)))
                                for (_, ends), witness in found.items())), total)


def chain_inputs() -> Iterator[tuple[Input, Input]]:
    """Yield neighbouring inputs: D of one or two rows on 3 points, T empty or one point that neither D has."""
    for first, second in (pair[::turn] for pair in neighbouring_data(3, 1) for turn in (1, -1)):
        seen = {x for x, _ in first + second}
        new = [((x, 0),) for x in range(3) if x not in seen]
        yield from (((first, other), (second, other)) for other in ((), *new))


@each_line_is_at_most_the_next.verifier
def _(half, witness):
    rows, first, second, other, pattern, line = witness
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

each_line_is_at_most_the_next.sabotage("the factor 1/2 of the third line replaced by 1", Fraction(1))
each_line_is_at_most_the_next.sabotage("the factor 1/2 of the third line replaced by 3/5", Fraction(3, 5))
