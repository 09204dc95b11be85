"""Classes and distributions whose covers are computed, for the page known-distributions."""

from fractions import Fraction

from privlearn.concepts import ConceptClass, all_functions, lines, points, thresholds

ALPHAS = (Fraction(1, 8), Fraction(1, 4), Fraction(1, 2))
CLASSES = {"Thr_2": thresholds(2), "Point_2": points(2), "AllFunctions(3)": all_functions(3), "Line_2": lines(2),
           "two constants": ConceptClass.from_matrix([[0, 0], [1, 1]])}
Law = tuple[Fraction, ...]


def laws(size: int) -> list[Law]:
    """The uniform distribution and eleven others with small denominators, by a fixed rule."""
    found = [(Fraction(1, size),) * size]
    for k in range(1, 12):
        weights = [(7 * k * k + 3 * k * x + 5 * x * x + k // 3) % 7 for x in range(size)]
        weights[k % size] += 1
        found.append(tuple(Fraction(w, sum(weights)) for w in weights))
    return found
