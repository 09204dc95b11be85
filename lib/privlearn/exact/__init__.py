"""Rationals, brackets of reals, certified inequalities and linear programs: no probability, no privacy."""

from privlearn.exact.binary_fields import BinaryField, irreducible_polynomial, is_irreducible
from privlearn.exact.binomial import binomial_probabilities, binomial_tail, expectation, expectation_brackets
from privlearn.exact.brackets import (
    Bracket,
    as_bracket,
    exp_bracket,
    is_at_most,
    log_bracket,
    pi_bracket,
    round_down,
    round_up,
    sqrt_bracket,
)
from privlearn.exact.errors import TooLargeToEnumerate, Undecided
from privlearn.exact.logarithms import LogSum, log2, sum_of_logs
from privlearn.exact.rationals import (
    as_exp_epsilon,
    as_fraction,
    as_integer,
    as_probability,
    rational,
    rational_square_root,
)

__all__ = [
    "BinaryField",
    "Bracket",
    "LogSum",
    "TooLargeToEnumerate",
    "Undecided",
    "as_bracket",
    "as_exp_epsilon",
    "as_fraction",
    "as_integer",
    "as_probability",
    "binomial_probabilities",
    "binomial_tail",
    "exp_bracket",
    "expectation",
    "expectation_brackets",
    "irreducible_polynomial",
    "is_at_most",
    "is_irreducible",
    "log2",
    "log_bracket",
    "pi_bracket",
    "rational",
    "rational_square_root",
    "round_down",
    "round_up",
    "sqrt_bracket",
    "sum_of_logs",
]
