"""KLMNS20, Lemma 3.6, as it is used: the rows that are asked for, and the release."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import privlearn.papers.klmns20.tree_log_privacy.privacy  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.learners.interior_point.release import fitted, tree_log
from privlearn.learners.interior_point.tree_log import (Level, TreeLogParameters, TreeLogPlan, fast_tree_log_law,
                                                        plan_tree_log, tree_log_rows_needed)
from privlearn.mechanisms import add_remove_one, replace_one
from privlearn.papers.klmns20.tree_log_privacy.plans import PLANNED, WISHES, plan_at

# domain bits, relation, numbers of rows on which the release is run
RELEASED = ((1024, replace_one, (261, 262, 263, 268)), (64, replace_one, (184, 185, 191)),
            (64, add_remove_one, (0, 1, 30, 97, 150)))


def spread(bits: int, rows: int) -> tuple[int, ...]:
    """Return so many points of a domain at about equal distances, some of them twice, in falling order."""
    return tuple(sorted(((1 << bits) // (rows + 1) * (k - k % 3 // 2) for k in range(rows)), reverse=True))


def rows_asked(bits: int, relation: Any) -> int:
    """Return the rows of the best plan of any kind, a cautious one where the number of rows is private."""
    kinds = ("exponential", "heavy path") if relation is replace_one else ("exponential", "random path")
    return min(plan_tree_log(bits, neighbours=relation, kind=kind, cautious=relation is add_remove_one, **WISHES).rows
               for kind in kinds)


@check("KLMNS20-3.6", grade="exact",
       quantifier="2^16, 2^64, 2^1024, 2^4096 points, both relations: the rows that are asked for are those of the "
                  "best plan, a cautious one under adding and removing",
       says="{the number of rows asked for} equals {the number of rows of the best plan}")
@sabotage("plans that are not cautious", lambda bits, *, neighbours, **wishes: plan_tree_log(
    bits, neighbours=neighbours, **wishes).rows)
@sabotage("one row fewer", lambda bits, **wishes: tree_log_rows_needed(bits, **wishes) - 1)
@judged("==")
def rows_asked_for_are_those_of_the_best_plan(needed=tree_log_rows_needed):
    for bits in (16, 64, 1024, 4096):
        for relation in (replace_one, add_remove_one):
            found = needed(bits, neighbours=relation, **WISHES)
            yield (bits, relation is replace_one), found, rows_asked(bits, relation)

def refutes_rows_asked_for_are_those_of_the_best_plan(needed, bits, public):
    relation = replace_one if public else add_remove_one
    kinds = "exponential", "heavy path" if public else "random path"
    asked = needed(bits, neighbours=relation, **WISHES)
    found = [plan_tree_log(bits, neighbours=relation, kind=kind, cautious=not public, **WISHES) for kind in kinds]
    return asked not in [plan.rows for plan in found] or any(plan.rows < asked for plan in found)


def set_aside(plan: TreeLogPlan, more: int) -> tuple[Level, ...]:
    """Return the planned levels when half of so many rows more go on either side, and a path may take the odd one.

    The stopping weight of a random path does; of the heavy path, where it would be too small for its rows.
    """
    if not plan.parameters.levels:
        return ()
    (level,) = plan.parameters.levels
    grows = more % 2 and (level.exp_path is not None or plan.rows + 1 - 2 * level.trim > 2 * level.stop + 1)
    return (replace(level, trim=level.trim + more // 2, stop=level.stop + bool(grows)),)


def expected_answer(bits: int, relation: Any, rows: int, rng: random.Random) -> Any:
    """Return an answer of the best plan's law, rows beyond those needed set aside on either side by hand."""
    public = relation is replace_one
    plan = plan_tree_log(bits, neighbours=relation, cautious=not public, **WISHES)
    if public and rows < plan.rows:
        return "refused"
    levels = set_aside(plan, rows - plan.rows) if public else plan.parameters.levels
    return fast_tree_log_law(spread(bits, rows), bits, replace(plan.parameters, levels=levels)).sample(rng)


def or_refused(answer: Callable[[], Any]) -> Any:
    try:
        return answer()
    except ValueError as error:
        if not str(error).startswith("rows must be at"):
            raise
        return "refused"


def released(release, bits: int, relation: Any, rows: int, rng: random.Random) -> Any:
    """Return what is released, or that it is refused."""
    return or_refused(lambda: release(spread(bits, rows), neighbours=relation, domain_bits=bits, rng=rng, **WISHES))


@check("KLMNS20-3.6", grade="exact",
       quantifier="2^1024 points (a heavy path) and 2^64 (the exponential mechanism) under replacement, 2^64 under "
                  "adding and removing: as many rows as needed, more, and fewer; eight seeds each: what is "
                  "released is the answer of the plan's law to the same numbers, and too few rows are refused",
       says="the release answers as the planned law does to the same random numbers, and refuses too few rows",
       reason="The law is checked elsewhere; here it is only that no other is sampled.")
@sabotage("a plan that is not cautious", lambda database, *, neighbours, domain_bits, rng, **wishes: fast_tree_log_law(
    database, domain_bits, plan_tree_log(domain_bits, neighbours=neighbours, **wishes).parameters).sample(rng))
@judged("==")
def released_is_a_sample_of_the_planned_law(release=tree_log):
    for bits, relation, numbers in RELEASED:
        for rows in (numbers[0] - 1, *numbers) if numbers[0] else numbers:
            for seed in range(8):
                yield ((bits, relation is replace_one, rows, seed),
                       released(release, bits, relation, rows, random.Random(seed)),
                       expected_answer(bits, relation, rows, random.Random(seed)))

def refutes_released_is_a_sample_of_the_planned_law(release, bits, public, rows, seed):
    relation = replace_one if public else add_remove_one
    found = released(release, bits, relation, rows, random.Random(seed))
    return found != expected_answer(bits, relation, rows, random.Random(seed))


@check("KLMNS20-3.6", grade="exact",
       quantifier="the plans of a public number of rows among the eleven, 0 to 9 and 100 more rows than they need, and "
                  "one fewer, which is refused: as many are left after trimming as planned, or one more if the number "
                  "is odd, which the stopping weight takes if it must",
       says="additional rows are set aside in equal halves, an odd one stays, and too few rows are refused")
@sabotage("one row fewer is accepted", lambda plan, rows: fitted(plan, max(rows, plan.rows)))
@sabotage("half of the additional rows stay", lambda plan, rows: fitted(plan, plan.rows + (rows - plan.rows) // 2))
@judged("==")
def additional_rows_are_set_aside(fit=fitted):
    for place, (_, relation, kind, *_) in enumerate(PLANNED):
        if relation is replace_one and kind != "exponential":
            plan = plan_at(plan_tree_log, place)
            for more in (*range(10), 100, -1):
                wanted = "refused" if more < 0 else TreeLogParameters(set_aside(plan, more), plan.parameters.exp_base)
                yield (place, more), or_refused(partial(fit, plan, plan.rows + more)), wanted

def refutes_additional_rows_are_set_aside(fit, place, more):
    plan = plan_at(plan_tree_log, place)
    found = or_refused(lambda: fit(plan, plan.rows + more))
    if found == "refused" or more < 0:
        return (found == "refused") != (more < 0)
    (first,), (level,) = found.levels, plan.parameters.levels
    kept, grown = plan.rows + more - 2 * first.trim, first.stop - level.stop
    odd = {0, 1} if level.exp_path is None and kept <= 2 * first.stop + 1 else {more % 2}
    return kept != plan.rows + more % 2 - 2 * level.trim or grown not in odd or first != replace(
        level, trim=first.trim, stop=first.stop)
