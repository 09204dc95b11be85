"""Judges of the exercises on the page switching-points."""

from fractions import Fraction
from itertools import product

from privlearn.checking import supplied
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.learners.intervals import switch_numbers, switching_success
from privlearn.learning import error


@asked("Count the functions with a given number of switching points by a formula.", level=1, minutes=15)
@answered
def judge_switch_count(answer) -> str:
    """Judge a formula ``answer(size, switches)`` for the number of functions with so many switching points."""
    if not callable(answer):
        return "not yet: give a function (size, switches) -> integer"
    for size in range(1, 11):
        found = dict.fromkeys(range(2, size + 2), 0)
        for h in product((0, 1), repeat=size):
            found[2 + sum(a != b for a, b in zip(h, h[1:], strict=False))] += 1
        for z, number in found.items():
            if answer(size, z) != number:
                return f"not yet: {number} functions on {size} points have {z} switching points, not {answer(size, z)}"
    return "accepted: right for all functions on up to 10 points"


@asked("Find a switching point whose concept is worse than the hypothesis.", level=1, minutes=10)
@answered
def judge_worse_switch(answer) -> str:
    """Judge ``(bits, target, switch)``: a switching point of the bits whose concept is worse than the bits.

    Every point has the same mass; the switching point may be any, next to the target or not.
    """
    if not isinstance(answer, tuple) or len(answer) != 3 or not isinstance(answer[0], tuple):
        return "not yet: give (tuple of bits, target, switching point)"
    bits, target, j = answer
    if not bits or any(bit not in (0, 1) for bit in bits) or target not in range(len(bits) + 1):
        return f"not yet: give bits 0 and 1, and a target from 0 to {len(bits)}"
    if j not in switch_numbers(bits):
        return f"not yet: the switching points are {switch_numbers(bits)}"
    size = len(bits)
    truth, concept = ([int(x < k) for x in range(size)] for k in (target, j))
    uniform = (Fraction(1, size),) * size
    own, other = error(uniform, truth, bits), error(uniform, truth, concept)
    if other <= own:
        return f"not yet: h errs on {own}, the concept at {j} on {other}"
    return f"accepted: h errs on {own}, the concept at its switching point {j} on {other}"


@asked("Weigh pairs of places so that a private mechanism attains the certified optimum.", level=3, minutes=30)
@answered
def judge_spread_pairs(answer) -> str:
    """Judge a mixture of sets of decreasing switching points that makes an optimal mechanism on six points.

    ``answer`` maps pairs of places in 1..5 to weights.  The mechanism weighs a pair by 8 if it contains the place of
    its database, else by 1; it must be 2-private on 3 rows and succeed with the certified optimum 16/19 everywhere.
    """
    if not isinstance(answer, dict) or not answer:
        return "not yet: give a dictionary {(place, place): weight}"
    for pair, weight in answer.items():
        if not (isinstance(pair, tuple) and len(pair) == 2 and all(p in range(1, 6) for p in pair)):
            return f"not yet: {pair} is no pair of places in 1..5"
        if abs(pair[0] - pair[1]) < 2:
            return f"not yet: no function decreases at {pair[0]} and at {pair[1]}"
        if not is_exact(weight) or weight < 0:
            return "not yet: weights are integers or Fractions of at least 0"
    table = {}
    for place in range(1, 6):
        weights = {pair: Fraction(weight) * (8 if place in pair else 1) for pair, weight in answer.items()}
        total = sum(weights.values())
        if not total:
            return "not yet: some weight must be positive"
        table[place] = {pair: weight / total for pair, weight in weights.items()}
    ratio = max(table[a][s] / table[b][s] for a in table for b in table for s in answer if table[b][s])
    success = min(sum(p for s, p in law.items() if place in s) for place, law in table.items())
    best = switching_success(6, 3, 5, 2)
    if ratio > 8:
        return f"not yet: two databases that differ in 3 rows have ratio {ratio}, more than 2^3"
    if success < best:
        return f"not yet: ratio {ratio}, but some database has success {success} only; the optimum is {best}"
    return f"accepted: ratio {ratio} over 3 rows, success {success} on every database, the optimum over all mechanisms"


@asked("Find an accuracy and a confidence with which fewer rows do than the theorem says.", level=2, minutes=20)
@answered
def judge_half_error(answer) -> str:
    """Judge parts of an instance of the proof with alpha at least 1/2, with which the number of rows falls short."""
    return supplied.stops("BBKN14-5.4", "success", answer)
