"""KLMNS20, Section 1: what every pure private algorithm for interior points needs, by programs over all of them."""

from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, sabotage
from privlearn.exact.fractions import HUNDREDTH
from privlearn.mechanisms import all_databases, replace_one
from privlearn.mechanisms.optima import interior_packing_failure, least_interior_failure, optimal_failure
from privlearn.mechanisms.optima.interior_points import mirror, neighbour_pairs
from privlearn.papers.klmns20.lower_bounds import claim
from privlearn.papers.klmns20.lower_bounds.instances import E_ABOVE, NOTE, least, plain_optimum

SMALL = tuple(product(range(2, 7), range(1, 5)))  # (|X|, n)
SMALLER = tuple((size, rows) for size, rows in SMALL if size**rows <= 81)


claim("KLMNS20-1.pure-lb", kind="proposition",
      title="Pure privacy needs ln((1 - beta)(|X| - 1)/beta)/epsilon rows for interior points",
      uses=("KLMNS20-2.1", "KLMNS20-1.1", "BBKN14-2.1.group"),
      note=NOTE + "The paper cites the stronger statement, for improper learners of thresholds; checked is the "
                  "packing bound for interior points, which is proved on the page, and the optimum, larger for n >= 2.")


def broken_pairs_without_constants(size: int, rows: int) -> list[tuple[Any, Any]]:
    """Return the neighbouring pairs without those that touch a constant database."""
    return [pair for pair in neighbour_pairs(size, rows) if min(len(set(d)) for d in pair) > 1]


def broken_pairs_to_the_left_only(size: int, rows: int) -> list[tuple[Any, Any]]:
    """Return one of the two orders of each neighbouring pair."""
    return [(left, right) for left, right in neighbour_pairs(size, rows) if left < right]


def broken_pairs_one_of_each_mirror_pair(size: int, rows: int) -> list[tuple[Any, Any]]:
    """Return one of each mirror pair, also where a database is its own mirror image but its law need not be."""
    seen: set[Any] = set()
    kept = []
    for left, right in neighbour_pairs(size, rows):
        if (mirror(left, size), mirror(right, size)) not in seen:
            kept.append((left, right))
            seen.add((left, right))
    return kept


@check("KLMNS20-1.pure-lb", grade="certified",
       quantifier="all mechanisms: |X| = 2..6, n = 1..4, epsilon = 1, delta = 0; the optimum of the program over all "
                  "of them, with its dual solution",
       says="{(|X| - 1)/(|X| - 1 + e^(n epsilon))} is at most {the least failure of any mechanism}")
@sabotage("neighbours of constant databases left out", broken_pairs_without_constants)
@sabotage("one order of each pair left out", broken_pairs_to_the_left_only)
def no_mechanism_beats_the_packing_bound(pairs=neighbour_pairs) -> Verdict:
    def optimum(size: int, rows: int) -> Fraction:
        if pairs is neighbour_pairs:
            return least(size, rows).lower
        return least_interior_failure(size, rows, E_ABOVE, 0, pairs).upper  # a mechanism within these pairs exists

    return judge("<=", (((size, rows), interior_packing_failure(size, rows, E_ABOVE), optimum(size, rows))
                        for size, rows in SMALL))

def refutes_no_mechanism_beats_the_packing_bound(pairs, witness):
    size, rows = witness  # some neighbouring pair is not asked for, neither itself nor its mirror image
    listed = {tuple(tuple(sorted(d)) for d in pair) for pair in pairs(size, rows)}
    listed |= {tuple(tuple(sorted(size - 1 - x for x in d)) for d in pair) for pair in listed}
    for left in product(range(size), repeat=rows):
        for i, x in product(range(rows), range(size)):
            right = (*left[:i], x, *left[i + 1 :])
            if x != left[i] and (tuple(sorted(left)), tuple(sorted(right))) not in listed:
                return True
    return False


@check("KLMNS20-1.pure-lb", grade="exact",
       quantifier="epsilon = 1, delta = 0, (|X|, n) in {2} x {1..4}, {3} x {1, 2, 3}, {4, 5} x {1, 2}: the program "
                  "by symmetry against that of all ordered databases",
       says="{the optimum of the program by symmetry} equals {the optimum over all ordered databases}")
@sabotage("one of each mirror pair, databases that mirror themselves included", broken_pairs_one_of_each_mirror_pair)
def symmetry_keeps_the_optimum(pairs=neighbour_pairs) -> Verdict:
    def plain(size: int, rows: int) -> Fraction:
        databases = all_databases(range(size), rows)
        tasks = [{(d, x): 1 for x in range(size) if not min(d) <= x <= max(d)} for d in databases]
        return optimal_failure(databases, range(size), replace_one(databases), E_ABOVE, tasks).value

    listed = [(2, n) for n in range(1, 5)] + [(3, n) for n in range(1, 4)] + list(product((4, 5), (1, 2)))
    return judge("==", (((size, rows), least_interior_failure(size, rows, E_ABOVE, 0, pairs).value, plain(size, rows))
                        for size, rows in listed))

def refutes_symmetry_keeps_the_optimum(pairs, size, rows):
    found = least_interior_failure(size, rows, E_ABOVE, 0, pairs).value
    return abs(plain_optimum(size, rows, E_ABOVE, Fraction(0)) - float(found)) > 1e-6


def wrong_answers(size: int) -> int:
    """Return ``size - 1``, the wrong answers of a constant database."""
    return size - 1


@check("KLMNS20-1.pure-lb", grade="certified",
       quantifier="e^(n epsilon) against (1 - beta)(|X| - 1)/beta at the least failure beta, |X| = 2..6, n = 1..4, "
                  "epsilon = 1; equality at n = 1",
       says="(1 - beta)(|X| - 1)/beta at the least failure beta is at most e^(n epsilon), and equal to it for n = 1")
@sabotage("|X| for |X| - 1", lambda size: size)
@sabotage("|X| - 2 for |X| - 1", lambda size: size - 2)
def packing_inequality_at_the_optimum(wrong=wrong_answers) -> Verdict:
    sides = [((size, rows), (1 / least(size, rows).lower - 1) * wrong(size), E_ABOVE**rows) for size, rows in SMALL]
    return all_hold(judge("<=", sides), judge("==", (side for side in sides if side[0][1] == 1)))

def refutes_packing_inequality_at_the_optimum(wrong, witness):
    size, rows = witness  # randomised response on the first row: true with probability r/(r + |X| - 1)
    failure = (size - 1) / (size - 1 + E_ABOVE)  # for n = 1 nothing is better: packing of the constant databases
    found, allowed = (1 - failure) * wrong(size), failure * E_ABOVE**rows
    return found > allowed or rows == 1 and found != allowed


@check("KLMNS20-1.pure-lb", grade="certified",
       quantifier="epsilon = 1, delta = 1/100 against delta = 0, all (|X|, n) with |X| = 2..6, n = 1..4 and |X|^n <= "
                  "81: strictly smaller",
       says="{the least failure with delta = 1/100} is below {the least failure with delta = 0}")
@sabotage("delta = 0", Fraction(0))
def delta_lowers_the_optimum(delta: Fraction = HUNDREDTH) -> Verdict:
    return judge("<", (((size, rows), least(size, rows, E_ABOVE, delta).upper, least(size, rows).lower)
                       for size, rows in SMALLER))

def refutes_delta_lowers_the_optimum(delta, size, rows):
    return plain_optimum(size, rows, E_ABOVE, delta) > plain_optimum(size, rows, E_ABOVE, Fraction(0)) - 1e-9
