"""Lines: a protocol with 4p messages, the slope and a hash of the height.

Definitions
-----------
Alice sends the slope a of her line ``y = a x + b`` over Z_p and the value ``h(b)`` of a public random function
``h: Z_p -> {0..m-1}``.  The line through Bob's point with that slope has the offset ``y - a x``; if its hash is not
``h(b)`` he answers 0, otherwise 1, but only if a public coin of bias ``m/(m+1)`` says so.  A point of the line is
missed with probability ``1/(m+1)``, another one is taken for such with probability ``1/m * m/(m+1)``: the error is
``1/(m+1)`` everywhere.

>>> slope_and_hash(3, 4)((1, 0), (2, 2)).exact()
{0: Fraction(1, 5), 1: Fraction(4, 5)}
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from privlearn.communication.protocols import PublicCoinProtocol
from privlearn.exact import TooLargeToEnumerate, as_integer
from privlearn.exact.primes import as_prime
from privlearn.laws import Law, bernoulli, pure, uniform

PairRow = tuple[int, int]
Coins = tuple[tuple[int, ...], int]
Run = Callable[[PairRow, PairRow], Law]
MOST_HASHES = 1 << 14


def hash_coins(p: int, buckets: int) -> Law:
    """Return the law of the public coins: a function ``Z_p -> {0..m-1}`` as a tuple, and the bold coin.

    Raises
    ------
    TooLargeToEnumerate
        For more than 2^14 functions.

    Examples
    --------
    >>> hash_coins(2, 1).exact()
    {((0, 0), 0): Fraction(1, 2), ((0, 0), 1): Fraction(1, 2)}
    """
    _check(p, buckets)
    if buckets**p > MOST_HASHES:
        raise TooLargeToEnumerate("the law of a random function", f"{buckets}^{p}", MOST_HASHES)
    return uniform(list(product(range(buckets), repeat=p))).then(
        lambda table: bernoulli(Fraction(buckets, buckets + 1)).map(lambda bold: (table, bold)))


def _check(p: int, buckets: int) -> None:
    as_prime(p)
    as_integer(buckets, "buckets", least=1)


def slope_and_hash_message(coins: Coins, line: PairRow) -> PairRow:
    """Return Alice's message: her slope and the hash of her offset.

    >>> slope_and_hash_message(((1, 0, 1), 1), (2, 0))
    (2, 1)
    """
    return line[0], coins[0][line[1]]


def slope_and_hash_answer(coins: Coins, message: PairRow, point: PairRow) -> int:
    """Return Bob's answer; coins are an outcome of :func:`hash_coins`, a table of hashes and the bold coin.

    >>> slope_and_hash_answer(((1, 0, 1), 1), (2, 1), (1, 2))
    1
    """
    (table, bold), (slope, value), (x, y) = coins, message, point
    return int(bold and table[(y - slope * x) % len(table)] == value)


def slope_and_hash(p: int, buckets: int) -> Run:
    """Return the protocol as a function of line and point to the law of Bob's answer.

    Guarantee: wrong with probability exactly ``1 / (buckets + 1)`` on every pair; ``p * buckets`` messages.

    >>> slope_and_hash(2, 3)((0, 0), (1, 1)).exact()  # the point is not on the line y = 0
    {0: Fraction(3, 4), 1: Fraction(1, 4)}
    """
    coins = hash_coins(p, buckets)
    return lambda line, point: coins.map(
        lambda drawn: slope_and_hash_answer(drawn, slope_and_hash_message(drawn, line), point))


def slope_and_hash_lazily(p: int, buckets: int) -> Run:
    """Return the same law for any p, the random function being drawn at the two places where it is read.

    >>> slope_and_hash_lazily(101, 3)((0, 0), (1, 1)).exact()
    {0: Fraction(3, 4), 1: Fraction(1, 4)}
    """
    _check(p, buckets)
    bold = bernoulli(Fraction(buckets, buckets + 1))

    def run(line: PairRow, point: PairRow) -> Law:
        other = (point[1] - line[0] * point[0]) % p
        values = uniform(range(buckets))
        other_value = (lambda v: values) if other != line[1] else pure
        agree = values.then(lambda v: other_value(v).map(lambda w: int(v == w)))
        return agree.then(lambda same: bold.map(lambda b: int(b and same)))

    return run


def slope_and_hash_protocol(p: int, buckets: int) -> PublicCoinProtocol:
    """Return the protocol with all its branches written out; message ``a m + h(b)`` for the slope a.

    >>> slope_and_hash_protocol(2, 3).messages, len(slope_and_hash_protocol(2, 3).branches)
    (6, 18)
    """
    plane = [(i, j) for i in range(p) for j in range(p)]
    heard = [(a, v) for a in range(p) for v in range(buckets)]
    branches = []
    for coins, weight in hash_coins(p, buckets).exact().items():
        sent = (slope_and_hash_message(coins, line) for line in plane)
        bob = tuple(tuple(slope_and_hash_answer(coins, message, point) for point in plane) for message in heard)
        branches.append((weight, tuple(a * buckets + v for a, v in sent), bob))
    return PublicCoinProtocol(tuple(branches))
