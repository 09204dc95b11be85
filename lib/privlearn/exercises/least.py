"""The least number from which on something is small enough, with a proof of both sides.

A number alone can be guessed.  The answer is ``(n, value at n, value one step before)``, the values exact: the first is
within the limit, the second is not.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from privlearn.exercises.answers import is_exact


def least_with_proof(answer: Any, value: Callable[[int], Fraction], limit: Fraction, *, most: int, what: str,
                     first: int = 0, step: int = 1) -> str:
    """Return the verdict on ``(n, value(n), value(n - step))``, where ``value(n) <= limit < value(n - step)``.

    Parameters
    ----------
    answer : tuple
        What is judged.
    value : function
        From a number to an exact value.
    limit : Fraction
        What the value must not exceed.
    most, first, step : int
        The numbers are ``first, first + step, ...``, at most `most`.
    what : str
        What they count, as "rows".

    Examples
    --------
    >>> halves = lambda n: Fraction(1, 2**n)
    >>> least_with_proof((4, halves(4), halves(3)), halves, Fraction(1, 10), most=50, what="coins")
    'accepted: 4 coins: 0.0625, and 0.125 with 3'
    >>> least_with_proof((5, halves(5), halves(4)), halves, Fraction(1, 10), most=50, what="coins")
    'not yet: 4 coins are enough as well'
    """
    if not isinstance(answer, (tuple, list)) or len(answer) != 3 or not all(map(is_exact, answer)):
        return f"not yet: give three exact numbers: n, the value for n {what}, the value for n - {step}"
    n = answer[0]
    if type(n) is not int or not first < n <= most or (n - first) % step:
        return f"not yet: n is one of the integers {first + step}, {first + 2 * step}, ..., {most}"
    exact = value(n), value(n - step)
    here, before = (f"{float(found):.4g}" for found in exact)
    if exact[0] > limit:
        return f"not yet: with {n} {what} it is {here}, above {limit}"
    if exact[1] <= limit:
        return f"not yet: {n - step} {what} are enough as well"
    if tuple(answer[1:]) != exact:
        return f"not yet: n = {n} is right; the two values are not exact, they are about {here} and {before}"
    return f"accepted: {n} {what}: {here}, and {before} with {n - step}"
