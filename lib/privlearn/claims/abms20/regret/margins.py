"""ABMS20, Section 2, footnote 3: margins, the Perceptron and the threshold dimension."""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.claims import Verdict, check, judge, judged, sabotage, verifier
from privlearn.claims.abms20.regret import claim
from privlearn.claims.abms20.regret.instances import CIRCLE
from privlearn.claims.by_definition import littlestone_by_definition
from privlearn.concepts import ConceptClass
from privlearn.dimensions import littlestone_dimension, threshold_dimension
from privlearn.online import margin_class, margin_squared, perceptron_mistakes
from privlearn.online.perceptron import Vector, basis, most_perceptron_mistakes

NAMES = {f"basis {n}": basis(n) for n in range(1, 11)} | {"circle": CIRCLE}

claim("ABMS20-2.fn3", kind="remark", section="2 Main results, footnote 3",
      title="Threshold dimension as an abstraction of margin; the Perceptron's mistakes",
      uses=("ABMS20-2.def-T", "FX15-2.5.ldim", "ABMS20-1.fn1"),
      note="The footnote draws an analogy, and states nothing.  Checked are the Perceptron's bound 1/gamma^2, "
           "attained by basis vectors, and what it says of the two dimensions of a class with margin gamma.  The "
           "bound on the threshold dimension comes through the Littlestone dimension and is far from tight: basis "
           "vectors have N where it allows 2^(N + 1).")


@cache
def longest_runs() -> tuple[tuple[str, tuple[int, ...], int, Fraction], ...]:
    """Return (points, labels, most mistakes, 1/margin^2) for all labelings with a margin.

    For basis vectors a round changes one coordinate, which is then never wrong again: every order is the same.
    """
    found = []
    for name, points in NAMES.items():
        for labels in product((-1, 1), repeat=len(points)):
            margin = margin_squared(points, labels)
            if margin:
                most = (most_perceptron_mistakes(points, labels) if name == "circle" or len(points) <= 4
                        else perceptron_mistakes(points, labels))
                found.append((name, labels, most, 1 / margin))
    return tuple(found)


@check("ABMS20-2.fn3", grade="exhaustive",
       quantifier="basis vectors e_1..e_N, N <= 10, all labels, and N = 400; 8 rational points of the circle, all 16 "
                  "labelings with a margin, all sequences of the points")
@sabotage("0.9 of the bound", Fraction(9, 10))
def perceptron_errs_at_most_1_over_gamma_squared_times(share: Fraction = Fraction(1)) -> Verdict:
    small = [((name, labels), most, share * bound) for name, labels, most, bound in longest_runs()]
    alternating = tuple((-1) ** i for i in range(400))
    return judge("<=", [*small, (("basis 400", "alternating"), perceptron_mistakes(basis(400), alternating),
                                 share * 400)])

@perceptron_errs_at_most_1_over_gamma_squared_times.verifier
def _(share, witness):
    points, labels = NAMES[witness[0]], witness[1]
    w, mistakes, n = [Fraction(0)] * len(points[0]), 0, len(points)
    for _ in range(20):
        for point, y in zip(points, labels, strict=True):
            if y * sum(a * b for a, b in zip(w, point, strict=True)) <= 0:
                w, mistakes = [a + y * b for a, b in zip(w, point, strict=True)], mistakes + 1
    return witness[0] == f"basis {n}" and mistakes > share * n  # the margin of a basis is 1/sqrt(n)


@check("ABMS20-2.fn3", grade="exact", quantifier="basis vectors, N <= 10, all labels, and N = 400",
       fingerprint=lambda mistakes: mistakes(basis(3), (1, -1, 1)))
@sabotage("a value of 0 is no mistake if the label is 1", lambda points, labels: sum(y < 0 for y in labels))
def basis_vectors_attain_the_bound(mistakes=perceptron_mistakes) -> Verdict:
    cases = [(labels, mistakes(basis(n), labels), n) for n in range(1, 11) for labels in product((-1, 1), repeat=n)]
    return judge("==", [*cases, ("400 times 1", mistakes(basis(400), (1,) * 400), 400)])

@basis_vectors_attain_the_bound.verifier
def _(mistakes, labels):
    seen, errors = set(), 0
    for i in range(len(labels)):  # before e_i is seen, w has coordinate 0 there
        errors += i not in seen
        seen.add(i)
    return mistakes(basis(len(labels)), labels) != errors


@cache
def margin_classes() -> tuple[tuple[str, Fraction, ConceptClass], ...]:
    """Return the margin classes for all attained margins of the circle, and those of the bases up to N = 6."""
    attained = sorted({1 / bound for name, _, _, bound in longest_runs() if name == "circle"})
    circle = [("circle", margin, margin_class(CIRCLE, margin)) for margin in attained]
    return (*[(f"basis {n}", Fraction(1, n), margin_class(basis(n), Fraction(1, n))) for n in range(1, 7)], *circle)


@check("ABMS20-2.fn3", grade="exhaustive",
       quantifier="classes of all labelings with margin gamma: basis vectors, N <= 6, gamma = 1/sqrt(N); 8 points of "
                  "the circle, every attained gamma",
       reason="Realizability is decided in the plane by a cross product instead of a linear program.")
@verifier(lambda share, name, margin: littlestone_by_definition(labelings(NAMES[name], margin)) > share / margin)
@sabotage("0.9 of the bound", Fraction(9, 10))
def dimension_of_a_margin_class_is_at_most_1_over_gamma_squared(share: Fraction = Fraction(1)) -> Verdict:
    return judge("<=", (((name, margin), littlestone_dimension(c), share / margin) for name, margin, c
                        in margin_classes()))


def labelings(points: tuple[Vector, ...], margin: Fraction) -> ConceptClass:
    """Return the margin class by trying all labelings."""
    every = product((-1, 1), repeat=len(points))
    rows = [[int(y > 0) for y in labels] for labels in every if margin_squared(points, labels) >= margin]
    return ConceptClass.from_matrix(rows)


@check("ABMS20-2.fn3", grade="exhaustive", quantifier="the same classes",
       fingerprint=lambda exponent: [exponent(Fraction(n)) for n in (1, 2, 10)])
@sabotage("2^(1/(4 gamma^2))", lambda inverse: int(inverse) // 4)
@judged("<=")
def thresholds_of_a_margin_class_are_bounded(exponent=lambda inverse: int(inverse) + 1):
    for name, margin, c in margin_classes():
        yield (name, margin), threshold_dimension(c), 2 ** exponent(1 / margin)

@thresholds_of_a_margin_class_are_bounded.verifier
def _(exponent, witness):
    name, margin = witness
    rows = labelings(NAMES[name], margin).rows()

    def longest(concepts: list[Any], points: list[int]) -> int:  # h comes first, so it is 1 on x and all later points
        return max((1 + longest([g for g in concepts if g[x] == 0], [y for y in points if h[y] == 1 and y != x])
                    for h in concepts for x in points if h[x] == 1), default=0)

    return longest(rows, list(range(len(rows[0])))) > 2 ** exponent(1 / margin)
