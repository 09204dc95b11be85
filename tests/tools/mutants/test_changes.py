"""Mutants of a file: which there are, what they do, and that each is one change."""

import ast
from collections import Counter

import pytest

from tools.mutants import changes

PROGRAM = '''
def outer(n, low=1):
    """Return something."""
    if n < low and n:
        raise ValueError(f"n must be at least {low + 1}")
    total = 0
    for k in range(n):
        total += k * 3 - low
    listed = [min(k, 2) for k in range(1, n) if k != 2]
    check(listed, total)
    return max(listed, key=lambda k: -k)


class Thing:
    @cached(maxsize=1 << 4)
    def method(self):
        return power(self.base, 2, strict=True)

    def __repr__(self):
        return "x" * 2


@formula("rows", where=("n < 3",))
def stated(n):
    return 80 * n
'''


@pytest.fixture
def file(monkeypatch):
    """A file of a library that is this program."""
    changes.mutants.cache_clear()
    monkeypatch.setattr(changes, "source", lambda name: PROGRAM)
    yield "room/file.py"
    changes.mutants.cache_clear()


def test_every_kind_of_slip_is_made_in_one_place_which_the_mutant_names(file):
    kinds = Counter(mutant.kind for mutant in changes.mutants(file))
    assert {kind.removesuffix(", in a guard") for kind in kinds} == {
        "boundary", "comparison", "and/or", "branch dropped", "branch always", "constant", "operator", "term dropped",
        "factor dropped", "range", "twin function", "condition dropped", "statement dropped", "arguments exchanged",
        "sign dropped"}
    assert sum(number for kind, number in kinds.items() if kind.endswith("guard")) == 5
    original = ast.unparse(ast.parse(PROGRAM)).splitlines()
    for mutant in changes.mutants(file):
        changed = ast.unparse(changes.mutated(file, mutant.id)).splitlines()
        differing = [pair for pair in zip(original, changed, strict=True) if pair[0] != pair[1]]
        assert len(differing) == 1
        assert mutant.before in PROGRAM


def test_mutants_have_names_that_differ_and_outlive_edits_elsewhere(file, monkeypatch):
    before = [mutant.id for mutant in changes.mutants(file)]
    assert len(set(before)) == len(before)
    changes.mutants.cache_clear()
    monkeypatch.setattr(changes, "source", lambda name: "\n\ndef another(): return 1 + 1\n" + PROGRAM)
    assert set(before) < {mutant.id for mutant in changes.mutants(file)}


def test_mutants_leave_errors_printing_decorators_and_strictness_alone_and_lie_in_the_innermost_block(file):
    found = changes.mutants(file)
    assert {mutant.function for mutant in found} <= {"outer", "Thing.method"}
    assert not any("low + 1" in mutant.before or "1 << 4" in mutant.before for mutant in found)
    assert not any(mutant.before in ("True", "strict=True") for mutant in found)
    bodies = [ast.unparse(ast.Module(body, [])) for body in changes.blocks(ast.parse(PROGRAM))]
    product = next(mutant for mutant in changes.mutants(file) if mutant.before == "k * 3")
    assert bodies[product.block] == "total += k * 3 - low"
    with pytest.raises(ValueError, match="id must be a mutant of room/file.py, got 'none'"):
        changes.mutated(file, "none")
