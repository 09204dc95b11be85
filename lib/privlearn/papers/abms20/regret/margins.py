"""ABMS20, Section 2, footnote 3: margins, the Perceptron and the threshold dimension."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import cos, lcm, pi, sin, sqrt
from operator import add, mul
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass
from privlearn.dimensions import littlestone_dimension, threshold_dimension
from privlearn.exact.formulas import Value, formula
from privlearn.online import margin_class, margin_squared, perceptron_mistakes
from privlearn.online.perceptron import Vector, basis, most_perceptron_mistakes
from privlearn.papers.abms20.regret import claim
from privlearn.papers.abms20.regret.instances import CIRCLE
from privlearn.papers.by_definition import littlestone_by_definition

NAMES = {f"basis {n}": basis(n) for n in range(1, 11)} | {"circle": CIRCLE}

@formula("at most", tex={"1 / squared": r"1/\gamma^2"}, corners={"squared": (1, Fraction(1, 2), Fraction(1, 400))})
def most_mistakes(squared: Value) -> Value:
    """Return the bound on the Perceptron's mistakes, of the square of a margin."""
    return 1 / squared


claim("ABMS20-2.fn3", kind="remark", section="2 Main results, footnote 3", formulas=(most_mistakes,),
      title="Threshold dimension as an abstraction of margin; the Perceptron's mistakes",
      uses=("ABMS20-2.def-T", "FX15-2.5.ldim", "ABMS20-1.fn1", "ABMS20-3.2"),
      note="The footnote draws an analogy, and states nothing.  Checked are the Perceptron's bound 1/gamma^2, "
           "attained by basis vectors, and what it says of the two dimensions of a class with margin gamma.  The "
           "bound on the threshold dimension comes through the Littlestone dimension and is far from tight: basis "
           "vectors have N where it allows 2^(N + 1); but it is no 1/gamma^2, as thresholds on 4 vectors show.")


@cache
def longest_runs() -> tuple[tuple[str, tuple[int, ...], int, Fraction], ...]:
    """Return (points, labels, most mistakes, margin^2) for all labelings with a margin.

    For basis vectors a round changes one coordinate, which is then never wrong again: every order is the same.
    """
    found = []
    for name, points in NAMES.items():
        for labels in product((-1, 1), repeat=len(points)):
            margin = margin_squared(points, labels)
            if margin:
                most = (most_perceptron_mistakes(points, labels) if name == "circle" or len(points) <= 4
                        else perceptron_mistakes(points, labels))
                found.append((name, labels, most, margin))
    return tuple(found)


@check("ABMS20-2.fn3", grade="exhaustive", quantifier="basis vectors e_1..e_N, N <= 10, all labels, and N = 400; 8 "
       "rational points of the circle, all 16 labelings with a margin, all sequences of the points",
       says="{the Perceptron's largest number of mistakes} is at most {1/gamma^2}")
def perceptron_errs_at_most_1_over_gamma_squared_times(bound=most_mistakes) -> Verdict:
    small = [((name, labels), most, bound(margin)) for name, labels, most, margin in longest_runs()]
    mistakes = perceptron_mistakes(basis(400), tuple((-1) ** i for i in range(400)))
    return judge("<=", [*small, (("basis 400", "alternating"), mistakes, bound(Fraction(1, 400)))])

def refutes_perceptron_errs_at_most_1_over_gamma_squared_times(bound, witness):
    points, labels = NAMES[witness[0]], witness[1]
    w, mistakes, n = [Fraction(0)] * len(points[0]), 0, len(points)
    for _ in range(20):
        for point, y in zip(points, labels, strict=True):
            if y * sum(a * b for a, b in zip(w, point, strict=True)) <= 0:
                w, mistakes = [a + y * b for a, b in zip(w, point, strict=True)], mistakes + 1
    return witness[0] == f"basis {n}" and mistakes > bound(Fraction(1, n))  # the margin of a basis is 1/sqrt(n)


@check("ABMS20-2.fn3", grade="exact", quantifier="basis vectors, N <= 10, all labels, and N = 400",
       says="{the number of mistakes of the Perceptron} equals {N = 1/gamma^2}")
@sabotage("a value of 0 is no mistake if the label is 1", lambda points, labels: sum(y < 0 for y in labels))
def basis_vectors_attain_the_bound(mistakes=perceptron_mistakes) -> Verdict:
    cases = [(labels, mistakes(basis(n), labels), n) for n in range(1, 11) for labels in product((-1, 1), repeat=n)]
    return judge("==", [*cases, ("400 times 1", mistakes(basis(400), (1,) * 400), 400)])

def refutes_basis_vectors_attain_the_bound(mistakes, labels):
    seen, errors = set(), 0
    for i in range(len(labels)):  # before e_i is seen, w has coordinate 0 there
        errors += i not in seen
        seen.add(i)
    return mistakes(basis(len(labels)), labels) != errors


@check("ABMS20-2.fn3", grade="exhaustive", quantifier="basis vectors, N <= 4, all labels, and 8 points of the circle, "
       "labelings with gamma^2 >= 1/10: the vectors reached by 1, 2, ... mistakes, until there are none",
       says="{the largest number of mistakes by the search} equals {the largest number of mistakes by vectors reached}")
@sabotage("a value of 0 is no mistake", lambda points, labels: most_perceptron_mistakes(points, labels) - 1)
@judged("==")
def most_mistakes_are_those_of_all_sequences(most=most_perceptron_mistakes):
    for name in ("basis 1", "basis 2", "basis 3", "basis 4", "circle"):
        for labels in product((-1, 1), repeat=len(NAMES[name])):
            if margin_by_directions(NAMES[name], labels) >= Fraction(1, 10):
                yield (name, labels), most(NAMES[name], labels), layers(NAMES[name], labels)

def refutes_most_mistakes_are_those_of_all_sequences(most, name, labels):
    signed = [[y * v for v in x] for x, y in zip(NAMES[name], labels, strict=True)]

    def longest(w: list[Fraction]) -> int:  # one sequence after the other
        wrong = [x for x in signed if sum(a * b for a, b in zip(w, x, strict=True)) <= 0]
        return max((1 + longest([a + b for a, b in zip(w, x, strict=True)]) for x in wrong), default=0)

    return most(NAMES[name], labels) != longest([Fraction(0)] * len(signed[0]))


def layers(points: tuple[Vector, ...], labels: tuple[int, ...]) -> int:
    """Return how many mistakes lead from 0 to some vector, by the sets of vectors that so many mistakes reach."""
    _, signed = in_integers(points, labels)
    reached, mistakes = {(0,) * len(points[0])}, 0
    while True:
        reached = {tuple(map(add, w, x)) for w in reached for x in signed if sum(map(mul, w, x)) <= 0}
        if not reached:
            return mistakes
        mistakes += 1


@cache
def margin_by_directions(points: tuple[Vector, ...], labels: tuple[int, ...]) -> Fraction:
    """Return the square of the margin: a vector of largest margin points like a signed point or the sum of two.

    For a standard basis it points like the sum of all.
    """
    scale, signed = in_integers(points, labels)
    directions = [tuple(map(sum, zip(*signed, strict=True)))] if len(points[0]) != 2 else [
        tuple(map(add, p, q)) for p, q in combinations_with_replacement(signed, 2)]
    found = ((min(sum(map(mul, u, x)) for x in signed), sum(map(mul, u, u))) for u in directions)
    return max((Fraction(least**2, length * scale**2) for least, length in found if least > 0), default=Fraction(0))


def in_integers(points: tuple[Vector, ...], labels: tuple[int, ...]) -> tuple[int, list[tuple[int, ...]]]:
    """Return a common denominator, and the points with their labels as signs, multiplied by it."""
    scale = lcm(*(value.denominator for point in points for value in point))
    return scale, [tuple(int(y * scale * value) for value in x) for x, y in zip(points, labels, strict=True)]


@check("ABMS20-2.fn3", grade="exhaustive", quantifier="8 points of the circle, all labels, up to the sign of all: the "
       "distance of the polygon of signed points against the directions in which a vector of largest margin can point",
       says="{the squared margin by the polygon} equals {the squared margin of the best direction}")
@sabotage("the nearest corner", lambda points, labels: Fraction(int(margin_squared(points, labels) > 0)))
@judged("==")
def margin_is_that_of_the_best_direction(margin=margin_squared):
    for labels in product((1, -1), repeat=8):
        if labels[0] == 1:
            yield labels, margin(CIRCLE, labels), margin_by_directions(CIRCLE, labels)

def refutes_margin_is_that_of_the_best_direction(margin, labels):
    angles = [2 * pi * i / 36000 for i in range(36000)]  # every hundredth of a degree
    signed = [(float(y * x[0]), float(y * x[1])) for x, y in zip(CIRCLE, labels, strict=True)]
    best = max(min(cos(a) * p + sin(a) * q for p, q in signed) for a in angles)
    return abs(float(margin(CIRCLE, labels)) - max(best, 0) ** 2) > 1e-3


@check("ABMS20-2.fn3", grade="exhaustive", quantifier="basis vectors, N <= 6, and 8 points of the circle, every "
       "attained margin: the labelings that have it, from all labelings and the directions that decide",
       says="the margin class consists of exactly the labellings with margin at least gamma")
@verifier(lambda make, name, margin:
          set(map(tuple, make(NAMES[name], margin).rows())) != set(labelings(NAMES[name], margin).rows()))
@sabotage("more than the margin", lambda points, margin: margin_class(points, margin + Fraction(1, 10**9)))
@judged("==")
def margin_classes_are_those_of_all_labelings(make=margin_class):
    for name, margin, _ in margin_classes():
        points = NAMES[name]
        right = [tuple(int(y > 0) for y in labels) for labels in product((-1, 1), repeat=len(points))
                 if margin_by_directions(points, labels) >= margin]
        yield (name, margin), sorted(make(points, margin).rows()), right


@cache
def margin_classes() -> tuple[tuple[str, Fraction, ConceptClass], ...]:
    """Return the margin classes for all attained margins of the circle, and those of the bases up to N = 6."""
    attained = sorted({margin for name, _, _, margin in longest_runs() if name == "circle"})
    circle = [("circle", margin, margin_class(CIRCLE, margin)) for margin in attained]
    return (*[(f"basis {n}", Fraction(1, n), margin_class(basis(n), Fraction(1, n))) for n in range(1, 7)], *circle)


@check("ABMS20-2.fn3", grade="exhaustive",
       quantifier="classes of all labelings with margin gamma: basis vectors, N <= 6, gamma = 1/sqrt(N); 8 points of "
                  "the circle, every attained gamma",
       says="{the Littlestone dimension of the margin class} is at most {1/gamma^2}",
       reason="Realizability is decided in the plane by a cross product instead of a linear program.")
@verifier(lambda bound, name, margin: littlestone_by_definition(labelings(NAMES[name], margin)) > bound(margin))
@judged("<=")
def dimension_of_a_margin_class_is_at_most_1_over_gamma_squared(bound=most_mistakes):
    for name, margin, c in margin_classes():
        yield (name, margin), littlestone_dimension(c), bound(margin)


def labelings(points: tuple[Vector, ...], margin: Fraction) -> ConceptClass:
    """Return the margin class by trying all labelings."""
    every = product((-1, 1), repeat=len(points))
    rows = [[int(y > 0) for y in labels] for labels in every if margin_squared(points, labels) >= margin]
    return ConceptClass.from_matrix(rows)


def on_circles(n: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return n integer vectors and n more, of which the i-th has a negative product with the vectors before the i-th.

    Coordinates come in pairs, points of a circle each: the j-th vector at the angle ``k pi j / n``, k = 1, 3, ..., and
    the squared radius falls like ``1/sin(k pi / (2n))``.  The margin is nearly the largest there is.
    """
    vectors: tuple[list[list[int]], list[list[int]]] = ([], [])
    for side, shift in enumerate((Fraction(0), Fraction(n - 1, 2))):
        for j in range(n):
            vectors[side].append([])
            for k in range(1, n, 2):
                radius = 10**4 / sqrt(sin(k * pi / (2 * n))) * ((-1) ** (k // 2) if side else 1)
                angle = k * pi * float(j + shift) / n
                vectors[side][-1] += [round(radius * cos(angle)), round(radius * sin(angle))]
    return vectors


def inverse_margin(points: list[list[int]], separators: list[list[int]]) -> Fraction:
    """Return the largest ``1/gamma^2`` of the labelings by the signs of products, the vectors scaled to length 1."""
    return max(Fraction(sum(map(mul, u, u)) * sum(map(mul, x, x)), sum(map(mul, u, x)) ** 2)
               for u, x in product(separators, points))


@cache
def classes_with_margin() -> tuple[tuple[str, Fraction, ConceptClass], ...]:
    """Return the margin classes, and the thresholds on 4, 8 and 16 vectors, with 1/gamma^2."""
    found = [(name, 1 / margin, c) for name, margin, c in margin_classes()]
    for n in (4, 8, 16):
        points, separators = on_circles(n)
        signs = [[int(sum(map(mul, u, x)) > 0) for x in points] for u in separators]
        found.append((f"thresholds {n}", inverse_margin(points, separators), ConceptClass.from_matrix(signs)))
    return tuple(found)


@check("ABMS20-2.fn3", grade="exhaustive",
       quantifier="the same classes, and the thresholds on 4, 8, 16 vectors, with 1/gamma^2 below 4, 6, 8",
       says="{the threshold dimension of the class} is at most {2^(floor(1/gamma^2) + 1)}")
@sabotage("2^(1/(4 gamma^2))", lambda inverse: 2 ** (int(inverse) // 4))
@sabotage("1/gamma^2, the Perceptron's bound", lambda inverse: inverse)
@judged("<=")
def thresholds_of_a_margin_class_are_bounded(bound=lambda inverse: 2 ** (int(inverse) + 1)):
    for name, inverse, c in classes_with_margin():
        yield (name, inverse), threshold_dimension(c), bound(inverse)

def refutes_thresholds_of_a_margin_class_are_bounded(bound, name, inverse):
    if name.startswith("thresholds"):
        points, separators = on_circles(int(name.split()[1]))
        in_order = all((sum(a * b for a, b in zip(u, x, strict=True)) > 0) == (i <= j)
                       for i, u in enumerate(separators) for j, x in enumerate(points))
        return in_order and inverse_margin(points, separators) <= inverse and len(points) > bound(inverse)
    rows = labelings(NAMES[name], 1 / inverse).rows()

    def longest(concepts: list[Any], points: list[int]) -> int:  # h comes first, so it is 1 on x and all later points
        return max((1 + longest([g for g in concepts if g[x] == 0], [y for y in points if h[y] == 1 and y != x])
                    for h in concepts for x in points if h[x] == 1), default=0)

    return longest(rows, list(range(len(rows[0])))) > bound(inverse)
