"""Catalogue: mistakes of learners, and learners that pass a privacy claim by doing nothing."""

from fractions import Fraction
from typing import Any

from privlearn.broken import famous_learners as wrong
from privlearn.broken.trials import Mistake, Trial, audited, utility
from privlearn.concepts import initial_segments
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learning.labelled import errors
from privlearn.mechanisms import PromisedMechanism, all_databases, labelled_rows

RATIO = 4  # e^epsilon of the learners below
BETA = Fraction(1, 2)


def learner_mistakes() -> list[Mistake]:
    """Return rows 7, 8, 9 and 18 of the catalogue."""
    return [without_two(), random_ties(), own_points(), same_answer(), always_error()]


def _size(points: int, rows: int) -> str:
    return f"thresholds on {points} point{'s' * (points > 1)}, {rows} row{'s' * (rows > 1)}"


def _databases(points: int, rows: int) -> list[Any]:
    return all_databases(labelled_rows(points), rows)


def _right(points: int, rows: int) -> Trial:
    return audited(_size(points, rows), exponential_learner(initial_segments(points), RATIO), _databases(points, rows))


def without_two() -> Mistake:
    """The exponential mechanism without the factor 2."""
    broken = wrong.broken_exponential_without_factor_two
    trials = [audited(_size(t, n), broken(initial_segments(t), RATIO), _databases(t, n))
              for t, n in ((1, 1), (1, 2), (2, 1), (3, 1), (3, 2))]
    return Mistake("7", "exponential mechanism without the 2",
                   "A neighbour moves the score by 1 and the normaliser by the same factor again.",
                   trials, "with the 2", _right(3, 2))


def random_ties() -> Mistake:
    """Empirical risk minimisation with random ties."""
    trials = [audited(_size(t, n), wrong.broken_empirical_risk_minimiser(initial_segments(t), RATIO), _databases(t, n))
              for t, n in ((1, 1), (3, 1), (3, 2))]
    return Mistake("8", "best hypothesis, ties broken at random",
                   "Randomness is not privacy: an outcome that one row makes impossible tells that row.",
                   trials, "exponential mechanism", _right(3, 1))


def own_points() -> Mistake:
    """A private choice among the sample's own points."""
    broken = wrong.broken_median_among_own_points(2)
    trials = [audited(f"{t} points, {n} row{'s' * (n > 1)}", broken, all_databases(range(t), n))
              for t, n in ((2, 1), (3, 2))]
    return Mistake("9", "output restricted to the sample's own points",
                   "The support of the output is the data; the weights inside it do not matter.",
                   trials, "among all points",
                   audited("3 points, 2 rows", wrong.private_median(3, 2), all_databases(range(3), 2)))


def _consistent(points: int, rows: int) -> list[Any]:
    """The databases of that many rows that some threshold labels correctly."""
    concepts = initial_segments(points).rows()
    return [database for database in _databases(points, rows) if any(not errors(c, database) for c in concepts)]


def _bad(points: int) -> Any:
    rows = initial_segments(points).rows()
    return lambda h, database: h is None or 4 * errors(rows[h], database) > len(database)


def _useless(row: str, name: str, mechanism: PromisedMechanism, lesson: str) -> Mistake:
    private = audited(f"privacy: {_size(2, 1)}", mechanism, _databases(2, 1))
    text = f"utility: {_size(2, 4)}, more than 1/4 of them wrong"
    useful, control = (utility(text, learner, _consistent(2, 4), _bad(2), BETA)
                       for learner in (mechanism, exponential_learner(initial_segments(2), RATIO)))
    return Mistake(row, name, lesson, [private, useful], "exponential mechanism", control)


def same_answer() -> Mistake:
    """A constant."""
    return _useless("18a", "always the same answer", wrong.useless_constant(0),
                    "Privacy alone is free; a learner is judged by its utility as well.")


def always_error() -> Mistake:
    """Nothing but errors."""
    return _useless("18b", "always an error", wrong.useless_error(),
                    "“No answer” is private too; a utility claim counts it as a failure.")
