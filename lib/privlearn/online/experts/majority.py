"""Weighted majority: follow many experts, and make few more mistakes than the best of them.

Definitions
-----------
Every expert has weight 1 at first.  The learner predicts the label of larger total weight, 0 on a tie, and multiplies
the weight of every expert that was wrong by the *discount* beta, ``0 <= beta < 1`` (beta = 0: the halving algorithm).
A mistake multiplies the total weight by at most ``(1 + beta) / 2``; an expert with d mistakes keeps ``beta^d``.  So if
the best of k experts makes d mistakes, weighted majority makes M with ``beta^d <= k ((1 + beta) / 2)^M``:

    M <= (log k + d log(1 / beta)) / log(2 / (1 + beta)).

>>> bound = weighted_majority_bound(16, 1, Fraction(1, 2))
>>> round(float(bound.lower), 3)
12.047

Source: ABMS20, proof of Proposition 4.3 (the algorithm is Littlestone and Warmuth's).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product

from privlearn.concepts import Concept
from privlearn.exact import Bracket, as_fraction, as_integer
from privlearn.exact.formulas import Value, formula, log2
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.exact.rationals import Number
from privlearn.online.standard_optimal import Learner

HALF = Fraction(1, 2)
State = tuple[int, ...]


def as_discount(discount: Number) -> Fraction:
    """Return a discount as a Fraction in [0, 1), or refuse it by name."""
    beta = as_fraction(discount, "discount")
    if not 0 <= beta.numerator < beta.denominator:
        raise ValueError(f"discount must be at least 0 and below 1, got {beta}")
    return beta


class WeightedMajority:
    """The weighted majority of some online learners, each of which is told all labels; a learner in one state.

    Parameters
    ----------
    experts : tuple of learners
        At least one, on the same points.
    discount : Fraction
        beta.

    Notes
    -----
    An expert that refuses a label (its class has no concept left) is removed: its class has been refuted.  The weights
    are exact, so ties are ties.

    >>> from privlearn.concepts import ConceptClass
    >>> from privlearn.online.standard_optimal import StandardOptimalAlgorithm
    >>> experts = [StandardOptimalAlgorithm(ConceptClass.from_matrix([[bit, bit]])) for bit in (0, 1)]
    >>> learner = WeightedMajority(tuple(experts), HALF)
    >>> learner.hypothesis(), learner.updated(0, 1).hypothesis()
    ((0, 0), (1, 1))
    """

    def __init__(self, experts: tuple[Learner | None, ...], discount: Number = HALF, mistakes: State | None = None):
        if not experts:
            raise ValueError("experts must not be empty")
        self.experts = experts
        self.discount = as_discount(discount)
        self.mistakes = (0,) * len(experts) if mistakes is None else mistakes
        self._said = tuple(() if expert is None else _hypothesis(expert) for expert in experts)

    def weights(self) -> tuple[Fraction, ...]:
        """Return the weight of each expert, 0 for those that are removed."""
        return tuple(Fraction(0) if expert is None else self.discount**m
                     for expert, m in zip(self.experts, self.mistakes, strict=True))

    def hypothesis(self) -> Concept:
        """Return the label predicted at each point."""
        p, q, most = self.discount.numerator, self.discount.denominator, max(self.mistakes)
        weights = [p**m * q ** (most - m) for m in self.mistakes]
        votes = [0] * max(map(len, self._said))
        for weight, said in zip(weights, self._said, strict=True):
            for x, label in enumerate(said):
                votes[x] += weight if label else -weight
        return tuple(int(vote > 0) for vote in votes)

    def updated(self, point: int, label: int) -> WeightedMajority:
        """Return the learner after it was told the label of a point.

        Raises
        ------
        ValueError
            If no expert is left.
        """
        told = [_told(expert, point, label) for expert in self.experts]
        if all(expert is None for expert in told):
            raise ValueError(f"label must be possible for some expert that is left, got {label} at point {point}")
        later = object.__new__(type(self))
        later.experts, later.discount = tuple(told), self.discount
        later.mistakes = tuple([0 if expert is None else m + (said[point] != label)
                                for m, said, expert in zip(self.mistakes, self._said, told, strict=True)])
        later._said = tuple([() if expert is None else _hypothesis(expert) for expert in told])
        return later

    def __eq__(self, other: object) -> bool:
        """Learners with the same experts, mistakes and discount are equal."""
        return type(self) is type(other) and isinstance(other, WeightedMajority) and (
            (self.mistakes, self.discount, self.experts) == (other.mistakes, other.discount, other.experts))

    def __hash__(self) -> int:
        return hash((self.mistakes, self.experts))


@lru_cache(maxsize=1 << 16)
def _hypothesis(expert: Learner) -> Concept:
    return expert.hypothesis()


@lru_cache(maxsize=1 << 16)
def _told(expert: Learner | None, point: int, label: int) -> Learner | None:
    try:
        return None if expert is None else expert.updated(point, label)
    except ValueError:  # no concept of the expert's class agrees
        return None


@formula("at most", where=("k >= 1", "0 < beta < 1"),
         corners={"k": (2, 2**98, 1), "d": (400, 1, 0), "beta": (Fraction(1, 50), HALF, 2)},
         tex={"log2(k)": r"\log k", "log2(1 / beta)": r"\log \frac1\beta",
              "log2(2 / (1 + beta))": r"\log \frac2{1 + \beta}"},
         loose={"k >= 1": "without experts none is best, and 0 has no logarithm"})
def weighted_majority_bound(k: int, d: int, beta: Value) -> Value:
    """Return ``(log k + d log(1/beta)) / log(2/(1+beta))``, a bound on the mistakes of weighted majority.

    Parameters
    ----------
    k : int
        The number of experts, at least 1.
    d : int
        The mistakes of the best expert.
    beta : number in (0, 1)
        The discount.

    Examples
    --------
    >>> weighted_majority_bound(8, 0, HALF).lower < weighted_majority_bound(8, 1, HALF).upper
    True
    """
    return (log2(k) + d * log2(1 / beta)) / log2(2 / (1 + beta))


def best_discount(experts: int, lives: int, bits: int = 20) -> tuple[Fraction, Fraction]:
    """Return the discount with the least bound, and that bound, both to about ``bits`` bits.

    Notes
    -----
    For a given M the inequality ``beta^d <= k ((1 + beta)/2)^M`` is strictest at ``beta = d / (M - d)``, where it says
    ``M (1 - H(d/M)) <= log k`` with the binary entropy H.  The least bound is the M with equality; bisection finds it.
    The discount returned is rational, and its bound, by :func:`weighted_majority_bound`, is what is promised.

    >>> beta, mistakes = best_discount(16, 1)
    >>> round(float(beta), 4), round(float(mistakes), 3)
    (0.1346, 8.429)
    """
    k, d = as_integer(experts, "experts", least=1), as_integer(lives, "lives", least=0)
    if d == 0:
        return Fraction(0), bracket_of(lambda: ball(k).log() / ball(2).log()).upper
    low, high = Fraction(2 * d), Fraction(2 * d) + 8 * d + 4 * k.bit_length()
    while high - low > Fraction(1, 1 << as_integer(bits, "bits", least=1)):
        middle = (low + high) / 2
        if _excess(middle, k, d).upper <= 0:
            low = middle
        else:
            high = middle
    return d / (high - d), high


def _excess(mistakes: Fraction, experts: int, lives: int) -> Bracket:
    """Return ``M (1 - H(d/M)) - log k``, times ln 2, as ``M ln 2 + d ln d + (M - d) ln(M - d) - M ln M - ln k``."""
    def terms() -> Ball:
        m, d, rest = ball(mistakes), ball(lives), ball(mistakes - lives)
        return m * ball(2).log() + d * d.log() + rest * rest.log() - m * m.log() - ball(experts).log()

    return bracket_of(terms)


def worst_mistakes(experts: int, lives: int, discount: Number, rounds: int) -> tuple[int, ...]:
    """Return the most mistakes that can be forced in so many rounds if the best expert makes at most 0, ..., d of them.

    Parameters
    ----------
    experts : int
        k, at least 1.
    lives : int
        d, at least 0.
    discount : rational
        beta.
    rounds : int
        T, at least 0.

    Notes
    -----
    Experts may predict anything: the adversary chooses who is wrong.  So only the numbers of experts with m mistakes
    count.  Experts beyond d mistakes stay and keep losing weight.  Cost: all such numbers times all choices.

    >>> worst_mistakes(2, 1, HALF, 5)
    (1, 3)
    """
    k, d = as_integer(experts, "experts", least=1), as_integer(lives, "lives", least=0)
    total, beta = as_integer(rounds, "rounds", least=0), as_discount(discount)
    weight = [beta.numerator**m * beta.denominator ** (total - m) for m in range(total + 1)]

    @cache
    def worst(state: State, left: int) -> tuple[int, ...]:
        best = next(m for m, c in enumerate(state) if c)
        found = [0 if best <= allowed else -1 for allowed in range(d + 1)]  # -1: this is not possible any more
        if left == 0 or best > d:
            return tuple(found)
        half = sum(c * w for c, w in zip(state, weight, strict=False))
        for after, wrong in rounds_possible(state, weight):
            mistake = 2 * wrong >= half
            for allowed, later in enumerate(worst(after, left - 1)):
                if later >= 0:
                    found[allowed] = max(found[allowed], later + mistake)
        return tuple(found)

    return worst((k, *[0] * total), total)


def rounds_possible(state: State, weight: Sequence[int]) -> Iterator[tuple[State, int]]:
    """Yield (state after the round, weight of the experts that are wrong) for every choice of wrong experts.

    Parameters
    ----------
    state : tuple of int
        Entry m: how many experts have m mistakes; long enough for one mistake more.
    weight : sequence of int
        Entry m: the weight of an expert with m mistakes.

    Notes
    -----
    Rounds in which nobody is wrong are left out.

    >>> list(rounds_possible((2, 0, 0), (4, 2, 1)))
    [((1, 1, 0), 4), ((0, 2, 0), 8)]
    """
    for chosen in product(*(range(c + 1) for c in state)):
        if any(chosen):
            after = tuple(c - gone + came for c, gone, came in zip(state, chosen, (0, *chosen), strict=False))
            yield after, sum(c * w for c, w in zip(chosen, weight, strict=False) if c)


def even_split_run(experts: int, lives: int) -> int:
    """Return the mistakes that an adversary forces by letting half of the experts with equal counts err, rounded up.

    It needs no search, so k may be large; every such round is a mistake, whatever the discount.

    Examples
    --------
    >>> even_split_run(16, 1), even_split_run(10**4, 100)
    (6, 247)
    """
    k, d = as_integer(experts, "experts", least=1), as_integer(lives, "lives", least=0)
    left, forced = [k] + [0] * d, 0  # left[m]: experts with m mistakes
    while True:
        wrong = [(c + 1) // 2 for c in left]
        left = [c - w + (wrong[m - 1] if m else 0) for m, (c, w) in enumerate(zip(left, wrong, strict=True))]
        if not any(left):
            return forced
        forced += 1
