"""Mutants of statements: planted looseness, needless conditions and checks that show nothing are reported."""

from fractions import Fraction

import pytest

from privlearn.checking import check, claim, judged, statements, verifier
from privlearn.exact.formulas import formula


@pytest.fixture
def measured(empty_registry, monkeypatch):
    """Return a function that measures a claim whose formula is one that no more than twice n squares are."""
    monkeypatch.setattr(statements.registry, "load", lambda paper="": dict(empty_registry._CLAIMS))

    def measure(bound, judge=None, against="law", refutes=lambda bound, witness: True, **fields):
        claim("X-1", kind="lemma", section="1", title="t", page="p", formulas=(bound,), **fields)

        @check("X-1", grade="exact", quantifier="the instances", against=against)
        @verifier(refutes)
        @judged("<=")
        def squares_are_no_larger(bound=bound):
            yield from (judge or squares)(bound)

        return statements.measure(empty_registry._CLAIMS["X-1"])[0]

    return measure


def squares(bound):
    for n, c in bound.instances():
        yield (n, c), n**2 if c < 3 else n**3, bound(n, c)


def made(text="n**2", kind="at most", **fields):
    @formula(kind, **{"where": ("c < 3",), "corners": {"n": (0, 1, 5, 10), "c": (0, 2, 5)}} | fields)
    def bound(n, c):
        return n**2

    return bound.changed(statements.ast.parse(text, mode="eval").body, "") if text != "n**2" else bound


def test_a_sharp_bound_is_held_in_every_symbol(measured):
    row = measured(made())
    assert (row["open"], row["faults"], row["constants"], row["attained"]) == (0, [], {}, True)
    assert row["by_law"] == row["mutants"] == 3  # two exponents, one condition


def test_a_loose_bound_and_a_needless_condition_are_open_until_they_have_a_reason(measured):
    bound = made("2 * n**2 + 1", where=("c < 3", "n < 11"), loose={"c < 3": "planted"})
    row = measured(bound, judge=lambda bound: (((n, c), n**2, bound(n, c)) for n, c in bound.instances()))
    assert row["reasoned"] == 1
    assert row["open"] == len(row["survivors"]) > 3
    assert any("without n < 11" in label for label in row["survivors"])
    assert (row["constants"], row["attained"]) == ({"2": "1", "1": "0.065"}, False)


def test_a_check_that_compares_the_formula_with_itself_is_at_fault(measured):
    bound = made()
    row = measured(bound, judge=lambda variant: (((n, c), bound(n, c), variant(n, c)) for n, c in bound.instances()))
    assert row["by_law"] == 0
    assert row["faults"] == ["squares are no larger: compares the formula with itself",
                             "no check of X-1 judges bound"]


def both_ways(bound):
    for n, c in bound.instances():
        yield (n, c, "at most"), n**2, bound(n, c)
        yield (n, c, "at least"), bound(n, c), n**2


@pytest.mark.parametrize(("against", "fate"), [
    ("law", "faults"), ("optimum", "by_law"), ("derivation", "by_derivation")])
def test_a_check_that_refuses_weaker_bounds_says_what_it_compares_with(measured, against, fate):
    row = measured(made(where=()), judge=both_ways, against=against)
    assert row[fate]
    assert ["refuses weaker bounds" in text for text in row["faults"][:1]] == [True] * (against == "law")


def test_a_crash_refutes_nothing(measured):
    def fragile(bound):
        for n, c in bound.instances():
            yield (n, c), n**2, Fraction(1, int(bound(n, c) == n**2)) * n**2

    assert measured(made(where=()), judge=fragile)["open"] == 2


def test_a_witness_that_the_verifier_refuses_refutes_nothing(measured):
    assert measured(made(where=()), refutes=lambda bound, witness: False)["open"] == 2


def test_results_are_kept_by_the_code_behind_them(measured, empty_registry, monkeypatch, tmp_path):
    monkeypatch.setattr(statements, "DATA", tmp_path)
    monkeypatch.setattr("privlearn.checking.long_checks.DATA", tmp_path)
    monkeypatch.setattr(statements, "code", lambda entry: "now")
    measured(made())
    entry = empty_registry._CLAIMS["X-1"]
    assert statements.kept(entry) is None
    found = statements.run({"X-1": entry}, keep=True)
    assert statements.kept(entry) == found["X-1"]
    assert statements.totals(found["X-1"]).startswith("3 mutants, 3 refuted by a law, 0 by a derivation, 0 with a rea")
    monkeypatch.setattr(statements, "code", lambda entry: "later")
    assert statements.kept(entry) is None
