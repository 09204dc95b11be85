"""What interior points are for: learning a threshold privately.

Definitions
-----------
From labelled records build 2m cuts by :func:`~privlearn.learners.interior_point.reductions.around_the_cut`
and publish an interior point of them.  It has at most ``m - 1`` errors on a realisable database, with m a public number
that does not depend on the number of records: with n of them the share of errors is ``(m - 1)/n``.  There are always
2m cuts.  Adding or removing a record replaces at most one of them, so that the interior point may use all of epsilon
and delta; replacing a record may replace two, and it gets half of epsilon, and ``delta / (1 + e^{epsilon/2})``.

>>> import random
>>> rows = [(k, int(k < 40000)) for k in range(60000)]
>>> wishes = {"domain_bits": 32, "neighbours": replace_one, "epsilon": 1, "delta": Fraction(1, 10**6),
...           "beta": Fraction(1, 10)}
>>> plan = plan_threshold_learner(**wishes)
>>> cut = learn_threshold(rows, rng=random.Random(1), **wishes)
>>> abs(cut - 39999) <= plan.errors
True

Source: KLMNS20, Section 1 (reductions) and Section 1.1 (consequences); the constants are reconstructed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from privlearn.exact import as_fraction, as_integer, exp_bracket
from privlearn.exact.brackets import round_down
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.laws import Law
from privlearn.laws.randomness import Generator
from privlearn.learners.interior_point.reductions import Labelled, Points, around_the_cut, around_the_cut_of_words
from privlearn.learners.interior_point.release import fitted
from privlearn.learners.interior_point.tree_log.fast import fast_tree_log_law
from privlearn.learners.interior_point.tree_log.plans import TreeLogPlan, plan_tree_log
from privlearn.learners.interior_point.trees.common_prefixes import Array
from privlearn.mechanisms import replace_one
from privlearn.mechanisms.columns import check_generator, number_of_rows, real_of_word, words_of_reals
from privlearn.mechanisms.neighbours import Relation, is_replacement

DIGITS = 64  # binary digits of delta's share


@dataclass(frozen=True)
class ThresholdPlan:
    """What :func:`learn_threshold` runs, and what is proved for it.

    Attributes
    ----------
    inner : TreeLogPlan
        The interior point algorithm, on cuts plus one, a domain of one bit more.
    count : int
        m: the cuts are m of each label.
    """

    inner: TreeLogPlan
    count: int

    @property
    def errors(self) -> int:
        """``m - 1``: at most so many errors on every realisable database, but for probability ``inner.failure``."""
        return self.count - 1

    def rows_for(self, alpha: Number) -> int:
        """Return the least number of records of which the errors are at most the share ``alpha``, above 0.

        Examples
        --------
        >>> wishes = {"neighbours": replace_one, "epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
        >>> plan = plan_threshold_learner(domain_bits=64, **wishes)
        >>> plan.rows_for(Fraction(1, 10)) == 10 * plan.errors
        True
        """
        share = as_fraction(alpha, "alpha")
        if share <= 0:
            raise ValueError(f"alpha must be positive, got {share}")
        return -(-self.errors // share)


def shared_budget(epsilon: Number, delta: Number, *, neighbours: Relation) -> tuple[Fraction, Fraction]:
    """Return the privacy of the interior point inside a learner that is to be (epsilon, delta)-private.

    Returns
    -------
    pair of Fraction
        Under ``add_remove_one`` the same; under ``replace_one``, as two cuts may be replaced, ``epsilon/2`` and a
        little below ``delta / (1 + e^{epsilon/2})``.

    Examples
    --------
    >>> half, share = shared_budget(2, Fraction(1, 100), neighbours=replace_one)
    >>> half, share < Fraction(1, 100) / (1 + Fraction(2718281828, 10**9)) < share + Fraction(1, 10**10)
    (Fraction(1, 1), True)
    """
    whole, allowed = as_fraction(epsilon, "epsilon"), as_inner_probability(delta, "delta")
    if whole <= 0:
        raise ValueError(f"epsilon must be positive, got {whole}")
    if not is_replacement(neighbours):
        return whole, allowed
    return whole / 2, round_down(allowed / (1 + exp_bracket(whole / 2).upper), DIGITS)


def plan_threshold_learner(*, domain_bits: int, neighbours: Relation, epsilon: Number, delta: Number,
                           beta: Number, kind: str | None = None) -> ThresholdPlan:
    """Return the plan of a proper learner of thresholds on ``2^domain_bits`` points, (epsilon, delta)-private.

    Parameters
    ----------
    domain_bits : int
        At least 1.
    neighbours : function
        ``replace_one``, or ``add_remove_one``, under which the number of records is private, too.
    epsilon : number
        Above 0; at most 40 under ``replace_one``, 20 under ``add_remove_one``.
    delta, beta : numbers in (0, 1)
        ``beta`` is the probability of more errors than promised.
    kind : str, optional
        Of the interior point algorithm, see :func:`plan_tree_log`; without it, the one with fewest rows.

    References
    ----------
    KLMNS20, Section 1.1.

    Examples
    --------
    >>> wishes = {"domain_bits": 64, "epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
    >>> from privlearn.mechanisms import add_remove_one
    >>> plan = plan_threshold_learner(neighbours=replace_one, **wishes)
    >>> plan.inner.exp_epsilon**2 <= exp_bracket(1).lower, plan.errors < plan.inner.rows
    (True, True)
    >>> plan_threshold_learner(neighbours=add_remove_one, **wishes).errors < plan.errors
    True
    """
    own_epsilon, own_delta = shared_budget(epsilon, delta, neighbours=neighbours)
    bits = as_integer(domain_bits, "domain_bits", least=1) + 1
    inner = plan_tree_log(bits, neighbours=replace_one, epsilon=own_epsilon, delta=own_delta, beta=beta,
                          kind=kind)
    return ThresholdPlan(inner, -(-inner.rows // 2))


def learn_threshold(database: Iterable[tuple[int, int]], *, domain_bits: int, neighbours: Relation, epsilon: Number,
                    delta: Number, beta: Number, rng: Generator) -> int:
    """Return the cut of a threshold learned privately from records that some threshold labels without error.

    It predicts 1 at x iff x is at most the cut.  Where labels are noisy use
    :func:`~privlearn.private.labelled.learn_agnostic_threshold`.

    Parameters
    ----------
    database : sequence of (x, y)
        x in ``0..2^domain_bits - 1``, y in {0, 1}; any number of records, in any order.
    domain_bits, neighbours, epsilon, delta, beta
        As for :func:`plan_threshold_learner`.
    rng : numpy.random.Generator or random.Random
        For a real release ``random.SystemRandom()``.

    Returns
    -------
    int in ``-1..2^domain_bits - 1``

    Raises
    ------
    ValueError
        Before any private step, if a record or another argument is bad.

    Notes
    -----
    Guarantee: (epsilon, delta)-private under the relation, for all labels; at most ``plan.errors`` errors on the
    records, if some threshold makes none, with probability at least ``1 - beta``.  Cost: a sort of the records.
    """
    check_generator(rng)
    plan = plan_threshold_learner(domain_bits=domain_bits, neighbours=neighbours, epsilon=epsilon, delta=delta,
                                  beta=beta)
    return as_integer(threshold_law(database, plan).sample(rng), "answer")


def threshold_law(database: Iterable[tuple[int, int]], plan: ThresholdPlan) -> Law:
    """Return the law of the cut learned: TreeLog on the cuts around, shifted back, "no answer" as the cut -1.

    Notes
    -----
    The text of :func:`learn_threshold`: samples there, and exact probabilities where a plan's kind is a path.

    Examples
    --------
    >>> rows = [(k, int(k < 700)) for k in range(2000)]
    >>> plan = plan_threshold_learner(domain_bits=64, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**6),
    ...                               beta=Fraction(1, 10), kind="heavy path")
    >>> law = threshold_law(rows, plan).exact()
    >>> sum(mass for cut, mass in law.items() if abs(cut - 699) > plan.errors) <= plan.inner.failure.upper
    True
    """
    number_of_rows(database, content="rows (x, y)")
    return _cut_law(inner_database(tuple(database), plan), plan)


def word_threshold_law(words: Array, ones: Array, plan: ThresholdPlan) -> Law:
    """Return :func:`threshold_law` of points in an array of unsigned integers, and which of them are labelled 1.

    Examples
    --------
    >>> plan = plan_threshold_learner(domain_bits=64, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**6),
    ...                               beta=Fraction(1, 10), kind="heavy path")
    >>> words = np.arange(2000, dtype=np.uint64)
    >>> law = word_threshold_law(words, words < 700, plan)
    >>> law.exact() == threshold_law([(k, int(k < 700)) for k in range(2000)], plan).exact()
    True
    """
    size = 1 << (plan.inner.domain_bits - 1)
    return _cut_law(tuple(cut + 1 for cut in around_the_cut_of_words(words, ones, size, plan.count)), plan)


def _cut_law(points: Points, plan: ThresholdPlan) -> Law:
    bits = plan.inner.domain_bits
    law = fast_tree_log_law(points, bits, fitted(plan.inner, len(points)))
    return law.map(lambda point: -1 if point is None else min(int(point), 1 << (bits - 1)) - 1)


def real_cut(cut: int) -> float:
    """Return the greatest float whose word is at most ``cut``, ``-inf`` if there is none.

    Examples
    --------
    >>> real_cut(-1), real_cut((1 << 63) - 1), real_cut(1 << 63)
    (-inf, -5e-324, 0.0)
    """
    least, zero = int(words_of_reals(np.array([-np.finfo(np.float64).max]))[0]), 1 << 63
    if cut < least:
        return float("-inf")
    return real_of_word(cut - 1 if cut == zero - 1 else cut)  # the word before that of 0 is of -0.0, which no row has


def inner_database(database: Labelled, plan: ThresholdPlan) -> Points:
    """Return the points of ``0..2^domain_bits`` among which :func:`learn_threshold` looks for an interior point.

    Examples
    --------
    >>> plan = plan_threshold_learner(domain_bits=8, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**6),
    ...                               beta=Fraction(1, 10))
    >>> points = inner_database(((7, 1), (9, 0)), plan)
    >>> set(points), len(points) == 2 * plan.count
    ({0, 8, 9, 256}, True)
    """
    size = 1 << (plan.inner.domain_bits - 1)
    return tuple(cut + 1 for cut in around_the_cut(database, size, plan.count))
