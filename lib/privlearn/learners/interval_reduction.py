"""From any learner of intervals to a proper one, if its hypotheses have few switching points.

Definitions
-----------
Points are ``0..T-1``, interval concept j is 1 below j, ``j = 0..T``; rows are ``(x, y)``.  Given a learner and a number
z, the *reduction* runs the learner on disjoint blocks of rows, keeps the first hypothesis ``h`` with at most z
switching points (no such one: outcome ``None``, "FAIL"), and draws a concept of ``SWITCH(h)`` with probability
proportional to ``e^{-epsilon errors / 2}``, errors being counted on rows of its own (BBKN14, proof of Theorem 5.4).

For accuracy alpha and failure beta it uses ``alpha' = alpha/4``, ``beta' = beta/6``, ``ceil(log2(1/beta'))`` blocks and
``ceil(8 ln(24/beta) / alpha^2 + 8 ln((6 - beta) z / beta) / (alpha epsilon))`` rows for the last draw.

>>> number_of_blocks(Fraction(3, 10)), selection_rows(11, 4, Fraction(2, 5), Fraction(3, 10))
(5, 297)
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, islice
from typing import Any

from privlearn.exact import (
    as_exp_epsilon,
    as_fraction,
    as_integer,
    log_bracket,
    rational_square_root,
)
from privlearn.exact.errors import Undecided
from privlearn.exact.rationals import Number, rational
from privlearn.laws import Law, fold, proportional, pure, uniform_range, uniform_subset
from privlearn.laws.law import as_law
from privlearn.learners.pac import as_distribution, samples
from privlearn.learners.switching import Hypothesis, Steps, segment_with_flips, switch_numbers
from privlearn.mechanisms import Promise, PromisedMechanism, from_scores, replace_one
from privlearn.mechanisms.exponential import check_labelled

Database = tuple[Any, ...]
Learner = Callable[[Database], Law]
Selection = Callable[[Sequence[int], Database, Fraction], Law]
BITS = 96
ANY_SIZE: Any = math.inf  # points are checked to be integers of at least 0: the reduction does not know the domain


def number_of_blocks(beta: Number) -> int:
    """Return ``ceil(log2(6 / beta))``, how often the learner is run, for beta in (0, 1)."""
    share = as_fraction(beta, "beta") / 6
    if not 0 < share < Fraction(1, 6):
        raise ValueError(f"beta must lie strictly between 0 and 1, got {6 * share}")
    blocks = 0
    while Fraction(1, 2**blocks) > share:
        blocks += 1
    return blocks


def selection_rows(switches: int, exp_epsilon: Number, alpha: Number, beta: Number) -> int:
    """Return ``ceil(8 ln(24/beta) / alpha^2 + 8 ln((6 - beta) z / beta) / (alpha epsilon))``.

    Parameters
    ----------
    switches : int
        z, at least 2; ``2**4096`` is fine.
    exp_epsilon : number above 1
    alpha, beta : numbers in (0, 1)

    References
    ----------
    BBKN14, proof of Theorem 5.4, with ``ln(24/beta)`` for ``ln(12/beta)`` in place of the term ``K(...)``.
    """
    z, r = as_integer(switches, "switches", least=2), as_exp_epsilon(exp_epsilon)
    a, b = as_fraction(alpha, "alpha"), as_fraction(beta, "beta")
    if r == 1 or not (0 < a < 1 and 0 < b < 1):
        raise ValueError(f"exp_epsilon must exceed 1, alpha and beta lie between 0 and 1, got {r}, {a} and {b}")
    first = log_bracket(24 / b, BITS) * (8 / a**2)
    value = first + log_bracket((6 - b) * z / b, BITS) * (8 / a) / log_bracket(r, BITS)
    low, high = -(-value.lower // 1), -(-value.upper // 1)
    if low != high:
        raise Undecided(f"the number of rows lies on an integer within {BITS} bits: {value}")
    return int(low)


def interval_errors(concepts: Sequence[int], database: Database) -> dict[int, int]:
    """Return concept number -> number of rows that it gets wrong; cost O((rows + concepts) log rows)."""
    ones = sorted(x for x, y in database if y)
    zeros = sorted(x for x, y in database if not y)
    return {j: len(ones) - bisect_left(ones, j) + bisect_left(zeros, j) for j in concepts}


def interval_learner(size: int, exp_epsilon: Number) -> PromisedMechanism:
    """Return the exponential mechanism over the ``size + 1`` interval concepts in its efficient form.

    All concepts between two neighbouring points of the sample share one score, so a gap is drawn first, with weight
    its number of concepts, and then a concept of it uniformly.

    Parameters
    ----------
    size : int
        T; ``2**64`` is fine for sampling.
    exp_epsilon : number
        At least 1 and the square of a rational.

    Returns
    -------
    PromisedMechanism
        Outcomes are concept numbers in ``0..size``.  Guarantee: the law of
        :func:`~privlearn.mechanisms.exponential_learner` over ``initial_segments(size)``, on every database.
    """
    n, ratio = as_integer(size, "size", least=1), as_exp_epsilon(exp_epsilon)
    root = rational_square_root(ratio, "exp_epsilon")

    def law(database: Database) -> Law:
        check_labelled(database, n)
        change = {0: 0}  # start of a gap -> how many more rows its concepts get wrong than those of the gap before
        for x, y in database:
            change[x + 1] = change.get(x + 1, 0) + 1 - 2 * y
        starts = sorted(change)
        lengths = {j: end - j for j, end in zip(starts, [*starts[1:], n + 1], strict=True)}
        changes = accumulate((change[j] for j in starts), initial=sum(y for _, y in database))
        wrong = dict(zip(starts, islice(changes, 1, None), strict=True))
        best, worst = min(wrong.values()), max(wrong.values())
        weights = {w: root.numerator ** (worst - w) * root.denominator ** (w - best) for w in set(wrong.values())}
        tickets = {j: length * weights[wrong[j]] for j, length in lengths.items()}
        shared = math.gcd(*tickets.values())
        gaps = proportional({j: count // shared for j, count in tickets.items()})
        return gaps.then(lambda j: uniform_range(lengths[j]).map(lambda k: j + k))

    return PromisedMechanism(law, Promise(ratio, replace_one), "interval learner")


def random_points(size: int, count: int) -> Law:
    """Return the law of a uniformly random set of ``count`` of the points ``0..size-1`` (a frozenset)."""
    n = as_integer(size, "size", least=1)
    return uniform_subset(n, as_integer(count, "count", least=0, most=n))


def flipping_interval_learner(size: int, exp_epsilon: Number, flips: Law) -> PromisedMechanism:
    """Return the exponential mechanism for intervals with the bits of a random set of points turned over.

    The set is independent of the database, so privacy is kept; outcomes are :class:`~privlearn.learners.Steps`, no
    intervals.  An improper learner to run the reduction on.

    Parameters
    ----------
    size, exp_epsilon
        As in :func:`interval_learner`.
    flips : Law over int
        How many points; the set is uniform given its size.  A set of w points errs on mass w/T on average, whatever
        the distribution, and leaves at most ``2 w + 3`` switching points.
    """
    base = interval_learner(size, exp_epsilon)
    turned = lru_cache(maxsize=1 << 12)(segment_with_flips)

    def law(database: Database) -> Law:
        return base(database).then(lambda j: flips.then(lambda w: random_points(size, w)).map(
            lambda chosen: turned(size, j, chosen)))

    return PromisedMechanism(law, base.promise, "interval learner with flipped points")


def first_simple(learner: Learner, blocks: Sequence[Database], switches: int) -> Law:
    """Return the law of the first hypothesis with at most ``switches`` switching points, ``None`` if there is none."""

    def simple(hypothesis: Hypothesis | None) -> Hypothesis | None:
        few = hypothesis is not None and len(switch_numbers(hypothesis)) <= switches
        return hypothesis if few else None

    return fold(None, blocks, lambda found, block: (
        as_law(learner(block), "learner").map(simple) if found is None else pure(found)))


def select_switch(concepts: Sequence[int], database: Database, root: Fraction) -> Law:
    """Return the exponential mechanism over the given interval concepts; ``root = e^{epsilon/2}``."""
    return from_scores({j: -wrong for j, wrong in interval_errors(concepts, database).items()}, root)


@dataclass(frozen=True)
class ReductionPlan:
    """The numbers of the reduction.

    Attributes
    ----------
    blocks, block_rows : int
        How often the learner is run, and on how many rows each time.
    switches : int
        z, the most switching points that are accepted.
    rows : int
        s, the rows of the last draw.
    """

    blocks: int
    block_rows: int
    switches: int
    rows: int

    def __post_init__(self) -> None:
        as_integer(self.blocks, "blocks", least=0)
        as_integer(self.block_rows, "block_rows", least=0)
        as_integer(self.switches, "switches", least=0)
        as_integer(self.rows, "rows", least=0)

    @property
    def total(self) -> int:
        """All rows."""
        return self.blocks * self.block_rows + self.rows

    def split(self, database: Database) -> tuple[list[Database], Database]:
        """Return the blocks and the rows of the last draw.

        Raises
        ------
        ValueError
            If the database has another number of rows than ``total``.
        """
        return split_rows(database, self.blocks, self.block_rows, self.rows)


def split_rows(database: Database, blocks: int, block_rows: int, rows: int) -> tuple[list[Database], Database]:
    """Return so many blocks of ``block_rows`` rows, in order, and the last ``rows`` rows; no other number will do."""
    total = blocks * block_rows + rows
    if not isinstance(database, (tuple, list)):
        raise ValueError(f"database must be a tuple of rows, got {database!r}")
    if len(database) != total:
        raise ValueError(f"database must have {total} rows for this plan, got {len(database)}")
    ends = [k * block_rows for k in range(blocks + 1)]
    return [tuple(database[a:b]) for a, b in zip(ends, ends[1:], strict=False)], tuple(database[ends[-1]:])


def check_reduction(learner: Any, plan: Any, kind: type) -> None:
    """Raise a ``ValueError`` unless ``plan`` is of the given kind and ``learner``, if it is run at all, a function."""
    if not isinstance(plan, kind):
        raise ValueError(f"plan must be a {kind.__name__}, got {plan!r}")
    if getattr(plan, "blocks", 1) and not callable(learner):
        raise ValueError(f"learner must be a function from databases to laws, got {learner!r}")


def plan_reduction(block_rows: int, switches: int, exp_epsilon: Number, alpha: Number, beta: Number) -> ReductionPlan:
    """Return the plan for accuracy alpha and failure beta from a learner that needs ``block_rows`` rows."""
    n = as_integer(block_rows, "block_rows", least=0)
    return ReductionPlan(number_of_blocks(beta), n, switches, selection_rows(switches, exp_epsilon, alpha, beta))


def proper_from_improper(learner: Learner, exp_epsilon: Number, plan: ReductionPlan,
                         select: Selection = select_switch) -> PromisedMechanism:
    """Return the proper learner of intervals that the reduction makes of a learner with few switching points.

    Parameters
    ----------
    learner : callable
        Database -> Law over hypotheses (tuples of bits or Steps; ``None`` is "no hypothesis"), private with ratio
        ``exp_epsilon`` on blocks of ``plan.block_rows`` rows.
    exp_epsilon : number
        At least 1 and the square of a rational.
    plan : ReductionPlan
    select : callable, optional
        ``(concept numbers, rows, e^{epsilon/2}) -> Law``, the last draw; an argument so that a wrong one can be put
        in its place and be caught.

    Returns
    -------
    PromisedMechanism
        Takes tuples of exactly ``plan.total`` rows ``(x, y)``; outcomes are concept numbers in ``0..T``, or ``None``
        for FAIL.  Each row is used once, so it is private with ratio ``exp_epsilon``.

    Raises
    ------
    ValueError
        If an argument is out of range; on calling the mechanism, if the number of rows is another one (the number
        needed is named) or a row is not ``(x, y)`` with an integer x of at least 0 and y in {0, 1}.

    Notes
    -----
    Cost: the learner's on every block, then O((rows + switching points) log rows).

    References
    ----------
    BBKN14, proof of Theorem 5.4, steps (1) to (5).
    """
    ratio = as_exp_epsilon(exp_epsilon)
    root = rational_square_root(ratio, "exp_epsilon")
    check_reduction(learner, plan, ReductionPlan)

    def law(database: Database) -> Law:
        blocks, rest = plan.split(database)
        check_labelled(database, ANY_SIZE)  # all rows, before any coin: an error must not tell what a block gave
        found = first_simple(learner, blocks, plan.switches)
        return found.then(lambda h: pure(None) if h is None else select(switch_numbers(h), rest, root))

    return PromisedMechanism(law, Promise(ratio, replace_one), "proper learner from few switching points")


@dataclass(frozen=True)
class ReductionFailure:
    """Exact probabilities of one game: target, distribution, plan.

    Attributes
    ----------
    many : Fraction
        The learner's hypothesis has more than z switching points.
    inaccurate : Fraction
        The learner's hypothesis has error more than alpha/4.
    no_hypothesis : Fraction
        The reduction says FAIL.
    failure : Fraction
        FAIL, or a concept of error more than alpha.
    """

    many: Fraction
    inaccurate: Fraction
    no_hypothesis: Fraction
    failure: Fraction


def reduction_failure(learner: Learner, exp_epsilon: Number, plan: ReductionPlan, target: int,
                      distribution: Sequence[Number], alpha: Number) -> ReductionFailure:
    """Return the exact failure of the reduction on i.i.d. rows, one block enumerated for all.

    Parameters
    ----------
    learner, exp_epsilon, plan
        As in :func:`proper_from_improper`; the learner must not depend on the order of the rows of a block.
    target : int
        Concept number in ``0..T``.
    distribution : sequence of T numbers that sum to 1
        Two or three atoms are feasible with hundreds of rows.
    alpha : number in (0, 1)

    Notes
    -----
    Hypotheses are merged by how many of their switching points fall between which atoms: concepts between the same
    atoms have the same errors.
    """
    weights = as_distribution(distribution)
    concept = tuple(int(x < target) for x in range(len(weights)))
    atoms = [x for x, weight in enumerate(weights) if weight]
    root, a = rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon"), as_fraction(alpha, "alpha")

    def mass(wrong: Callable[[int], bool]) -> Fraction:
        return sum((weights[x] for x in atoms if wrong(x)), Fraction(0))

    table: dict[Any, Any] = {}
    zero = rational(0)
    for block, probability in samples(weights, concept, plan.block_rows):
        chance = rational(probability)
        for h, share in learner(block).masses().items():
            table[h] = table.get(h, zero) + chance * share
    hypotheses: dict[Steps, Fraction] = {h: as_fraction(share) for h, share in table.items()}
    many = inaccurate = Fraction(0)
    profiles: dict[tuple[int, ...], Fraction] = {}
    for h, share in hypotheses.items():
        numbers = switch_numbers(h)
        inaccurate += share if mass(lambda x, h=h: h(x) != concept[x]) > a / 4 else 0  # type: ignore[misc]
        if len(numbers) > plan.switches:
            many += share
        else:
            profile = tuple(sorted(bisect_left(atoms, j) for j in numbers))
            profiles[profile] = profiles.get(profile, Fraction(0)) + share
    missed = many**plan.blocks
    bad = {g for g in range(len(atoms) + 1) if mass(lambda x, g=g: (bisect_left(atoms, x) < g) != concept[x]) > a}  # type: ignore[misc]
    wrong = _bad_draw(profiles, bad, atoms, concept, weights, plan.rows, root)
    failure = missed + ((1 - missed) * wrong / (1 - many) if many < 1 else 0)
    return ReductionFailure(many, inaccurate, missed, failure)


def _bad_draw(profiles: Mapping[tuple[int, ...], Fraction], bad: set[int], atoms: list[int], concept: tuple[int, ...],
              weights: Sequence[Fraction], rows: int, root: Fraction) -> Fraction:
    """Probability that a hypothesis is found and the last draw takes a concept of a bad gap, over samples and coins.

    Gap g holds the concepts that are 1 on exactly the first g atoms.
    """
    copies = {profile: Counter(profile) for profile in profiles}
    total = Fraction(0)
    for database, probability in samples(weights, concept, rows):
        counts = Counter(x for x, _ in database)
        wrong = [sum(counts[x] for k, x in enumerate(atoms) if (k < g) != concept[x]) for g in range(len(atoms) + 1)]
        least, most = min(wrong), max(wrong)
        odds = [root.numerator ** (most - errors) * root.denominator ** (errors - least) for errors in wrong]
        for profile, share in profiles.items():
            drawn = {g: count * odds[g] for g, count in copies[profile].items()}
            total += probability * share * Fraction(sum(w for g, w in drawn.items() if g in bad), sum(drawn.values()))
    return total
