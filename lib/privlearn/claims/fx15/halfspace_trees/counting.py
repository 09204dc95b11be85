"""FX15, Appendix B: how many halfspaces there are on the cube."""


from privlearn.claims import Verdict, check, judge, judged, sabotage, verifier
from privlearn.claims.fx15.halfspace_trees import claim
from privlearn.concepts import grid, halfspaces
from privlearn.concepts.dichotomies import count_linear_dichotomies, general_position_dichotomies

claim("FX15-B.muroga", kind="remark", title="There are at least 2^(d (d - 1) / 2 + 1) halfspaces on the d-cube",
      uses=("FX15-B.2", "FX15-conv"),
      erratum="The bound cited from the literature is printed as 2^(d (d - 1)): too large for every d "
              ">= 4. Smallest case: 1882 halfspaces on the 4-cube, and 2^12 = 4096. Theorem B.2 with b "
              "= 1 gives the exponent d (d - 1) / 2 + 1.",
      note="The bound is loose: the exponent in question grows like d^2.")


def cube_count(d: int) -> int:
    """Return the number of halfspaces on the d-cube, by deletion and contraction."""
    return count_linear_dichotomies([(*x, -1) for x in grid(1, d)])


def cubes() -> list[tuple[int, int]]:
    """Return (d, number of halfspaces on the d-cube), listed up to d = 4, counted without a list for d = 5."""
    return [(d, len(halfspaces(1, d))) for d in range(1, 5)] + [(5, cube_count(5))]


@check("FX15-B.muroga", grade="exhaustive", quantifier="d = 1..5: all halfspaces",
       fingerprint=lambda bound: [bound(d) for d in range(1, 6)])
@verifier(lambda bound, d: cube_count(d) < bound(d))
@sabotage("2^(d (d - 1)), as printed", lambda d: int(2 ** (d * (d - 1))))
def halfspaces_are_at_least(bound=lambda d: 2 ** (d * (d - 1) // 2 + 1)) -> Verdict:
    return judge("<=", ((d, bound(d), count) for d, count in cubes()))


@check("FX15-B.muroga", grade="exhaustive", quantifier="d = 1..5: all halfspaces, counted in two ways for d <= 4",
       fingerprint=lambda last: last)
@verifier(lambda last, d: (len(halfspaces(1, d)) >= 4 ** (d * (d - 1) // 2)) != (d <= last))
@sabotage("up to d = 4", 4)
@judged("==")
def printed_bound_holds_up_to(last: int = 3):
    for d, count in cubes():
        yield (d, "count"), count, cube_count(d)
        yield d, count >= 2 ** (d * (d - 1)), d <= last


@check("FX15-B.muroga", grade="exact",
       quantifier="d = 4..100: the count in general position, a bound for all halfspaces",
       fingerprint=lambda vectors: [vectors(d) for d in range(4, 9)])
@sabotage("twice as many points", lambda d: 2 ** (d + 1))
def even_points_in_general_position_have_fewer(vectors=lambda d: 2**d) -> Verdict:
    return judge("<", ((d, general_position_dichotomies(vectors(d), d + 1), 2 ** (d * (d - 1))) for d in range(4, 101)))

@even_points_in_general_position_have_fewer.verifier
def _(vectors, d):
    term = total = 1
    for i in range(d):  # C(n - 1, i + 1) from C(n - 1, i)
        term = term * (vectors(d) - 1 - i) // (i + 1)
        total += term
    return 2 * total >= 2 ** (d * (d - 1))
