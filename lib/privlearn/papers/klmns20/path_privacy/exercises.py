"""Judges of the exercises on the page path-privacy."""

from fractions import Fraction

from privlearn.checking import supplied
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


@asked("Find what a step of the proof gives away.", level=2, minutes=20)
@answered
def judge_sharper_step(answer) -> str:
    """Judge ``answer(c, K)``, what one more in the sibling takes where ``b < a - K``, for all such weights."""
    return supplied.sharper("KLMNS20-3.5", "count/others", answer, "c, K", lambda given, case: (given.c, case[1]))


@asked("Find a database, a path and a point that lose the whole factor.", level=2, minutes=20)
@answered
def judge_whole_factor(answer) -> str:
    """Judge parts of an instance of the proof with stopping weight 2 whose conclusion is an equality."""
    return supplied.tight("KLMNS20-3.5", "conclusion", answer, refused=lambda given: "take t = 2" * (given.t != 2))


@asked("Derive a relative entropy, and find a rate for which it lies between two numbers.", level=2, minutes=25)
@answered
def judge_relative_entropy(answer) -> str:
    """Judge ``answer(low, high)``, a rate ``c > 1`` with a relative entropy of Exp(1) from Exp(c) between the two."""
    if not callable(answer):
        return "not yet: give a function (low, high) -> c"
    for low, high in ((200, 190), (50, 45), (10, 9), (2000, 1950)):
        ends = Fraction(1, low), Fraction(1, high)
        c = answer(*ends)
        if not is_exact(c) or not 1 < c <= 100 or Fraction(c).denominator > 10**12:
            return f"not yet: for 1/{low} and 1/{high} give an exact number c above 1, for example Fraction(3, 2)"
        y = Fraction(c - 1) / (c + 1)  # ln c = 2 (y + y^3/3 + y^5/5 + ...), the rest is below the last term / (1 - y^2)
        below = 2 * sum((y**k / k for k in range(1, 200, 2)), Fraction(0))
        if c - 1 - below - 2 * y**201 / (201 * (1 - y * y)) < ends[0] or c - 1 - below > ends[1]:
            return f"not yet: c - 1 - ln c = {float(c - 1 - below):.6f} is not surely between 1/{low} and 1/{high}"
    return f"accepted: in all four cases; from 1/200 to 1/190 it is c = {answer(Fraction(1, 200), Fraction(1, 190))}"


@asked("Find a chain of splits that lifts a path by more than two steps allow.", level=3, minutes=40)
@answered
def judge_lifted_path(answer) -> str:
    """Judge a chain of splits: from at most 20 points, stopping weight 2, c = 3/2, lifted by more than c^2 = 9/4."""
    if not isinstance(answer, (list, tuple)) or not answer or not all(
            isinstance(pair, (list, tuple)) and len(pair) == 2 and all(type(w) is int and w > 0 for w in pair)
            for pair in answer):
        return "not yet: give a list of pairs of positive integers, for example [(4, 4), (2, 2)]"
    size = sum(answer[0])
    if size > 20:
        return f"not yet: the first pair has {size} points, at most 20 are allowed"
    for before, after in zip(answer, answer[1:], strict=False):
        if before[0] != sum(after):
            return f"not yet: the child of weight {before[0]} cannot split into {after[0]} + {after[1]}"
    if any(sum(pair) <= 2 for pair in answer):
        return "not yet: the path stops at weight 2, so it is not split there"
    c, old, new = Fraction(3, 2), Fraction(1), Fraction(1)
    for a, b in answer:
        old, new = old * c**a / (c**a + c**b), new * c ** (a + 1) / (c ** (a + 1) + c**b)
    if new <= c**2 * old:
        return f"not yet: the path becomes {float(new / old):.3f} times likelier, more than 2.25 is wanted"
    return f"accepted: {float(new / old):.3f} times likelier, from {size} points"
