"""ABMS20, Section 4.2.2, equation (6): the error of the best of k voters."""

from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import MinimaxProgram, is_enclosure, solve
from privlearn.online.boosting import error_of_voters
from privlearn.papers.abms20.boosting import claim

claim("ABMS20-4.2.2.eq6", kind="inequality", section="4.2.2 Littlestone dimension, equation (6)",
      step_of="ABMS20-4.2.2.eq4",
      title="If majorities of k concepts label the points, some concept errs on at most (k - 1)/(2k) of them",
      erratum_kind="constant", repaired=True,
      erratum="Printed is 1/2 - 1/k.  For k = 3 three concepts that err on one of three points each, the majority "
              "being right, have error 1/3, above 1/2 - 1/3 = 1/6; right is (k - 1)/(2k) = 1/2 - 1/(2k).  The edge "
              "is half as large, which changes constants only: equation (4) stands.")


def with_zero_majority() -> list[int]:
    """Return the numbers of the classes on 3 points for which 0 is a majority of three concepts."""
    return [c for c in range(1, 256) if any(a & b | a & h | b & h == 0 for a, b, h in combinations_with_replacement(
        [f for f in range(8) if c >> f & 1], 3))]


@cache
def game_values() -> tuple[tuple[int, Fraction], ...]:
    """Return (class, certified upper bound of its game) for the classes of :func:`with_zero_majority`."""
    found = []
    for number in with_zero_majority():
        functions = [f for f in range(8) if number >> f & 1]
        program = MinimaxProgram((len(functions),), tuple(
            {i: Fraction(1) for i, f in enumerate(functions) if f >> x & 1} for x in range(3)))
        enclosure = solve(program)
        assert is_enclosure(enclosure, program)
        found.append((number, enclosure.upper))
    return tuple(found)


@check("ABMS20-4.2.2.eq6", grade="certified",
       quantifier="k = 3: all classes on 3 points and all targets in MAJ_3(H, H, H); adding the target to H and to "
                  "the labels makes it 0, so that target is enough; verified linear programs",
       says="{the least error under the worst distribution} is at most {(k - 1)/(2k)}")
@sabotage("the printed 1/2 - 1/k", lambda k: Fraction(1, 2) - Fraction(1, k))
def value_of_the_game_is_at_most_the_error(edge=error_of_voters) -> Verdict:
    return judge("<=", ((number, value, edge(3)) for number, value in game_values()))

def refutes_value_of_the_game_is_at_most_the_error(edge, number):
    functions = [f for f in range(8) if number >> f & 1]
    grid = [w for w in product(range(7), repeat=3) if sum(w) == 6]
    return any(min(Fraction(sum(w[x] for x in range(3) if f >> x & 1), 6) for f in functions) > edge(3) for w in grid)


@check("ABMS20-4.2.2.eq6", grade="exact",
       quantifier="k = 3, 5, 7, 9: k concepts on the sets of (k-1)/2 of them, a concept erring on the sets that "
                  "contain it (3, 10, 35, 126 points); uniform distribution and uniform mixture prove the value",
       says="the least error of a concept and the largest error of the uniform mixture are both (k - 1)/(2k)")
@sabotage("the printed 1/2 - 1/k", lambda k: Fraction(1, 2) - Fraction(1, k))
@judged("==")
def extremal_instances_attain_the_error(edge=error_of_voters):
    for k in (3, 5, 7, 9):
        points = list(combinations(range(k), (k - 1) // 2))
        least = min(Fraction(sum(i in p for p in points), len(points)) for i in range(k))
        most = max(Fraction(len(p), k) for p in points)
        yield k, (least, most), (edge(k), edge(k))

def refutes_extremal_instances_attain_the_error(edge, k):
    size = (k - 1) // 2
    return Fraction(comb(k - 1, size - 1), comb(k, size)) != edge(k)
