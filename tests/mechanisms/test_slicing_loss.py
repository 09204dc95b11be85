"""What slices lose: bounds by hand, tables and their verifier."""

from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.mechanisms.slicing_loss import LossTable, is_loss_table, loss_table, removal_ratio, slicing_bound

HALF = Fraction(1, 2)
SMALL = loss_table(HALF, 2, exchange=2, most=8, fineness=8)


def test_the_bound_is_a_geometric_sum():
    assert removal_ratio(Fraction(2, 3), 2) == 3  # a / r
    assert slicing_bound(3, Fraction(1, 3), 3, exchange=5) == (31, Fraction(8, 27))
    assert slicing_bound(0, HALF, 2) == (0, 1)
    assert slicing_bound(2, HALF, 2) == slicing_bound(2, HALF, 2, exchange=4) == (5, Fraction(1, 4))


def test_a_table_is_at_least_as_good_as_the_bound_and_better_with_more_shares():
    for failures in (1, 2):
        ratio, delta = slicing_bound(failures, HALF, 2, exchange=2)
        assert min(told for c, told, _ in SMALL.lines if c <= ratio + 1) <= delta
    few, many = (loss_table(Fraction(20, 21), Fraction(21, 20), most=4, fineness=20, **shares)
                 for shares in ({"shares": (0, 1)}, {}))
    assert many.exp_total(Fraction(1, 1000)) < few.exp_total(Fraction(1, 1000))


@pytest.mark.parametrize("table", [
    SMALL, loss_table(Fraction(9, 10), Fraction(10, 9), most=4, fineness=10, shares=(0, 1)),
    loss_table(HALF, 2, most=4, fineness=4, shares=(0,)),
    LossTable(HALF, Fraction(2), Fraction(4), ((Fraction(0), Fraction(1), Fraction(0)),)),  # of nothing
    LossTable(HALF, Fraction(2), Fraction(2), ((Fraction(0), Fraction(1), Fraction(2)),))])  # delta 1: no share
def test_a_table_is_verified(table):
    assert is_loss_table(table)


def changed(place, *line):
    """Return the table with another line."""
    return replace(SMALL, lines=(*SMALL.lines[:place], line, *SMALL.lines[place + 1:]))


@pytest.mark.parametrize("table", [
    changed(1, SMALL.lines[1][0], SMALL.lines[1][1] / 2, SMALL.lines[1][2]),
    changed(2, SMALL.lines[2][0], SMALL.lines[2][1], Fraction(2)), changed(2, SMALL.lines[1][0], *SMALL.lines[2][1:]),
    changed(2, SMALL.lines[2][0], Fraction(1), Fraction(0)), changed(0, Fraction(1, 100), Fraction(1), Fraction(0)),
    changed(0, Fraction(0), HALF, Fraction(0)), replace(SMALL, lines=()), replace(SMALL, ratio=Fraction(2, 5)),
    replace(SMALL, exchange=Fraction(3, 2)), replace(SMALL, ratio=Fraction(1))])
def test_a_wrong_table_is_refused(table):
    assert not is_loss_table(table)


@pytest.mark.parametrize(("line", "holds"), [
    ((3, Fraction(1, 4), 1), True),  # 3 - ra = 2 at the ratio 2 of an exchange: what is known at 1
    ((2, Fraction(1, 4), 1), False),  # 2 - ra = 1, at which only the delta 1 of the ratio 1/2 is known
    ((2, HALF, 0), True),  # no share: plain composition, what is known at 2/2
    ((Fraction(3, 2), HALF, 0), False),
])
def test_a_line_is_proved_by_the_deltas_of_smaller_ratios(line, holds):
    lines = ((0, Fraction(1), Fraction(0)), (1, HALF, Fraction(1)), line)
    exact = tuple((Fraction(c), delta, Fraction(share)) for c, delta, share in lines)
    assert is_loss_table(LossTable(HALF, Fraction(2), Fraction(2), exact)) == holds


def test_deltas_and_ratios_are_read_off_the_table():
    c, delta, _ = SMALL.lines[-1]
    assert SMALL.delta(c + 1) == SMALL.delta(c) == delta
    assert SMALL.exp_total(1) == 4
    assert SMALL.delta(4) == max(told for c, told, _ in SMALL.lines if c <= 4 and told <= SMALL.delta(4))
    assert SMALL.exp_total(SMALL.lines[-1][1]) == max(4, SMALL.lines[-1][0])
    assert SMALL.exp_total(SMALL.lines[-1][1] / 2) is None


@pytest.mark.parametrize(("call", "reason"), [
    (lambda: SMALL.delta(3), "exp_total must be at least a / r = 4"),
    (lambda: SMALL.delta(Fraction(399, 100)), "exp_total must be at least a / r = 4"),
    (lambda: slicing_bound(1, HALF, 3, exchange=2), "exchange must be at least exp_epsilon = 3"),
    (lambda: slicing_bound(-1, HALF, 3), "failures must"), (lambda: slicing_bound(1, 1, 3), "ratio must"),
    (lambda: removal_ratio(HALF, HALF), "a must"),
    (lambda: loss_table(HALF, 2, shares=(1,)), "shares must hold 0"),
    (lambda: loss_table(HALF, 2, shares=(0, 2)), "share must"),
    (lambda: loss_table(HALF, 2, fineness=0), "fineness must"), (lambda: loss_table(HALF, 2, most=0), "most must")])
def test_what_makes_no_bound_is_refused(call, reason):
    with pytest.raises(ValueError, match=reason):
        call()


def test_lines_and_numbers_at_the_ends_of_their_ranges():
    for delta, holds in ((Fraction(3, 4), True), (Fraction(749, 1000), False)):
        lines = ((Fraction(0), Fraction(1), Fraction(0)), (Fraction(1), delta, HALF))  # 1 - c / a = 3/4
        assert is_loss_table(LossTable(HALF, Fraction(4), Fraction(4), lines)) == holds
    lines = ((Fraction(0), Fraction(1), Fraction(0)),)
    for r, a, b, holds in ((HALF, 1, 1, True), (HALF, 2, 2, True), (0, 2, 2, False), (1, 2, 2, False),
                           (HALF, Fraction(9, 10), 1, False), (HALF, 2, Fraction(19, 10), False)):
        assert is_loss_table(LossTable(Fraction(r), Fraction(a), Fraction(b), lines)) == holds


@pytest.mark.parametrize("share", [Fraction(-1, 100), Fraction(101, 100)])
def test_a_share_just_outside_the_unit_interval_proves_nothing(share):
    lines = ((Fraction(0), Fraction(1), Fraction(0)), (Fraction(9), Fraction(999, 1000), share))
    assert not is_loss_table(LossTable(HALF, Fraction(2), Fraction(2), lines))


@pytest.mark.parametrize(("r", "a", "b"), [(HALF, Fraction(2), Fraction(3)),
                                           (Fraction(2, 5), Fraction(3, 2), Fraction(2))])
def test_the_least_delta_of_a_line_is_the_right_side_of_its_inequality(r, a, b):
    most, accepted = Fraction(4, 5), 0

    def needed(c, delta, share):
        def loss(at):
            return 1 if at < 1 else most if at < c else delta

        left, rest = c - share * r * a, 1 - share
        return max(1 - c / a, (1 - r) * loss(left / b) + (r * rest * loss(left / rest / b) if rest else 0))

    for share in (Fraction(0), Fraction(1, 4), HALF, Fraction(3, 4), Fraction(1)):
        for c in (Fraction(k, 4) for k in range(5, 24)):
            sums = {(1 - r) * x + r * (1 - share) * y for x in (1, most) for y in (1, most)}
            for delta in (told - gap for told in {most, 1 - c / a, *sums} for gap in (0, Fraction(1, 10**9))):
                lines = ((Fraction(0), Fraction(1), Fraction(0)), (Fraction(1), most, Fraction(1)), (c, delta, share))
                holds = needed(c, delta, share) <= delta <= most
                assert is_loss_table(LossTable(r, a, b, lines)) == holds
                accepted += holds
    assert accepted > 10
