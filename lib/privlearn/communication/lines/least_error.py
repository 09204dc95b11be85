"""Lines: the exact least error of every number of messages, for p = 2 and 3.

Definitions
-----------
The maps ``(x, y) -> (u x + v, w y + s x + t)`` permute the lines and carry every incident pair to every other, and
likewise the others: *two orbits*.  So the hardest distribution only has to choose the total weight of the incident
pairs; and a deterministic protocol matters only through two numbers, its rates of false 0 and of false 1.

>>> [str(line_value(2, k).value) for k in (1, 2, 3, 4)]
['1/2', '1/4', '1/8', '0']
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

from privlearn.communication.lines.collisions import message_classes, point_counts
from privlearn.communication.protocols import PublicCoinProtocol
from privlearn.exact import TooLargeToEnumerate, as_integer, as_probability
from privlearn.exact.rationals import Number

# the exact optimum

@dataclass(frozen=True)
class RatedProtocol:
    """A deterministic protocol with its two error rates.

    Attributes
    ----------
    messages : tuple of int
        Alice's message for each line, row ``a p + b``.
    answers : tuple of tuples of bits
        For each message Bob's answers at the points ``x p + y``.
    false_zeros, false_ones : Fraction
        The share of incident pairs where Bob says 0, and of the others where he says 1.
    """

    messages: tuple[int, ...]
    answers: tuple[tuple[int, ...], ...]
    false_zeros: Fraction
    false_ones: Fraction

    def error(self, incident_weight: Fraction) -> Fraction:
        """Return the error where incident pairs have that total weight.

        >>> always_zero = rate_line_protocol(2, (0,) * 4, [(0,) * 4])
        >>> always_zero.error(Fraction(1, 3))
        Fraction(1, 3)
        """
        return incident_weight * self.false_zeros + (1 - incident_weight) * self.false_ones


@dataclass(frozen=True)
class LineValue:
    """The least worst error of public-coin protocols for lines, with what proves it.

    Attributes
    ----------
    value : Fraction
    incident_weight : Fraction
        Total weight of the incident pairs in a hard distribution: no protocol has error below ``value`` under it.
    mixture : tuple of (Fraction, RatedProtocol)
        Public coins; the mean rates are both ``value`` or, where one of them must be smaller, at most that.
    """

    value: Fraction
    incident_weight: Fraction
    mixture: tuple[tuple[Fraction, RatedProtocol], ...]


def best_line_protocol(p: int, messages: int, incident_weight: Number) -> RatedProtocol:
    """Return a deterministic protocol of least error for one weight of the incident pairs.

    Raises
    ------
    TooLargeToEnumerate
        For p > 3: the recursion over all pairs of a set of lines and a subset takes ``3^(p^2)`` steps.

    Examples
    --------
    >>> best_line_protocol(2, 1, Fraction(1, 3)).answers, best_line_protocol(2, 1, Fraction(2, 3)).answers
    (((0, 0, 0, 0),), ((1, 1, 1, 1),))
    """
    weight = as_probability(incident_weight, "incident_weight")
    as_integer(messages, "messages", least=1)
    if p not in (2, 3):
        raise TooLargeToEnumerate("the recursion over sets of lines", f"3^({p}^2)", 3**9)
    hit, missed = weight.numerator * (p - 1), weight.denominator - weight.numerator  # weights of single pairs
    cost = [sum(min(hit * n, missed * (s - n)) for n in row) for s, row in _rows_through(p)]
    best = [cost]
    for _ in range(messages - 1):
        best.append([min((cost[part] + best[-1][whole ^ part] for part in _parts(whole)), default=0)
                     for whole in range(len(cost))])
    return _rated(p, _split(cost, best), hit, missed)


@lru_cache
def _rows_through(p: int) -> list[tuple[int, list[int]]]:
    """Return, for every set of lines (a bit mask), its size and how many of them pass through each point."""
    rows = [divmod(row, p) for row in range(p * p)]
    chosen = ([line for i, line in enumerate(rows) if mask >> i & 1] for mask in range(1 << p * p))
    return [(len(lines), point_counts(p, lines).ravel().tolist()) for lines in chosen]


def _parts(whole: int) -> Iterator[int]:
    """Yield the subsets of a bit mask that contain its lowest bit."""
    low = whole & -whole
    rest = part = whole ^ low
    while whole:
        yield part | low
        if part == 0:
            return
        part = (part - 1) & rest


def _split(cost: list[int], best: list[list[int]]) -> list[int]:
    """Return the sets of lines of an optimal partition, from the table of the recursion."""
    whole, found = len(cost) - 1, []
    for level in range(len(best) - 1, 0, -1):
        if whole:
            found.append(next(part for part in _parts(whole)
                              if cost[part] + best[level - 1][whole ^ part] == best[level][whole]))
            whole ^= found[-1]
    return [*found, whole] if whole else found


def _rated(p: int, parts: list[int], hit: int, missed: int) -> RatedProtocol:
    messages = tuple(next(k for k, part in enumerate(parts) if part >> row & 1) for row in range(p * p))
    answers = tuple(tuple(int(hit * n > missed * (s - n)) for n in row)
                    for s, row in (_rows_through(p)[part] for part in parts))
    return rate_line_protocol(p, messages, answers)


def rate_line_protocol(p: int, messages: Sequence[int], answers: Sequence[Sequence[int]]) -> RatedProtocol:
    """Return a deterministic protocol with its error rates, counted over all pairs.

    Parameters
    ----------
    p : prime
    messages : sequence of int, in 0..len(answers) - 1
        One for each line, row ``a p + b``.
    answers : sequence of sequences of bits
        One for each message, at the points ``x p + y``.

    Examples
    --------
    >>> rated = rate_line_protocol(2, (0, 0, 1, 1), [(1, 1, 1, 1), (0, 0, 0, 0)])
    >>> rated.false_zeros, rated.false_ones
    (Fraction(1, 2), Fraction(1, 2))
    """
    for k in messages:
        as_integer(k, "messages", least=0, most=len(answers) - 1)
    zeros = ones = 0
    for lines, k in zip(message_classes(p, messages), sorted(set(messages)), strict=True):
        through = point_counts(p, lines).ravel().tolist()
        zeros += sum(n for n, bit in zip(through, answers[k], strict=True) if not bit)
        ones += sum(len(lines) - n for n, bit in zip(through, answers[k], strict=True) if bit)
    return RatedProtocol(tuple(messages), tuple(map(tuple, answers)), Fraction(zeros, p**3),
                         Fraction(ones, p**4 - p**3))


@lru_cache
def line_value(p: int, messages: int) -> LineValue:
    """Return the least worst error of public-coin protocols with so many messages for ``Line_p``, p = 2 or 3.

    Notes
    -----
    The least error under the weight ``w`` is the minimum of finitely many straight lines in w, hence concave; the
    maximum is found by adding the line of the best protocol at the maximum of those known so far.

    Raises
    ------
    TooLargeToEnumerate
        For p > 3.

    Examples
    --------
    >>> line_value(2, 2).value, line_value(2, 2).incident_weight
    (Fraction(1, 4), Fraction(1, 2))
    """
    known = [best_line_protocol(p, messages, end) for end in (0, 1)]
    while True:
        weight = _highest(known)
        found = best_line_protocol(p, messages, weight)
        lowest = min(protocol.error(weight) for protocol in known)
        if found.error(weight) >= lowest:
            return LineValue(lowest, weight, _balanced(known, weight, lowest))
        known.append(found)


def _highest(known: list[RatedProtocol]) -> Fraction:
    """Return a weight at which the lowest of the straight lines is highest."""
    crossings = {Fraction(0), Fraction(1)}
    for i, one in enumerate(known):
        for other in known[:i]:
            slopes = one.false_zeros - one.false_ones - other.false_zeros + other.false_ones
            if slopes:
                crossings.add((other.false_ones - one.false_ones) / slopes)
    inside = sorted(w for w in crossings if 0 <= w <= 1)
    return max(inside, key=lambda w: min(protocol.error(w) for protocol in known))


def _balanced(known: list[RatedProtocol], weight: Fraction, value: Fraction
              ) -> tuple[tuple[Fraction, RatedProtocol], ...]:
    """Mix two protocols that are best at the weight so that neither mean rate exceeds the value."""
    tight = [protocol for protocol in known if protocol.error(weight) == value]
    rising = max(tight, key=lambda protocol: protocol.false_zeros - protocol.false_ones)
    falling = min(tight, key=lambda protocol: protocol.false_zeros - protocol.false_ones)
    up, down = (protocol.false_zeros - protocol.false_ones for protocol in (rising, falling))
    if up <= 0 or down >= 0:
        return ((Fraction(1), rising if up <= 0 else falling),)
    return (-down / (up - down), rising), (up / (up - down), falling)


def symmetric_line_protocol(p: int, mixture: Sequence[tuple[Fraction, RatedProtocol]]) -> PublicCoinProtocol:
    """Return the mixture with a public random symmetry of the plane applied first: the same error on each orbit.

    Notes
    -----
    Guarantee: on every incident pair the error is the mean rate of false zeros, on the others that of false ones.

    Examples
    --------
    >>> from privlearn.communication.protocols import worst_error
    >>> from privlearn.concepts import lines
    >>> worst_error(symmetric_line_protocol(2, line_value(2, 2).mixture), lines(2))
    Fraction(1, 4)
    """
    images = [_images(p, *key) for key in product(range(1, p), range(1, p), range(p), range(p), range(p))]
    branches = []
    for weight, protocol in mixture:
        for line_images, point_images in images:
            alice = tuple(protocol.messages[image] for image in line_images)
            bob = tuple(tuple(answer[image] for image in point_images) for answer in protocol.answers)
            branches.append((weight / len(images), alice, bob))
    return PublicCoinProtocol(tuple(branches))


def _images(p: int, u: int, w: int, s: int, t: int, v: int) -> tuple[list[int], list[int]]:
    """Return where ``(x, y) -> (u x + v, w y + s x + t)`` sends the lines and the points, as row numbers."""
    lines, points = [], []
    for a, b in product(range(p), repeat=2):
        slope = (w * a + s) * pow(u, -1, p) % p
        lines.append(slope * p + (w * b + t - slope * v) % p)
        points.append((u * a + v) % p * p + (w * b + s * a + t) % p)
    return lines, points
