"""Wrong TreeLogs, for the sabotages of KLMNS20, Section 3.1."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from privlearn.exact import rational
from privlearn.learners.interior_point.tree_log import (LawTables, Level, TreeLogParameters, TreeLogPlan,
                                                        fast_tree_log_law, plan_tree_log)
from privlearn.learners.interior_point.trees import fall_levels, heavy_node, path_law

Table = dict[Any, Any]


def broken_budget(**factors: int) -> Callable:
    """Run with some ``exp_*`` raised to a power, with the privacy of the right ones claimed (``base`` for the base)."""

    def make(bits: int, parameters: TreeLogParameters) -> LawTables:
        levels = tuple(replace(level, **{f"exp_{name}": getattr(level, f"exp_{name}") ** power
                                         for name, power in factors.items() if name != "base"})
                       for level in parameters.levels)
        return LawTables(bits, TreeLogParameters(levels, parameters.exp_base ** factors.get("base", 1)))

    return make


def broken_always_a_node(bits: int, parameters: TreeLogParameters) -> LawTables:
    """Choose a node with hardly any weight on "no answer"."""
    return LawTables(bits, TreeLogParameters(tuple(replace(level, threshold=-20) for level in parameters.levels),
                                             parameters.exp_base))


class BrokenExit(LawTables):
    """Give no answer at once if there are fewer than two elements."""

    def masses(self, database: Iterable[int]) -> Table:
        """Return the law."""
        points = tuple(database)
        return {None: rational(1)} if len(points) < 2 else super().masses(points)


class BrokenTrim(LawTables):
    """Drop no levels at all: less than the stopping weight."""

    def inner(self, kept: tuple[int, ...], bits: int, level: Level) -> Table:
        """Return all fall levels, with the law of the path."""
        if level.exp_path is None:
            return {fall_levels(kept, bits, heavy_node(kept, bits, level.stop)): rational(1)}
        found: Table = {}
        ends: dict[Any, Any] = dict(path_law(kept, bits, level.stop, level.exp_path).masses())
        for node, mass in ends.items():
            levels = fall_levels(kept, bits, node)
            found[levels] = found.get(levels, 0) + mass
        return found


def broken_careless_choice(rows, bits: int, parameters: TreeLogParameters):
    """Return the law with a choice of a node that hardly looks at the weights."""
    levels = tuple(replace(t, exp_choose=Fraction(101, 100)) for t in parameters.levels)
    return fast_tree_log_law(rows, bits, TreeLogParameters(levels, parameters.exp_base))


def changed_planner(change: Callable[[Level], Level]) -> Callable:
    """Return a planner that changes every level of the right plan."""
    def planner(*args: Any, **wishes: Any) -> TreeLogPlan:
        plan = plan_tree_log(*args, **wishes)
        levels = tuple(change(level) for level in plan.parameters.levels)
        return replace(plan, parameters=replace(plan.parameters, levels=levels))

    return planner
