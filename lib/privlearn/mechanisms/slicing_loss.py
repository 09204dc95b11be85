"""What reorder-slice-compute loses, whatever the number of slices.

Definitions
-----------
Let every answer have the ratio a between slices that differ by one row, and ``b >= a`` between slices that differ by
one row or by an exchange of one (``b = a^2`` always does), and let the noise have ``Pr[G = k] = (1 - r) r^k``.  Of two
databases one has a row more.  D(c) is the largest ``Pr[E | with it] - c Pr[E | without it]``, for any number of slices,
their orders, sizes and answers chosen adaptively.

*Without the row* nothing is more than ``a / r`` times as likely as with it (:func:`removal_ratio`), up to the delta of
one answer if answers have one.  The other way round, for every share s in [0, 1] with ``s r a <= c``,

    ``D(c) <= (1 - r) D((c - s r a) / b) + r (1 - s) D((c - s r a) / ((1 - s) b))``,

unless D(c) is at most ``1 - c / a``.  The share 1 gives ``D(r a (1 + b + ... + b^(J-1))) <= (1 - r)^J``
(:func:`slicing_bound`), the share 0 composition.  A :class:`LossTable` holds a share for each of many ratios, and a
delta that satisfies the inequality there: by induction on the slices it bounds D (:func:`is_loss_table`).

A slice that is used up to k times counts as one answer with the ratios ``a^k`` and ``b^k``.

>>> slicing_bound(2, Fraction(1, 2), 2, exchange=2)
(Fraction(3, 1), Fraction(1, 4))
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from privlearn.exact import as_exp_epsilon, as_integer, as_probability
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number
from privlearn.mechanisms.noise import geometric_ratio

BITS = 96  # of the deltas of a table, rounded up
SHARES = (0, *(Fraction(1, k) for k in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)))


def _ratios(ratio: Number, exp_epsilon: Number, exchange: Number | None) -> tuple[Fraction, Fraction, Fraction]:
    r, a = geometric_ratio(ratio), as_exp_epsilon(exp_epsilon)
    b = a * a if exchange is None else as_exp_epsilon(exchange, "exchange")
    if b < a:
        raise ValueError(f"exchange must be at least exp_epsilon = {a}, got {b}")
    return r, a, b


THIRDS = (Fraction(1, 2), Fraction(1, 3), Fraction(9, 10))
NOISE = {"0 < r < 1": "there is no such noise"}


@formula("at most", where=("0 < r < 1", "a >= 1"), corners={"r": THIRDS, "a": (10**5,)},
         loose=NOISE | {"a >= 1": "no answer has a smaller ratio"})
def removal_ratio(r: Value, a: Value) -> Value:
    """Return how much likelier anything is without a row than with it, at most, for any number of slices.

    Parameters
    ----------
    r : number in (0, 1)
        Of the noise.
    a : number >= 1
        ``e^epsilon`` of every answer.

    Examples
    --------
    >>> removal_ratio(Fraction(1, 2), 2)
    4
    """
    return a / r


@formula("at most", where=("0 < r < 1",), corners={"r": THIRDS[:2], "J": (1, 2)}, loose=NOISE)
def hidden_delta(r: Value, J: int) -> Value:
    """Return the delta at which a row is hidden, J failures of the noise."""
    return (1 - r)**J


def slicing_bound(failures: int, ratio: Number, exp_epsilon: Number, *,
                  exchange: Number | None = None) -> tuple[Fraction, Fraction]:
    """Return the ratio ``r a (1 + b + ... + b^(J-1))`` and the delta ``(1 - r)^J`` at which a row is hidden.

    Parameters
    ----------
    failures : int
        J, at least 0: how often the row's slice may fail to swallow the difference.
    ratio, exp_epsilon : numbers
        r of the noise and a of every answer.
    exchange : number >= exp_epsilon, optional
        b; by default ``a^2``.

    Returns
    -------
    (Fraction, Fraction)
        For ratios below 1, too: ``Pr[E | with] <= ratio Pr[E | without] + delta``.

    Examples
    --------
    >>> slicing_bound(1, Fraction(1, 2), 2), slicing_bound(2, Fraction(1, 2), 2)
    ((Fraction(1, 1), Fraction(1, 2)), (Fraction(5, 1), Fraction(1, 4)))
    """
    r, a, b = _ratios(ratio, exp_epsilon, exchange)
    most = as_integer(failures, "failures", least=0)
    return r * a * sum((b**j for j in range(most)), Fraction(0)), hidden_delta(r, most)


@dataclass(frozen=True)
class LossTable:
    """Deltas that hold for any number of slices.

    Attributes
    ----------
    ratio, exp_epsilon, exchange : Fraction
        r, a and b.
    lines : tuple of (Fraction, Fraction, Fraction)
        Rising ratios from 0 on, for each its delta and the share that proves it; between two of them the delta of the
        smaller one holds.
    """

    ratio: Fraction
    exp_epsilon: Fraction
    exchange: Fraction
    lines: tuple[tuple[Fraction, Fraction, Fraction], ...]

    def delta(self, exp_total: Number) -> Fraction:
        """Return the delta at a ratio of at least 1, for both orders of the two databases.

        Examples
        --------
        >>> loss_table(Fraction(1, 2), 1, most=4, fineness=1).delta(2)
        Fraction(1, 4)
        """
        c = as_exp_epsilon(exp_total, "exp_total")
        if c < removal_ratio(self.ratio, self.exp_epsilon):
            raise ValueError(f"exp_total must be at least a / r = {self.exp_epsilon / self.ratio}, got {c}")
        return self._at(c)

    def exp_total(self, delta: Number) -> Fraction | None:
        """Return the least ratio of the table with at most this delta, for both orders; ``None`` if none has.

        Examples
        --------
        >>> loss_table(Fraction(1, 2), 1, most=4, fineness=1).exp_total(Fraction(1, 8))
        Fraction(4, 1)
        """
        wanted = as_probability(delta, "delta")
        found = next((c for c, told, _ in self.lines if told <= wanted), None)
        return None if found is None else max(found, removal_ratio(self.ratio, self.exp_epsilon))

    def _at(self, c: Fraction) -> Fraction:
        return self.lines[bisect_right(self.lines, c, key=lambda line: line[0]) - 1][1]


def is_loss_table(table: LossTable) -> bool:
    """Verify a table: it starts at ratio 0, its deltas do not rise or end below 0, and every line has its inequality.

    Notes
    -----
    Guarantee: for any number of slices, with adaptive orders that preserve adjacency, sizes and answers, every delta is
    one.  Cost: two look-ups a line.

    Examples
    --------
    >>> from dataclasses import replace
    >>> table = loss_table(Fraction(1, 2), 1, most=4, fineness=1)
    >>> is_loss_table(table), is_loss_table(replace(table, ratio=Fraction(1, 3)))
    (True, False)
    """
    r, a, b = table.ratio, table.exp_epsilon, table.exchange
    starts, deltas = [line[0] for line in table.lines], [line[1] for line in table.lines]

    def known(c: Fraction) -> Fraction:
        return deltas[bisect_right(starts, c) - 1]

    def holds(c: Fraction, delta: Fraction, share: Fraction) -> bool:
        left = c - share * r * a
        if not 0 <= share <= 1 or left < 0 or delta < 1 - c / a:
            return False
        kept = r * (1 - share) * known(left / (1 - share) / b) if share < 1 else 0
        return (1 - r) * known(left / b) + kept <= delta

    return (0 < r < 1 <= a <= b and starts[:1] == [0] and starts == sorted(set(starts))
            and deltas == sorted(deltas, reverse=True) and deltas[-1] >= 0
            and all(delta >= 1 or holds(c, delta, share) for c, delta, share in table.lines))


def loss_table(ratio: Number, exp_epsilon: Number, *, exchange: Number | None = None, most: Number = 20,
               fineness: int = 50, shares: Sequence[Number] = SHARES) -> LossTable:
    """Return a table of deltas, by taking the best share at every ratio again and again until no delta falls.

    Parameters
    ----------
    ratio, exp_epsilon, exchange : numbers
        r, a and b, as for :func:`slicing_bound`.
    most : number >= 1
        The largest ratio of the table.
    fineness : int
        Its ratios grow by ``1 + 1 / fineness``.
    shares : sequence of numbers in [0, 1], 0 among them
        What is tried at every ratio.

    Notes
    -----
    Guarantee: :func:`is_loss_table`.  Cost: about a hundred passes over lines times shares, in whole numbers.

    Examples
    --------
    >>> table = loss_table(Fraction(20, 21), Fraction(21, 20))
    >>> is_loss_table(table), float(table.exp_total(Fraction(1, 10**6)))
    (True, 3.0311193466186523)
    """
    r, a, b = _ratios(ratio, exp_epsilon, exchange)
    starts, tried = _grid(as_exp_epsilon(most, "most"), as_integer(fineness, "fineness", least=1)), _shares(shares)
    one, fail = 1 << BITS, _up(1 - r)

    def place(c: Fraction) -> int:
        return bisect_right(starts, c) - 1

    def option(left: Fraction, share: Fraction) -> tuple[int, int, int, Fraction]:
        return place(left / b), place(left / (1 - share) / b) if share < 1 else 0, _up(r * (1 - share)), share

    choices = [[option(c - share * r * a, share) for share in tried if share * r * a <= c] for c in starts]
    least = [max(0, _up(1 - c / a)) for c in starts]
    deltas, best = [one] * len(starts), [Fraction(0)] * len(starts)
    falling = True
    while falling:
        falling, before = False, deltas[:]
        for k, options in enumerate(choices):
            found, share = min((-((-fail * before[i] - rest * before[j]) >> BITS), s) for i, j, rest, s in options)
            if max(found, least[k]) < before[k]:
                deltas[k], best[k], falling = max(found, least[k]), share, True
    lines = [(c, Fraction(delta, one), share) for c, delta, share in zip(starts, deltas, best, strict=True)]
    return LossTable(r, a, b, tuple(line for k, line in enumerate(lines) if k == 0 or line[1] < lines[k - 1][1]))


def _grid(last: Fraction, fineness: int) -> list[Fraction]:
    starts = [Fraction(0), Fraction(1)]
    while starts[-1] < last:
        starts.append(Fraction(int(starts[-1] * (1 + Fraction(1, fineness)) * 2**20), 2**20))
    return starts


def _shares(shares: Sequence[Number]) -> list[Fraction]:
    listed = [as_probability(share, "share") for share in shares]
    if 0 not in listed:
        raise ValueError("shares must hold 0, which may be taken at every ratio")
    return listed


def _up(value: Fraction) -> int:
    return -((-value.numerator << BITS) // value.denominator)
