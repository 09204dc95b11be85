"""The exact failure of the reduction to proper learners of intervals, one block enumerated for all.

Definitions
-----------
A *game* is a target, a distribution and a plan of the reduction (:mod:`~privlearn.learners.intervals.reduction`).  The
blocks are independent and alike, so that one block is enumerated, and the reduction's failure follows from the chances
that a hypothesis switches too often or errs too much.

Source: BBKN14, Theorem 5.4.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from privlearn.exact import as_distribution, as_exp_epsilon, as_fraction, rational
from privlearn.exact.rationals import Number, rational_square_root
from privlearn.learners.intervals.reduction import Learner, ReductionPlan
from privlearn.learners.intervals.switching import Steps, switch_numbers
from privlearn.learning import samples


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


def interval_reduction_failure(learner: Learner, exp_epsilon: Number, plan: ReductionPlan, target: int,
                      distribution: Sequence[Number], alpha: Number) -> ReductionFailure:
    """Return the exact failure of the reduction on i.i.d. rows, one block enumerated for all.

    Parameters
    ----------
    learner, exp_epsilon, plan
        As in :func:`~privlearn.learners.intervals.reduction.proper_from_improper`; the learner must not depend on the
        order of the rows of a block.
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
    shares = [(Counter(profile), rational(share)) for profile, share in profiles.items()]
    total = rational(0)
    for database, probability in samples(weights, concept, rows):
        counts = Counter(x for x, _ in database)
        wrong = [sum(counts[x] for k, x in enumerate(atoms) if (k < g) != concept[x]) for g in range(len(atoms) + 1)]
        least, most = min(wrong), max(wrong)
        odds = [root.numerator ** (most - errors) * root.denominator ** (errors - least) for errors in wrong]
        chance = rational(probability)
        for copies, share in shares:
            drawn = {g: count * odds[g] for g, count in copies.items()}
            total += chance * share * sum(w for g, w in drawn.items() if g in bad) / sum(drawn.values())
    return as_fraction(total)
