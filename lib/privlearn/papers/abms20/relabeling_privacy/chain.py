"""ABMS20, Section 5, proof of Lemma 5.3: the chain of inequalities between weights of patterns."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, covering, judge, sabotage
from privlearn.concepts import classes_up_to_symmetry
from privlearn.exact import Bracket, exp_bracket
from privlearn.learners.relabeling import error_count
from privlearn.learners.relabeling.privacy import Input, choices, match
from privlearn.papers.abms20.relabeling_privacy import claim
from privlearn.papers.abms20.relabeling_privacy.instances import neighbouring_data

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
