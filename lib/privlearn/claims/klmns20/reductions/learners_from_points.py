"""KLMNS20, Section 1: a proper learner of thresholds by interior points."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

from privlearn.claims import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.claims.klmns20.reductions import claim
from privlearn.claims.klmns20.reductions.instances import labelled_pairs, realisable
from privlearn.learners.interior_point.reductions import around_the_cut
from privlearn.learners.intervals import threshold_errors
from privlearn.mechanisms import labelled_rows, multiset_databases

HUGE = 1 << 64


claim("KLMNS20-1.red-ipp-to-learn", kind="proposition",
      title="An interior point algorithm gives a proper threshold learner",
      uses=("KLMNS20-1.fn1", "KLMNS20-1.1", "KLMNS20-2.1"),
      erratum="Repair first: take the predecessors x - 1 of the points labelled 0. As sketched, with the points "
              "themselves, the reduction is wrong where points repeat: for X = {0, 1}, one record (0, 1), n - 1 "
              "records (1, 0) and m = 1 the database is {0, 1}, 1 is an interior point of it, and its threshold errs "
              "on all n - 1 zeros. The noisy test whether both labels are frequent is not needed: missing points count "
              "as the ends -1 and |X| - 1.",
      note="One replaced record may replace two points, which doubles the privacy loss; "
           "adding or removing a record replaces only one.")


def printed_around_the_cut(database, size: int, count: int) -> tuple[int, ...]:
    """Return the sketched database: the largest ones and the smallest zeros, as they are."""
    ones = sorted((x for x, y in database if y), reverse=True)[:count]
    return tuple(sorted(ones + sorted(x for x, y in database if not y)[:count]))


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


def judge_errors(around, grid, expected: Callable[[int, int], int], frequent: bool) -> Verdict:
    """Compare the most errors with the expected number for each (|X|, n, m)."""
    rows, total = [], 0
    for size, n, m in grid:
        worst, where, cases = worst_errors(around, size, n, m, m if frequent else 0)
        rows.append(((size, n, m, *where), worst, expected(n, m)))
        total += cases
    return counted(judge("==", rows), total)


def has_too_many_errors(around, witness) -> bool:
    """Tell whether the witness is a cut of the range, on realisable records, with m errors or more."""
    size, _, m, database, cut = witness
    built = around(database, size, m)
    ones, zeros = [x for x, y in database if y], [x for x, y in database if not y]
    realised = not ones or not zeros or max(ones) < min(zeros)
    wrong = sum(x > cut for x in ones) + sum(x <= cut for x in zeros)
    return realised and min(built) <= cut <= max(built) and wrong >= m


FREQUENT = ((4, 7, 1), (4, 8, 2), (5, 7, 2), (4, 9, 3))


@check("KLMNS20-1.red-ipp-to-learn", grade="exhaustive",
       quantifier="(|X|, n, m) = (4, 7, 1), (4, 8, 2), (5, 7, 2), (4, 9, 3): all realisable multisets with at least "
                  "m records of each label, all cuts between the least and the greatest point: the most errors are m "
                  "- 1", fingerprint=lambda around: around(((0, 1), (1, 0)), 4, 1))
@verifier(has_too_many_errors)
@sabotage("zeros without their predecessors, as sketched", printed_around_the_cut)
def most_errors_of_an_interior_point(around=around_the_cut) -> Verdict:
    return judge_errors(around, FREQUENT, lambda n, m: m - 1, True)


def padded_at_the_first_point(database, size: int, count: int) -> tuple[int, ...]:
    """Return the database in which a missing 1 counts as the point 0 instead of the cut -1."""
    missing = max(0, count - sum(y for _, y in database))
    return tuple(sorted([*around_the_cut(database, size, count)[missing:], *[0] * missing]))


@check("KLMNS20-1.red-ipp-to-learn", grade="exhaustive",
       quantifier="(|X|, n, m) = (4, 7, 1), (4, 8, 2), (5, 7, 2), (4, 7, 3), (3, 9, 4): all realisable multisets, "
                  "however rare a label is: the most errors are m - 1",
       fingerprint=lambda around: around(((0, 0), (0, 0)), 4, 2))
@verifier(has_too_many_errors)
@sabotage("a missing 1 counts as the first point, not as the cut before it", padded_at_the_first_point)
def rare_labels_need_no_test(around=around_the_cut) -> Verdict:
    return judge_errors(around, ((4, 7, 1), (4, 8, 2), (5, 7, 2), (4, 7, 3), (3, 9, 4)), lambda n, m: m - 1, False)


@check("KLMNS20-1.red-ipp-to-learn", grade="exhaustive",
       quantifier="the reduction as sketched, (|X|, n, m) = (4, 7, 1), (4, 8, 2), (5, 7, 2), (4, 9, 3): the most "
                  "errors are n - m", fingerprint=lambda most: most(7, 1))
@sabotage("m - 1, as with the predecessors", lambda n, m: m - 1)
def sketched_reduction_errs_on_nearly_all(most=lambda n, m: n - m) -> Verdict:
    return judge_errors(printed_around_the_cut, FREQUENT, most, True)

@sketched_reduction_errs_on_nearly_all.verifier
def _(most, witness):
    _, n, m, database, cut = witness
    ones, zeros = sorted(x for x, y in database if y), sorted(x for x, y in database if not y)
    inside = min(ones[-m:] + zeros[:m]) <= cut <= max(ones[-m:] + zeros[:m]) and max(ones) < min(zeros)
    return inside and sum(x > cut for x in ones) + sum(x <= cut for x in zeros) > most(n, m)


def a_third_of_the_ones(database, size: int, count: int) -> tuple[int, ...]:
    """Return a database whose number of cuts depends on how many records are labelled 1."""
    share = 1 + sum(y for _, y in database) // 3
    return around_the_cut(database, size, count * share)


@check("KLMNS20-1.red-ipp-to-learn", grade="exhaustive",
       quantifier="|X| = 1..4, n = 1..5, m = 1, 2, 3: all labelled multisets and replacements: the most cuts that "
                  "change",
       fingerprint=lambda around: [len(around(rows, 4, 1)) for rows in (((0, 1),) * 3, ((0, 1),) * 2)])
@sabotage("the number of cuts grows with the number of ones", a_third_of_the_ones)
def a_replacement_changes_two_cuts(around=around_the_cut) -> Verdict:
    worst, where, total = -1, None, 0
    apart = cache(lambda a, b: max((Counter(a) - Counter(b)).total(), (Counter(b) - Counter(a)).total()))
    for size, n, m in product(range(1, 5), range(1, 6), (1, 2, 3)):
        built = {rows: around(rows, size, m) for rows in multiset_databases(labelled_rows(size), n)}
        for left, right in labelled_pairs(size, n):
            moved, total = apart(built[left], built[right]), total + 1
            if moved > worst:
                worst, where = moved, (size, m, left, right)
    return counted(judge("==", [(where, worst, 2)]), total)

@a_replacement_changes_two_cuts.verifier
def _(around, witness):
    size, m, left, right = witness
    first, second = list(around(left, size, m)), list(around(right, size, m))
    for cut in list(first):
        if cut in second:
            first.remove(cut)
            second.remove(cut)
    return max(len(first), len(second)) > 2


@check("KLMNS20-1.red-ipp-to-learn", grade="exhaustive",
       quantifier="|X| = 1..4, n = 0..4, m = 1, 2, 3: all labelled multisets, every record added: the most cuts that "
                  "change",
       fingerprint=lambda around: [len(around(rows, 4, 1)) for rows in (((0, 1),) * 3, ((0, 1),) * 2)])
@sabotage("the number of cuts grows with the number of ones", a_third_of_the_ones)
def an_addition_changes_one_cut(around=around_the_cut) -> Verdict:
    worst, where, total = -1, None, 0
    for size, n, m in product(range(1, 5), range(5), (1, 2, 3)):
        for rows in multiset_databases(labelled_rows(size), n):
            before = Counter(around(rows, size, m))
            for row in labelled_rows(size):
                after = Counter(around((*rows, row), size, m))
                moved, total = max((before - after).total(), (after - before).total()), total + 1
                if moved > worst:
                    worst, where = moved, (size, m, rows, row)
    return counted(judge("==", [(where, worst, 1)]), total)

@an_addition_changes_one_cut.verifier
def _(around, witness):
    size, m, rows, row = witness
    first, second = list(around(rows, size, m)), list(around((*rows, row), size, m))
    return max(sum(max(0, a.count(cut) - b.count(cut)) for cut in set(a))
               for a, b in ((first, second), (second, first))) > 1


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
                  "have the most", fingerprint=lambda around: around(((0, 1), (1, 0)), HUGE, 1))
@sabotage("zeros without their predecessors, as sketched", printed_around_the_cut)
@judged("<=")
def ends_have_few_errors_on_large_domains(around=around_the_cut):
    for name in ("one point each", "few ones", "all zeros at the first point", "spread"):
        database = large_records(name)
        built = around(database, HUGE, MOST + 1)
        for end in (0, -1):
            yield (name, end), threshold_errors(built[end], database), MOST

@ends_have_few_errors_on_large_domains.verifier
def _(around, witness):
    name, end = witness
    database = large_records(name)
    cut = around(database, HUGE, MOST + 1)[end]
    wrong = Counter((x <= cut, y) for x, y in database)
    return wrong[True, 0] + wrong[False, 1] > MOST
