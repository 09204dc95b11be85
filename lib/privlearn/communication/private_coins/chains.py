"""Private coins and two messages: the least error, exactly.

Definitions
-----------
With two messages Alice's law for concept ``f`` is one number, the probability ``place(f)`` of message 1: the concepts
are *placed* on the segment [0, 1], and the probability of the answer 1 at a point is an affine function of the place.
An error below 1/2 forces every point to separate the places of the concepts with value 0 from those with value 1.  So
the concepts must form a *chain*: an order such that every point, read along it, changes its value at most once.
Otherwise the least error is 1/2 (where some point has both values).

Along a chain of ``m`` concepts an error of ``e`` is possible iff, with ``r = (1 - e) / e``, there are places with

    place_1 >= 0,    place_{i+1} >= r place_i,    1 - place_i >= r (1 - place_{i+1}),    place_m <= 1.

Taking every place as small as the first three allow decides this exactly for every rational ``e``.

>>> two_message_bracket(3)  # attained: three places 0, 1/2, 1
Bracket(lower=Fraction(1, 3), upper=Fraction(1, 3))
"""

from fractions import Fraction
from itertools import pairwise

from privlearn.communication.protocols import PrivateCoinProtocol
from privlearn.concepts import ConceptClass
from privlearn.exact import Bracket, as_fraction, as_integer
from privlearn.exact.rationals import Number

HALF = Fraction(1, 2)
DIGITS = 10**7  # proposals of the alternating programs are rounded to this denominator


def chain_order(concepts: ConceptClass) -> tuple[int, ...] | None:
    """Return the rows in an order along which every point changes its value at most once; ``None`` if there is none.

    Notes
    -----
    An end of a chain differs from the others on sets that grow along it; so every concept is tried as an end, and
    the rest is ordered by its distance from there.

    Examples
    --------
    >>> chain_order(ConceptClass.from_matrix([[1, 1], [0, 0], [0, 1]]))
    (0, 2, 1)
    """
    rows = concepts.rows()
    for first in rows:
        order = sorted(range(len(rows)), key=lambda f: sum(a != b for a, b in zip(rows[f], first, strict=True)))
        if is_chain(order, concepts):
            return tuple(order)
    return None


def is_chain(order: tuple[int, ...] | list[int], concepts: ConceptClass) -> bool:
    """Verify a chain: all concepts, and every point changes its value at most once along the order.

    >>> chain = ConceptClass.from_matrix([[1, 1], [0, 0], [0, 1]])
    >>> is_chain((0, 2, 1), chain), is_chain((0, 1, 2), chain)
    (True, False)
    """
    rows = concepts.rows()
    along = [[rows[f][x] for f in order] for x in range(concepts.size)]
    return sorted(order) == list(range(len(rows))) and all(
        sum(a != b for a, b in pairwise(values)) <= 1 for values in along)


def least_places(length: int, error: Number) -> tuple[Fraction, ...]:
    """Return the smallest places of a chain of ``length`` concepts at ``error``; feasible iff the last is at most 1.

    Parameters
    ----------
    length : int
        At least 1.
    error : number in (0, 1/2], or 0 for at most two concepts

    Examples
    --------
    >>> least_places(3, Fraction(1, 3))
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 1))
    """
    m, e = as_integer(length, "length", least=1), as_fraction(error, "error")
    if not 0 <= e <= HALF or (e == 0 and m > 2):
        raise ValueError(f"error must be above 0 and at most 1/2 (or 0, for at most two concepts), got {e}")
    if e == 0:
        return (Fraction(0), Fraction(1))[:m]
    ratio = (1 - e) / e
    places = [Fraction(0)]
    for _ in range(m - 1):
        last = places[-1]
        places.append(max(ratio * last, 1 - (1 - last) / ratio))
    return tuple(places)


def two_message_bracket(length: int, bits: int = 40) -> Bracket:
    """Bracket the least private-coin error of a chain of ``length`` concepts with two messages, by bisection.

    Returns
    -------
    Bracket
        The upper end is attained, the lower one is not reached by any protocol, or both are equal: 0 for at most two
        concepts, 1/3 for three.

    Notes
    -----
    Every decision is exact.  For four concepts the error is ``(3 - sqrt 5) / 2``: with ``r = (1 - e) / e`` the
    places are ``0, 1 - 1/r, r - 1, r (r - 1)``, so the largest ``r`` solves ``r^2 - r = 1``.

    Examples
    --------
    >>> round(float(two_message_bracket(4).upper), 6)
    0.381966
    """
    m = as_integer(length, "length", least=1)
    if m <= 2:
        return Bracket(Fraction(0), Fraction(0))
    if m == 3:  # places 0, 1 - 1/r, r - 1: the largest r is 2
        return Bracket(Fraction(1, 3), Fraction(1, 3))
    low, high = Fraction(1, 3), HALF
    for _ in range(as_integer(bits, "bits", least=1)):
        middle = (low + high) / 2
        low, high = (low, middle) if least_places(m, middle)[-1] <= 1 else (middle, high)
    return Bracket(low, high)


def two_message_error(concepts: ConceptClass, bits: int = 40) -> Bracket:
    """Bracket the least worst error of a private-coin protocol with two messages.

    Notes
    -----
    Source: our computation for FX15, Section 2.4.  Exactly 1/2 for a class that is no chain.

    Examples
    --------
    >>> two_message_error(ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])).upper
    Fraction(1, 3)
    """
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty")
    if len(concepts) > 2 and chain_order(concepts) is None:
        return Bracket(HALF, HALF)
    return two_message_bracket(len(concepts), bits)


def chain_protocol(concepts: ConceptClass, error: Number) -> PrivateCoinProtocol:
    """Return a two-message private-coin protocol for a chain with worst error at most ``error``.

    Raises
    ------
    ValueError
        If the class is no chain, or the error is too small for one of its length.

    Notes
    -----
    Where a point changes between the places ``p < q``, its chance of the answer 1 is the affine function with values
    ``error`` at ``p`` and ``1 - error`` at ``q`` (or the other way round); the conditions on the places keep its
    values at 0 and 1 between 0 and 1.

    Examples
    --------
    >>> chain_protocol(ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]]), Fraction(1, 3)).alice
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(1, 2), Fraction(1, 2)), (Fraction(0, 1), Fraction(1, 1)))
    """
    order, e = chain_order(concepts), as_fraction(error, "error")
    if order is None:
        raise ValueError("concepts must be a chain: every point changes its value at most once along some order")
    places = least_places(len(order), e)
    if places[-1] > 1:
        raise ValueError(f"error must be larger: {e} is impossible for a chain of {len(order)} concepts")
    rows = concepts.rows()
    ends: list[tuple[Fraction, Fraction]] = []
    for x in range(concepts.size):
        values = [rows[f][x] for f in order]
        change = next((i for i, (a, b) in enumerate(pairwise(values)) if a != b), None)
        if change is None:
            ends.append((Fraction(values[0]), Fraction(values[0])))
            continue
        p, q = places[change], places[change + 1]
        slope = (1 - 2 * e) / (q - p) if q > p else Fraction(0)
        rising = e - slope * p, e + slope * (1 - p)
        ends.append(rising if values[-1] else (1 - rising[0], 1 - rising[1]))
    place = dict(zip(order, places, strict=True))
    alice = tuple((1 - place[f], place[f]) for f in range(len(rows)))
    return PrivateCoinProtocol(alice, (tuple(low for low, _ in ends), tuple(high for _, high in ends)))
