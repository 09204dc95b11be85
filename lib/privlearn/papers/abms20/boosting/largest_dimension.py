"""ABMS20, Section 4.2.2: the error of the best of k voters (6), and the largest dimension that mistakes allow."""

from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import Bracket, MinimaxProgram, is_at_most, is_enclosure, log_bracket, solve
from privlearn.exact.formulas import Value, formula, ln
from privlearn.exact.intervals import ball, bracket_of
from privlearn.online.boosting import boosting_bound, error_of_voters
from privlearn.online.boosting.conservative import is_allowed, union_bound
from privlearn.papers.abms20.boosting import claim

claim("ABMS20-4.2.2.eq6", kind="inequality", formulas=(error_of_voters,),
      section="4.2.2 Littlestone dimension, equation (6)",
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


@check("ABMS20-4.2.2.eq6", grade="certified", quantifier="k = 3: all classes on 3 points and all targets in MAJ_3(H, "
       "H, H); adding the target to H and to the labels makes it 0, so that target is enough; verified linear programs",
       says="{the least error under the worst distribution} is at most {(k - 1)/(2k)}")
def value_of_the_game_is_at_most_the_error(edge=error_of_voters) -> Verdict:
    return judge("<=", ((number, value, edge(3)) for number, value in game_values()))

def refutes_value_of_the_game_is_at_most_the_error(edge, number):
    functions = [f for f in range(8) if number >> f & 1]
    grid = [w for w in product(range(7), repeat=3) if sum(w) == 6]
    return any(min(Fraction(sum(w[x] for x in range(3) if f >> x & 1), 6) for f in functions) > edge(3) for w in grid)


@check("ABMS20-4.2.2.eq6", grade="exact", against="optimum",
       quantifier="k = 1, 3, 5, 7, 9: k concepts on the sets of (k-1)/2 of them, a concept erring on the sets that "
                  "contain it (1, 3, 10, 35, 126 points); uniform distribution and uniform mixture prove the value",
       says="the least error of a concept and the largest error of the uniform mixture are both (k - 1)/(2k)")
@judged("==")
def extremal_instances_attain_the_error(edge=error_of_voters):
    for k in (1, 3, 5, 7, 9):
        points = list(combinations(range(k), (k - 1) // 2))
        least = min(Fraction(sum(i in p for p in points), len(points)) for i in range(k))
        most = max(Fraction(len(p), k) for p in points)
        yield k, (least, most), (edge(k), edge(k))

def refutes_extremal_instances_attain_the_error(edge, k):
    size = (k - 1) // 2
    return Fraction(size, k) != edge(k)


@formula("at most", where=("k >= 1",), corners={"k": (1, 3, 99), "d": (100, 1, 0)},
         tex={"d": "d'", "ln(2 * k)": r"\ln 2k"}, loose={"k >= 1": "0 has no logarithm"})
def order_of_the_dimension(k: int, d: int) -> Value:
    return 8 * k**2 * d * ln(2 * k)


claim("ABMS20-4.2.2.eqD", kind="inequality", step_of="ABMS20-4.2.2.eq4", formulas=(order_of_the_dimension,),
      title="D at most k sqrt(2 D ln C(D, <=d)) means D at most 2 k^2 ln C(D, <=d), so D is at most ~ k^2 d",
      uses=("ABMS20-4.3", "ABMS20-4.2.2.boost", "ABMS20-2.1.3.sauer"),
      erratum_kind="misprint",
      erratum="In the display the second line lacks an opening parenthesis, and its tag means Proposition 4.3.",
      note="The asymptotic statement is about all k and d; with constants it is D <= 8 k^2 d' ln(2k), proved on the "
           "page and judged on a grid.")

GRID = tuple(product((1, 3, 5, 9, 33, 99), (1, 3, 10, 100)))


@check("ABMS20-4.2.2.eqD", grade="certified",
       quantifier="k = 1, 3, 5, 9, 33, 99 and d = 1, 3, 10, 100, d' = floor(3 d + 3 log k); the "
                  "instances of the formula",
       says="{the largest D with D <= 2 k^2 ln C(D, <=d')} is at most {8 k^2 d' ln(2k)}",
       reason="A bound for all k and d' has no finite check; the proof is on the page.")
def largest_dimension_is_quadratic_up_to_a_logarithm(order=order_of_the_dimension) -> Verdict:
    cases = (*order.instances(), *((k, union_bound(k, d)) for k, d in GRID))
    return judge("<=", ((case, largest_allowed(*case), order(*case)) for case in cases))

def refutes_largest_dimension_is_quadratic_up_to_a_logarithm(order, k, inner):
    most = order(k, inner)
    asked = max(0, int(most.upper if isinstance(most, Bracket) else most)) + 1  # is this D still allowed?
    return asked <= 2 * k * k * log_bracket(sum(comb(asked, j) for j in range(inner + 1))).lower


largest_allowed = cache(boosting_bound)


def mistakes_allowed(dimension: int, voters: int, inner: int, rounds: int) -> Bracket:
    """Return ``2k sqrt((T/2) ln C(D, <=d))``, the mistakes that the booster may make."""
    experts = sum(comb(dimension, j) for j in range(inner + 1))
    return bracket_of(lambda: (ball(experts).log() * rounds / 2).sqrt() * (2 * voters))


@check("ABMS20-4.2.2.eqD", grade="certified", quantifier="k = 1, 3, 5 and d' = 0..4, every D = 0..320: D <= 2k "
       "sqrt((D/2) ln C(D, <=d')), evaluated as it stands, exactly if D <= 2 k^2 ln C(D, <=d')",
       says="D <= 2 k^2 ln C(D, <=d') exactly if D <= 2k sqrt((D/2) ln C(D, <=d'))")
@sabotage("equality, at D = 0, is left out", lambda n, k, d: n > 0 and is_allowed(n, k, d))
@sabotage("T = 1 in place of T = D", lambda n, k, d: is_at_most(n, mistakes_allowed(n, k, d, 1)))
@sabotage("2k in place of its square",
          lambda n, k, d: is_at_most(n, log_bracket(sum(comb(n, j) for j in range(d + 1))) * k))
def mistake_bound_at_its_end_is_the_inequality(allowed=is_allowed) -> Verdict:
    return judge("==", (((n, k, d), allowed(n, k, d), is_at_most(n, mistakes_allowed(n, k, d, n)))
                        for k, d, n in product((1, 3, 5), range(5), range(321))))

def refutes_mistake_bound_at_its_end_is_the_inequality(allowed, witness):
    from math import exp

    n, k, d = witness
    return allowed(n, k, d) != (exp(n / (2 * k * k)) <= sum(comb(n, j) for j in range(d + 1)))
