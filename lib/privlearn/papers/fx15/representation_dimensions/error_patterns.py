"""FX15, Definition 2.3: all distributions at once, as finitely many families of light sets."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

from privlearn.checking import check, judged, sabotage
from privlearn.dimensions.representation import are_error_patterns, error_patterns
from privlearn.dimensions.representation.error_sets import ErrorPattern
from privlearn.exact.fractions import QUARTER
from privlearn.papers.fx15.representation_dimensions.deterministic_sets import ALPHAS

Family = tuple[int, ...]
SIZES = (*product((1, 2, 3), (*ALPHAS, Fraction(3, 4))), (4, QUARTER), (4, Fraction(2, 5)))


def light(law: Sequence[Fraction], alpha: Fraction) -> Family:
    """Return the sets of mass at most alpha in increasing order, each mass summed point by point."""
    return tuple(mask for mask in range(1 << len(law)) if sum(q for x, q in enumerate(law) if mask >> x & 1) <= alpha)


@cache
def least_families(points: int, alpha: Fraction) -> list[Family]:
    """Return the least families of light sets of the distributions of small denominator."""
    most = 12 if points < 4 else 6
    laws = [[Fraction(w, unit) for w in whole] for unit in range(1, most + 1)
            for whole in product(range(unit + 1), repeat=points) if sum(whole) == unit]
    found = {light(law, alpha) for law in laws}
    return sorted(family for family in found if not any(set(other) < set(family) for other in found))


@check("FX15-2.3", grade="exhaustive",
       quantifier="1 to 3 points with nine epsilon from 0 to 1/2 and 3/4, 4 points with 1/4 and 2/5; all distributions "
                  "of denominator 1 to 12, on 4 points 1 to 6",
       says="the error patterns are the least families of light sets, each that of its distribution")
@sabotage("the last one is left out", lambda n, e: error_patterns(n, e)[:-1])
@sabotage("sets of mass exactly epsilon are heavy", lambda n, e: tuple(
    replace(p, light=p.light - {m for m in p.light if sum(q for x, q in enumerate(p.distribution) if m >> x & 1) == e})
    for p in error_patterns(n, e)))
@judged("==")
def patterns_are_the_least_families(patterns=error_patterns):
    for n, e in SIZES:
        found = patterns(n, e)
        families = sorted(tuple(sorted(pattern.light)) for pattern in found)
        own = all(tuple(sorted(pattern.light)) == light(pattern.distribution, e) for pattern in found)
        yield (n, e), (families, own), (least_families(n, e), True)

def refutes_patterns_are_the_least_families(patterns, witness):
    return not are_error_patterns(patterns(*witness), *witness)


def variants(n: int, alpha: Fraction) -> Iterator[list[ErrorPattern]]:
    """Yield the right list and lists that differ from it in one place: a pattern, its family, its distribution."""
    right = list(error_patterns(n, alpha))
    one = (Fraction(1), *[Fraction(0)] * (n - 1))
    yield from (right, [], [*right, right[0]], right[::-1], list(error_patterns(n, QUARTER / 2)),
                [*right, ErrorPattern(frozenset(light(one, alpha)), one)])
    for k, pattern in enumerate(right):
        rest, law = [*right[:k], *right[k + 1:]], pattern.distribution
        yield rest
        yield from ([*rest, replace(pattern, light=pattern.light ^ {mask})] for mask in range(1 << n))
        for other in ((law[0] / 2, *law[1:]), (law[0] + 1, *law[1:]), (*law, Fraction(0)), (*law[:-1], law[-1] - 1),
                      (law[0] + 1, *law[1:-1], law[-1] - 1), (*law[1:], law[0])):
            yield [*rest, ErrorPattern(frozenset(light(other, alpha)), other)]


def is_right(patterns: list[ErrorPattern], n: int, alpha: Fraction) -> bool:
    """Decide on a list by the families of all distributions of small denominator."""
    laws = [p.distribution for p in patterns]
    return (all(len(law) == n and min(law) >= 0 and sum(law) == 1 for law in laws)
            and all(tuple(sorted(p.light)) == light(p.distribution, alpha) for p in patterns)
            and sorted(tuple(sorted(p.light)) for p in patterns) == least_families(n, alpha))


@check("FX15-2.3", grade="exhaustive",
       quantifier="the same sizes: the right list, and all lists that have one pattern less or twice, one set more or "
                  "less in a family, or another distribution",
       says="a list is accepted exactly if its families are the least ones of all distributions")
@sabotage("nobody asks whether one is missing", lambda patterns, n, e: bool(patterns) and all(
    len(p.distribution) == n and min(p.distribution) >= 0 and sum(p.distribution) == 1
    and tuple(sorted(p.light)) == light(p.distribution, e) for p in patterns))
@sabotage("the distributions are not looked at",
          lambda patterns, n, e: sorted(tuple(sorted(p.light)) for p in patterns) == least_families(n, e))
@judged("==")
def right_lists_are_accepted_and_others_refused(verify=are_error_patterns):
    for n, e in SIZES:
        for which, patterns in enumerate(variants(n, e)):
            yield (n, e, which), verify(patterns, n, e), is_right(patterns, n, e)

def refutes_right_lists_are_accepted_and_others_refused(verify, n, e, which):
    patterns, right = list(variants(n, e))[which], error_patterns(n, e)
    masses = [{m: sum(q for x, q in enumerate(p.distribution) if m >> x & 1) for m in range(2**len(p.distribution))}
              for p in patterns]
    sound = all(p.light == {m for m, q in mass.items() if q <= e} and mass[max(mass)] == 1 and min(mass.values()) == 0
                and len(p.distribution) == n for p, mass in zip(patterns, masses, strict=True))
    same = len(patterns) == len(right) and {p.light for p in patterns} == {p.light for p in right}
    return verify(patterns, n, e) != (sound and same)
