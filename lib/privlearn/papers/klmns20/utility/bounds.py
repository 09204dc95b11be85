"""KLMNS20, Lemma 3.8: what its conditions ask for, and its probability of success."""

from fractions import Fraction

from privlearn.exact.formulas import Logarithm, Value, ceil, formula, ln

RATES = (Logarithm(Fraction(11, 10)), Logarithm(Fraction(4)), Logarithm(Fraction(1000)))
RISKS = (Fraction(1, 10**30), Fraction(1, 4), Fraction(1, 2))
DEFINED, POSITIVE = "else there is no number", "no epsilon is negative"


@formula("rows", where=("epsilon_e > 0", "0 < beta_e < 1", "s >= 1"),
         corners={"epsilon_e": RATES, "beta_e": RISKS, "s": (1, 2, 9)},
         loose={"epsilon_e > 0": POSITIVE, "0 < beta_e < 1": DEFINED, "s >= 1": "every answer has score 0"})
def enough_trim(epsilon_e: Value, beta_e: Value, s: int) -> Value:
    """Return t_1 for score s: one of four leaves has score t_1 + 1, three have s - 1."""
    return ceil(s - 2 + 1 / epsilon_e * ln(3 * (1 - beta_e) / beta_e))


@formula("rows", where=("epsilon_e > 0", "0 < beta_e < 1"), corners={"epsilon_e": RATES, "beta_e": RISKS},
         loose={"epsilon_e > 0": POSITIVE, "0 < beta_e < 1": DEFINED})
def enough_trim_for_half(epsilon_e: Value, beta_e: Value) -> Value:
    """Return t_1, if that is even, for the score t_1/2 + 1."""
    return ceil(2 / epsilon_e * ln(3 * (1 - beta_e) / beta_e) - 2)


@formula("rows", where=("epsilon_c > 0", "0 < beta_c < 1"),
         corners={"epsilon_c": RATES, "beta_c": (*RISKS, Fraction(9, 10)), "tau": (-2, 1, 40)},
         loose={"epsilon_c > 0": POSITIVE, "0 < beta_c < 1": DEFINED})
def enough_stop(epsilon_c: Value, beta_c: Value, tau: Value) -> Value:
    """Return t_2: the node at an interior level has weight at least t_2 + 1."""
    return ceil(tau - 1 + 1 / epsilon_c * ln((1 - beta_c) / beta_c))


@formula("rows", where=("0 < beta_b < 1",), corners={"B": (1, 2, 3, 10, 2**64), "beta_b": (*RISKS, Fraction(-1))})
def one_point_weight(B: int, beta_b: Value) -> Value:
    """Return the weight that one repeated point of B values needs."""
    return (B - 1) * ((1 - beta_b) / beta_b)


@formula("rows", corners={"B": (2, 3, 10, 2**64), "beta_b": RISKS})
def two_points_weight(B: int, beta_b: Value) -> Value:
    """Return the weight that two adjacent points of B values need."""
    return (B - 2) * ((1 - beta_b) / beta_b)


@formula("at least", corners=dict.fromkeys(("beta_b", "beta_c", "beta_e"), (Fraction(1, 4), Fraction(1, 100)))
         | {"N": (0, 1, 2)})
def success_probability(beta_b: Value, beta_c: Value, beta_e: Value, N: int) -> Value:
    """Return how often an answer has the score at least."""
    return 1 - beta_b - N * (beta_c + beta_e)
