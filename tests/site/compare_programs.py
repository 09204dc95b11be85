"""Run pieces of code, and solve each linear program that they ask for also without HiGHS.

A program: its input are pieces of code as JSON, which run one after the other in the same names.  Printed is, for each
different program within the dense simplex's size, `[rows, variables, text]`: the text is empty if both proposals lead
to one value (where HiGHS's leads to no exact one, to narrow enclosures that meet), else it says what they lead to.
"""
import json
import sys
from contextlib import redirect_stdout, suppress
from typing import Any

import privlearn.exact.simplex as simplex
from privlearn.exact import MinimaxProgram
from privlearn.exact.minimax import Enclosure

with_highs, highspy = simplex.best_enclosure, simplex.highspy


def without(program: MinimaxProgram, *options: Any) -> Enclosure:
    """Return the enclosure that the dense simplex leads to."""
    simplex.highspy = None
    try:
        return with_highs(program, *options)
    finally:
        simplex.highspy = highspy


def difference(one: Enclosure, other: Enclosure) -> str:
    """Return where two enclosures are not of one value: both that number, or narrow and with a common number."""
    if one.lower == one.upper:
        same = other.lower == other.upper == one.lower
    else:
        same = (max(one.lower, other.lower) <= min(one.upper, other.upper)
                and max(one.upper - one.lower, other.upper - other.lower) <= simplex.NARROW)
    return "" if same else (f"with HiGHS [{float(one.lower)}, {float(one.upper)}], "
                            f"without [{float(other.lower)}, {float(other.upper)}]")


def main() -> None:
    """Run from the command line."""
    found: dict[Any, tuple[int, int, str]] = {}

    def both(program: MinimaxProgram, *options: Any) -> Enclosure:
        one = with_highs(program, *options)
        key = program.blocks, program.ratios, tuple(tuple(task.items()) for task in program.tasks), options
        if key not in found:
            rows = len(program.tasks) + len(program.ratios) + len(program.blocks)
            with suppress(ModuleNotFoundError):  # it is too large
                try:
                    text = difference(one, without(program, *options))
                except ArithmeticError as error:
                    text = f"without HiGHS: {error}"
                found[key] = rows, program.size + 1, text
        return one

    simplex.best_enclosure = both
    names: dict[str, Any] = {"__name__": "__main__"}
    with redirect_stdout(sys.stderr):
        for code in json.load(sys.stdin):
            exec(code, names)
    print(json.dumps([*found.values()]))


if __name__ == "__main__":
    main()
