"""Rationals, brackets of reals, certified inequalities and linear programs: no probability, no privacy."""

from privlearn.exact.binary_fields import BinaryField
from privlearn.exact.binomial import binomial_probabilities, binomial_tail
from privlearn.exact.brackets import Bracket, exp_bracket, is_at_most, log_bracket, round_up, sqrt_bracket
from privlearn.exact.confidence import median_interval, success_interval
from privlearn.exact.errors import TooLargeToEnumerate, Undecided
from privlearn.exact.logarithms import LogSum, log2
from privlearn.exact.minimax import MinimaxProgram, is_enclosure
from privlearn.exact.rationals import as_distribution, as_exp_epsilon, as_fraction, as_integer, as_probability, rational
from privlearn.exact.search import least_integer
from privlearn.exact.solver import solve
from privlearn.exact.towers import log_star
