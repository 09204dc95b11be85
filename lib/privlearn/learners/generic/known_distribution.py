"""Learning privately when the distribution of the points is known: as many samples as the metric entropy asks for.

Definitions
-----------
A distribution D on the points is known to the learner; a *label-private* learner treats the points of the sample as
public, so neighbours differ in one label.  ``n`` rows, privacy ratio ``r = e^epsilon``, error a, failure beta:
for every target f its hypothesis has error above a with probability at most beta.

*Lower bound.* Let f_1, ..., f_N be a (2a)-packing: no function is within a of two of them.  On the same points the
labels of f_j become those of f_1 by at most n changes, so under f_1 the learner names a function near f_j with
probability at least ``(1 - beta) / r^n``, for every j; these events are disjoint, so ``(1 - beta) (1 + (N - 1) /
r^n) <= 1``, whence ``n >= ln((1 - beta) (N - 1) / beta) / epsilon`` (FX15, Section 1.2, after Chaudhuri and Hsu
2011).

*Upper bound.* The exponential mechanism on an (a/2)-cover.  For ``1 <= s <= e^(epsilon/2)`` it prefers a bad
hypothesis to one within a/2 of f with probability at most ``E[s^-gap] <= (1 - (a/2) (s - 1)(2 - s)/s)^n``.

>>> packing_failure_bound(4, 0, 3), packing_failure_bound(4, 1, 3)
(Fraction(3, 4), Fraction(1, 2))
>>> cover_sample_size(4, Fraction(25, 16), Fraction(1, 4), Fraction(1, 4))
147
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from privlearn.concepts import ConceptClass
from privlearn.dimensions.representation.covers import balls
from privlearn.exact import (Bracket, MinimaxProgram, as_distribution, as_exp_epsilon, as_fraction, as_integer,
                             is_enclosure, least_integer, solve)
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm, Value, formula, ln
from privlearn.exact.fractions import HALF
from privlearn.exact.minimax import Enclosure
from privlearn.exact.rationals import Number, as_inner_probability, rational_square_root
from privlearn.learning import samples
from privlearn.mechanisms import multiset_databases
from privlearn.mechanisms.neighbours import Database, Pair
from privlearn.mechanisms.optima import mechanism_program

BEST_ROOT = Fraction(7, 5)  # (s - 1)(2 - s)/s is largest at the square root of 2


def flip_one_label_unordered(databases: Sequence[Database]) -> list[Pair]:
    """Return the ordered pairs of multisets of labelled rows that differ in the label of one row.

    Examples
    --------
    >>> flip_one_label_unordered([((0, 0),), ((0, 1),), ((1, 0),)])
    [(((0, 0),), ((0, 1),)), (((0, 1),), ((0, 0),))]
    """
    named = {tuple(sorted(database)): database for database in databases}
    pairs = []
    for key, database in named.items():
        for x, y in dict.fromkeys(key):
            changed = Counter(key)
            changed[x, y] -= 1
            changed[x, 1 - y] += 1
            other = named.get(tuple(sorted(changed.elements())))
            if other is not None:
                pairs.append((database, other))
    return pairs


def label_private_program(concepts: ConceptClass, law: Sequence[Number], rows: int, exp_epsilon: Number,
                          alpha: Number) -> MinimaxProgram:
    """Return "least worst failure of all label-private learners that know D" as a certified minimax program.

    Parameters
    ----------
    concepts : ConceptClass
        The targets.
    law : sequence of numbers
        D, one probability for each point.
    rows : int
        n, at least 0.
    exp_epsilon : number of at least 1
        Privacy ratio for a change of one label.
    alpha : number in [0, 1)
        A hypothesis of larger error fails.

    Notes
    -----
    Databases are multisets (a random order of the rows costs nothing).  A point on which all concepts agree keeps its
    label: a learner can correct it, and the correction does not hurt privacy.  Outputs that are accurate for fewer
    concepts than another are left out.
    """
    weights, n = as_distribution(law, concepts.size), as_integer(rows, "rows", least=0)
    labelled = [(x, y) for x in range(concepts.size) if weights[x] for y in sorted(set(concepts.matrix[:, x].tolist()))]
    databases = multiset_databases(labelled, n)
    accurate = list(balls(concepts, weights, alpha))
    tasks = [{(database, ball): chance for database, chance in samples(weights, f, n) for ball in accurate
              if i not in ball} for i, f in enumerate(concepts.rows())]
    return mechanism_program(databases, accurate, flip_one_label_unordered(databases), exp_epsilon, tasks)


def label_private_optimum(concepts: ConceptClass, law: Sequence[Number], rows: int, exp_epsilon: Number | Bracket,
                          alpha: Number, interior: bool = False,
                          ) -> tuple[Bracket, tuple[tuple[MinimaxProgram, Enclosure], ...]]:
    """Return a bracket of the least worst failure of all label-private learners, with the programs that prove it.

    Takes the arguments of :func:`label_private_program`; the ratio may be a Bracket, such as ``exp_bracket(1)``: the
    failure falls as the ratio grows, so its ends bracket the failure.  ``interior``: only a narrow enclosure, which is
    faster, see :func:`~privlearn.exact.solver.solve`.

    Raises
    ------
    ArithmeticError
        If an enclosure does not verify.

    Examples
    --------
    >>> both = ConceptClass.from_matrix([[0], [1]])
    >>> label_private_optimum(both, [1], 1, 3, 0)[0]
    Bracket(lower=Fraction(1, 4), upper=Fraction(1, 4))
    """
    ends = as_bracket(exp_epsilon)
    solved = []
    for ratio in dict.fromkeys((ends.upper, ends.lower)):
        program = label_private_program(concepts, law, rows, ratio, alpha)
        solved.append((program, solve(program, interior=interior)))
    if not all(is_enclosure(enclosure, program) for program, enclosure in solved):
        raise ArithmeticError("an enclosure does not verify")
    return Bracket(solved[0][1].lower, solved[-1][1].upper), tuple(solved)


def packing_failure_bound(packing: int, rows: int, exp_epsilon: Number | Bracket) -> Fraction:
    """Return a lower bound on the failure of every label-private learner: ``1 - r^n / (r^n + N - 1)``.

    Parameters
    ----------
    packing : int
        N, the size of a packing at twice the error.
    rows : int
        n, at least 0.
    exp_epsilon : number of at least 1, or Bracket
        r; for a bracket the bound is that of its upper end.
    """
    count, n = as_integer(packing, "packing", least=1), as_integer(rows, "rows", least=0)
    power = as_exp_epsilon(as_bracket(exp_epsilon).upper) ** n
    return 1 - power / (power + count - 1)


@formula("at least", where=("packing >= 2", "epsilon > 0", "0 < beta < 1"),
         corners={"packing": (2, 4, 1024), "epsilon": (1, Fraction(1, 2), Logarithm(Fraction(3))),
                  "beta": (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2))},
         tex={"packing": "N", "epsilon": r"\alpha", "beta": r"\delta"},
         loose={"packing >= 2": "one function needs no row", "epsilon > 0": "the number is not defined at 0",
                "0 < beta < 1": "the number is not defined elsewhere"})
def packing_rows(packing: int, epsilon: Value, beta: Value) -> Value:
    """Return how many rows a label-private learner has at least, if N concepts are twice the error apart.

    Examples
    --------
    >>> round(float(packing_rows(2, 1, Fraction(1, 4)).lower), 4)
    1.0986
    """
    return 1 / epsilon * ln((1 - beta) * (packing - 1) / beta)


def packing_sample_bound(packing: int, exp_epsilon: Number | Bracket, beta: Number) -> int:
    """Return the least n with ``r^n >= (1 - beta) (N - 1) / beta``: a label-private learner has no fewer rows.

    This is :func:`packing_rows` in integers; for a bracket of r its upper end counts.

    Examples
    --------
    >>> packing_sample_bound(1024, 2, Fraction(1, 4))
    12
    """
    count, d = as_integer(packing, "packing", least=1), as_inner_probability(beta, "beta")
    ratio, least = as_exp_epsilon(as_bracket(exp_epsilon).upper), (1 - d) * (count - 1) / d
    if ratio == 1 and least > 1:
        raise ValueError("exp_epsilon must be above 1: with epsilon = 0 no number of rows is enough")
    return least_integer(lambda n: ratio**n >= least)


def gap_factor(exp_epsilon: Number, alpha: Number, share: Number = HALF) -> Fraction:
    """Return ``1 - a (s - 1)(1 - share s)/s``, ``s = min(e^(epsilon/2), 7/5)``: each row multiplies the bound by it.

    Parameters
    ----------
    exp_epsilon : number above 1
        The square of a rational.
    alpha : number strictly between 0 and 1
        Error a above which a hypothesis is bad.
    share : number in (0, 1/2]
        The near hypothesis has an error of at most ``share`` times alpha.

    Notes
    -----
    Let p be the chance that only the bad hypothesis errs and q that only the near one does: ``p - q > (1 - share) a``
    and ``q <= share a``.  One row multiplies the expectation by ``1 - p (1 - 1/s) + q (s - 1) = 1 - (p - q)(1 - 1/s) +
    q (s - 1)^2/s``.
    """
    ratio, a, near = as_exp_epsilon(exp_epsilon), as_inner_probability(alpha, "alpha"), as_fraction(share, "share")
    if not 0 < near <= HALF:
        raise ValueError(f"share must lie in (0, 1/2], got {near}")
    s = min(rational_square_root(ratio, "exp_epsilon"), BEST_ROOT)
    return 1 - a * (s - 1) * (1 - near * s) / s


def cover_sample_size(cover: int, exp_epsilon: Number, alpha: Number, beta: Number) -> int:
    """Return an n for which the exponential mechanism on an (alpha/2)-cover learns every target.

    The least n with ``cover * gap_factor^n <= beta``; O(log(cover/beta) / (epsilon alpha)) for epsilon
    up to 1.

    Parameters
    ----------
    cover : int
        The number of hypotheses.
    exp_epsilon : number above 1
        The square of a rational.
    alpha, beta : numbers strictly between 0 and 1
    """
    count, d = as_integer(cover, "cover", least=1), as_inner_probability(beta, "beta")
    factor = gap_factor(exp_epsilon, alpha)
    if factor == 1:
        raise ValueError("exp_epsilon must be above 1: with epsilon = 0 no number of rows is enough")
    return least_integer(lambda n: count * factor**n <= d)
