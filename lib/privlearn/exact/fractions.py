"""Fractions that instances of many pages use, by name."""

from fractions import Fraction

THREE_HALVES = Fraction(3, 2)
NINE_TENTHS = Fraction(9, 10)
HALF = Fraction(1, 2)
THIRD = Fraction(1, 3)
QUARTER = Fraction(1, 4)
FIFTH = Fraction(1, 5)
EIGHTH = Fraction(1, 8)
TENTH = Fraction(1, 10)
TWENTIETH = Fraction(1, 20)
HUNDREDTH = Fraction(1, 100)
MILLIONTH = Fraction(1, 10**6)
