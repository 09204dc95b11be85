"""BBKN14, Section 4.2: algorithm A2 and Claim 4.3, its privacy and its utility."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from typing import Any

from privlearn.claims.bbkn14.section4_noisy_learner import PAGE, QUARTER, SECTION, starred_databases
from privlearn.claims.broken.noisy_points import broken_improper_learner_noise_only_at_ones, literal_improper_learner
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.laws import bernoulli
from privlearn.learners.points import (
    ZERO,
    concept_table,
    consistent_point,
    improper_point_learner_at,
    improper_rates,
    improper_ratio_limit,
    subsampled_point,
    worst_point_ratio,
)
from privlearn.mechanisms import (
    PureAudit,
    all_databases,
    audit_pure,
    labelled_rows,
    multiset_databases,
    refutes_pure,
    replace_one,
    replace_one_unordered,
)

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
PRIVACY_ALPHAS = (HALF, QUARTER, TENTH)
SIZES = (*product(range(1, 7), range(1, 7)), (2, 8))  # (T, m)


def kept_patterns(database: Any, keep: Fraction) -> Iterator[tuple[Any, Fraction]]:
    """Yield every subset of the rows with the probability that it is the one kept."""
    for size in range(len(database) + 1):
        share = keep**size * (1 - keep) ** (len(database) - size)
        yield from ((rows, share) for rows in combinations(database, size))


def subset_law(database: Any, size: int, rates: dict[str, Fraction]) -> dict[Any, Fraction]:
    """Return A2's concept before the noise by running steps 1 and 2 on all 2^m subsets."""
    on = 1 - rates["abort"]
    table: dict[int | None, Fraction] = {None: rates["abort"]}
    for rows, share in kept_patterns(database, rates["keep"]):
        concept = consistent_point(rows, size=size)
        table[concept] = table.get(concept, Fraction(0)) + on * share
    return {concept: mass for concept, mass in table.items() if mass}


def by_hand(database: Any, size: int, rates: dict[str, Fraction], outcome: Any) -> Fraction:
    """Return A2's probability of one outcome straight from its description, with code of its own."""
    keep, mu = rates["keep"], rates["noise"]
    total = Fraction(0)
    for picks in product((0, 1), repeat=len(database)):
        chance = keep ** sum(picks) * (1 - keep) ** (len(picks) - sum(picks))
        rows = [row for row, pick in zip(database, picks, strict=True) if pick and row is not None]
        bad = any(a[1] != b[1] if a[0] == b[0] else a[1] + b[1] == 2 for a in rows for b in rows)
        if bad or outcome is None:
            total += chance * (bad and outcome is None)
            continue
        concept = [int((x, 1) in rows) for x in range(size)]
        for x in range(size):
            chance *= mu if outcome[x] != concept[x] else 1 - mu
        total += chance
    return (1 - rates["abort"]) * total + (rates["abort"] if outcome is None else 0)


claim("BBKN14-A2", kind="algorithm", section=SECTION, page=PAGE,
      title="Algorithm A2: give up with probability alpha/8, else run A1 on a random subset of the rows",
      uses=("BBKN14-A1",),
      erratum="Two slips of indices. The input has m rows and the subset is drawn from [m']: m' is the number of rows. "
              "And Claim 4.3 says that a sample with at least 32 ln(4)/alpha^2 labelled examples is one with that many "
              "rows, which is false if some are stars: the number of labelled rows is meant.",
      note="The kept rows are visited point by point, so that exact laws take time linear in the rows; the checks "
           "compare with all 2^m subsets.")


@check("BBKN14-A2", grade="exhaustive",
       quantifier="all databases (tuples) of at most 4 labelled rows and stars, T <= 3, alpha = 1/4; all outcomes, by "
                  "enumeration of the 2^m subsets",
       fingerprint=lambda law: law(((0, 1), (0, 0)), size=2, keep=HALF, abort=TENTH).exact())
def law_is_the_mixture_over_subsets(law=subsampled_point) -> Verdict:
    rates = improper_rates(QUARTER)
    chosen = {"keep": rates["keep"], "abort": rates["abort"]}
    return judge("==", (((size, database), law(database, size=size, **chosen).exact(),
                         subset_law(database, size, rates)) for size, database in starred_databases(3, 4)))


@law_is_the_mixture_over_subsets.verifier
def _(law, witness):
    size, database = witness
    rates = improper_rates(QUARTER)
    table = law(database, size=size, keep=rates["keep"], abort=rates["abort"]).exact()
    zero = (1 - rates["abort"]) * (1 - rates["keep"]) ** sum(row is not None and row[1] for row in database)
    return table.get(ZERO, 0) != zero or table.get(None, 0) != by_hand(database, size, rates, None)

law_is_the_mixture_over_subsets.sabotage(
    "step 1 is skipped", lambda database, size, keep, abort: subsampled_point(database, size=size, keep=keep, abort=0))


@law_is_the_mixture_over_subsets.sabotage("all rows are kept together or none")
def _():
    def together(database: Any, *, size: int, keep: Fraction, abort: Fraction) -> Any:
        kept = subsampled_point(database, size=size, keep=1, abort=abort)
        none = subsampled_point((), size=size, keep=1, abort=abort)
        return bernoulli(keep).then(lambda bit: kept if bit else none)

    return together


@check("BBKN14-A2", grade="exhaustive",
       quantifier="all multisets of at most 4 labelled rows and stars, T <= 3, alpha in {1/2, 1/4, 1/10}: the closed "
                  "form with the counts of each point, realizable or not",
       fingerprint=lambda table: table(((0, 1), (0, 1), (0, 0)), size=2, keep=HALF, abort=0))
def closed_form_of_the_concept(table=concept_table) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha, size, rows in product(PRIVACY_ALPHAS, range(1, 4), range(5)):
            rates = improper_rates(alpha)
            for database in multiset_databases([None, *labelled_rows(size)], rows):
                yield ((size, database, alpha), table(database, size=size, keep=rates["keep"], abort=rates["abort"]),
                       subset_law(database, size, rates))

    return judge("==", cases())


@closed_form_of_the_concept.verifier
def _(table, witness):
    size, database, alpha = witness
    rates = improper_rates(alpha)
    found = table(database, size=size, keep=rates["keep"], abort=rates["abort"])
    return found.get(None, 0) != by_hand(database, size, rates, None)

closed_form_of_the_concept.sabotage("rows (j, 0) are taken to contradict nothing",
    lambda database, **rest: concept_table([row for row in database if row is None or row[1] == 1], **rest))


@check("BBKN14-A2", grade="exhaustive",
       quantifier="all realizable databases (labels of one point function) of at most 4 rows, T <= 3, alpha in {1/2, "
                  "1/4, 1/10}: the concept is zero with probability (1 - p)^(rows labelled 1), never contradicted",
       fingerprint=lambda zero: zero(2, 3, QUARTER))
def realizable_databases_have_two_concepts(
        zero=lambda ones, rows, keep: (1 - keep) ** ones) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha, size, m in product(PRIVACY_ALPHAS, range(1, 4), range(5)):
            rates = improper_rates(alpha)
            for database in multiset_databases([None, *((x, int(x == 0)) for x in range(size))], m):
                law = subsampled_point(database, size=size, keep=rates["keep"], abort=0).exact()
                yield (size, database, alpha), law.get(ZERO, 0), zero(database.count((0, 1)), m, rates["keep"])
                yield (size, database, alpha), law.get(ZERO, 0) + law.get(0, 0), 1

    return judge("==", cases())


@realizable_databases_have_two_concepts.verifier
def _(zero, witness):
    _, database, alpha = witness
    chance = sum((p for rows, p in kept_patterns(database, alpha / 4) if (0, 1) not in rows), Fraction(0))
    return chance != zero(database.count((0, 1)), len(database), alpha / 4)

realizable_databases_have_two_concepts.sabotage(
    "(1 - p)^m, as if every row were labelled 1", lambda ones, rows, keep: (1 - keep) ** rows)


@check("BBKN14-A2", grade="exhaustive",
       quantifier="A2 with the other reading of 'consistent', T = 2, all databases of at most 3 labelled rows and "
                  "stars, alpha in {1/2, 1/4, 1/10}: the exact ratio",
       fingerprint=lambda learner: learner(((0, 1),), size=2, **improper_rates(HALF)).exact())
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


@other_reading_is_as_private.verifier
def _(learner, witness):
    alpha, *pair_and_outcome = witness
    return refutes_pure(tuple(pair_and_outcome), lambda rows: learner(rows, size=2, **improper_rates(alpha)),
                        improper_ratio_limit(alpha))

other_reading_is_as_private.sabotage("flips only where the concept is 1", broken_improper_learner_noise_only_at_ones)


claim("BBKN14-4.3", kind="claim", section=SECTION, page=PAGE,
      title="A2 is ln(4)-private, and (alpha, 3/4)-PAC with 32 ln(4)/alpha^2 labelled rows",
      uses=("BBKN14-A2", "BBKN14-A1.total", "BBKN14-2.1", "BBKN14-2.2", "BBKN14-4.3.chernoff", "BBKN14-4.3.utility",
            "BBKN14-4.3.eq-bot", "BBKN14-4.3.eq-h", "BBKN14-4.3.star-row", "BBKN14-4.3.eq4", "BBKN14-4.3.eq-flip",
            "BBKN14-4.3.final"),
      note="Privacy is checked over all databases up to six points and six rows, and for every number of rows through "
           "the steps of the proof. The best ratio for all numbers of rows is (12 - 2 alpha)/(4 - alpha), 22/7 at "
           "most, instead of 4; the failure on the grids is below 0.15 instead of 3/4.")


@cache
def fast_audit(size: int, rows: int, rates: tuple[tuple[str, Any], ...]) -> PureAudit:
    """Return the exact audit of A2 over all databases, by orbits."""
    return worst_point_ratio(size, rows, **dict(rates))


def audits(rates: Callable) -> Iterator[tuple[Fraction, int, PureAudit]]:
    """Yield alpha, m and the audit for every alpha, T and m of the list."""
    for alpha in PRIVACY_ALPHAS:
        for size, rows in SIZES:
            yield alpha, rows, fast_audit(size, rows, tuple(rates(alpha).items()))


def total_pairs() -> int:
    """Return the number of pairs, up to symmetry, behind all audits of the list."""
    return sum(found.pairs for _, _, found in audits(improper_rates))


ALL_DATABASES = ("T, m = 1..6 and T = 2, m = 8; alpha in {1/2, 1/4, 1/10}: all databases of labelled "
                 "rows and stars, all replacements of a row, all outcomes, up to names of points and order of rows")


@check("BBKN14-4.3", grade="exhaustive", quantifier=ALL_DATABASES, fingerprint=lambda rates: rates(HALF))
def privacy_ratio_is_below_four(rates=improper_rates) -> Verdict:
    cases = (((alpha, *found.witness), found.exp_epsilon, Fraction(4)) for alpha, _, found in audits(rates))
    verdict = judge("<", cases)
    return counted(verdict, total_pairs()) if verdict.holds else verdict


@privacy_ratio_is_below_four.verifier
def _(rates, witness):
    alpha, left, right, outcome = witness
    size = len(outcome) if outcome else 1 + max(row[0] for row in (*left, *right) if row)
    p, q = (by_hand(database, size, rates(alpha), outcome) for database in (left, right))
    return p >= 4 * q

privacy_ratio_is_below_four.sabotage(
    "rows kept with probability alpha/2", lambda alpha: improper_rates(alpha) | {"keep": alpha / 2})
privacy_ratio_is_below_four.sabotage("step 1 is skipped: a database without contradictions never gives up",
    lambda alpha: improper_rates(alpha) | {"abort": Fraction(0)})


@check("BBKN14-4.3", grade="exhaustive", quantifier=ALL_DATABASES,
       fingerprint=lambda bound: [bound(alpha) for alpha in PRIVACY_ALPHAS])
def privacy_ratio_is_below_the_limit(bound=improper_ratio_limit) -> Verdict:
    cases = (((alpha, *found.witness), found.exp_epsilon, bound(alpha)) for alpha, _, found in audits(improper_rates))
    verdict = judge("<", cases)
    return counted(verdict, total_pairs()) if verdict.holds else verdict


@privacy_ratio_is_below_the_limit.verifier
def _(bound, witness):
    alpha, left, right, outcome = witness
    size = len(outcome) if outcome else 1 + max(row[0] for row in (*left, *right) if row)
    p, q = (by_hand(database, size, improper_rates(alpha), outcome) for database in (left, right))
    return p >= bound(alpha) * q

privacy_ratio_is_below_the_limit.sabotage("ratio 9/4", lambda alpha: Fraction(9, 4))
privacy_ratio_is_below_the_limit.sabotage("ratio 3 for every alpha", lambda alpha: Fraction(3))


@check("BBKN14-4.3", grade="exhaustive",
       quantifier="T = 2 with m <= 4 and T = 1, 3 with m <= 3, alpha = 1/4: the audit by orbits against the plain "
                  "audit of all tuples under replace_one",
       fingerprint=lambda ratio: [ratio(size, 3, **improper_rates(QUARTER)).exp_epsilon for size in (1, 2, 3)])
def audit_by_orbits_is_the_plain_audit(ratio=worst_point_ratio) -> Verdict:
    audited = []

    def cases() -> Iterator[Any]:
        rates = improper_rates(QUARTER)
        for size, m in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3)):
            run = partial(improper_point_learner_at, size=size, **rates)
            found = audit_pure(run, all_databases([None, *labelled_rows(size)], m), replace_one)
            audited.append(found.pairs)
            yield (size, m, *found.witness), found.exp_epsilon, ratio(size, m, **rates).exp_epsilon

    verdict = judge("==", cases())
    return counted(verdict, sum(audited))


@audit_by_orbits_is_the_plain_audit.verifier
def _(ratio, witness):
    size, m, left, right, outcome = witness
    rates = improper_rates(QUARTER)
    p, q = (by_hand(database, size, rates, outcome) for database in (left, right))
    return p > ratio(size, m, **rates).exp_epsilon * q

audit_by_orbits_is_the_plain_audit.sabotage(
    "databases over one point only", lambda size, rows, **rates: worst_point_ratio(1, rows, **rates))
