"""Majorities of copies, counted anew for the claims on the page equivalence-applications."""

from fractions import Fraction
from math import comb

SLACK = Fraction(1, 72)  # 1/8 - 1/9, what Newman's theorem may add to the error


def majority_by_counting(error: Fraction, copies: int) -> Fraction:
    """The error of the majority, in whole numbers."""
    a, b = error.numerator, error.denominator
    return Fraction(sum(comb(copies, i) * a**i * (b - a) ** (copies - i) for i in range(copies // 2 + 1, copies + 1)),
                    b**copies)


def first_odd_number(error: Fraction, goal: Fraction) -> int:
    """The least odd number of copies, by trying one after the other."""
    copies = 1
    while majority_by_counting(error, copies) > goal:
        copies += 2
    return copies
