"""Minimax programs solved: the exact optimum, or an enclosure that is proved; those solved are remembered.

The programs and the enclosures are those of :mod:`~privlearn.exact.minimax`, whose verifier shares no code with this.

>>> coin = MinimaxProgram(blocks=(2,), tasks=({0: Fraction(1)}, {1: Fraction(1)}))
>>> solve(coin).value
Fraction(1, 2)
"""

from fractions import Fraction
from typing import Any

from privlearn.exact.minimax import Enclosure, MinimaxProgram

LARGEST_REMEMBERED, MOST_REMEMBERED = 1 << 12, 1 << 10  # coefficients of a program whose solution is kept, programs

_remembered: dict[Any, Enclosure] = {}  # many games are asked for again, in the same order of rows and columns


def solve(program: MinimaxProgram, *, bits: int = 40, anchor: tuple[Fraction, ...] | None = None,
          interior: bool = False) -> Enclosure:
    """Return the exact optimum if the simplex basis can be solved in rationals, else a certified enclosure.

    Parameters
    ----------
    program : MinimaxProgram
        About 13,000 variables and 300,000 ratio rows are a minute's work.
    bits : int
        Multipliers are rounded to multiples of ``2**-bits`` for the enclosure.
    anchor : tuple of Fraction, optional
        A feasible point that satisfies every ratio row strictly; default: the uniform point.
    interior : bool
        Do not look for the exact optimum: a narrow enclosure by the interior point method, which takes a tenth of
        the time for a thousand variables.

    Raises
    ------
    ValueError
        If the anchor is no point of the product of simplices.
    ArithmeticError
        If nothing that HiGHS proposes can be certified: refused, never approximated.

    Notes
    -----
    HiGHS proposes a basis in floating point, which is never trusted: the basis is solved exactly and every sign is
    checked; if that fails, or the basis is large, the float solution is rounded to rationals and mixed with the anchor
    until every ratio row holds.  A proposal that is wrong can only make the enclosure wide.
    """
    from privlearn.exact import simplex

    if anchor is not None and (len(anchor) != program.size or min(anchor) < 0 or any(
            sum(anchor[i] for i in block) != 1 for block in program.block_ranges())):
        raise ValueError("anchor must be a probability vector on every block")
    if interior or anchor is not None or sum(map(len, program.tasks)) + len(program.ratios) > LARGEST_REMEMBERED:
        return simplex.best_enclosure(program, bits, anchor, interior)
    key = (bits, program.blocks, program.ratios, tuple(tuple(task.items()) for task in program.tasks))
    if key not in _remembered:
        if len(_remembered) >= MOST_REMEMBERED:
            del _remembered[next(iter(_remembered))]  # the oldest
        _remembered[key] = simplex.best_enclosure(program, bits, None)
    return _remembered[key]
