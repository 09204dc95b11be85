"""BBKN14, Section 4.2: algorithm A2, algorithm A1 on a random subset of the rows."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.exact.fractions import QUARTER
from privlearn.laws import bernoulli
from privlearn.learners.points import ZERO, consistent_point, improper_rates, subsampled_point
from privlearn.learners.points.privacy import concept_table, improper_ratio_limit
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, refutes_pure, replace_one_unordered
from privlearn.papers.bbkn14.constant_sample_learner import claim
from privlearn.papers.bbkn14.constant_sample_learner.instances import (PRIVACY_ALPHAS, by_hand, kept_patterns,
                                                                       starred_databases)
from privlearn.papers.bbkn14.constant_sample_learner.mistakes import (broken_improper_learner_noise_only_at_ones,
                                                                      literal_improper_learner)


def subset_law(database, size: int, rates: dict[str, Fraction]) -> dict[Any, Fraction]:
    """Return A2's concept before the noise by running steps 1 and 2 on all 2^m subsets."""
    on = 1 - rates["abort"]
    table: dict[int | None, Fraction] = {None: rates["abort"]}
    for rows, share in kept_patterns(database, rates["keep"]):
        concept = consistent_point(rows, size=size)
        table[concept] = table.get(concept, Fraction(0)) + on * share
    return {concept: mass for concept, mass in table.items() if mass}


claim("BBKN14-A2", kind="algorithm",
      title="Algorithm A2: give up with probability alpha/8, else run A1 on a random subset of the rows",
      uses=("BBKN14-A1",), erratum_kind="misprint",
      erratum="Two slips of indices. The input has m rows and the subset is drawn from [m']: m' is the number of rows. "
              "And Claim 4.3 says that a sample with at least 32 ln(4)/alpha^2 labelled examples is one with that many "
              "rows, which is false if some are stars: the number of labelled rows is meant.",
      note="The kept rows are visited point by point, so that exact laws take time linear in the rows; the checks "
           "compare with all 2^m subsets.")


@check("BBKN14-A2", grade="exhaustive",
       quantifier="all databases (tuples) of at most 4 labelled rows and stars, T <= 3, alpha = 1/4; all outcomes, "
                  "by enumeration of the 2^m subsets",
       says="A2's law of the concept is the mixture over all 2^m subsets of the rows")
@sabotage("step 1 is skipped",
          lambda database, size, keep, abort: subsampled_point(database, size=size, keep=keep, abort=0))
def law_is_the_mixture_over_subsets(law=subsampled_point) -> Verdict:
    rates = improper_rates(QUARTER)
    chosen = {"keep": rates["keep"], "abort": rates["abort"]}
    return judge("==", (((size, database), law(database, size=size, **chosen).exact(),
                         subset_law(database, size, rates)) for size, database in starred_databases(3, 4)))

def refutes_law_is_the_mixture_over_subsets(law, size, database):
    rates = improper_rates(QUARTER)
    table = law(database, size=size, keep=rates["keep"], abort=rates["abort"]).exact()
    zero = (1 - rates["abort"]) * (1 - rates["keep"]) ** sum(row is not None and row[1] for row in database)
    return table.get(ZERO, 0) != zero or table.get(None, 0) != by_hand(database, size, rates, None)


@law_is_the_mixture_over_subsets.corrupted("all rows are kept together or none")
def all_rows_kept_together_or_none(database, *, size: int, keep: Fraction, abort: Fraction):
    kept = subsampled_point(database, size=size, keep=1, abort=abort)
    none = subsampled_point((), size=size, keep=1, abort=abort)
    return bernoulli(keep).then(lambda bit: kept if bit else none)


@check("BBKN14-A2", grade="exhaustive",
       quantifier="all multisets of at most 4 labelled rows and stars, T <= 3, alpha in {1/2, 1/4, 1/10}: the closed "
                  "form with the counts of each point, realizable or not",
       says="the closed form of the law of A2's concept is the mixture over all subsets of the rows")
@sabotage("rows (j, 0) are taken to contradict nothing",
          lambda database, **rest: concept_table([row for row in database if row is None or row[1] == 1], **rest))
@judged("==")
def closed_form_of_the_concept(table=concept_table):
    for alpha, size, rows in product(PRIVACY_ALPHAS, range(1, 4), range(5)):
        rates = improper_rates(alpha)
        for database in multiset_databases([None, *labelled_rows(size)], rows):
            yield ((size, database, alpha), table(database, size=size, keep=rates["keep"], abort=rates["abort"]),
                   subset_law(database, size, rates))

def refutes_closed_form_of_the_concept(table, size, database, alpha):
    rates = improper_rates(alpha)
    found = table(database, size=size, keep=rates["keep"], abort=rates["abort"])
    return found.get(None, 0) != by_hand(database, size, rates, None)


@check("BBKN14-A2", grade="exhaustive",
       quantifier="all realizable databases (labels of one point function) of at most 4 rows, T <= 3, alpha in {1/2, "
                  "1/4, 1/10}: the concept is zero with probability (1 - p)^(rows labelled 1), never contradicted",
       says="the concept is zero with probability (1 - p)^(rows labelled 1), and otherwise the target")
@sabotage("(1 - p)^m, as if every row were labelled 1", lambda ones, rows, keep: (1 - keep) ** rows)
@judged("==")
def realizable_databases_have_two_concepts(zero=lambda ones, rows, keep: (1 - keep) ** ones):
    for alpha, size, m in product(PRIVACY_ALPHAS, range(1, 4), range(5)):
        rates = improper_rates(alpha)
        for database in multiset_databases([None, *((x, int(x == 0)) for x in range(size))], m):
            law = subsampled_point(database, size=size, keep=rates["keep"], abort=0).exact()
            yield (size, database, alpha), law.get(ZERO, 0), zero(database.count((0, 1)), m, rates["keep"])
            yield (size, database, alpha), law.get(ZERO, 0) + law.get(0, 0), 1

def refutes_realizable_databases_have_two_concepts(zero, _, database, alpha):
    chance = sum((p for rows, p in kept_patterns(database, alpha / 4) if (0, 1) not in rows), Fraction(0))
    return chance != zero(database.count((0, 1)), len(database), alpha / 4)


@check("BBKN14-A2", grade="exhaustive",
       quantifier="A2 with the other reading of 'consistent', T = 2, all databases of at most 3 labelled rows and "
                  "stars, alpha in {1/2, 1/4, 1/10}: the exact ratio",
       says="{the largest ratio in the other reading} is at most {(12 - 2 alpha)/(4 - alpha)}")
@sabotage("flips only where the concept is 1", broken_improper_learner_noise_only_at_ones)
def other_reading_is_as_private(learner=literal_improper_learner) -> Verdict:
    audited = []

    def cases() -> Iterator[Any]:
        for alpha, m in product(PRIVACY_ALPHAS, (1, 2, 3)):
            run = partial(learner, size=2, **improper_rates(alpha))
            found = audit_pure(run, multiset_databases([None, *labelled_rows(2)], m), replace_one_unordered)
            audited.append(found.pairs)
            yield (alpha, *found.witness), found.exp_epsilon, improper_ratio_limit(alpha)

    verdict = judge("<=", cases())
    return counted(verdict, sum(audited))

def refutes_other_reading_is_as_private(learner, witness):
    alpha, *pair_and_outcome = witness
    return refutes_pure(tuple(pair_and_outcome), lambda rows: learner(rows, size=2, **improper_rates(alpha)),
                        improper_ratio_limit(alpha))
