"""Prediction with n experts the best of which errs at most k times: exact values, and the deterministic bound.

Definitions
-----------
In each round every expert gives its advice, a bit; the learner predicts, and is told the outcome.  Some expert errs at
most k times.  The *universal class* of n experts has a point for each pattern of advice, and for each expert the
concept that follows it; so ``M*(n, k)``, the mistakes that a learner with coins must expect, is its randomised
Littlestone dimension with k errors (:mod:`~privlearn.dimensions.with_errors`), and without coins it is the
deterministic one.  A number D of rounds in which every pattern of labels leaves an expert with at most k errors needs
``2^D <= n (C(D, 0) + ... + C(D, k))``; ``D(n, k)`` is the largest such number.

A learner that *follows* experts chooses one at random before it hears their advice, so that it predicts by a convex
combination of the experts; then their errors are all that counts.

>>> universal_experts(2).rows(), most_rounds(2, 3), two_experts(1), str(perfect_experts(3))
([(0, 1, 0, 1), (0, 0, 1, 1)], 7, Fraction(7, 4), '3/4')

Source: FHMM23; the value for perfect experts that lie between powers of two is an observation of this library.
"""

from fractions import Fraction
from math import comb

from privlearn.concepts import ConceptClass, all_functions
from privlearn.exact import MinimaxProgram, as_integer
from privlearn.exact.formulas import Value, binom, floor, formula, log2


def universal_experts(count: int) -> ConceptClass:
    """Return the class of n experts: concept i at point x is bit i of x, the advice of expert i in pattern x.

    Parameters
    ----------
    count : int
        n, from 1 to 12.
    """
    n = as_integer(count, "count", least=1, most=12)
    return ConceptClass.from_matrix(all_functions(n).matrix[:, ::-1].T)


def most_rounds(count: int, errors: int) -> int:
    """Return D(n, k), which bounds the mistakes of the best deterministic learner with n experts.

    Examples
    --------
    >>> [most_rounds(4, k) for k in range(4)]
    [2, 4, 6, 9]
    """
    n, k = as_integer(count, "count", least=1), as_integer(errors, "errors", least=0)
    rounds = 0
    while 2 ** (rounds + 1) <= n * sum(comb(rounds + 1, i) for i in range(k + 1)):
        rounds += 1
    return rounds


@formula("equals", corners={"k": (*range(9), 100)})
def two_experts(k: int) -> Value:
    """Return M*(2, k), the mistakes that a learner with coins and two experts must expect.

    The experts always disagree, and the mean number of errors that the better one still has when the other is out is
    that of Banach's matchboxes.

    Examples
    --------
    >>> [str(two_experts(k)) for k in range(4)]
    ['1/2', '7/4', '47/16', '131/32']
    """
    return k + (k + 1 / 2) * binom(2 * k, k) * 4**-k


@formula("equals", where=("n >= 1",), corners={"n": (256, 255, 16, 15, *range(8, -1, -1))}, tex={"floor(log2(n))": "f"},
         loose={"n >= 1": "the condition only makes the logarithm defined"})
def perfect_experts(n: int) -> Value:
    """Return M*(n, 0), the mistakes that a learner with coins must expect if one of n experts never errs.

    It is half the mean depth of a tree with n leaves whose depths differ by one at most, on the chord of ``log_4``
    between two powers of two.
    """
    return 1 / 2 * (floor(log2(n)) - 1 + n * 2**-floor(log2(n)))


def following_experts(count: int) -> Fraction:
    """Return what a learner must expect that follows one of n perfect experts: ``1/2 + 1/3 + ... + 1/n``.

    Examples
    --------
    >>> [str(following_experts(n)) for n in (1, 2, 3, 4)]
    ['0', '1/2', '5/6', '13/12']
    """
    n = as_integer(count, "count", least=1)
    return sum((Fraction(1, m) for m in range(2, n + 1)), Fraction(0))


def following_program(values: tuple[Fraction, ...]) -> MinimaxProgram:
    """Return the program of one round for a learner that follows one of n perfect experts, chosen at random before.

    Parameters
    ----------
    values : tuple of Fraction
        What m experts that have not erred cost later, for m = 1, ..., n - 1.

    Notes
    -----
    A task for each set of experts that errs now, neither empty nor all: what is paid is the chance of having followed
    one of them, and later the value for those left.  The value of the program is that of n experts.

    Examples
    --------
    >>> from privlearn.exact import solve
    >>> solve(following_program((Fraction(0),))).value
    Fraction(1, 2)
    """
    n = len(values) + 1
    sets = [[i for i in range(n) if wrong >> i & 1] for wrong in range(1, (1 << n) - 1)]
    return MinimaxProgram(blocks=(n,), tasks=tuple(
        {i: (i in wrong) + Fraction(values[n - len(wrong) - 1]) for i in range(n)} for wrong in sets))
