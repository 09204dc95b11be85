"""KLMNS20, Section 1: a proper learner of thresholds by interior points."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import factorial
from typing import Any, NamedTuple

from privlearn.checking import check, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import exp_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Value, formula
from privlearn.exact.fractions import HALF, MILLIONTH, TENTH
from privlearn.learners.interior_point.learned_thresholds import ThresholdPlan, plan_threshold_learner, shared_budget
from privlearn.learners.interior_point.reductions import around_the_cut
from privlearn.learners.intervals import threshold_errors
from privlearn.mechanisms import add_remove_one, labelled_rows, multiset_databases, replace_one
from privlearn.papers.klmns20.reductions import claim
from privlearn.papers.klmns20.reductions.instances import realisable

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


def padded_at_the_first_point(database, size: int, count: int) -> tuple[int, ...]:
    """Return the database in which a missing 1 counts as the point 0 instead of the cut -1."""
    missing = max(0, count - sum(y for _, y in database))
    return tuple(sorted([*around_the_cut(database, size, count)[missing:], *[0] * missing]))


def a_third_of_the_ones(database, size: int, count: int) -> tuple[int, ...]:
    """Return a database whose number of cuts depends on how many records are labelled 1."""
    return around_the_cut(database, size, count * (1 + sum(y for _, y in database) // 3))


class Records(NamedTuple):
    """Labelled records S over 0..X-1, the m, how cuts are taken from them, and how many records a neighbour changes."""

    X: int
    m: int
    S: tuple[tuple[int, int], ...]
    cuts: Callable[[Any, int, int], tuple[int, ...]] = around_the_cut
    labels_are: str = "of a threshold"
    records_changed: int = 1


counted_cuts = cache(lambda cuts, *args: Counter(cuts(*args)))


def apart(given: Records, other: tuple[tuple[int, int], ...]) -> int:
    """Return how many of the cuts have to be replaced to give those of other records."""
    left, right = (counted_cuts(given.cuts, rows, given.X, given.m) for rows in (given.S, other))
    return max((left - right).total(), (right - left).total())


def changes(given: Records, removed: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield S with so many records removed, and as many as change added."""
    for kept in set(combinations(given.S, len(given.S) - removed)):
        for new in combinations_with_replacement(labelled_rows(given.X), given.records_changed):
            yield tuple(sorted(kept + new))


def family() -> Iterator[Records]:
    """Yield all realisable records of some shapes, and all records, however they are labelled, of small ones."""
    for X, n, m in ((4, 7, 1), (4, 8, 2), (5, 7, 2), (4, 7, 3), (4, 9, 3), (3, 9, 4)):
        yield from (Records(X, m, S) for S in realisable(X, n))
    for X, m, n in product(range(1, 5), (1, 2, 3), range(6)):
        yield from (Records(X, m, S) for S in multiset_databases(labelled_rows(X), n))


@proof("KLMNS20-1.red-ipp-to-learn", grade="exhaustive",
       quantifier="all realisable multisets, all cuts between the least and the greatest of the 2m: (|X|, n, m) = (4, "
                  "7, 1), (4, 8, 2), (5, 7, 2), (4, 7, 3), (4, 9, 3), (3, 9, 4); |X| = 1..4, m = 1, 2, 3, n = 0..5: "
                  "all labelled multisets, with every record added or replaced",
       instances=family, start=Records(8, 2, ((1, 1), (3, 1), (4, 0), (4, 0), (6, 0))),
       steps={"order": "{the 2m cuts} are {the m largest ones, then the m predecessors}",
              "missed": "{the ones beyond an interior point u} are at most {m - 1}",
              "taken": "{the zeros up to u} are at most {m - 1}",
              "not both": "{the fewer of the missed ones and the taken zeros} are {0}",
              "added": "{the cuts that an added record changes} are at most {1}",
              "replaced": "{the cuts that a replaced record changes} are at most {2}",
              "conclusion": "{the errors of u, or the cuts that change} are at most {m - 1, or 1, or 2}"},
       hypotheses=(
           Hypothesis("some threshold has all labels of S", {"labels_are": "any"},
                      ("order", "missed", "taken", "not both", "conclusion")),
           Hypothesis("zeros give their predecessors", {"cuts": printed_around_the_cut},
                      ("order", "taken", "conclusion")),
           Hypothesis("missing ones count as -1", {"cuts": padded_at_the_first_point},
                      ("order", "taken", "conclusion")),
           Hypothesis("m does not depend on S", {"cuts": a_third_of_the_ones},
                      ("order", "missed", "taken", "added", "replaced", "conclusion")),
           Hypothesis("one record is added or replaced", {"records_changed": 2}, ("added", "replaced", "conclusion"))))
def interior_points_learn_thresholds(given: Records, most: Formula = most_errors) -> Iterator[Line]:
    X, m, S = given[:3]
    ones, zeros = ([x for x, y in S if y == label] for label in (1, 0))
    cuts, errors, changed = given.cuts(S, X, m), dict[int, int](), dict[int, int]()
    if max(ones, default=-1) < min(zeros, default=X) or given.labels_are == "any":
        listed = [*sorted([-1] * m + ones)[-m:], *sorted([x - 1 for x in zeros] + [X - 1] * m)[:m]]
        yield Line("order", "==", list(cuts), listed)
        between = {u: (sum(x > u for x in ones), sum(x <= u for x in zeros)) for u in range(cuts[0], cuts[-1] + 1)}
        for step, side in (("missed", 0), ("taken", 1)):
            yield from (Line(step, "<=", found[side], m - 1, ("u =", u)) for u, found in between.items())
        for u, found in between.items():
            yield Line("not both", "==", min(found), 0, ("u =", u))
        errors = {u: threshold_errors(u, S) for u in between}
    if len(S) < 6:
        for step, removed in (("added", 0), ("replaced", given.records_changed)):
            if removed <= len(S):
                T = max(changes(given, removed), key=lambda other: apart(given, other))
                changed[1 + (removed > 0)] = apart(given, T)
                yield Line(step, "<=", apart(given, T), 1 + (removed > 0), T)
    for u, wrong in errors.items():
        yield Line("conclusion", "<=", wrong, most(m), ("u =", u))
    for few, most_changed in changed.items():
        yield Line("conclusion", "<=", most_changed, few, ("record", "added" if few == 1 else "replaced"))


def refutes_interior_points_learn_thresholds(given: Records, step: str, case: Any, most: Formula) -> bool:
    """Tell whether a line is false, record by record."""
    X, m, S = given[:3]
    cuts, zeros = list(given.cuts(S, X, m)), [x for x, y in S if not y]
    if step == "order":
        ones = [x for x, y in S if y]
        return cuts[-1] > max(sorted([*(x - 1 for x in zeros), *[X - 1] * m])[:m]) or len(cuts) != 2 * m or (
            len(ones) < m and cuts[0] > -1) or max(ones, default=-1) >= min(zeros, default=X)
    if step in ("added", "replaced") or case[0] == "record":
        few = 2 if "replaced" in (step, case[1]) else 1
        others = (list(given.cuts(T, X, m)) for T in changes(given, given.records_changed * (few - 1)))
        return any(sum(max(0, a.count(u) - b.count(u)) for u in {*a}) > few for T in others
                   for a, b in ((cuts, T), (T, cuts)))
    u = case[1]
    missed, taken = sum(x > u for x, y in S if y), sum(x <= u for x in zeros)
    return missed + taken > most(m) if step == "conclusion" else {
        "missed": missed >= m, "taken": taken >= m, "not both": missed > 0 < taken}[step]


@check("KLMNS20-1.red-ipp-to-learn", grade="exhaustive",
       quantifier="the reduction as sketched, (|X|, n, m) = (4, 7, 1), (4, 8, 2), (5, 7, 2), (4, 9, 3), at least m "
                  "records of each label: the most errors are n - m",
       says="{the most errors of the reduction as sketched} equals {n - m}")
@sabotage("m - 1, as with the predecessors", lambda n, m: m - 1)
@judged("==")
def sketched_reduction_errs_on_nearly_all(most=lambda n, m: n - m):
    for size, n, m in ((4, 7, 1), (4, 8, 2), (5, 7, 2), (4, 9, 3)):
        found = {(S, u): threshold_errors(u, S) for S in realisable(size, n) if m <= sum(y for _, y in S) <= n - m
                 for ends in (printed_around_the_cut(S, size, m),) for u in range(ends[0], ends[-1] + 1)}
        where = max(found, key=lambda at: found[at])
        yield (size, n, m, *where), found[where], most(n, m)

def refutes_sketched_reduction_errs_on_nearly_all(most, _, n, m, database, cut):
    ones, zeros = sorted(x for x, y in database if y), sorted(x for x, y in database if not y)
    inside = min(ones[-m:] + zeros[:m]) <= cut <= max(ones[-m:] + zeros[:m]) and max(ones) < min(zeros)
    return inside and sum(x > cut for x in ones) + sum(x <= cut for x in zeros) > most(n, m)


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


def promised(plan: ThresholdPlan, bits: int, relation: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield what the plan of a learner says, and what it is, by the cuts around a database of different points."""
    database = distinct_records(plan.count + 3, plan.count + 5)
    built = around_the_cut(database, len(database), plan.count)
    most = max(threshold_errors(cut, database) for cut in range(built[0], built[-1] + 1))
    yield "cuts", (len(built) >= plan.inner.rows, len(built) - 2 < plan.inner.rows), (True, True)
    yield "errors", plan.errors, most
    yield "domain", plan.inner.domain_bits, bits + 1  # one more cut than points
    cuts, factor = (2, 1 + exp_bracket(HALF)) if relation == "replacement" else (1, as_bracket(1))
    missed = (factor * plan.inner.delta).upper
    yield "privacy", (plan.inner.exp_epsilon**cuts <= exp_bracket(1).upper, missed <= MILLIONTH), (True, True)
    for k in (1, 3, 7):
        yield f"alpha = {k}/10", plan.rows_for(Fraction(k, 10)), -(-10 * most // k)


@check("KLMNS20-1.red-ipp-to-learn", grade="exact",
       quantifier="the plans of learners on 2^8, 2^16, 2^63 and 2^64 points, both relations, heavy path and the best: "
                  "as few cuts as the interior point needs rows, on one bit more; epsilon and delta for two replaced "
                  "cuts (one); the errors promised are the most that a cut in their range makes on different points, "
                  "and as many records as make these a share of 1/10, 3/10, 7/10",
       says="a plan builds as few cuts as needed, spends what it may, and promises the errors and records that follow")
@judged("==")
def planned_learners_promise_the_most_errors(planner=plan_threshold_learner):
    for place, bits, relation, plan in threshold_plans(planner):
        yield from (((place, name), left, right) for name, left, right in promised(plan, bits, relation))


def threshold_plans(planner) -> Iterator[tuple[int, int, str, ThresholdPlan]]:
    """Yield (place, bits, relation, plan)."""
    for place, (bits, name, kind) in enumerate(product((8, 16, 63, 64), RELATIONS, ("heavy path", None))):
        yield place, bits, name, planner(domain_bits=bits, neighbours=RELATIONS[name], kind=kind, **WISHES)

def refutes_planned_learners_promise_the_most_errors(planner, place, name):
    bits, relation, plan = next(found[1:] for found in threshold_plans(planner) if found[0] == place)
    m, two = plan.count, relation == "replacement"
    if name == "privacy":
        return plan.inner.exp_epsilon > Fraction(16488, 10**4 if two else 6065) or plan.inner.delta.upper * (
            Fraction(264872, 10**5) if two else 1) > MILLIONTH
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


@planned_learners_promise_the_most_errors.corrupted("the whole epsilon and delta for two cuts")
def whole_budget_for_two_cuts(*, neighbours: Any, **wishes: Any) -> ThresholdPlan:
    return plan_threshold_learner(neighbours=add_remove_one, **wishes)


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
