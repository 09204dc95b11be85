"""KLMNS20, Section 1: interior points by a proper learner of thresholds."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact.formulas import Formula, Value, floor, formula
from privlearn.laws import Law, pure
from privlearn.learners.interior_point.reductions import halves_labelled, interior_point_from_learner, told_apart
from privlearn.learners.intervals import threshold_errors, threshold_runs
from privlearn.mechanisms import multiset_databases
from privlearn.papers.klmns20.reductions import claim


@formula("at least", tex={"rows / 2": "n/2"}, corners={"rows": (1, 2, 3, 4, 5, 6)})
def half(rows: int) -> Value:
    """Return the number of errors that a cut outside the points makes at least."""
    return floor(rows / 2)


Rows = tuple[int, ...]

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


class Halves(NamedTuple):
    """Points S of 0..X-1, how they are labelled and told apart, how many are replaced, and how few errors are few."""

    X: int
    S: Rows
    labelled: Callable[[Rows], tuple[tuple[int, int], ...]] = halves_labelled
    told_apart: Callable[[Rows], Rows] = told_apart
    points_replaced: int = 1
    few_errors: str = "fewer than half"


def label_by_the_median(database) -> tuple[tuple[int, int], ...]:
    """Label all points up to the lower median 1: equal points stay together, and many labels can change at once."""
    ordered = sorted(database)
    return tuple((x, int(x <= ordered[(len(ordered) - 1) // 2])) for x in ordered)


def as_they_are(points: Rows) -> Rows:
    return points


def changed(left, right) -> int:
    """Return how many elements of one multiset have to be replaced to give the other."""
    return (Counter(left) - Counter(right)).total()


def replacements(given: Halves) -> set[Rows]:
    """Return the databases in which so many points are replaced."""
    n, k = len(given.S), given.points_replaced
    return {tuple(sorted(kept + new)) for kept in combinations(given.S, n - min(n, k))
            for new in combinations_with_replacement(range(given.X), min(n, k))}


@proof("KLMNS20-1.red-learn-to-ipp", grade="exhaustive",
       quantifier="|X| = 1..5, n = 1..6: all multisets S, cuts and replacements; points as they are and told apart",
       instances=lambda: [Halves(*found) for found in databases()], start=Halves(5, (1, 1, 1, 3)),
       steps={"before": "{floor(n/2)} is at most {the errors of a cut before min S}",
              "after": "{floor(n/2)} is at most {the errors of a cut after max S}",
              "records": "{the labelled records that change with a point} are at most {2}",
              "apart": "{the finer points that change with a point} are at most {1}",
              "free": "{the fewest errors of a cut of the finer points} are {0}",
              "divide": "{the cuts with few errors u for which floor(u/n) is outside} are {none}",
              "conclusion": "{the few-error cuts that lead outside, the records that change, or 1} are at most {0, 2, "
                            "or the cuts without errors}"},
       hypotheses=(
           Hypothesis("just the smaller half is labelled 1", {"labelled": label_by_the_median},
                      ("after", "records", "conclusion")),
           Hypothesis("one point is replaced", {"points_replaced": 2}, ("records", "apart", "conclusion")),
           Hypothesis("equal points are told apart", {"told_apart": as_they_are}, ("free", "conclusion")),
           Hypothesis("few errors are fewer than floor(n/2)", {"few_errors": "half"}, ("divide", "conclusion"))))
def learners_of_thresholds_find_interior_points(given: Halves, least: Formula = half) -> Iterator[Line]:
    n, S, scale = len(given.S), given.S, len(given.told_apart(given.S)) if given.told_apart is told_apart else 1
    few = n // 2 + (given.few_errors == "half")

    def errors(points: Rows, size: int) -> dict[int, int]:
        return {u: threshold_errors(u, given.labelled(points)) for u in range(-1, size)}

    plain, fine = errors(S, given.X), errors(given.told_apart(S), given.X * scale)
    for step, cuts in (("before", range(-1, S[0])), ("after", range(S[-1] + 1, given.X))):
        yield from (Line(step, "<=", least(n), plain[u], ("u =", u)) for u in cuts)
    moved = {(how is told_apart, T): changed(given.labelled(how(S)), given.labelled(how(T)))
             for how in (as_they_are, told_apart) for T in replacements(given)}
    yield from (Line("records", "<=", found, 2, T) for (_, T), found in moved.items())
    for T in replacements(given):
        yield Line("apart", "<=", changed(given.told_apart(S), given.told_apart(T)), 1, T)
    yield Line("free", "==", min(fine.values()), 0)
    outside = [u for u, wrong in fine.items() if wrong < few and not S[0] <= u // scale <= S[-1]]
    yield Line("divide", "==", len(outside), 0)
    strange = [u for u, wrong in plain.items() if wrong < few and not S[0] <= u <= S[-1]]
    yield Line("conclusion", "<=", len(strange) + len(outside), 0, "cuts with few errors, and no interior point")
    yield Line("conclusion", "<=", max(moved.values()), 2, "records that change")
    yield Line("conclusion", "<=", 1, sum(not wrong for wrong in fine.values()), "cuts without errors")


def refutes_learners_of_thresholds_find_interior_points(given: Halves, step: str, case: Any, least: Formula) -> bool:
    """Tell whether a line is false: errors counted label by label, records taken out one by one."""
    n, S, finer = len(given.S), given.S, given.told_apart is told_apart

    def errors(u: int, points: Rows) -> int:
        return sum((x <= u) != (y == 1) for x, y in given.labelled(points))

    def new(left: Any, right: Any) -> int:
        return sum(max(0, right.count(row) - left.count(row)) for row in set(right))

    if step in ("before", "after"):
        return errors(case[1], S) < least(n)
    if step in ("records", "apart") or case == "records that change":
        others = replacements(given) if step == "conclusion" else [case]
        return any(new(given.told_apart(S), given.told_apart(T)) > 1 if step == "apart" else
                   new(given.labelled(how(S)), given.labelled(how(T))) > 2 for T in others
                   for how in (as_they_are, told_apart))
    points = sorted(n * x + S[:k].count(x) for k, x in enumerate(S)) if finer else list(S)
    cuts = {u: errors(u, tuple(points)) for u in range(-1, (n if finer else 1) * given.X)}
    if step == "free" or case == "cuts without errors":
        return min(cuts.values()) > 0
    few = n // 2 + (given.few_errors == "half")
    return any(errors(u, S) < few for u in range(-1, given.X) if not min(S) <= u <= max(S) and case) or any(
        wrong < few and not min(S) <= u // (n if finer else 1) <= max(S) for u, wrong in cuts.items())


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
