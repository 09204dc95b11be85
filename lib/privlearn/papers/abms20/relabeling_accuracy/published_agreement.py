"""ABMS20, proof of Lemma 5.5, equation (7): concepts that agree on V are close."""

from fractions import Fraction
from itertools import product

from privlearn.checking import check, judged, sabotage
from privlearn.concepts import Concept, ConceptClass, initial_segments, point_functions
from privlearn.learning.generalization import realizable_rows
from privlearn.papers.abms20.relabeling_accuracy import claim
from privlearn.papers.abms20.relabeling_accuracy.instances import Sixths, grid


def regions(concepts: ConceptClass) -> list[Concept]:
    """Return the distinct disagreement regions ``c xor h`` of two concepts."""
    rows = concepts.rows()
    return sorted({tuple(a ^ b for a, b in zip(c, h, strict=True)) for c, h in product(rows, repeat=2)})


def missed_probability(concepts: ConceptClass, masses: Sixths, alpha: Fraction, rows: int) -> Fraction:
    """Return the exact chance that a region of mass above alpha has none of the rows (sum over the sets of points)."""
    n, total = len(masses), sum(masses)
    heavy = [sum(1 << x for x in range(n) if r[x]) for r in regions(concepts)
             if sum(m for m, b in zip(masses, r, strict=True) if b) > alpha * total]
    inside = [sum(m for x, m in enumerate(masses) if u >> x & 1) ** rows for u in range(1 << n)]
    for x in range(n):  # from "within u" to "exactly u"
        for u in range(1 << n):
            if u >> x & 1:
                inside[u] -= inside[u ^ (1 << x)]
    return Fraction(sum(inside[u] for u in range(1 << n) if any(u & r == 0 for r in heavy)), total**rows)


claim("ABMS20-5.5.eq7", kind="inequality", step_of="ABMS20-5.5", uses=("ABMS20-3.8",),
      title="The published concept is close to h in the population",
      note="The number of rows of Theorem 3.8 is far more than these small classes need; the bound by the number "
           "of regions has the sharp order.")


@check("ABMS20-5.5.eq7", grade="exact",
       quantifier="initial segments of 4 points and point functions on 5, all P with multiples of 1/6; alpha = 3/10, "
                  "beta = 1/10: all pairs of concepts at once",
       says="{the chance that V misses a region above mass alpha} is at most {beta}")
@sabotage("one row", lambda alpha, beta, dimension: 1)
@judged("<=")
def agreeing_on_v_is_close(rows=realizable_rows):
    m = rows(Fraction(3, 10), Fraction(1, 10), 1)
    for name, c in (("segments", initial_segments(4)), ("points", point_functions(5))):
        for masses in grid(c.size):
            yield (name, masses), missed_probability(c, masses, Fraction(3, 10), m), Fraction(1, 10)

def refutes_agreeing_on_v_is_close(rows, name, masses):
    m = rows(Fraction(3, 10), Fraction(1, 10), 1)
    return chance_by_regions(name, masses, Fraction(3, 10), m) > Fraction(1, 10)


def chance_by_regions(name: str, masses: Sixths, alpha: Fraction, rows: int) -> Fraction:
    """Return the chance that a heavy region is missed, by inclusion and exclusion over the regions."""
    signed = {(0,) * len(masses): -1}  # union of regions -> sum of signs
    for r in regions(initial_segments(4) if name == "segments" else point_functions(5)):
        if sum(m for m, b in zip(masses, r, strict=True) if b) > 6 * alpha:
            for u, sign in list(signed.items()):
                joined = tuple(a | b for a, b in zip(u, r, strict=True))
                signed[joined] = signed.get(joined, 0) - sign
    return sum((sign * Fraction(sum(m for m, b in zip(masses, u, strict=True) if not b), 6) ** rows
                for u, sign in signed.items() if any(u)), Fraction(0))


@check("ABMS20-5.5.eq7", grade="exact",
       quantifier="the same classes and P, alpha = 1/6, 3/10, 1/2 and |V| = 1, 2, 4, ..., 32: the chance is at most "
                  "(number of disagreement regions) (1 - alpha)^|V|",
       says="{the chance that V misses a region above mass alpha} is at most {(number of regions) (1 - alpha)^|V|}")
@sabotage("(1 - 2 alpha)^|V|, if that is positive",
          lambda count, alpha, rows: max(count * (1 - 2 * alpha) ** rows, Fraction(0)))
@judged("<=")
def missing_a_heavy_region_is_rare(bound=lambda count, alpha, rows: count * (1 - alpha) ** rows):
    for name, c in (("segments", initial_segments(4)), ("points", point_functions(5))):
        for masses, alpha, rows in product(grid(c.size)[::3], (Fraction(1, 6), Fraction(3, 10), Fraction(1, 2)),
                                           (1, 2, 4, 8, 16, 32)):
            yield ((name, masses, alpha, rows), missed_probability(c, masses, alpha, rows),
                   bound(len(regions(c)) - 1, alpha, rows))

def refutes_missing_a_heavy_region_is_rare(bound, witness):
    name, masses, alpha, rows = witness
    number = len(regions(initial_segments(4) if name == "segments" else point_functions(5)))
    return chance_by_regions(*witness) > bound(number - 1, alpha, rows)
