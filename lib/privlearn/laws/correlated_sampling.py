"""Correlated sampling: readers of different laws who share their randomness draw the same outcome, mostly.

Definitions
-----------
The *shared randomness* is an endless sequence of rounds ``(x, u)``, x uniform on a finite universe, u uniform in
[0, 1).  A reader who knows the law P takes the x of the first round with ``u < P(x)``, which has the law P; all readers
see the same rounds, and none knows the others' laws.

Rounds that nobody accepts change nothing, so the law of what the readers take does not depend on the universe: the next
round that one of the waiting readers accepts is at x with probability proportional to the largest of their ``P(x)``.
:func:`correlated` is this program.  Two readers with laws P and Q, at total variation distance TV, differ with
probability ``(2 TV - sum_x min(P(x), Q(x)) |P(x) - Q(x)|) / (1 + TV)``: the first round that one of them accepts is
accepted by one alone with probability ``2 TV / (1 + TV)``, and the sum counts those who agree later.

>>> left, right = {"a": Fraction(1, 2), "b": Fraction(1, 2)}, {"b": Fraction(1, 2), "c": Fraction(1, 2)}
>>> correlated([left, right]).exact()["b", "b"], correlated_disagreement(left, right)
(Fraction(1, 3), Fraction(2, 3))

Source: after Kleinberg and Tardos, and Holenstein, as told by Bavarian, Ghazi, Haramaty, Kamath, Rivest and Sudan
(BGHKRS16); the exact probability is ours.
"""

import random
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Any

from privlearn.exact import as_fraction
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number
from privlearn.laws.law import Law, Outcome, as_law, choice, proportional
from privlearn.laws.powers import unfold

Round = tuple[Any, Any]
WAITING = object()  # in place of the outcome of a reader who has accepted no round yet
WORD = 64  # bits at a time


def _law(law: Law | Mapping[Any, Number]) -> Law:
    return law if isinstance(law, Law) else choice(law)


class _SharedUniform:
    """A uniform number of [0, 1) that all who know its seed compare with their probabilities, bit by bit."""

    def __init__(self, seed: str):
        self._seed = seed

    def __lt__(self, probability: Fraction) -> bool:
        rng, value, unit = random.Random(self._seed), 0, 1
        while True:
            value, unit = value << WORD | rng.getrandbits(WORD), unit << WORD
            if (value + 1) * probability.denominator <= probability.numerator * unit:
                return True
            if value * probability.denominator >= probability.numerator * unit:
                return False


def shared_rounds(universe: Iterable[Hashable], seed: int) -> Iterator[Round]:
    """Yield the rounds of the shared randomness that belongs to a seed, without end.

    Parameters
    ----------
    universe : iterable
        All outcomes that any reader could take, in an order that all agree on.
    seed : int
        Known to all readers; in each round ``u`` may be compared with a ``Fraction`` by ``<``, exactly.

    Raises
    ------
    ValueError
        If the universe is empty or the seed no integer.

    Examples
    --------
    >>> x, u = next(shared_rounds(["a", "b"], seed=1))
    >>> x, u < Fraction(1, 2), u < Fraction(1)
    ('a', False, True)
    """
    places = list(universe)
    if not places or type(seed) is not int:
        raise ValueError(f"universe must not be empty and seed be an integer, got {places!r} and {seed!r}")
    return ((places[random.Random(f"{seed} {k}").randrange(len(places))], _SharedUniform(f"{seed} {k} u"))
            for k in count())


def first_accepted(law: Law | Mapping[Any, Number], rounds: Iterable[Round]) -> Outcome:
    """Return what the reader of a law takes from some rounds: ``WAITING`` if it accepts none of them.

    Parameters
    ----------
    law : Law or mapping outcome -> probability
    rounds : iterable of (x, u)
        With ``u`` in [0, 1) exact, or as :func:`shared_rounds` has them.

    Examples
    --------
    >>> first_accepted({"a": Fraction(1, 3), "b": Fraction(2, 3)}, [("a", Fraction(1, 3)), ("b", Fraction(1, 2))])
    'b'
    """
    table = _law(law).exact()
    return next((x for x, u in rounds if x in table and u < table[x]), WAITING)


def correlated_sample(law: Law | Mapping[Any, Number], *, universe: Sequence[Hashable], seed: int) -> Outcome:
    """Return what the reader of a law takes from the shared randomness of a seed.

    Parameters
    ----------
    law : Law or mapping outcome -> probability
    universe : sequence
        Holds every outcome of the law, and is the same for all readers.
    seed : int

    Raises
    ------
    ValueError
        If the law has an outcome that is not in the universe.

    Notes
    -----
    Guarantee: over uniform randomness the outcome has exactly the law, and two readers differ with probability
    :func:`correlated_disagreement` of their laws.  Cost: ``len(universe)`` rounds on average.

    Examples
    --------
    >>> fair, biased = {0: Fraction(1, 2), 1: Fraction(1, 2)}, {0: Fraction(2, 5), 1: Fraction(3, 5)}
    >>> sum(correlated_sample(fair, universe=(0, 1), seed=k) != correlated_sample(biased, universe=(0, 1), seed=k)
    ...     for k in range(100))  # a tenth is to be expected
    12
    """
    places = list(universe)
    if outside := [outcome for outcome in _law(law).masses() if outcome not in places]:
        raise ValueError(f"universe must hold all outcomes of the law, got none that is {outside[0]!r}")
    return first_accepted(law, shared_rounds(places, seed))


def correlated(laws: Sequence[Law | Mapping[Any, Number]]) -> Law:
    """Return the law of the tuple of what several readers take from the same shared randomness.

    Parameters
    ----------
    laws : sequence of laws or mappings outcome -> probability
        One for each reader; their tables are read at once.

    Notes
    -----
    Guarantee: the k-th entry has the k-th law.  Cost of ``exact``: states are which readers have accepted what, at most
    the product of ``1 +`` the numbers of outcomes.

    Examples
    --------
    >>> coin = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    >>> correlated([coin, coin, {1: 1}]).exact() == {(1, 1, 1): Fraction(1, 2), (0, 0, 1): Fraction(1, 2)}
    True
    """
    if not isinstance(laws, Sequence):
        raise ValueError(f"laws must be a sequence of laws, got {laws!r}")
    tables = [as_law(_law(law), "each of laws").masses() for law in laws]

    def step(taken: tuple) -> Law | None:
        waiting = [k for k, outcome in enumerate(taken) if outcome is WAITING]
        return _next_acceptance(taken, {k: tables[k] for k in waiting}) if waiting else None

    return unfold((WAITING,) * len(tables), step)


def _next_acceptance(taken: tuple, waiting: Mapping[int, Mapping[Any, Any]]) -> Law:
    """Return the law of what is taken after the next round that a waiting reader accepts."""
    weights: dict[tuple, Any] = {}
    for x in dict.fromkeys(outcome for table in waiting.values() for outcome in table):
        levels = sorted({table[x] for table in waiting.values() if x in table})
        for below, level in zip([0, *levels], levels, strict=False):  # below <= u < level
            now = tuple(x if k in waiting and x in waiting[k] and waiting[k][x] >= level else outcome
                        for k, outcome in enumerate(taken))
            weights[now] = level - below
    return proportional(weights)


def correlated_disagreement(left: Law | Mapping[Any, Number], right: Law | Mapping[Any, Number]) -> Fraction:
    """Return the probability that two readers with shared randomness take different outcomes.

    Notes
    -----
    Guarantee: at most :func:`disagreement_bound` of their total variation distance, with equality if and only if at
    each outcome the two probabilities are equal or one of them is 0; on two outcomes it is the distance itself.

    Examples
    --------
    >>> correlated_disagreement({0: Fraction(1, 4), 1: Fraction(3, 4)}, {0: Fraction(1, 2), 1: Fraction(1, 2)})
    Fraction(1, 4)
    """
    return table_disagreement(_law(left).masses(), _law(right).masses())


def table_disagreement(p: Mapping[Any, Any], q: Mapping[Any, Any]) -> Fraction:
    """Return :func:`correlated_disagreement` of two tables of internal weights, taken as they are.

    Examples
    --------
    >>> table_disagreement({0: Fraction(1, 2), 1: Fraction(1, 2)}, {1: Fraction(1)})
    Fraction(1, 2)
    """
    shared = [(p[x], q[x]) for x in p if x in q]
    both = sum((min(pair) for pair in shared), 0 * next(iter(p.values())))
    later = sum(min(a, b) * abs(a - b) for a, b in shared)
    return as_fraction((2 * (1 - both) - later) / (2 - both))


@formula("at most", where=("0 <= distance <= 1",), tex={"distance": r"\mathrm{TV}"},
         corners={"distance": (0, Fraction(1, 10), Fraction(1, 2), 1)},
         loose={"0 <= distance <= 1": "no distance is above 1"})
def disagreement_bound(distance: Value) -> Value:
    """Return what two readers differ with at most whose laws have such a total variation distance.

    Examples
    --------
    >>> disagreement_bound(Fraction(1, 2))
    Fraction(2, 3)
    """
    return 2 * distance / (1 + distance)


@formula("at most", where=("ratio >= 1",), tex={"1 / ratio": r"e^{-\eps}"},
         corners={"ratio": (1, Fraction(11, 10), 2, 4)}, loose={"ratio >= 1": "no largest ratio is below 1"})
def ratio_disagreement_bound(ratio: Value) -> Value:
    """Return what two readers differ with at most if no outcome is more than so many times as likely.

    Notes
    -----
    The first round that one of them accepts is accepted by both with probability ``sum min / sum max >= 1/ratio``.  No
    smaller bound holds for all laws: on 2k outcomes, half of them ``ratio`` times as likely under one law and the other
    half under the other, they differ with probability ``(1 - 1/ratio) (1 - 1/(k (1 + ratio)))``.

    Examples
    --------
    >>> ratio_disagreement_bound(4)
    Fraction(3, 4)
    """
    return 1 - 1 / ratio
