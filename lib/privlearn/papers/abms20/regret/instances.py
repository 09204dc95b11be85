"""The regret from its definition, and the unit vectors on which margins are checked."""

from fractions import Fraction

from privlearn.online.perceptron import as_unit_vectors


def naive_regret(rows, rounds: int, lost: tuple[int, ...] | None = None) -> Fraction:
    """Return the minimax regret from its definition: the state is the list of all concepts' mistakes."""
    lost = lost or (0,) * len(rows)
    if rounds == 0:
        return Fraction(-min(lost))
    values = []
    for x in range(len(rows[0])):
        a, b = (naive_regret(rows, rounds - 1, tuple(m + (row[x] != label) for m, row in zip(lost, rows, strict=True)))
                for label in (0, 1))
        values.append((1 + a + b) / 2 if abs(a - b) <= 1 else max(a, b))  # the best p of max(p + a, 1 - p + b)
    return max(values)


CIRCLE = as_unit_vectors([(1, 0), (0, 1), (Fraction(3, 5), Fraction(4, 5)), (Fraction(4, 5), Fraction(3, 5)),
                          (Fraction(5, 13), Fraction(12, 13)), (Fraction(12, 13), Fraction(5, 13)),
                          (Fraction(-3, 5), Fraction(4, 5)), (Fraction(-4, 5), Fraction(3, 5))])
