"""Judges of the exercises on the page reorder-slice-compute."""

from fractions import Fraction

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.exercises.least import least_with_proof
from privlearn.mechanisms.neighbours import Database
from privlearn.mechanisms.slicing import Cut, adjacency_fault, ascending
from privlearn.mechanisms.slicing_loss import slicing_bound
from privlearn.papers.clnss23.reorder_slice_compute.instances import HALF, ODD
from privlearn.papers.clnss23.reorder_slice_compute.mistakes import without_noise


def heavier_half_first(rows: Database) -> list[int]:
    """Return the rows with the heavier half of the points 0, ..., 7 before the other; of equal halves the lower one."""
    low = sum(row < 4 for row in rows)
    return sorted(rows, key=lambda row: ((row < 4) == (2 * low < len(rows)), row))


def _as_sets(answer: object) -> tuple[Database, Database] | None:
    """Return two sorted sets of points from 0, ..., 7, or None if these are none."""
    if not isinstance(answer, (list, tuple)) or len(answer) != 2:
        return None
    for rows in answer:
        if not isinstance(rows, (list, tuple)) or any(type(row) is not int or not 0 <= row < 8 for row in rows):
            return None
    larger, smaller = (tuple(sorted(set(rows))) for rows in answer)
    return (larger, smaller) if [len(larger), len(smaller)] == [len(rows) for rows in answer] else None


@asked("Find two databases whose lists by the heavier half differ by more than a row.", level=1, minutes=10)
@answered
def judge_broken_order(answer) -> str:
    """Judge two sets of points, the first with one row more, that the order by the heavier half tears apart."""
    pair = _as_sets(answer)
    if pair is None:
        return "not yet: give two lists of different points from 0, ..., 7"
    if len(pair[0]) != len(pair[1]) + 1 or not set(pair[1]) < set(pair[0]):
        return "not yet: the first list has all rows of the second, and one more"
    if adjacency_fault(heavier_half_first, pair) is None:
        return f"not yet: {heavier_half_first(pair[0])} is {heavier_half_first(pair[1])} with one row more"
    return f"accepted: {heavier_half_first(pair[0])} against {heavier_half_first(pair[1])}"


@asked("Find an answer that public sizes make eight times as likely.", level=2, minutes=15,
       library="reorder_slice_compute")
@answered
def judge_public_sizes(answer) -> str:
    """Judge (larger, smaller, bits): three slices of one row, without noise, that lose as much as three answers."""
    pair = _as_sets(answer[:2]) if isinstance(answer, (list, tuple)) and len(answer) == 3 else None
    if pair is None:
        return "not yet: give two lists of different points from 0, ..., 7, and three bits"
    bits = tuple(answer[2])
    if len(bits) != 3 or any(type(bit) is not int or bit not in (0, 1) for bit in bits):
        return "not yet: the answer is three bits"
    if len(pair[0]) != len(pair[1]) + 1 or not set(pair[1]) < set(pair[0]):
        return "not yet: the first list has all rows of the second, and one more"
    more, less = (without_noise(rows, (Cut(ascending, 1, ODD),) * 3, HALF).exact()[bits] for rows in pair)
    if more != 8 * less:
        return f"not yet: with the row it is {more / less} times as likely"
    return f"accepted: {more} with the row, {less} without it"


@asked("Find how many failures make the delta of slices at most a millionth.", level=1, minutes=10,
       library="slicing_bound")
@answered
def judge_failures(answer) -> str:
    """Judge (J, the delta at J, the delta at J - 1) for r = 20/21 and delta at most 10^-6."""
    r, a = Fraction(20, 21), Fraction(21, 20)
    return least_with_proof(answer, lambda failures: slicing_bound(failures, r, a)[1], Fraction(1, 10**6), most=50,
                            what="failures")
