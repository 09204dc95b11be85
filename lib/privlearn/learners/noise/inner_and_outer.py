"""Independent noise learners: a concept from the data, then noise that ignores the data.

Definitions
-----------
A concept class C on T points is learnt in two stages.  The *inner* learner reads the database and gives a concept of
C (a tuple of T bits), or something else.  The *outer* learner gives ``None`` ("fail") if that is no concept of C; else
it flips each of the T values independently with probability ``noise``.  Noise, and the accuracy and failure asked of
the inner learner (:class:`Selection`), are chosen without looking at the database.  The pair is a *private independent
noise learner* if the outer learner is private and learns C with error ``alpha`` and failure ``beta``, and the inner
one with error ``selection.alpha <= alpha`` and failure ``selection.beta <= beta`` (BBKN14, Definition 5.6).

Only the *outer* learner has to be private.  :func:`audit_noise_learner` measures every clause.

>>> from privlearn.concepts import initial_segments
>>> pair = IndependentNoiseLearner(exponential_inner(initial_segments(2), 4), initial_segments(2), Fraction(1, 10))
>>> pair(((0, 1), (1, 0))).exact()[1, 0]  # 1/2 * 81/100 + 1/4 * 9/100 + 1/4 * 9/100
Fraction(9, 20)
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import as_probability
from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, independent, pure
from privlearn.laws.law import as_law
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.noise.nearest_interval import as_bits, reconstruct_interval
from privlearn.learners.noise.walks import reconstruction_law
from privlearn.learning import WorstCase, worst_case_failure
from privlearn.mechanisms import audit_pure
from privlearn.mechanisms.neighbours import Database, Relation

Inner = Callable[[Any], Law]


def independent_noise(concept: Concept, rate: Number) -> Law:
    """Return the law of ``concept`` with every bit flipped independently with probability ``rate``.

    Parameters
    ----------
    concept : tuple of bits
    rate : number in [0, 1]

    Returns
    -------
    Law
        Over tuples of bits, ``2 ** len(concept)`` of them; a sample takes one coin for each point.

    Examples
    --------
    >>> independent_noise((1, 0), Fraction(1, 4)).exact()[0, 0]
    Fraction(3, 16)
    """
    p = as_probability(rate, "rate")
    value = {0: bernoulli(p), 1: bernoulli(1 - p)}
    return independent([value[bit] for bit in as_bits(concept).tolist()])


@dataclass(frozen=True)
class IndependentNoiseLearner:
    """The outer learner made of an inner one; call it on a database.

    Attributes
    ----------
    inner : callable
        Database -> Law over tuples of bits, or ``None`` (or anything else that is no concept).
    concepts : ConceptClass
        C, not empty.
    noise : Fraction
        Rate in [0, 1].

    References
    ----------
    BBKN14, Definition 5.6.
    """

    inner: Inner
    concepts: ConceptClass
    noise: Fraction
    members: frozenset[Concept] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not callable(self.inner):
            raise ValueError(f"inner must be a function from databases to laws, got {self.inner!r}")
        if not isinstance(self.concepts, ConceptClass) or len(self.concepts) == 0:
            raise ValueError(f"concepts must be a ConceptClass with at least one concept, got {self.concepts!r}")
        object.__setattr__(self, "noise", as_probability(self.noise, "noise"))
        object.__setattr__(self, "members", frozenset(self.concepts.rows()))

    def __call__(self, database: Any) -> Law:
        """Return the law of the hypothesis: a tuple of bits, or ``None`` for "fail"."""
        return as_law(self.inner(database), "inner").then(
            lambda concept: independent_noise(concept, self.noise) if concept in self.members else pure(None))


@dataclass(frozen=True)
class Selection:
    """What step (a) chooses without the data: the inner learner's accuracy and failure, and the noise rate."""

    alpha: Fraction
    beta: Fraction
    noise: Fraction


@dataclass(frozen=True)
class NoiseLearnerAudit:
    """What :func:`audit_noise_learner` found, clause by clause.

    Attributes
    ----------
    fault : (database, outcome) or None
        Where the outer law is not "inner law, then independent noise", if anywhere.
    exp_epsilon : Fraction or math.inf
        Exact privacy ratio of the outer learner on the databases audited.
    inner, outer : WorstCase
        Largest failures at the accuracies asked of each, and where.
    """

    fault: tuple[Database, Any] | None
    exp_epsilon: Fraction | float
    inner: WorstCase
    outer: WorstCase


def noise_fault(outer: Callable[[Any], Law], pair: IndependentNoiseLearner,
                databases: Iterable[Database]) -> tuple[Database, Any] | None:
    """Return a database and an outcome at which ``outer`` is not the pair's outer learner, or ``None``.

    The law expected is computed from the inner law by counting: a hypothesis at distance k from a concept has
    probability ``noise^k (1 - noise)^(T - k)``, and failure the mass of what is no concept.

    Notes
    -----
    Cost: (concepts of the inner law) x ``2^T`` for each database.
    """
    q, size = pair.noise, pair.concepts.size
    share = [q**k * (1 - q) ** (size - k) for k in range(size + 1)]
    for database in databases:
        law, inner = outer(database).exact(), pair.inner(database).exact()
        known = {concept: mass for concept, mass in inner.items() if concept in pair.members}
        if law.get(None, 0) != 1 - sum(known.values()):
            return database, None
        for code in range(1 << size):
            h = tuple(code >> x & 1 for x in range(size))
            expected = sum(mass * share[sum(a != b for a, b in zip(concept, h, strict=True))]
                           for concept, mass in known.items())
            if law.get(h, 0) != expected:
                return database, h
    return None


def audit_noise_learner(pair: IndependentNoiseLearner, selection: Selection, *, alpha: Number, rows: int,
                        distributions: Sequence[Sequence[Number]], databases: Sequence[Database], neighbours: Relation,
                        outer: Callable[[Any], Law] | None = None) -> NoiseLearnerAudit:
    """Measure every clause of BBKN14, Definition 5.6.

    Parameters
    ----------
    pair : IndependentNoiseLearner
        Its laws must not depend on the order of the rows.
    selection : Selection
        What is asked of the inner learner.
    alpha : number
        Accuracy asked of the outer learner.
    rows : int
        Sample size of the learning games.
    distributions : sequence of distributions
        Every concept is a target under each of them.
    databases, neighbours
        Databases and relation of the privacy audit.
    outer : callable, optional
        The learner to audit; by default the pair's own.

    Raises
    ------
    ValueError
        If the selection's noise is not the pair's.
    """
    if selection.noise != pair.noise:
        raise ValueError(f"selection must have the pair's noise {pair.noise}, got {selection.noise}")
    audited = pair if outer is None else outer
    targets, size = pair.concepts.rows(), pair.concepts.size
    hypotheses = [tuple(code >> x & 1 for x in range(size)) for code in range(1 << size)]
    return NoiseLearnerAudit(
        noise_fault(audited, pair, databases),
        audit_pure(audited, databases, neighbours).exp_epsilon,
        worst_case_failure(numbered(pair.inner, targets), targets, targets, distributions, rows, selection.alpha),
        worst_case_failure(numbered(audited, hypotheses), hypotheses, targets, distributions, rows, alpha))


def numbered(learner: Callable[[Any], Law], hypotheses: Sequence[Concept]) -> Callable[[Any], Law]:
    """Return the learner with each hypothesis replaced by its number, and by ``None`` what is not listed."""
    number = {hypothesis: k for k, hypothesis in enumerate(hypotheses)}
    return lambda database: learner(database).map(number.get)


def exponential_inner(concepts: ConceptClass, exp_epsilon: Number) -> Inner:
    """Return the exponential mechanism over ``concepts`` as an inner learner: outcomes are tuples of bits.

    It is private itself; see :func:`~privlearn.learners.generic.exponential.exponential_learner`.
    """
    mechanism, rows = exponential_learner(concepts, exp_epsilon), concepts.rows()
    return lambda database: mechanism(database).map(rows.__getitem__)


def proper_from_independent_noise(outer: Callable[[Any], Law]) -> Callable[[Any], Law]:
    """Return the proper learner of intervals that removes the noise: the interval nearest to the outer hypothesis.

    Parameters
    ----------
    outer : callable
        Database -> Law over tuples of bits, or ``None``.

    Returns
    -------
    callable
        Database -> Law over intervals ``0..T`` (interval j is 1 below j), or ``None`` if the outer learner failed or
        two intervals are equally near.  It reads the database through ``outer`` alone, so it is as private as that.
        Cost: that of ``outer``, and O(T) for each hypothesis.

    Raises
    ------
    ValueError
        If ``outer`` is no function, or, on reading the law, does not return a Law over rows of bits and ``None``.

    Examples
    --------
    >>> learner = proper_from_independent_noise(lambda database: independent_noise((1, 0), Fraction(1, 10)))
    >>> learner(()).exact()[1]
    Fraction(81, 100)

    References
    ----------
    BBKN14, proof of Theorem 5.8.
    """
    if not callable(outer):
        raise ValueError(f"outer must be a function from databases to laws, got {outer!r}")
    return lambda database: as_law(outer(database), "outer").map(
        lambda h: None if h is None else reconstruct_interval(h))


def reconstructed_law(inner: Law, size: int, noise: Number) -> dict[int | None, Fraction]:
    """Return the law of the reconstructed interval without listing hypotheses: the inner law through a channel.

    Parameters
    ----------
    inner : Law
        Over intervals as tuples of ``size`` bits, or ``None``.
    size : int
    noise : number in [0, 1]

    Notes
    -----
    O(size^2) for each interval of the inner law, where the outer learner lists ``2^size`` hypotheses.
    """
    total: dict[int | None, Fraction] = {}
    for concept, mass in inner.exact().items():
        channel = {None: Fraction(1)} if concept is None else reconstruction_law(size, sum(concept), noise)
        for end, weight in channel.items():
            total[end] = total.get(end, Fraction(0)) + mass * weight
    return total
