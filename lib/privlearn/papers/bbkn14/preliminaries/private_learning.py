"""BBKN14, Section 2.3: Definition 2.5 (private PAC learning) and Remark 2.6 (worst case against average case)."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import ceil, prod
from typing import Any

from privlearn.broken.famous_learners import broken_exponential_without_factor_two, useless_constant
from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.concepts import point_functions
from privlearn.exact import log_bracket
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.learners.generic.exponential import point_learner
from privlearn.learners.points import improper_point_learner
from privlearn.learners.points.noisy import improper_point_learner_at
from privlearn.learners.pseudorandom import AffineFamily, TableFamily, private_keyed_point_learner
from privlearn.learning import grid_distributions, worst_case_failure
from privlearn.learning.labelled import errors
from privlearn.mechanisms import (all_databases, audit_pure, flip_one_label, labelled_rows, multiset_databases,
                                  refutes_pure, replace_one, replace_one_unordered)
from privlearn.papers.bbkn14.preliminaries import claim
from privlearn.papers.bbkn14.preliminaries.instances import RATIO, two_faced_learner
from privlearn.papers.bbkn14.preliminaries.mistakes import label_blind_relation

RISKS = (Fraction(1, 4), Fraction(1, 10))

claim("BBKN14-2.5", kind="definition", section="2.3 Private learning", uses=("BBKN14-2.1", "BBKN14-2.2"),
      title="Private PAC learner: epsilon-private on all databases, and a PAC learner on honest samples",
      erratum_kind="misprint",
      erratum="Typography only: Definitions 2.2 and 2.5 and the proofs of Lemmas 3.4 and 3.9 print A_1 for the "
              "algorithm they call A elsewhere; it is not Algorithm A_1 of Section 4.2.",
      note="Sample sizes polynomial in 1/epsilon, d, size(c), 1/alpha, log(1/beta) speak of infinitely many classes; "
           "a check takes one explicit size of that form; Theorem 3.2 has the general one. Algorithms A2 and A5 are "
           "instances; their own statements are Claim 4.3 and Section 4.2.1.")


@check("BBKN14-2.5", grade="exhaustive",
       quantifier="the learner of Lemma 3.4 over T = 2, 3, 4 points with m = 1..4 rows, e^epsilon = 9/4: all (2T)^m "
                  "labelled databases up to the order of rows, consistent with a concept or not; all replacements and "
                  "outcomes",
       says="{the largest ratio of the learner} is at most {e^epsilon}")
@sabotage("a learner that prints a row where no concept fits",
          lambda size, ratio: two_faced_learner(point_functions(size), ratio))
@sabotage("weights e^(epsilon q) instead of e^(epsilon q / 2)",
          lambda size, ratio: broken_exponential_without_factor_two(point_functions(size), ratio))
@judged("<=")
def learner_is_private_on_all_databases(make=point_learner):
    for size, rows in product((2, 3, 4), (1, 2, 3, 4)):
        audit = audit_pure(make(size, RATIO), multiset_databases(labelled_rows(size), rows), replace_one_unordered)
        yield (size, *audit.witness), audit.exp_epsilon, RATIO, audit.pairs

def refutes_learner_is_private_on_all_databases(make, size, left, right, outcome):
    p, q = (make(size, RATIO)(database).exact().get(outcome, 0) for database in (left, right))
    return sum(a != b for a, b in zip(left, right, strict=True)) >= 1 and p > RATIO * q


IMPROPER: dict[str, Callable] = {
    "A2": lambda database, alpha: improper_point_learner(database, size=4, alpha=alpha),
    "A5": lambda database, alpha: private_keyed_point_learner(database, family=AffineFamily(2, 2), alpha=alpha),
}


@check("BBKN14-2.5", grade="exhaustive",
       quantifier="A2 and A5 (affine family over the field with 4 elements), T = 4, alpha = 1/2: all databases of 1 to "
                  "4 rows, labelled or starred, up to the order of rows; all replacements and outcomes, against the "
                  "ratio 4",
       says="{the largest ratio of A2 or A5} is at most {the promised ratio 4}")
@sabotage("A2 without its first step",
          {**IMPROPER, "A2": lambda database, alpha: improper_point_learner_at(
          database, size=4, keep=alpha / 4, abort=0, noise=alpha / 8)})
@judged("<=")
def improper_learners_are_private_on_all_databases(learners=IMPROPER):
    for (name, law), rows in product(learners.items(), (1, 2, 3, 4)):
        found = audit_pure(lambda database, law=law: law(database, HALF),  # type: ignore[misc]
                           multiset_databases([*labelled_rows(4), None], rows), replace_one_unordered)
        yield (name, *found.witness), found.exp_epsilon, 4, found.pairs

def refutes_improper_learners_are_private_on_all_databases(learners, name, left, right, outcome):
    p, q = (learners[name](database, HALF).exact().get(outcome, Fraction(0)) for database in (left, right))
    return p > 4 * q and (Counter(left) - Counter(right)).total() == 1


@improper_learners_are_private_on_all_databases.sabotage("A5 with a family that is 1 at point 0 for 1 of 32 keys")
def a5_family_1_point_0_1():
    family = TableFamily(((1, 1, 1, 1), *((0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)) * 10, (0, 0, 0, 0)), Fraction(1, 4))
    return {**IMPROPER, "A5": lambda database, alpha: private_keyed_point_learner(database, family=family, alpha=alpha)}


def stated_rows(size: int, exp_epsilon: Fraction, alpha: Fraction, beta: Fraction) -> int:
    return ceil((4 * (log_bracket(size) + log_bracket(1 / beta)) / (log_bracket(exp_epsilon) * alpha)).upper)


@check("BBKN14-2.5", grade="exact",
       quantifier="the learner of Lemma 3.4, e^epsilon = 16, with 4 (ln T + ln(1/beta))/(epsilon alpha) rows, beta = "
                  "1/4, 1/10: T = 2, 3, 4 with alpha = 1/2 and T = 2, 3 with alpha = 1/4; target 0, all distributions "
                  "with denominator 12 (masses of the other points in order, which is no loss by symmetry)",
       says="{the learner's worst failure} is at most {beta}")
@sabotage("always the same concept: private, and no learner", lambda size, ratio: useless_constant(size - 1))
@sabotage("a hundredth of the privacy loss spent, on the same rows",
          lambda size, ratio: point_learner(size, Fraction(441, 400)))
@judged("<=")
def learner_fails_with_at_most_beta(make=point_learner):
    for (size, alpha), beta in product([(2, HALF), (3, HALF), (4, HALF), (2, QUARTER), (3, QUARTER)], RISKS):
        rows = stated_rows(size, Fraction(16), alpha, beta)
        places = [d for d in grid_distributions(size, 12) if list(d[1:]) == sorted(d[1:])]
        points = point_functions(size)
        worst = worst_case_failure(make(size, Fraction(16)), points, points.rows()[:1], places, rows, alpha)
        yield (size, alpha, beta, rows, worst.distribution), worst.failure, beta, worst.games

def refutes_learner_fails_with_at_most_beta(make, size, alpha, beta, rows, weights):
    """Sequence by sequence: the learner's mass on points whose concept is too wrong."""
    learner, total = make(size, Fraction(16)), Fraction(0)
    for drawn in product([x for x in range(size) if weights[x]], repeat=rows):
        law = learner(tuple(sorted((x, int(x == 0)) for x in drawn))).exact()
        lost = sum(m for j, m in law.items() if j is None or (j and weights[0] + weights[j] > alpha))
        total += prod((weights[x] for x in drawn), start=Fraction(1)) * lost
    return total > beta


claim("BBKN14-2.6", kind="remark", status="checked",
      reason="a remark on the definition, shown on one learner that is private on realisable databases only",
      section="2.3 Private learning", uses=("BBKN14-2.1", "BBKN14-2.5"),
      title="Privacy is worst case, utility is average case; the label of an example is protected as well")

POINTS = point_functions(3)
FOUR = Fraction(4)


def every_database() -> list[Any]:
    """Return all 36 databases of two labelled rows over three points."""
    return all_databases(labelled_rows(3), 2)


def realisable_databases() -> list[Any]:
    """Return those of them that some point function fits."""
    return [database for database in every_database() if min(errors(row, database) for row in POINTS.rows()) == 0]


@check("BBKN14-2.6", grade="exhaustive",
       quantifier="the two-faced learner of POINT_3, m = 2, e^epsilon = 4: all neighbouring pairs of all 36 databases",
       says="{e^epsilon} is less than {the two-faced learner's largest ratio}")
@sabotage("only realisable databases are audited", realisable_databases)
@judged("<")
def audit_over_all_databases_refutes_the_two_faced_learner(databases=every_database):
    audit = audit_pure(two_faced_learner(POINTS, FOUR), databases(), replace_one)
    yield audit.witness, FOUR, audit.exp_epsilon, audit.pairs

def refutes_audit_over_all_databases_refutes_the_two_faced_learner(databases, witness):
    """Some database that was not looked at differs in one row from one that was, and prints a row in clear."""
    looked_at, learner = set(databases()), two_faced_learner(POINTS, FOUR)
    return any(refutes_pure((missed, seen, outcome), learner, FOUR)
               for missed in product([(x, y) for x in range(3) for y in (0, 1)], repeat=2) if missed not in looked_at
               for seen in looked_at if sum(a != b for a, b in zip(missed, seen, strict=True)) == 1
               for outcome in learner(missed).exact())


@check("BBKN14-2.6", grade="exhaustive",
       quantifier="the two-faced learner of POINT_3, m = 2, e^epsilon = 4: all neighbouring pairs of realisable "
                  "databases",
       says="{the largest ratio on realisable databases} is at most {e^epsilon}")
@sabotage("weights e^(epsilon q) on realisable databases", broken_exponential_without_factor_two)
@judged("<=")
def two_faced_learner_keeps_its_promise_on_realisable_databases(make=two_faced_learner):
    audit = audit_pure(make(POINTS, FOUR), realisable_databases(), replace_one)
    yield audit.witness, audit.exp_epsilon, FOUR, audit.pairs

def refutes_two_faced_learner_keeps_its_promise_on_realisable_databases(make, left, right, outcome):
    fits = [any(all((x == j) == y for x, y in database) for j in range(3)) for database in (left, right)]
    p, q = (make(POINTS, FOUR)(database).exact().get(outcome, 0) for database in (left, right))
    return all(fits) and p > FOUR * q


@check("BBKN14-2.6", grade="exhaustive",
       quantifier="all pairs of databases of 1 and 2 labelled rows over T = 2, 3 points; every change of one label",
       says="databases are neighbours exactly if they differ in one row, be it only in its label")
@sabotage("only examples are protected, labels are public", make=lambda: label_blind_relation(replace_one))
@sabotage("databases that differ in two rows, too",
          lambda databases: [pair for pair in product(databases, repeat=2) if pair[0] != pair[1]])
def neighbours_may_differ_in_the_point_and_in_the_label(relation=replace_one) -> Verdict:
    def verdict(size: int, rows: int) -> Verdict:
        databases = all_databases(labelled_rows(size), rows)
        related = set(relation(databases))
        labels = [(pair, pair in related, True) for pair in flip_one_label(databases)]
        apart = [((left, right), (left, right) in related, sum(a != b for a, b in zip(left, right, strict=True)) == 1)
                 for left, right in product(databases, repeat=2)]
        return judge("==", labels + apart)

    return all_hold(*(verdict(size, rows) for size in (2, 3) for rows in (1, 2)))

def refutes_neighbours_may_differ_in_the_point_and_in_the_label(relation, left, right):
    kept = [row for row, other in zip(left, right, strict=True) if row == other]
    return (len(kept) == len(left) - 1) != ((left, right) in set(relation([left, right])))
