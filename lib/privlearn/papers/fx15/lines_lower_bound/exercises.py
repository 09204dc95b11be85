"""Judges of the exercises on the page lines-lower-bound."""

from fractions import Fraction
from itertools import product

from privlearn.checking import supplied
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.seeds import drawn


@asked("Find at which p a value of gamma is attained.", level=1, minutes=10)
@answered
def judge_gamma_threshold(answer) -> str:
    """Judge a function from values of gamma to the numbers p at which they are attained."""
    if not callable(answer):
        return "not yet: give a function from a value of gamma to p"
    for p in (20, 30, 60, 110, 128):
        gamma = 2 * (Fraction(1, 10) - Fraction(1, p)) ** 2
        found = answer(gamma)
        if not is_exact(found) or found <= 10:
            return f"not yet: for gamma = {gamma} give an integer above 10"
        if found != p:
            there = 2 * (Fraction(1, 10) - 1 / Fraction(found)) ** 2
            return f"not yet: at p = {found} gamma is {float(there):.6f}, and {gamma} is {float(gamma):.6f}"
    return "accepted: right for five values; gamma is 1/72 at p = 60, and grows with p"


def instance_refuted_error(seed: int) -> int:
    """Return the number of messages, 300 for seed 0."""
    return drawn(seed, (300, *range(100, 300, 20), *range(320, 700, 20)))[0]


@asked("Find up to which error a number of messages is too small, with the exact bounds on both sides.",
       level=1, minutes=15, library="messages_needed")
@answered
def judge_refuted_error(answer, seed: int = 0) -> str:
    """Judge the largest error, in thousandths, that the bound refutes at p = 257, with the bounds for both sides."""
    from privlearn.communication.lines import messages_needed

    messages = instance_refuted_error(seed)
    if not isinstance(answer, (tuple, list)) or len(answer) != 3 or not all(map(is_exact, answer)):
        return "not yet: give three exact numbers: the thousandths, the bound there and one thousandth further"
    if type(answer[0]) is not int or not 0 <= answer[0] < 498:
        return "not yet: the number of thousandths is an integer from 0 to 497"
    needed, further = (messages_needed(257, Fraction(n, 1000)) for n in (answer[0], answer[0] + 1))
    if needed <= messages:
        return f"not yet: for error {answer[0]}/1000 the bound asks for {float(needed):.1f} messages only"
    if further > messages:
        return "not yet: the bound refutes a larger error too"
    if (*answer[1:],) != (needed, further):
        return f"not yet: {answer[0]} is right, but the bounds are not exactly these"
    return f"accepted: error {answer[0]}/1000 takes {float(needed):.1f} messages, the next one {float(further):.1f}"


@asked("Give the distance of a random point from uniform as a formula.",
       level=1, minutes=10, library="distance_from_uniform")
@answered
def judge_pencil_distance(answer) -> str:
    """Judge a formula in p for the distance from uniform of the point of a random line with ``b != 0``."""
    from privlearn.communication.lines.collisions import distance_from_uniform

    if not callable(answer):
        return "not yet: give a function of p"
    for p in (2, 3, 5, 7, 11):
        exact = distance_from_uniform(p, [(a, b) for a in range(p) for b in range(1, p)])
        value = answer(p)
        if not is_exact(value) or value != exact:
            return f"not yet: for p = {p} the distance is {exact}"
    return "accepted: right for p = 2, 3, 5, 7, 11, counted line by line"


@asked("Find the exact collision probability of a block of slopes as a formula.",
       level=2, minutes=20, library="class_collision")
@answered
def judge_block_collision(answer) -> str:
    """Judge a formula in p, r and s for the collision probability of r slopes with s offsets each."""
    from privlearn.communication.lines import class_collision

    if not callable(answer):
        return "not yet: give a function of p, r and s"
    for p in (2, 3, 5, 7):
        for r, s in product(range(1, p + 1), repeat=2):
            exact = class_collision(p, list(product(range(r), range(s))))
            value = answer(p, r, s)
            if not is_exact(value) or value != exact:
                return f"not yet: for p = {p}, r = {r} and s = {s} it is {exact}"
    return "accepted: right for all r and s, p = 2, 3, 5, 7"


@asked("Find a class of lines for which the first inequality loses as little as possible.", level=1, minutes=15)
@answered
def judge_least_loss(answer) -> str:
    """Judge a class of lines over Z_5, pairs ``(a, b)``, that loses as little as possible to parallel pairs."""
    from privlearn.communication.lines import class_collision

    if not isinstance(answer, (tuple, list)) or not 0 < len(answer) <= 25:
        return "not yet: give a list of 1 to 25 pairs (a, b)"
    if any(not isinstance(line, tuple) or len(line) != 2 or any(type(n) is not int or not 0 <= n < 5 for n in line)
           for line in answer) or len(set(answer)) != len(answer):
        return "not yet: lines must be different pairs (a, b) of numbers from 0 to 4"
    loss = Fraction(1, 5 * len(answer)) + Fraction(1, 25) - class_collision(5, list(answer))
    if loss > Fraction(1, 125):
        return f"not yet: the first inequality loses {loss}; 1/125 is possible"
    return f"accepted: it loses {loss}, as little as any class can"


@asked("Find a prime and coins with which many messages err as seldom as few cannot.", level=3, minutes=30)
@answered
def judge_enough_messages(answer) -> str:
    """Judge parts of an instance of the proof with so many messages that the worst error is no more than 1/5."""
    return supplied.stops("FX15-5.3", "gamma/messages", answer)
