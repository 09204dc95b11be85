"""Trials: one promise on one finite instance, what is found there, and a second look at the witness.

Definitions
-----------
A *trial* measures something (a privacy ratio, a sensitivity, a failure probability) on one instance and compares it
with what was promised.  A *mistake* is a list of trials of one broken mechanism from the smallest instance up, with a
right mechanism beside it as control.  An *auditor* maps a trial to the number it believes; the exact one measures,
the control auditors do not look.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from privlearn.exact import Bracket, exp_bracket, is_at_most
from privlearn.laws import Law
from privlearn.mechanisms import PromisedMechanism, audit_pure, refutes_pure

Found = Any  # Fraction, int, Bracket or math.inf


@dataclass(frozen=True)
class Trial:
    """One promise on one instance.

    Attributes
    ----------
    instance : str
        The instance in words and exact numbers.
    promise : Fraction, int or Bracket
    measure : callable
        ``() -> (found, witness)``, exact or bracketed.
    refutes : callable
        ``witness -> bool``: separate code, true iff the witness alone breaks the promise.
    quantity : str
        What is measured.
    least : int
        The smallest value the quantity can have, which an auditor that approves of everything reports.
    """

    instance: str
    promise: Any
    measure: Callable[[], tuple[Found, Any]]
    refutes: Callable[[Any], bool]
    quantity: str = "privacy ratio"
    least: int = 1

    @cached_property
    def outcome(self) -> tuple[Found, Any]:
        """What the exact auditor finds, with its witness; measured once."""
        return self.measure()


@dataclass(frozen=True)
class Mistake:
    """A broken mechanism on growing instances, and its right counterpart."""

    row: str
    name: str
    lesson: str
    trials: Sequence[Trial]
    control_name: str
    control: Trial


def accepts(value: Found, promise: Any) -> bool:
    """Decide whether a reported value keeps a promise."""
    return value is promise or is_at_most(value, promise)


def exact_auditor(trial: Trial) -> Found:
    """Report what is true of the instance."""
    return trial.outcome[0]


def always_private(trial: Trial) -> Found:
    """Report the best possible value without looking."""
    return trial.least


def never_private(trial: Trial) -> Found:
    """Report the worst possible value without looking."""
    return math.inf


def promise_echo(trial: Trial) -> Found:
    """Report what was promised."""
    return trial.promise


AUDITORS = (exact_auditor, always_private, never_private, promise_echo)


def audited(instance: str, mechanism: PromisedMechanism, databases: Sequence[Any], neighbours: Any = None,
            promise: Any = None) -> Trial:
    """Return the trial that audits the privacy ratio of a mechanism against its own promise (or a bracket of it)."""
    relation = neighbours if neighbours is not None else mechanism.promise.neighbours
    stated = mechanism.promise.exp_epsilon

    def measure() -> tuple[Found, Any]:
        audit = audit_pure(mechanism, databases, relation)
        return audit.exp_epsilon, audit.witness

    return Trial(instance, stated if promise is None else promise, measure,
                 lambda witness: refutes_pure(witness, mechanism, stated))


def euler(exponent: Any) -> Bracket:
    """Bracket ``e^exponent`` to 80 bits, as a promise."""
    return exp_bracket(exponent, 80)


def utility(instance: str, learner: Callable[[Any], Law], databases: Sequence[Any], fails: Callable[[Any, Any], bool],
            beta: Fraction) -> Trial:
    """Return the trial of a learner's promise to fail with probability at most ``beta`` on every database."""

    def failure(database: Any) -> Fraction:
        table = learner(database).exact()
        return sum((mass for outcome, mass in table.items() if fails(outcome, database)), Fraction(0))

    def measure() -> tuple[Found, Any]:
        worst = max(databases, key=failure)
        return failure(worst), worst

    def refutes(witness: Any) -> bool:
        table = learner(witness).exact()
        good = [mass for outcome, mass in table.items() if not fails(outcome, witness)]
        return 1 - sum(good) > beta

    return Trial(instance, beta, measure, refutes, quantity="failure probability", least=0)
