"""Judges of the exercises on the page lines-lower-bound."""

from fractions import Fraction
from itertools import product

from privlearn.claims.answers import answered, is_exact


@answered
def judge_gamma_threshold(answer) -> str:
    """Judge the number p at which gamma is exactly 1/72."""
    if not is_exact(answer) or answer <= 10:
        return "not yet: give an integer above 10"
    gamma = 2 * (Fraction(1, 10) - 1 / Fraction(answer)) ** 2
    if gamma != Fraction(1, 72):
        return f"not yet: there gamma is {float(gamma):.6f}, and 1/72 is {float(Fraction(1, 72)):.6f}"
    return f"accepted: gamma({answer}) = 1/72, and gamma grows with p"


@answered
def judge_refuted_error(answer) -> str:
    """Judge the largest error, in whole thousandths, that the bound refutes for 300 messages at p = 257."""
    from privlearn.communication.lines import messages_needed

    if type(answer) is not int or not 0 <= answer < 498:
        return "not yet: give an integer from 0 to 497"
    needed, further = (messages_needed(257, Fraction(n, 1000)) for n in (answer, answer + 1))
    if needed <= 300:
        return f"not yet: for error {answer}/1000 the bound asks for {float(needed):.1f} messages only"
    if further > 300:
        return "not yet: the bound refutes a larger error too"
    return f"accepted: error {answer}/1000 takes {float(needed):.1f} messages, the next one {float(further):.1f}"


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
