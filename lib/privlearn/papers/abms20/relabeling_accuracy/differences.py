"""ABMS20, proof of Lemma 5.5, equation (8): differences of concepts converge uniformly."""

import math
from fractions import Fraction
from itertools import product

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.dimensions.sweeps import vc_of_all_classes
from privlearn.learners.relabeling.accuracy import growth_sum
from privlearn.learning.generalization import agnostic_rows
from privlearn.papers.abms20.relabeling_accuracy import claim
from privlearn.papers.abms20.relabeling_accuracy.instances import Sixths, grid

claim("ABMS20-5.5.eq8", kind="inequality", step_of="ABMS20-5.5", title="The published concept is close to h on D",
      uses=("ABMS20-3.9", "ABMS20-5.5.eq7"),
      note="Theorem 3.9 has an unspecified constant; the check of deviations uses 2/5.")


def xor_dimension_bound(dimension: int) -> int:
    """Return the largest n with ``2^n <= (C(n, 0) + ... + C(n, dimension))^2``."""
    n = 0
    while 2 ** (n + 1) <= growth_sum(n + 1, dimension) ** 2:
        n += 1
    return n


def xor_numbers(points: int) -> np.ndarray:
    """Return, for every class on the points, the number of ``H xor H``."""
    numbers, size = np.arange(1 << (1 << points)), 1 << points
    bits = [(numbers >> f & 1).astype(bool) for f in range(size)]
    found = np.zeros_like(numbers)
    for f in range(size):
        met = np.zeros(len(numbers), dtype=bool)
        for g in range(size):
            met |= bits[g] & bits[g ^ f]
        found |= met.astype(numbers.dtype) << f
    return found


@check("ABMS20-5.5.eq8", grade="exhaustive", quantifier="all 65,535 classes on 4 points, by their dimension",
       says="{the largest VC dimension of H xor H} is at most {the largest n with 2^n <= C(n, <=VC(H))^2}")
@sabotage("VC(H) itself", lambda d: d)
def xor_dimension_is_bounded(bound=xor_dimension_bound) -> Verdict:
    dimension = np.asarray(vc_of_all_classes(4))
    combined = dimension[xor_numbers(4)]
    return counted(judge("<=", ((d, int(combined[dimension == d].max()), bound(d)) for d in range(5))), 2**16 - 1)

def refutes_xor_dimension_is_bounded(bound, d):
    row = [f for f in range(16) if f.bit_count() <= d]  # the functions with at most d ones, of dimension d
    combined = {f ^ g for f in row for g in row}
    largest = max(s.bit_count() for s in range(16) if len({f & s for f in combined}) == 2 ** s.bit_count())
    return largest > bound(d)


def deviation_probability(masses: Sixths, alpha: Fraction, rows: int) -> Fraction:
    """Return the exact chance that an interval's share of the rows is off by alpha or more (all count vectors)."""
    total, n = sum(masses), len(masses)
    spans = [(i, j) for i in range(n) for j in range(i + 1, n + 1)]
    bad = 0
    factorials = [math.factorial(k) for k in range(rows + 1)]
    for counts in grid(n, rows):
        sums, mass = [0], [0]
        for k, m in zip(counts, masses, strict=True):
            sums.append(sums[-1] + k)
            mass.append(mass[-1] + m)
        if any(abs((sums[j] - sums[i]) * total - (mass[j] - mass[i]) * rows) >= alpha * rows * total
               for i, j in spans):
            ways = factorials[rows]
            for k, m in zip(counts, masses, strict=True):
                ways = ways // factorials[k] * m**k
            bad += ways
    return Fraction(bad, total**rows)


BETAS = Fraction(9, 10), *(Fraction(1, n) for n in (2, 10, 100, 1000))
REGIONS = tuple(product((Fraction(1, 2), Fraction(1, 3)), BETAS, ((1, 1, 1, 1), (1, 2, 2, 1))))


def rows_for_intervals(alpha: Fraction, beta: Fraction) -> int:
    """Return ``2/5 (2 + ln(1/beta)) / alpha^2``, rounded up: 2 is the dimension of the differences, the intervals."""
    return agnostic_rows(alpha, beta, 2, Fraction(2, 5))


@check("ABMS20-5.5.eq8", grade="exact",
       quantifier="initial segments of 4 points: the 10 intervals are the disagreement regions, VC 2; alpha = 1/2, "
                  "1/3, beta = 9/10, 1/2, 1/10, 1/100, 1/1000; P uniform and (1, 2, 2, 1)/6; constant 2/5",
       says="{the chance that a region's share is off by alpha} is at most {beta}")
@sabotage("without ln(1/beta)", lambda alpha, beta: math.ceil(Fraction(4, 5) / alpha**2))
@sabotage("without the dimension", lambda alpha, beta: agnostic_rows(alpha, beta, 0, Fraction(2, 5)))
@sabotage("half the rows", lambda alpha, beta: rows_for_intervals(alpha, beta) // 2)
@judged("<=")
def regions_deviate_seldom(rows=rows_for_intervals):
    for alpha, beta, masses in REGIONS:
        yield (alpha, beta, masses), deviation_probability(masses, alpha, rows(alpha, beta)), beta

def refutes_regions_deviate_seldom(rows, alpha, beta, masses):
    m, total = rows(alpha, beta), sum(masses)
    bad, ends = Fraction(0), [sum(masses[:i]) for i in range(5)]
    for a, b, c in product(range(m + 1), repeat=3):
        if a + b + c <= m:
            counts = (a, b, c, m - a - b - c)
            seen = [sum(counts[:i]) for i in range(5)]
            if any(abs(Fraction(seen[j] - seen[i], m) - Fraction(ends[j] - ends[i], total)) >= alpha
                   for i in range(4) for j in range(i + 1, 5)):
                ways = math.comb(m, a) * math.comb(m - a, b) * math.comb(m - a - b, c)
                bad += ways * math.prod(Fraction(n, total) ** k for n, k in zip(masses, counts, strict=True))
    return bad > beta
