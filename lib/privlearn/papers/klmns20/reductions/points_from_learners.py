"""KLMNS20, Section 1: interior points by a proper learner of thresholds."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.exact.formulas import Value, floor, formula
from privlearn.laws import Law, pure
from privlearn.learners.interior_point.reductions import halves_labelled, interior_point_from_learner, told_apart
from privlearn.learners.intervals import threshold_errors, threshold_runs
from privlearn.mechanisms import multiset_databases, replace_one_unordered
from privlearn.papers.klmns20.reductions import claim


@formula("at least", tex={"rows / 2": "n/2"}, corners={"rows": (1, 2, 3, 4, 5, 6)})
def half(rows: int) -> Value:
    """Return the number of errors that a cut outside the points makes at least."""
    return floor(rows / 2)


claim("KLMNS20-1.red-learn-to-ipp", kind="proposition",
      title="A proper threshold learner solves the interior point problem",
      uses=("KLMNS20-1.fn1", "KLMNS20-1.1", "KLMNS20-2.1", "BBKN14-2.5"),
      erratum_kind="gap", repaired=True,
      erratum="Repair first: tell equal points apart, as n x + k for the k-th copy of x, before labelling the halves. "
              "As sketched the labelled database need not be realisable: on a database whose points are all the same, "
              "already on (0, 0), every threshold makes floor(n/2) errors, so that the learner promises nothing. With "
              "the repair some cut is always free of errors. The sketch also does not mention that one replaced point "
              "changes two labelled records, so that the privacy loss doubles.",
      note="Accuracy is meant on the database itself. A learner for independent examples is run on "
           "records drawn from the labelled database.", formulas=(half,))


def databases(most_points: int = 5, most_rows: int = 6) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield (|X|, S) for all multisets S of 1 to 6 points, |X| = 1..5."""
    for size, rows in product(range(1, most_points + 1), range(1, most_rows + 1)):
        for points in multiset_databases(range(size), rows):
            yield size, points


@check("KLMNS20-1.red-learn-to-ipp", grade="exhaustive",
       quantifier="|X| = 1..5, n = 1..6: all multisets S, all cuts -1..|X|-1 outside S",
       says="{floor(n/2)} is at most {the errors of a cut outside the database on the labelled halves}")
@judged("<=")
def cuts_with_few_errors_are_interior(least=half):
    bound = cache(least)
    for size, points in databases():
        rows = halves_labelled(points)
        for cut in range(-1, size):
            if not points[0] <= cut <= points[-1]:
                yield (points, cut), bound(len(points)), threshold_errors(cut, rows)

def refutes_cuts_with_few_errors_are_interior(least, points, cut):
    ordered, n = sorted(points), len(points)
    wrong = sum(x > cut for x in ordered[:n // 2]) + sum(x <= cut for x in ordered[n // 2:])
    return wrong < least(n) and (cut < ordered[0] or cut > ordered[-1])


def label_by_the_median(database) -> tuple[tuple[int, int], ...]:
    """Label all points up to the lower median 1: equal points stay together, and many labels can change at once."""
    ordered = sorted(database)
    return tuple((x, int(x <= ordered[(len(ordered) - 1) // 2])) for x in ordered)


def changed(left, right) -> int:
    """Return how many elements of one multiset have to be replaced to give the other."""
    return (Counter(left) - Counter(right)).total()


@check("KLMNS20-1.red-learn-to-ipp", grade="exhaustive",
       quantifier="(|X|, n) = (4, 4), (5, 5), (4, 6): all multisets and replacements; points as they are and told "
                  "apart: the largest number of labelled records that change",
       says="replacing a point changes at most two labelled records, and sometimes two")
@sabotage("all points up to the median are labelled 1", label_by_the_median)
def a_replacement_changes_two_labelled_records(labelling=halves_labelled) -> Verdict:
    def cases() -> Iterator[Any]:
        for size, rows in ((4, 4), (5, 5), (4, 6)):
            for left, right in pairs_of(size, rows):
                for how in (tuple, told_apart):
                    yield (left, right, how is told_apart), changed(labelling(how(left)), labelling(how(right)))

    found = list(cases())
    worst = max(found, key=lambda case: case[1])
    return counted(judge("==", [(worst[0], worst[1], 2)]), len(found))


@cache
def pairs_of(size: int, rows: int) -> tuple[Any, ...]:
    """Return the ordered neighbouring pairs of multisets of ``rows`` points."""
    return tuple(replace_one_unordered(multiset_databases(range(size), rows)))


def refutes_a_replacement_changes_two_labelled_records(labelling, left, right, apart):
    records = []
    for points in (left, right):
        finer = [len(points) * x + points[:k].count(x) for k, x in enumerate(points)] if apart else points
        records.append(sorted(labelling(finer)))
    for row in list(records[0]):
        if row in records[1]:
            records[0].remove(row)
            records[1].remove(row)
    return len(records[1]) != 2


@check("KLMNS20-1.red-learn-to-ipp", grade="exhaustive",
       quantifier="|X| = 1..5, n = 1..6: all multisets S, told apart: the least number of errors, and the cuts "
                  "outside S with fewer than floor(n/2)",
       says="with equal points told apart some cut has no errors, and none outside S has fewer than floor(n/2)")
@sabotage("equal points left together, as sketched", tuple)
@judged("==")
def told_apart_some_cut_is_free_of_errors(finer=told_apart):
    for size, points in databases():
        n = len(points)
        runs = threshold_runs(halves_labelled(finer(points)), n * size)
        ends = [cut // n for first, last, wrong in runs if wrong < n // 2 for cut in (first, last)]
        bad = [c for c in ends if not points[0] <= c <= points[-1]]
        yield (size, points), (min(wrong for _, _, wrong in runs), bad), (0, [])

def refutes_told_apart_some_cut_is_free_of_errors(finer, size, points):
    n, fine = len(points), sorted(finer(points))
    wrong = {u: sum(x > u for x in fine[:n // 2]) + sum(x <= u for x in fine[n // 2:]) for u in range(-1, n * size)}
    return min(wrong.values()) > 0 or any(wrong[u] < n // 2 and not min(points) <= u // n <= max(points) for u in wrong)


def some_point_differs_below_the_last(points) -> bool:
    """Return whether the ``2 floor(n/2)`` smallest points are not all the same."""
    return len(set(sorted(points)[:2 * (len(points) // 2)])) > 1


@check("KLMNS20-1.red-learn-to-ipp", grade="exhaustive",
       quantifier="|X| = 1..5, n = 1..6: all multisets S, as sketched: whether any cut has fewer than floor(n/2) "
                  "errors",
       says="some cut has fewer than floor(n/2) errors exactly if the 2 floor(n/2) smallest points are not all equal")
@sabotage("a good cut always exists", lambda points: True)
def without_telling_apart_constants_have_no_good_cut(rule=some_point_differs_below_the_last) -> Verdict:
    return judge("==", (((size, points), any(wrong < len(points) // 2 for _, _, wrong in
                                             threshold_runs(halves_labelled(points), size)), rule(points))
                        for size, points in databases()))

def refutes_without_telling_apart_constants_have_no_good_cut(rule, size, points):
    n = len(points)
    low, high = points[:n // 2], points[n // 2:]
    good = any(sum(x > u for x in low) + sum(x <= u for x in high) < n // 2 for u in range(-1, size))
    return rule(points) != good


HUGE = 1 << 64
ROOT = Fraction(2)
LARGE = {"one point": (HUGE // 3,) * 180, "two neighbours": (7,) * 90 + (8,) * 90,
         "ends": (0,) * 90 + (HUGE - 1,) * 90, "most at one point": (5,) * 179 + (HUGE // 2,),
         "spread": tuple(HUGE // 181 * k for k in range(1, 181))}


def interior_probability(points: tuple[int, ...], finer) -> Fraction:
    """Return how likely the exponential mechanism, weights ``2^-errors``, is to give an interior point."""
    scale = len(points) if finer is told_apart else 1
    low, high = points[0] * scale, points[-1] * scale + scale - 1
    good = total = Fraction(0)
    for first, last, wrong in threshold_runs(halves_labelled(finer(points)), HUGE * scale):
        total += (last - first + 1) / ROOT**wrong
        good += max(0, min(last, high) - max(first, low) + 1) / ROOT**wrong
    return good / total


@check("KLMNS20-1.red-learn-to-ipp", grade="exact",
       quantifier="2^64 points, n = 180, five databases; the learner is the exponential mechanism with weights "
                  "2^-errors: success at least 9/10",
       says="{9/10} is at most {the probability of an interior point}")
@sabotage("equal points left together, as sketched", tuple)
def exponential_learner_finds_interior_points(finer=told_apart) -> Verdict:
    return judge("<=", ((name, Fraction(9, 10), interior_probability(points, finer)) for name, points in LARGE.items()))

def refutes_exponential_learner_finds_interior_points(finer, witness):
    points = LARGE[witness]  # if all errors are floor(n/2), the answer is uniform on the domain
    n, fine = len(points), finer(points)
    equal = len(set(fine)) == 1
    return equal and Fraction(points[-1] - points[0] + 1, HUGE + 1) < Fraction(9, 10) and n % 2 == 0


def records_by_hand(points: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return the records that a learner is given: the k-th copy of x is ``n x + k``, the smaller half has label 1."""
    n, ordered = len(points), sorted(points)
    fine = [n * x + ordered[:k].count(x) for k, x in enumerate(ordered)]
    return tuple((x, int(k < n // 2)) for k, x in enumerate(fine))


def found_with(reduction, points: tuple[int, ...], cut: int) -> tuple[Any, Any]:
    """Return what a learner that always answers ``cut`` is given, and the law of the point found with it."""
    given: list[Any] = []

    def learner(records) -> Law:
        given.append(tuple(records))
        return pure(cut)

    law = reduction(points, learner).exact()
    return given[0], law


@check("KLMNS20-1.red-learn-to-ipp", grade="exhaustive",
       quantifier="|X| = 1..4, n = 2..5: all multisets S in falling order, all cuts that a learner may answer: what it "
                  "is given, the point found, and whether it is interior if the cut has fewer than floor(n/2) errors",
       says="the learner gets the halves told apart, floor(cut/n) is returned, and it is interior if errors are few")
@sabotage("equal points are not told apart for the learner", lambda points, learner: interior_point_from_learner(
    points, lambda records: learner(halves_labelled(points))))
@sabotage("the cut itself, not shifted back", lambda points, learner: interior_point_from_learner(points, learner).map(
    lambda point: point + 1))
@judged("==")
def the_reduction_divides_the_cut_of_the_finer_domain(reduction=interior_point_from_learner):
    for size, points in databases(4, 5):
        if len(points) > 1:
            records = records_by_hand(points)
            for cut in range(-1, len(points) * size):
                given, law = found_with(reduction, points[::-1], cut)
                few = sum((x <= cut) != y for x, y in records) < len(points) // 2
                inside = not few or all(points[0] <= x <= points[-1] for x in law)
                yield (points, cut), (given, law, inside), (records, {cut // len(points): 1}, True)

def refutes_the_reduction_divides_the_cut_of_the_finer_domain(reduction, points, cut):
    given, law = found_with(reduction, points[::-1], cut)
    n = len(points)
    fine = sorted(x for x, _ in given)
    honest = [x // n for x in fine] == sorted(points) and len(set(fine)) == n and [y for _, y in sorted(given)] == \
        [1] * (n // 2) + [0] * (n - n // 2)
    return not honest or list(law) != [(cut - cut % n) // n]
