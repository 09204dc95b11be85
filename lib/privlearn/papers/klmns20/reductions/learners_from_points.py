"""KLMNS20, Section 1: a proper learner of thresholds by interior points."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.exact import exp_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import MILLIONTH, TENTH
from privlearn.learners.interior_point.learned_thresholds import ThresholdPlan, plan_threshold_learner, shared_budget
from privlearn.learners.interior_point.reductions import around_the_cut
from privlearn.learners.intervals import threshold_errors
from privlearn.mechanisms import add_remove_one, labelled_rows, multiset_databases, replace_one
from privlearn.papers.klmns20.reductions import claim
from privlearn.papers.klmns20.reductions.instances import labelled_pairs, realisable

HUGE = 1 << 64


@formula("at most", where=("m >= 1",), corners={"m": (0, 1, 2, 3, 4)}, loose={"m >= 1": "there must be cuts"})
def most_errors(m: int) -> Value:
    """Return the most errors of an interior point of the cuts."""
    return m - 1


claim("KLMNS20-1.red-ipp-to-learn", kind="proposition",
      title="An interior point algorithm gives a proper threshold learner",
      uses=("KLMNS20-1.fn1", "KLMNS20-1.1", "KLMNS20-2.1", "BBKN14-2.5"),
      erratum_kind="gap", repaired=True,
      erratum="Repair first: take the predecessors x - 1 of the points labelled 0. As sketched, with the points "
              "themselves, the reduction is wrong where points repeat: for X = {0, 1}, one record (0, 1), n - 1 "
              "records (1, 0) and m = 1 the database is {0, 1}, 1 is an interior point of it, and its threshold errs "
              "on all n - 1 zeros. The noisy test whether both labels are frequent is not needed: missing points count "
              "as the ends -1 and |X| - 1.",
      note="One replaced record may replace two points, which doubles the privacy loss; "
           "adding or removing a record replaces only one.", formulas=(most_errors,))


def printed_around_the_cut(database, size: int, count: int) -> tuple[int, ...]:
    """Return the sketched database: the largest ones and the smallest zeros, as they are."""
    ones = sorted((x for x, y in database if y), reverse=True)[:count]
    return tuple(sorted(ones + sorted(x for x, y in database if not y)[:count]))


@cache
def worst_errors(around, size: int, rows: int, count: int, least: int) -> tuple[int, Any, int]:
    """Return the most errors of a cut in the range of the database built, where, and the number of cases."""
    worst, where, cases = -1, None, 0
    for database in realisable(size, rows):
        if min(Counter(y for _, y in database)[label] for label in (0, 1)) < least:
            continue
        built = around(database, size, count)
        for cut in range(built[0], built[-1] + 1):
            wrong, cases = threshold_errors(cut, database), cases + 1
            if wrong > worst:
                worst, where = wrong, (database, cut)
    return worst, where, cases


def judge_errors(around, grid, expected: Callable[[int, int], int]) -> Verdict:
    """Compare the most errors with the expected number for each |X|, n, m, and number of records that a label has."""
    rows, total = [], 0
    for size, n, m, least in grid:
        worst, where, cases = worst_errors(around, size, n, m, least)
        rows.append(((size, n, m, *where), worst, expected(n, m)))
        total += cases
    return counted(judge("==", rows), total)


def padded_at_the_first_point(database, size: int, count: int) -> tuple[int, ...]:
    """Return the database in which a missing 1 counts as the point 0 instead of the cut -1."""
    missing = max(0, count - sum(y for _, y in database))
    return tuple(sorted([*around_the_cut(database, size, count)[missing:], *[0] * missing]))


FREQUENT = ((4, 7, 1, 1), (4, 8, 2, 2), (5, 7, 2, 2), (4, 9, 3, 3))
RARE = ((4, 7, 1, 0), (4, 8, 2, 0), (5, 7, 2, 0), (4, 7, 3, 0), (3, 9, 4, 0))


@check("KLMNS20-1.red-ipp-to-learn", grade="exhaustive", against="optimum",
       quantifier="all realisable multisets, all cuts between the least and the greatest point: (|X|, n, m) = (4, 7, "
                  "1), (4, 8, 2), (5, 7, 2), (4, 9, 3) with at least m records of each label, and (4, 7, 1), (4, 8, "
                  "2), (5, 7, 2), (4, 7, 3), (3, 9, 4), however rare a label is: the most errors are m - 1",
       says="{the most errors of a cut in the built range, however rare a label is} equals {m - 1}")
@sabotage("zeros without their predecessors, as sketched", (printed_around_the_cut, most_errors))
@sabotage("a missing 1 counts as the first point, not as the cut before it", (padded_at_the_first_point, most_errors))
def most_errors_of_an_interior_point(given=(around_the_cut, most_errors)) -> Verdict:
    around, most = given
    return judge_errors(around, FREQUENT + RARE, lambda n, m: most(m))

def refutes_most_errors_of_an_interior_point(given, size, _, m, database, cut):
    around, most = given
    built = around(database, size, m)
    ones, zeros = [x for x, y in database if y], [x for x, y in database if not y]
    realised = not ones or not zeros or max(ones) < min(zeros)
    wrong = sum(x > cut for x in ones) + sum(x <= cut for x in zeros)
    return realised and min(built) <= cut <= max(built) and (wrong > most(m) or wrong == m - 1 < most(m))


@check("KLMNS20-1.red-ipp-to-learn", grade="exhaustive",
       quantifier="the reduction as sketched, (|X|, n, m) = (4, 7, 1), (4, 8, 2), (5, 7, 2), (4, 9, 3): the most "
                  "errors are n - m",
       says="{the most errors of the reduction as sketched} equals {n - m}")
@sabotage("m - 1, as with the predecessors", lambda n, m: m - 1)
def sketched_reduction_errs_on_nearly_all(most=lambda n, m: n - m) -> Verdict:
    return judge_errors(printed_around_the_cut, FREQUENT, most)

def refutes_sketched_reduction_errs_on_nearly_all(most, _, n, m, database, cut):
    ones, zeros = sorted(x for x, y in database if y), sorted(x for x, y in database if not y)
    inside = min(ones[-m:] + zeros[:m]) <= cut <= max(ones[-m:] + zeros[:m]) and max(ones) < min(zeros)
    return inside and sum(x > cut for x in ones) + sum(x <= cut for x in zeros) > most(n, m)


def a_third_of_the_ones(database, size: int, count: int) -> tuple[int, ...]:
    """Return a database whose number of cuts depends on how many records are labelled 1."""
    share = 1 + sum(y for _, y in database) // 3
    return around_the_cut(database, size, count * share)


@check("KLMNS20-1.red-ipp-to-learn", grade="exhaustive",
       quantifier="|X| = 1..4, m = 1, 2, 3: all labelled multisets of n = 1..5 and replacements, of n = 0..4 and every "
                  "record added: the most cuts that change",
       says="a record replaced changes at most two of the cuts built, one added at most one, and sometimes as many")
@sabotage("the number of cuts grows with the number of ones", a_third_of_the_ones)
def a_changed_record_changes_few_cuts(around=around_the_cut) -> Verdict:
    worst: dict[int, Any] = {1: (-1, None), 2: (-1, None)}  # by the most cuts that may change
    total = 0
    apart = cache(lambda a, b: max((Counter(a) - Counter(b)).total(), (Counter(b) - Counter(a)).total()))
    for size, n, m in product(range(1, 5), range(6), (1, 2, 3)):
        built = {rows: around(rows, size, m) for rows in multiset_databases(labelled_rows(size), n)}
        pairs = [(left, right, apart(built[left], built[right])) for left, right in labelled_pairs(size, n)] + [
            (rows, (*rows, row), apart(built[rows], around((*rows, row), size, m)))
            for rows in built if n < 5 for row in labelled_rows(size)]
        total += len(pairs)
        for left, right, moved in pairs:
            kind = 2 if len(left) == len(right) else 1
            if moved > worst[kind][0]:
                worst[kind] = moved, (size, m, left, right)
    return counted(judge("==", ((where, moved, most) for most, (moved, where) in worst.items())), total)

def refutes_a_changed_record_changes_few_cuts(around, size, m, left, right):
    first, second = list(around(left, size, m)), list(around(right, size, m))
    for cut in list(first):
        if cut in second:
            first.remove(cut)
            second.remove(cut)
    return max(len(first), len(second)) > (2 if len(left) == len(right) else 1)


MANY = 100_000
MOST = 186


def large_records(name: str) -> tuple[tuple[int, int], ...]:
    """Return 10^5 records over 2^64 points, labelled by a threshold."""
    if name == "one point each":
        return ((41, 1),) * (MANY // 2) + ((42, 0),) * (MANY // 2)
    if name == "few ones":
        return ((HUGE // 5, 1),) * 3 + tuple((HUGE // 5 + 1 + k // 7, 0) for k in range(MANY - 3))
    if name == "all zeros at the first point":
        return ((0, 0),) * MANY
    return tuple((HUGE // MANY * k, int(k < MANY // 3)) for k in range(MANY))


@check("KLMNS20-1.red-ipp-to-learn", grade="exact",
       quantifier="2^64 points, n = 10^5, m = 187, four databases: errors of the least and the greatest cut, which "
                  "have the most",
       says="{the number of errors of the least or greatest cut} is at most {m - 1}")
@sabotage("zeros without their predecessors, as sketched", printed_around_the_cut)
@judged("<=")
def ends_have_few_errors_on_large_domains(around=around_the_cut):
    for name in ("one point each", "few ones", "all zeros at the first point", "spread"):
        database = large_records(name)
        built = around(database, HUGE, MOST + 1)
        for end in (0, -1):
            yield (name, end), threshold_errors(built[end], database), MOST

def refutes_ends_have_few_errors_on_large_domains(around, name, end):
    database = large_records(name)
    cut = around(database, HUGE, MOST + 1)[end]
    wrong = Counter((x <= cut, y) for x, y in database)
    return wrong[True, 0] + wrong[False, 1] > MOST


WISHES: dict[str, Any] = {"epsilon": 1, "delta": MILLIONTH, "beta": TENTH}
RELATIONS = {"replacement": replace_one, "add/remove": add_remove_one}


def distinct_records(ones: int, zeros: int) -> tuple[tuple[int, int], ...]:
    """Return records of different points, the first of them labelled 1."""
    return tuple((x, int(x < ones)) for x in range(ones + zeros))


def promised(plan: ThresholdPlan, bits: int) -> Iterator[tuple[str, Any, Any]]:
    """Yield what the plan of a learner says, and what it is, by the cuts around a database of different points."""
    database = distinct_records(plan.count + 3, plan.count + 5)
    built = around_the_cut(database, 1 << bits, plan.count)
    most = max(threshold_errors(cut, database) for cut in range(built[0], built[-1] + 1))
    yield "cuts", (len(built) >= plan.inner.rows, len(built) - 2 < plan.inner.rows), (True, True)
    yield "errors", plan.errors, most
    yield "domain", plan.inner.domain_bits, bits + 1  # one more cut than points
    for k in (1, 3, 7):
        yield f"alpha = {k}/10", plan.rows_for(Fraction(k, 10)), -(-10 * most // k)


@check("KLMNS20-1.red-ipp-to-learn", grade="exact",
       quantifier="the plans of learners on 2^16 and 2^64 points, both relations, heavy path and the best: as few cuts "
                  "as the interior point needs rows, the errors promised are the most that a cut in their range makes "
                  "on different points, and as many records as make these a share of 1/10, 3/10, 7/10",
       says="a plan builds as few cuts as needed, and the errors and records promised are those that they entail")
@judged("==")
def planned_learners_promise_the_most_errors(planner=plan_threshold_learner):
    for place, bits, plan in threshold_plans(planner):
        yield from (((place, name), left, right) for name, left, right in promised(plan, bits))


def threshold_plans(planner) -> Iterator[tuple[int, int, ThresholdPlan]]:
    """Yield (place, bits, plan)."""
    cases = product((16, 64), RELATIONS.values(), ("heavy path", None))
    for place, (bits, relation, kind) in enumerate(cases):
        yield place, bits, planner(domain_bits=bits, neighbours=relation, kind=kind, **WISHES)

def refutes_planned_learners_promise_the_most_errors(planner, place, name):
    bits, plan = next((bits, plan) for k, bits, plan in threshold_plans(planner) if k == place)
    m = plan.count
    if name == "cuts":
        return not plan.inner.rows <= 2 * m < plan.inner.rows + 2
    if name == "domain":
        return 1 << plan.inner.domain_bits != 2 << bits
    if name == "errors":  # the m-th largest 1 from the top leaves m - 1 of them wrong, and so do the zeros
        return plan.errors != m - 1
    k = int(name[8])
    return 10 * (m - 1) > k * plan.rows_for(Fraction(k, 10)) or plan.errors != m - 1


class OneFewer(ThresholdPlan):
    """A plan that promises one error fewer."""

    @property
    def errors(self) -> int:
        """One less than there can be."""
        return self.count - 2


@planned_learners_promise_the_most_errors.corrupted("one error fewer is promised")
def one_error_fewer_promised(**wishes: Any) -> ThresholdPlan:
    plan = plan_threshold_learner(**wishes)
    return OneFewer(plan.inner, plan.count)


@planned_learners_promise_the_most_errors.corrupted("a cut fewer of each label than rows are needed")
def cut_fewer_each_label_than_rows(**wishes: Any) -> ThresholdPlan:
    plan = plan_threshold_learner(**wishes)
    return ThresholdPlan(plan.inner, plan.count - 1)


@check("KLMNS20-1.red-ipp-to-learn", grade="certified",
       quantifier="epsilon = 1/10, 1, 4 and delta = 10^-3, 10^-6, 10^-9, both relations: what the interior point "
                  "inside may cost, once or, for two replaced cuts, twice, is all of epsilon and delta, up to 2^-60",
       says="the interior point's cost, once or twice, is all of epsilon, and all of delta up to 2^(-60)")
@sabotage("delta halved, without the e^epsilon", lambda epsilon, delta, *, neighbours: (
    shared_budget(epsilon, delta, neighbours=neighbours)[0], delta / (2 if neighbours is replace_one else 1)))
@sabotage("a hundredth of epsilon is lost", lambda epsilon, delta, *, neighbours: shared_budget(
    epsilon * Fraction(99, 100), delta, neighbours=neighbours))
@judged("==")
def two_cuts_share_the_budget(share=shared_budget):
    for name, relation in RELATIONS.items():
        for epsilon, k in product((TENTH, Fraction(1), Fraction(4)), (3, 6, 9)):
            own, missed = share(epsilon, Fraction(1, 10**k), neighbours=relation)
            times, factor = (2, 1 + exp_bracket(epsilon / 2, 96)) if name == "replacement" else (1, as_bracket(1))
            spent, next_one = missed * factor, (missed + Fraction(1, 1 << 60)) * factor
            yield ((name, epsilon, k), (times * own, spent.upper <= Fraction(1, 10**k) < next_one.lower),
                   (epsilon, True))

def refutes_two_cuts_share_the_budget(share, name, epsilon, k):
    own, missed = share(epsilon, Fraction(1, 10**k), neighbours=RELATIONS[name])
    root = sum((epsilon**j / (2**j * factorial(j)) for j in range(60)), Fraction(0))  # e^(epsilon/2) from below
    whole = missed * (1 + root) if name == "replacement" else missed
    return own * (2 if name == "replacement" else 1) != epsilon or whole > Fraction(1, 10**k) or \
        whole < Fraction(1, 10**k) - Fraction(20, 1 << 60)
