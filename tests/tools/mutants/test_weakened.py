"""Weakened checks: each looks at less in one place, and what notices it is told."""

import ast

import pytest

from privlearn.checking import check, claim, judged, registry, sabotage, verifier
from tools.evidence import evidence
from tools.mutants import weakened

SOURCE = '''
@sabotage("left alone", lambda n: [k for k in range(n) if k])
def check(bound=1):
    for n in range(2, 5):
        if n == 3:
            continue
        for k in (1, 2):
            yield n, k, [x for x in product((1, 2), [3]) if x]
    yield 1, 2, 3
'''


def test_every_kind_of_weakening_is_made_in_one_place():
    found = list(weakened.weakenings(ast.parse(SOURCE).body[0]))
    assert sorted(kind for (kind, _, _), _ in found) == [
        "case dropped", "case dropped", "early exit", "early exit", "family cut", "family cut", "filter dropped",
        "filter dropped", "range cut"]
    texts = [ast.unparse(made) for _, made in found]
    assert len(set(texts)) == len(texts)
    for part in ("range(2, 5 - 1)", "if False:", "for k in (1,)", "product((1,), [3])", "[3])]", "break"):
        assert any(part in text for text in texts)


@pytest.fixture
def squares(empty_registry, monkeypatch):
    """Declare a claim whose check has a tightest case, a far one and a sabotage that only the far one refuses."""
    monkeypatch.setattr(weakened.registry, "load", lambda paper="": dict(empty_registry._CLAIMS))
    claim("X-1", kind="lemma", section="1", title="t", page="p")

    @check("X-1", grade="exact", quantifier="1 to 9")
    @verifier(lambda most, n: n > most)
    @sabotage("at most 8", 8)
    @judged("<=")
    def numbers_are_small(most=100):
        for n in range(1, 10):
            yield n, n, most
        yield 0, 0, most

    return {"X-1": empty_registry._CLAIMS["X-1"]}


@pytest.mark.parametrize(("kind", "outcome"), [("range cut", "sabotage escapes"), ("early exit", "sabotage escapes"),
                                               ("case dropped", "ledger")])
def test_what_notices_a_weakening_is_told_and_the_check_is_put_right(squares, kind, outcome, monkeypatch):
    from privlearn.checking import runner

    made = ast.parse("def numbers_are_small(most=100):\n    for n in range(1, 10):\n        yield n, n, most\n")
    changed = {"range cut": "range(1, 9)", "early exit": "range(1, 2)", "case dropped": "range(1, 10)"}[kind]
    tree = ast.parse(ast.unparse(made).replace("range(1, 10)", changed))
    monkeypatch.setattr(weakened, "_parsed", lambda file: tree)
    ledger = evidence({"claims": [{"id": "X-1", "checks": [runner.run_check(squares["X-1"].checks[0])]}]})
    trial = weakened.tried("X-1", 0, (kind, 1, ""), tree.body[0], ledger)
    assert trial["outcome"] == outcome
    assert runner.run_check(registry._CLAIMS["X-1"].checks[0])["instances"] == 10
