"""Judges of the exercises on the page preliminaries."""

from fractions import Fraction

from privlearn.concepts import point_functions
from privlearn.concepts.formulas import bits_of, cnf_table, dnf_functions
from privlearn.dimensions import is_shattered, shattered_set
from privlearn.exact import as_fraction
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.seeds import drawn
from privlearn.learners.generic import adversarial_failure
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learning import grid_distributions
from privlearn.mechanisms import audit_pure, labelled_rows, replace_one
from privlearn.papers.bbkn14.preliminaries.instances import two_faced_learner


@asked("Give the exact privacy ratio of the exponential mechanism for one row as a function.",
       level=1, minutes=15, library="audit_pure")
@answered
def judge_one_row_ratio(answer) -> str:
    """Judge the exact privacy ratio of the exponential mechanism over T points with one row.

    Parameters
    ----------
    answer : callable
        ``(size, root) ->`` the ratio as a Fraction, with ``root = e^{epsilon/2}``; tried at T = 3..6 and three roots.
    """
    if not callable(answer):
        return "not yet: give a function (size, root) -> ratio"
    for size in range(3, 7):
        for root in (Fraction(3, 2), Fraction(2), Fraction(21, 20)):
            learner = exponential_learner(point_functions(size), root**2)
            fact = audit_pure(learner, [(row,) for row in labelled_rows(size)], replace_one)
            claimed = answer(size, root)
            if claimed != fact.exp_epsilon:
                return f"not yet: at T = {size} and root {root} the audit finds another ratio: {fact.witness[:2]}"
    return "accepted: equal to the audited ratio at T = 3..6 and three values of epsilon"


def instance_consistent_sample(seed: int) -> Fraction:
    """Return beta, 1/10 for seed 0."""
    return drawn(seed, [Fraction(1, k) for k in (10, 3, 4, 6, 15, 20, 30, 60, 80, 100)])[0]


@asked("Find how many rows a consistent learner needs, and a distribution on which one fewer fails.",
       level=2, minutes=20, library="smallest_sample")
@answered
def judge_consistent_sample(answer, seed: int = 0) -> str:
    """Judge the least n for a (1/4, beta)-learner of 4 points, on the grid of twelfths, with weights against n - 1."""
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        return "not yet: give a number of rows, and four weights on which one row fewer fails"
    beta, (rows, weights) = instance_consistent_sample(seed), answer
    concepts, grid = point_functions(4), grid_distributions(4, 12)
    if type(rows) is not int or not 1 <= rows <= 60:
        return "not yet: the number of rows is an integer from 1 to 60"
    if not all(map(is_exact, weights)) or tuple(map(Fraction, weights)) not in grid:
        return "not yet: the weights are four multiples of 1/12 with sum 1"

    def failure(law: tuple[Fraction, ...], n: int) -> Fraction:
        target = concepts.rows()[0]  # by symmetry of the points and of the grid one target is enough
        return adversarial_failure(concepts, target, law, n, Fraction(1, 4))

    if max(failure(law, rows) for law in grid) > beta:
        return f"not yet: with {rows} rows some distribution of the grid makes it fail more often than {beta}"
    refuted = failure(tuple(map(Fraction, weights)), rows - 1)
    if refuted <= beta:
        return f"not yet: {rows} rows are enough, and on your weights {rows - 1} fail with {float(refuted):.4f} only"
    return f"accepted: {rows} rows are enough; {rows - 1} fail on your weights with probability {float(refuted):.4f}"


@asked("Give a 2-CNF on three variables that no DNF with two terms equals.", level=2, minutes=15)
@answered
def judge_two_cnf(answer) -> str:
    """Judge a 2-CNF on three variables that no DNF of two terms equals.

    Parameters
    ----------
    answer : iterable of clauses
        A clause is an iterable of at most two literals ``(variable, value)``, variables 0, 1, 2, values 0 and 1.
    """
    collections = (tuple, list, set, frozenset)
    if not isinstance(answer, collections) or not all(isinstance(clause, collections) for clause in answer):
        return "not yet: give clauses, each a collection of literals (variable, value)"
    if any(len(clause) > 2 for clause in answer):
        return "not yet: a clause has more than two literals"
    if any(not isinstance(literal, tuple) or len(literal) != 2 for clause in answer for literal in clause):
        return "not yet: a literal is a pair (variable, value)"
    table = cnf_table([frozenset(clause) for clause in answer], 3)
    if table in dnf_functions(3, 2):
        return f"not yet: its truth table {bits_of(table, 3)} is also that of a DNF with two terms"
    return f"accepted: no DNF of two terms has the truth table {bits_of(table, 3)}"


@asked("Find two neighbours and an outcome that only one of them can have, for a learner with two faces.",
       level=1, minutes=10, library="audit_pure")
@answered
def judge_unprotected_pair(answer) -> str:
    """Judge two neighbouring databases and an outcome of the two-faced learner on the first only."""
    if not isinstance(answer, tuple) or len(answer) != 3:
        return "not yet: give (left, right, outcome)"
    left, right, outcome = answer
    if not all(isinstance(database, tuple) and len(database) <= 8 for database in (left, right)):
        return "not yet: give databases as tuples of at most eight rows"
    try:
        neighbours = (left, right) in replace_one([left, right])
        two_faced = two_faced_learner(point_functions(3), exp_epsilon=4)
        laws = [two_faced(database).exact() for database in (left, right)]
    except (ValueError, TypeError) as error:
        return f"not yet: {error}"
    if not neighbours:
        return "not yet: the databases do not differ in exactly one row"
    if not laws[0].get(outcome):
        return f"not yet: {outcome!r} does not occur on the first database"
    if laws[1].get(outcome):
        return f"not yet: {outcome!r} occurs on both, with ratio {as_fraction(laws[0][outcome] / laws[1][outcome])}"
    return f"accepted: {outcome!r} has probability {laws[0][outcome]} and 0, so no epsilon is enough"


@asked("Give a largest shattered set of the point functions for every number of points.",
       level=1, minutes=5, library="shattered_set")
@answered
def judge_largest_shattered(answer) -> str:
    """Judge a function from the number of points to a largest set that the point functions shatter."""
    if not callable(answer):
        return "not yet: give a function from a number of points to a set of points"
    for size in range(1, 9):
        given, concepts = answer(size), point_functions(size)
        if not isinstance(given, (tuple, list, set, frozenset)) or not {*given} <= {*range(size)}:
            return f"not yet: on {size} point{'s' * (size > 1)} give a set of points 0, 1, ..."
        if not is_shattered(sorted(given), by=concepts):
            return f"not yet: on {size} point{'s' * (size > 1)} the set {sorted(given)} is not shattered"
        if len(given) < len(shattered_set(concepts) or ()):
            return f"not yet: on {size} points a larger set is shattered"
    return "accepted: the dimension is 0 on one point, 1 on two to eight"
