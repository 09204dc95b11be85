"""What the theorems say of learning a class: bounds with their sources, and why others are left out.

Definitions
-----------
A *bound* is a name, a number and its source.  Lower bounds hold for every learner of the named kind, privacy is under
the replacement of a row.  A bound is *left out*, with the reason, if the class is not of the kind that its theorem is
about, or if it says nothing: a number of rows that learning without privacy takes as well, a number of messages that
two concepts need.

A class is of the kind of points or of thresholds if it is contained in one of these classes, points and concepts
renamed, labels exchanged at some points, points joined that no concept tells apart
(:mod:`~privlearn.concepts.renaming`): what learns the larger class learns it.

>>> from privlearn.concepts import thresholds
>>> bounds, left_out = known_bounds(thresholds(3), vc=1, littlestone=3, wishes=Wishes())
>>> [bound["value"] for bound in bounds if "thresholds" in bound["name"]][0] < 200
True
>>> [row["reason"] for row in left_out if "of points" in row["name"]]
['the class is not contained in points under other names']
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any

from privlearn.communication import messages_lower_bound, private_samples_lower_bound
from privlearn.concepts import ConceptClass
from privlearn.concepts.renaming import renamed_points, renamed_thresholds
from privlearn.exact import exp_bracket, least_integer, log_bracket
from privlearn.learners.interior_point.threshold_samples import private_threshold_rows
from privlearn.learners.points import frugal_plan
from privlearn.learners.relabeling.threshold_rows import agnostic_threshold_rows
from privlearn.learners.selection import proper_learner_rows
from privlearn.learners.selection.representation_rows import agnostic_learner_rows
from privlearn.learning.heavy_point import heavy_point_risk
from privlearn.learning.shattered_sets import bayes_risk

COARSE = 1 << 20
FEW = 64  # errors of the heavy point are multiples of 1/64
BELOW_HALF = Fraction(1, 2) - Fraction(1, 1000)
LARGEST_EPSILON = Fraction(20)  # of the plans: more privacy than asked for only takes more samples


@dataclass(frozen=True)
class Wishes:
    """What is asked of a learner: privacy ``epsilon, delta``, error ``alpha``, failure ``beta``."""

    epsilon: Fraction = Fraction(1)
    delta: Fraction = Fraction(1, 10**6)
    alpha: Fraction = Fraction(1, 4)
    beta: Fraction = Fraction(1, 4)


@dataclass(frozen=True)
class Case:
    """A class of at least one concept, lower bounds of two of its dimensions, and what is asked."""

    concepts: ConceptClass
    vc: int
    littlestone: int
    wishes: Wishes

    @cached_property
    def threshold_bits(self) -> int | None:
        """Bits of a domain on whose thresholds the class can be found, ``None`` if there is none."""
        renaming = renamed_thresholds(self.concepts)
        return None if renaming is None else max(1, (renaming.size - 1).bit_length())

    @cached_property
    def any_learner(self) -> int:
        """Rows that every learner of the class needs, private or not."""
        return any_learner_rows(self.concepts, self.vc, self.wishes.alpha, self.wishes.beta)


Answer = int | str  # the bound, or why it is left out
NO_POINTS = "the class is not contained in points under other names"
NO_THRESHOLDS = "the class is not contained in thresholds under other names"


def known_bounds(concepts: ConceptClass, *, vc: int, littlestone: int,
                 wishes: Wishes) -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """Return the bounds, and the names of those left out with the reasons; none for a class without concepts.

    Parameters
    ----------
    concepts : ConceptClass
    vc, littlestone : int
        Its dimensions, or lower bounds of them.
    wishes : Wishes

    Returns
    -------
    bounds : list of {"name", "value", "source"}
    left_out : list of {"name", "reason"}
    """
    bounds, left_out = list[dict[str, Any]](), list[dict[str, str]]()
    case = Case(concepts, vc, littlestone, wishes)
    for name, source, ask in TABLE if len(concepts) else ():
        try:
            answer = ask(case)
        except (ValueError, ArithmeticError) as error:  # a plan's own range
            answer = f"no number for these parameters: {error}"
        if isinstance(answer, str):
            left_out.append({"name": name, "reason": answer})
        else:
            bounds.append({"name": name, "value": answer, "source": source})
    return bounds, left_out


def any_learner_rows(concepts: ConceptClass, vc: int, alpha: Fraction, beta: Fraction) -> int:
    """Return a number of rows that every learner of the class needs, private or not, proper or improper.

    Parameters
    ----------
    concepts : ConceptClass
    vc : int
        Its VC dimension, or a lower bound of it.
    alpha, beta : Fraction in (0, 1)

    Notes
    -----
    The most of three: two concepts that agree somewhere differ at a point of mass just above alpha; the risk on the
    uniform distribution of a shattered set; and that with a heavy point, at an error rounded up: it takes no more rows.

    Examples
    --------
    >>> from privlearn.concepts import all_functions, thresholds
    >>> quarter = Fraction(1, 4)
    >>> any_learner_rows(thresholds(2), 1, quarter, quarter), any_learner_rows(all_functions(8), 8, quarter, quarter)
    (3, 6)
    """
    rows = [0]
    pair = len(concepts) > 2 or (len(concepts) == 2 and bool((concepts.matrix[0] == concepts.matrix[1]).any()))
    if pair and beta < Fraction(1, 2):
        rows.append(ceil((log_bracket(1 / (2 * beta)) / log_bracket(1 / (1 - alpha))).lower))
    if vc > 0:
        rows.append(least_integer(lambda n: bayes_risk(vc, n, alpha) <= beta))
    larger = Fraction(ceil(alpha * FEW), FEW)
    if vc > 1 and larger <= Fraction(1, 8):
        rows.append(least_integer(lambda n: heavy_point_risk(vc, n, larger) <= beta))
    return max(rows)


def one_point_samples(epsilon: Fraction, beta: Fraction) -> int:
    """Return the least n with which the best private mechanism tells 0 from 1, or a number below it.

    It fails with probability ``e^(-epsilon m) / 2`` on n = 2m rows, ``e^(-epsilon m) / (1 + e^epsilon)`` on n = 2m + 1.
    """
    even = log_bracket(1 / (2 * beta)).lower
    odd = (log_bracket(1 / beta) - log_bracket(1 + exp_bracket(epsilon))).lower
    return min(2 * max(0, ceil(even / epsilon)), 2 * max(0, ceil(odd / epsilon)) + 1)


def _more_than_without_privacy(value: int, case: Case) -> Answer:
    least = case.any_learner
    return value if value > least else f"{value}, no more than the {least} that learning without privacy takes"


def _mistakes(case: Case) -> Answer:
    return case.littlestone or "0: there is one concept only"


def _messages(case: Case) -> Answer:
    value, least = messages_lower_bound(case.littlestone, Fraction(1, 3)), min(2, len(case.concepts))
    return value if value > least else f"{value}, which {'two concepts need' if least == 2 else 'all need'} anyway"


def _any_learner(case: Case) -> Answer:
    return case.any_learner or "0: it may do without rows"


def _from_littlestone(case: Case) -> Answer:
    wishes = case.wishes
    # a larger error only takes fewer samples, so a rounded one will do where the entropy of alpha itself is costly
    larger = wishes.alpha if wishes.alpha.denominator <= COARSE else min(
        Fraction(ceil(wishes.alpha * COARSE), COARSE), Fraction(1, 2))
    value = private_samples_lower_bound(case.littlestone, exp_bracket(wishes.epsilon), larger, wishes.beta)
    return _more_than_without_privacy(value, case)


def _from_two_concepts(case: Case) -> Answer:
    if len(case.concepts) == 1:
        return "0: there is one concept only"
    return _more_than_without_privacy(one_point_samples(case.wishes.epsilon, case.wishes.beta), case)


def _at_most_one(epsilon: Fraction) -> Fraction:
    """Return a ratio just below ``e^epsilon`` or e: more privacy than asked for only takes more samples."""
    return exp_bracket(min(epsilon, Fraction(1))).lower


def _exponential(case: Case) -> Answer:
    wishes = case.wishes
    return proper_learner_rows(len(case.concepts), _at_most_one(wishes.epsilon), wishes.alpha, wishes.beta)


def _agnostic_exponential(case: Case) -> Answer:
    wishes = case.wishes
    return agnostic_learner_rows(len(case.concepts), _at_most_one(wishes.epsilon), wishes.alpha, wishes.beta)


def _improper_points(case: Case) -> Answer:
    if renamed_points(case.concepts) is None:
        return NO_POINTS
    wishes = case.wishes
    return frugal_plan(min(wishes.epsilon, LARGEST_EPSILON), min(wishes.alpha, BELOW_HALF), wishes.beta).total


def _interior_point(case: Case) -> Answer:
    wishes = case.wishes
    if case.threshold_bits is None:
        return NO_THRESHOLDS
    return private_threshold_rows(domain_bits=case.threshold_bits, epsilon=min(wishes.epsilon, LARGEST_EPSILON),
                                  delta=wishes.delta, alpha=wishes.alpha, beta=wishes.beta)


def _relabelling(case: Case) -> Answer:
    wishes = case.wishes
    if case.threshold_bits is None:
        return NO_THRESHOLDS
    return agnostic_threshold_rows(domain_bits=case.threshold_bits, epsilon=wishes.epsilon, delta=wishes.delta,
                                   alpha=wishes.alpha, beta=wishes.beta)


TABLE: tuple[tuple[str, str, Callable[[Case], Answer]], ...] = (
    ("mistakes that an online learner can be forced to make, at least", "FX15, Section 2.5", _mistakes),
    ("public-coin one-way messages at error 1/3, at least", "FX15, Corollary 4.3", _messages),
    ("one-way messages without error, at most", "FX15, Section 3", lambda case: len(case.concepts)),
    ("samples, private or not, at least", "BBKN14, Sections 1.2 and 6, and ABMS20, Remark 7.4: what all learners risk",
     _any_learner),
    ("purely private samples, at least (from the Littlestone dimension)",
     "FX15, Theorems 2.5 and 3.1 with Corollary 4.3", _from_littlestone),
    ("purely private samples, at least (from two concepts that differ at a point)",
     "FX15, Section 2.2: exact optimum of the class of both functions on one point", _from_two_concepts),
    ("purely private samples, enough", "FX15, Section 1: exponential mechanism over the class", _exponential),
    ("purely private samples, enough (improper learner of points)", "BBKN14, Claim 4.5, with sharper constants",
     _improper_points),
    ("purely private samples, enough for agnostic learning", "FX15, Theorem 2.5: exponential mechanism over the class",
     _agnostic_exponential),
    ("approximately private samples, enough (thresholds by TreeLog)",
     "KLMNS20, Theorem 1.2 and Section 1.1, with our constants; the exponential mechanism inside where it takes fewer",
     _interior_point),
    ("approximately private samples, enough for agnostic learning (thresholds by TreeLog, relabelled)",
     "ABMS20, Theorem 6.1, and KLMNS20, Theorem 1.2, with our constants", _relabelling),
)
