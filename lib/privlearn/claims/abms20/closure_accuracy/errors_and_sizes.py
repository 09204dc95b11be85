"""ABMS20, Section 7, proof of Lemma 7.3: the learning step, the composition step, the sizes."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.claims import Verdict, check, counted, judge, sabotage, verifier
from privlearn.claims.abms20.closure_accuracy import claim
from privlearn.claims.abms20.closure_accuracy.instances import linear_errors, literal_errors

CONSTANTS = (2, 70, 168, 2981)

claim("ABMS20-7.3.eq24-27", kind="inequality", step_of="ABMS20-7.3", title="Errors through the learning step",
      erratum="(27) is printed with O((O(i-1) + O(1)) alpha/k). Read literally that compounds over the steps to a "
              "factor exponential in k; (25) and (26) show what is needed, O(1) alpha/k.")


@check("ABMS20-7.3.eq24-27", grade="exact",
       quantifier="C in {2, 70, 168, 2981}, k <= 50: the recursion gives (3 + C) k",
       fingerprint=lambda recursion: recursion(2, 3))
@verifier(lambda recursion, c, k: recursion(c, k) > sum(3 + c for _ in range(k)))
@sabotage("the recursion of (27) as printed", literal_errors)
def errors_grow_linearly(recursion=linear_errors) -> Verdict:
    return judge("==", (((c, k), recursion(c, k), (3 + c) * k) for c in CONSTANTS for k in range(1, 51)))


@check("ABMS20-7.3.eq24-27", grade="exact",
       quantifier="C in {2, 70, 168, 2981}, k <= 10: the printed recursion against (3 + C)((1 + C)^k - 1)/C",
       fingerprint=lambda recursion: recursion(2, 3))
@verifier(lambda recursion, c, k: recursion(c, k) != sum((3 + c) * (1 + c)**i for i in range(k)))
@sabotage("the linear recursion", linear_errors)
def printed_errors_grow_exponentially(recursion=literal_errors) -> Verdict:
    return judge("==", (((c, k), recursion(c, k), Fraction(3 + c, c) * ((1 + c)**k - 1))
                        for c in CONSTANTS for k in range(1, 11)))


claim("ABMS20-7.3.final", kind="inequality", step_of="ABMS20-7.3",
      title="Replacing one function changes the error by at most its distance",
      erratum="The sum of the requirements (19), (21), (24), (26) is not of the order of the printed size: see "
              "Theorem 7.1.")


def disagreement(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    """Return the points where two functions differ, as indicators."""
    return tuple(int(a != b) for a, b in zip(first, second, strict=True))


@check("ABMS20-7.3.final", grade="exhaustive",
       quantifier="all rules of k <= 3 arguments, all tuples of functions on 2 points, all changes of one argument, "
                  "all distributions of multiples of 1/6",
       fingerprint=lambda distance: [distance((0, 0), f) for f in product((0, 1), repeat=2)])
@sabotage("only the points where the first function is 1 count",
          lambda first, second: tuple(int(a > b) for a, b in zip(first, second, strict=True)))
def errors_differ_by_at_most_the_distance(distance=disagreement) -> Verdict:
    seen: dict[Any, Any] = {}
    total = 0
    for k in (1, 2, 3):
        for others, x_values in product(product(range(4), repeat=k - 1), product(range(4), repeat=2)):
            a, b = (tuple(v >> x & 1 for x in (1, 0)) for v in x_values)
            moved = distance(a, b)
            low = [sum((h >> (1 - x) & 1) << (k - 2 - j) for j, h in enumerate(others)) for x in (0, 1)]
            places = [[(f[x] << (k - 1)) | low[x] for f in (a, b)] for x in (0, 1)]
            for rule in range(1 << (1 << k)):
                total += 7
                differ = tuple((rule >> first ^ rule >> second) & 1 for first, second in places)
                seen.setdefault((k, rule, differ, moved), (rule, others, a, b))

    def cases() -> Iterator[Any]:
        for (_, _, differ, moved), witness in seen.items():
            for p in range(7):
                left, right = (p * bits[0] + (6 - p) * bits[1] for bits in (differ, moved))
                yield (*witness, p), Fraction(left, 6), Fraction(right, 6)

    return counted(judge("<=", cases()), total)

@errors_differ_by_at_most_the_distance.verifier
def _(distance, witness):
    rule, others, a, b, p = witness
    weight = [Fraction(p, 6), Fraction(6 - p, 6)]
    wrong = Fraction(0)
    for x in (0, 1):
        bits = [f"{h:02b}"[x] for h in others]
        values = [rule >> int("".join([str(f[x]), *bits]), 2) & 1 for f in (a, b)]
        wrong += weight[x] * (values[0] != values[1])
    return wrong > sum(w * m for w, m in zip(weight, distance(a, b), strict=True))


def needed_total(k: int, composed: int, largest: int, exponent: int) -> int:
    """Return the sum of (19), (21), (24), (26) over k steps times alpha^2, without constants and alpha^{-1} terms.

    ``composed`` and ``largest`` stand for VC(G(H_1..H_k)) and the largest VC(H_i), ``exponent`` for ln(k/beta).
    """
    return k * (k * k * (composed + exponent) + k * k * (largest + exponent))


def printed_total(k: int, composed: int, largest: int, exponent: int) -> int:
    """Return the printed ``k^3 VC + k^2 ln(k/beta)``."""
    return k**3 * composed + k * k * exponent


@check("ABMS20-7.3.final", grade="exact",
       quantifier="k = 2, ..., 64, VC 1 and ln(k/beta) = 10^6: needed over printed is at least k; VC(H_i) = 10^6 "
                  "with VC of the composed class 1 and ln(k/beta) = 1: at least 10^5",
       fingerprint=lambda printed: printed(2, 1, 1, 10))
@sabotage("the repaired size, with k^3 ln(k/beta) and the sum of the VC(H_i)",
          lambda k, composed, largest, exponent: k**3 * (composed + largest + exponent))
def printed_size_is_not_of_the_needed_order(printed=printed_total) -> Verdict:
    grid = [((k, 1, 1, 10**6), k) for k in range(2, 65)] + [((k, 1, 10**6, 1), 10**5) for k in range(2, 65)]
    return judge("<=", ((given, least, Fraction(needed_total(*given), printed(*given))) for given, least in grid))

@printed_size_is_not_of_the_needed_order.verifier
def _(printed, witness):
    k, composed, largest, exponent = witness
    needed = sum(k**2 * composed + k**2 * exponent + k**2 * largest + k**2 * exponent for _ in range(k))
    return needed < (k if exponent > 1 else 10**5) * printed(*witness)
