"""Plans: what is proved, what is refused, and that small plans are private as promised."""

from fractions import Fraction

import pytest

from privlearn.exact import exp_bracket
from privlearn.learners.interior_point.tree_log import plan_tree_log, plans, tree_log_rows_needed
from privlearn.mechanisms import add_remove_one, flip_one_label, replace_one, replace_one_unordered

WANTED = {"epsilon": Fraction(1), "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}


@pytest.mark.parametrize("bits", [1, 5, 64, 300, 1 << 20])
@pytest.mark.parametrize("relation", [replace_one, add_remove_one])
def test_plan_keeps_its_budgets(bits, relation):
    plan = plan_tree_log(bits, neighbours=relation, **WANTED)
    assert plan.exp_epsilon <= exp_bracket(1).lower
    assert plan.delta.upper <= WANTED["delta"]
    assert plan.failure.upper <= WANTED["beta"]


def test_kinds_of_plans_and_their_public_rows():
    assert plan_tree_log(32, neighbours=replace_one, **WANTED).kind == "exponential"
    assert plan_tree_log(128, neighbours=replace_one, **WANTED).kind == "heavy path"
    assert plan_tree_log(128, neighbours=add_remove_one, **WANTED).kind == "exponential"
    assert plan_tree_log(1024, neighbours=add_remove_one, **WANTED).kind == "random path"
    # unordered replacement is replacement
    assert plan_tree_log(8, neighbours=replace_one_unordered, **WANTED).neighbours is replace_one
    plan = plan_tree_log(128, neighbours=replace_one, **WANTED)
    assert tree_log_rows_needed(128, neighbours=replace_one, **WANTED) == plan.rows
    plan = plan_tree_log(1024, neighbours=add_remove_one, **WANTED)  # all steps are rational
    for level in plan.parameters.levels:
        assert all(isinstance(x, Fraction) for x in (level.exp_path, level.exp_choose, level.exp_end))
        assert isinstance(level.threshold, int)
    plan = plan_tree_log(128, neighbours=replace_one, **WANTED)
    with pytest.raises(ValueError, match=f"at least {plan.rows}"):
        plan.for_rows(plan.rows - 1)
    # a huge domain has a cautious plan
    assert plan_tree_log(1 << 64, neighbours=add_remove_one, cautious=True, **WISHES).wrong.upper <= WISHES["beta"]
    with pytest.raises(ValueError, match="needs a public number of rows"):
        plan_tree_log(1024, neighbours=add_remove_one, kind="heavy path", **WANTED)
    one, two = (plan_tree_log(1024, neighbours=replace_one, kind="heavy path", levels=n, **WANTED) for n in (1, 2))
    assert one == two


@pytest.mark.parametrize("kind", ["exponential", "heavy path", "random path"])
@pytest.mark.parametrize("more", [0, 1, 2, 7, 1000])
def test_more_public_rows_keep_the_guarantee(kind, more):
    plan = plan_tree_log(128, neighbours=replace_one, **WANTED, kind=kind)
    wider = plan.for_rows(plan.rows + more)
    assert wider.exp_epsilon == plan.exp_epsilon
    assert wider.delta.upper <= WANTED["delta"]
    assert wider.failure.upper <= WANTED["beta"]


@pytest.mark.parametrize("kind", ["heavy path", "random path"])
def test_domain_of_2_to_the_2_to_the_80_points_has_plans(kind):
    """Where the base takes as many elements as the stopping weight allows, which then has to grow."""
    plan = plan_tree_log(1 << 80, neighbours=replace_one, **WANTED, kind=kind)
    assert plan.failure.upper <= WANTED["beta"]
    assert plan.rows < 1000


@pytest.mark.parametrize(("change", "word"), [
    ({"epsilon": 0}, "epsilon"), ({"epsilon": -1}, "epsilon"), ({"epsilon": 21}, "epsilon"), ({"delta": 0}, "delta"),
    ({"delta": 1}, "delta"), ({"beta": 0}, "beta"), ({"kind": "best"}, "kind"), ({"levels": 0}, "levels"),
    ({"neighbours": flip_one_label}, "neighbours"),
    ({"neighbours": add_remove_one, "kind": "heavy path"}, "heavy path")])
def test_bad_arguments_are_refused_by_name(change, word):
    with pytest.raises(ValueError, match=word):
        plan_tree_log(16, **({"neighbours": replace_one} | WANTED | change))


WISHES = {"epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}


@pytest.mark.parametrize(("bits", "kind"), [(8, "exponential"), (64, "exponential"), (1024, "random path")])
def test_cautious_plans_keep_all_promises(bits, kind):
    plain, plan = (plan_tree_log(bits, neighbours=add_remove_one, cautious=way, **WISHES) for way in (False, True))
    assert plan.kind == kind
    assert max(plan.wrong.upper, plan.failure.upper) <= WISHES["beta"]
    assert plan.delta.upper <= WISHES["delta"]
    assert plain.wrong.upper == 1
    assert plain.rows < plan.rows <= plain.rows + 40


@pytest.mark.parametrize(("call", "message"), [
    (lambda: plan_tree_log(0, neighbours=replace_one, **WANTED), "domain_bits"),
    (lambda: plan_tree_log(64, neighbours=replace_one, cautious=True, **WISHES), "cautious")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("factors", [{"epsilon": 1.1}, {"delta": 1.5}, {"beta": 1.5}])
def test_a_proposal_that_breaks_a_promise_is_refused(careless, factors):
    asked = careless(plans, factors)
    plan = plans._plan.__wrapped__(1024, add_remove_one, *WANTED.values(), "random path", 1, False)
    assert plan.exp_epsilon <= exp_bracket(1).lower
    assert plan.delta.upper <= WANTED["delta"]
    assert plan.failure.upper <= WANTED["beta"]
    first, second = asked
    assert (second.delta, second.beta) == (0.999 * first.delta, 0.999 * first.beta)
