"""Judges of the exercises on the page preliminaries."""

from fractions import Fraction

from privlearn.claims.answers import answered
from privlearn.claims.bbkn14.preliminaries.instances import two_faced_learner
from privlearn.concepts import point_functions
from privlearn.concepts.formulas import bits_of, cnf_table, dnf_functions
from privlearn.dimensions import shattered_set
from privlearn.exact import as_fraction
from privlearn.learners.generic import adversarial_failure
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learning import grid_distributions
from privlearn.mechanisms import audit_pure, labelled_rows, replace_one


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


@answered
def judge_consistent_sample(answer) -> str:
    """Judge the least n at which a consistent learner of 4 points is a (1/4, 1/10)-learner on the grid of twelfths."""
    if isinstance(answer, bool) or not isinstance(answer, int) or not 0 <= answer <= 200:
        return "not yet: give an integer from 0 to 200"
    concepts, grid = point_functions(4), grid_distributions(4, 12)

    def worst(rows: int) -> Fraction:
        target = concepts.rows()[0]  # by symmetry of the points and of the grid one target is enough
        return max(adversarial_failure(concepts, target, weights, rows, Fraction(1, 4)) for weights in grid)

    if worst(answer) > Fraction(1, 10):
        return f"not yet: with {answer} rows some distribution of the grid makes it fail more often than 1/10"
    if answer and worst(answer - 1) <= Fraction(1, 10):
        return f"not yet: {answer} rows are enough, but so is one fewer"
    return f"accepted: {answer} rows are enough, one fewer is not"


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


@answered
def judge_dimension_zero(answer) -> str:
    """Judge a domain size at which the class of all point functions has VC dimension 0."""
    if isinstance(answer, bool) or not isinstance(answer, int) or not 1 <= answer <= 64:
        return "not yet: give an integer from 1 to 64"
    concepts = point_functions(answer)
    witness = shattered_set(concepts)
    if witness:
        return f"not yet: on {answer} points the set {witness} is shattered"
    return f"accepted: no point is shattered, the class has {len(concepts)} concept"
