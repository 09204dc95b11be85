"""Learning points of ``{0,1}^b`` from a protocol: hash, and choose a key by the exponential mechanism.

Definitions
-----------
*From any protocol.*  Draw the public coins, independently of the sample; message s stands for the hypothesis "what Bob
answers to s".  The exponential mechanism chooses a message by its number of errors on the sample.  Hypotheses are
evaluated where the sample asks, ``n k`` times in all, and never listed.

*Hashing.*  For points by inner products one pass over the sample is enough: key s errs on the rows labelled 1 of other
keys and on the rows labelled 0 of key s.

*Success on huge domains*, exactly.  The target is the point x.  (1) Mass on x and one other point only: these collide
with probability ``2^-hashes`` whatever b, and the sample is a binomial count.  (2) Some extra mass on x, the rest
uniform on the whole domain: given its rank r the matrix cuts the domain into ``2^r`` blocks of equal size, and all that
matters is the point x, the rest of its block, and the other blocks: ``2^r + 1`` atoms.

>>> hashed_point_learner(1, 1, 4)(((0, 1),)).exact()[((1,), 0)]
Fraction(1, 3)
"""

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from privlearn.concepts import Concept
from privlearn.concepts.parity_hash import inner_products, rank_law
from privlearn.exact import Bracket, as_exp_epsilon, as_integer, as_probability, binomial_probabilities, round_up
from privlearn.exact.brackets import round_down
from privlearn.exact.rationals import Number, as_inner_probability, rational_square_root
from privlearn.laws import Law, uniform_range
from privlearn.learners.generic.occam import moment_bound
from privlearn.learning.labelled import check_labelled
from privlearn.mechanisms import Promise, PromisedMechanism, from_scores, replace_one

Bob = Callable[[Any, int, int], int]

BITS = 96


def protocol_learner(coins: Law, bob: Bob, messages: int, size: int, exp_epsilon: Number) -> PromisedMechanism:
    """Return the private learner of a protocol, which calls Bob ``n messages`` times and lists no domain.

    Parameters
    ----------
    coins : Law
        Of the public coins.
    bob : callable ``(coins, message, point) -> bit``
        Bob's answer.
    messages : int
    size : int
        Number of points, of any size.
    exp_epsilon : number above 1
        The square of a rational.

    Returns
    -------
    PromisedMechanism
        Takes any labelled database, consistent with a concept or not.  Outcomes are pairs (coins, message).

    Notes
    -----
    Source: FX15, Section 3.1, last paragraph.  Agnostic, as the exponential mechanism is.
    """
    k, n = as_integer(messages, "messages", least=1), as_integer(size, "size", least=1)
    ratio, base = _ratio(exp_epsilon)

    def law(database: Any) -> Law:
        check_labelled(database, n)

        def choose(drawn: Hashable) -> Law:
            scores = {s: -sum(bob(drawn, s, x) != y for x, y in database) for s in range(k)}
            return from_scores(scores, base).map(lambda s: (drawn, s))

        return coins.then(choose)

    return PromisedMechanism(law, Promise(ratio, replace_one), "exponential mechanism over a protocol's messages")


def _ratio(exp_epsilon: Number) -> tuple[Fraction, Fraction]:
    ratio = as_exp_epsilon(exp_epsilon)
    if ratio == 1:
        raise ValueError("exp_epsilon must be above 1: with epsilon = 0 the sample would not matter")
    return ratio, rational_square_root(ratio, "exp_epsilon")


def matrix_law(bits: int, hashes: int) -> Law:
    """Return the uniform law on matrices, tuples of ``hashes`` rows below ``2^bits``; sampling lists nothing."""
    b, j = as_integer(bits, "bits", least=1), as_integer(hashes, "hashes", least=1)
    mask = (1 << b) - 1
    return uniform_range(1 << b * j).map(lambda drawn: tuple(drawn >> b * i & mask for i in range(j)))


def hash_answer(matrix: tuple[int, ...], message: int, point: int) -> int:
    """Return Bob's answer in equality by hashing: 1 iff the key of his point is the message."""
    return int(inner_products(matrix, point) == message)


def hashed_point_learner(bits: int, hashes: int, exp_epsilon: Number) -> PromisedMechanism:
    """Return the learner of points of ``{0,1}^bits`` by ``hashes`` inner products.

    Outcomes are pairs (matrix, key): the hypothesis that is 1 at the points with this key.

    Parameters
    ----------
    bits, hashes : int
        At least 1; 64 bits and more are fine for sampling.
    exp_epsilon : number above 1
        The square of a rational.

    Notes
    -----
    Guarantee: the law of :func:`protocol_learner` for this protocol.  Cost: one key for each row, ``2^hashes`` scores.
    """
    draw, n, keys = matrix_law(bits, hashes), 1 << bits, range(1 << hashes)
    ratio, base = _ratio(exp_epsilon)

    def law(database: Any) -> Law:
        check_labelled(database, n)

        def choose(matrix: tuple[int, ...]) -> Law:
            counts = Counter((inner_products(matrix, x), y) for x, y in database)
            ones = sum(y for _, y in database)
            scores = {s: counts[s, 1] - counts[s, 0] - ones for s in keys}
            return from_scores(scores, base).map(lambda s: (matrix, s))

        return draw.then(choose)

    return PromisedMechanism(law, Promise(ratio, replace_one), "hashed point learner")


@lru_cache(maxsize=64)
def hashed_two_point_failure(hashes: int, rows: int, exp_epsilon: Number, share: Number, alpha: Number) -> Bracket:
    """Bracket the learner's failure with mass ``share`` on the target's point and the rest on one other point.

    The same for every number of bits.  Failure: a hypothesis of error above ``alpha``.

    Parameters
    ----------
    hashes, rows : int
    exp_epsilon : number above 1
    share : number in [0, 1]
    alpha : number in (0, 1)
    """
    j, n = as_integer(hashes, "hashes", least=1), as_integer(rows, "rows", least=0)
    _, base = _ratio(exp_epsilon)
    p, limit = as_probability(share, "share"), as_inner_probability(alpha, "alpha")
    k, collide = 1 << j, Fraction(1, 1 << j)
    low = high = Fraction(0)
    for ones, chance in enumerate(binomial_probabilities(n, p)):
        # (errors in the sample, error, how many hypotheses), when x and the other point collide or not
        apart = [(0, Fraction(0), 1), (n, Fraction(1), 1), (ones, p, k - 2)]
        together = [(n - ones, 1 - p, 1), (ones, p, k - 1)]
        lost = collide * _bad_share(together, base, limit) + (1 - collide) * _bad_share(apart, base, limit)
        low, high = low + chance * round_down(lost, BITS), high + chance * round_up(lost, BITS)
    return Bracket(low, high)


def _bad_share(hypotheses: list[tuple[int, Fraction, int]], base: Fraction, limit: Fraction) -> Fraction:
    least = min(errors for errors, _, count in hypotheses if count)
    weights = [(count / base ** (errors - least), error > limit) for errors, error, count in hypotheses]
    return sum((w for w, bad in weights if bad), Fraction(0)) / sum(w for w, _ in weights)


def spread_failure(bits: int, hashes: int, rows: int, exp_epsilon: Number, share: Number,
                   alpha: Number) -> Fraction:
    """Return an exact rational upper bound on the failure with mass ``share`` on the point and the rest uniform.

    "The rest" is uniform on the whole domain, the point included.  The sum over the ranks r of the matrix of the
    probability of r times :func:`~privlearn.learners.generic.occam.moment_bound`, at most 1, on ``2^r + 1`` atoms.
    """
    b, j = as_integer(bits, "bits", least=1), as_integer(hashes, "hashes", least=1)
    p, limit = as_probability(share, "share"), as_inner_probability(alpha, "alpha")
    _, base = _ratio(exp_epsilon)
    bound = Fraction(0)
    for rank, chance in rank_law(j, b).items():
        hypotheses, target, law = _atoms(b, j, rank, p)
        bound += chance * min(Fraction(1), moment_bound(hypotheses, target, law, rows, base, limit))
    return bound


def _atoms(bits: int, hashes: int, rank: int, share: Fraction) -> tuple[list[Concept], Concept, tuple[Fraction, ...]]:
    """Return hypotheses, target and distribution on: the point, the rest of its block, the other blocks."""
    blocks, point = 1 << rank, Fraction(1, 1 << bits)
    block = (1 - share) / blocks
    law = (share + (1 - share) * point, block - (1 - share) * point, *[block] * (blocks - 1))
    own = (1, 1, *[0] * (blocks - 1))
    others = [(0, 0, *(int(i == s) for i in range(blocks - 1))) for s in range(blocks - 1)]
    empty = [(0,) * (blocks + 1)] * ((1 << hashes) - blocks)
    return [own, *others, *empty], (1, *[0] * blocks), law
