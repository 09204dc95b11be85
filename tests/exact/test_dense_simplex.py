"""What the dense simplex proposes leads to the values that HiGHS's proposals lead to."""

import random
from fractions import Fraction

import numpy as np
import pytest

from privlearn.exact import MinimaxProgram, is_enclosure, simplex
from privlearn.exact.dense_simplex import Proposal, dual_simplex, refuse_large
from privlearn.exact.elimination import RationalMatrix

F = Fraction


def game(rng: random.Random, rows: int, columns: int) -> MinimaxProgram:
    return MinimaxProgram((columns,), tuple({i: F(rng.randint(-3, 9), rng.randint(1, 4)) for i in range(columns)
                                             if rng.random() < 0.7} for _ in range(rows)))


def mechanisms(rng: random.Random, databases: int, outputs: int, ratio: Fraction) -> MinimaxProgram:
    """The best private mechanism on a path of databases, each of which likes some outputs."""
    pairs = [(a, a + 1) for a in range(databases - 1)]
    return MinimaxProgram(
        (outputs,) * databases,
        tuple({a * outputs + o: F(1) for o in rng.sample(range(outputs), max(1, outputs // 2))}
              for a in range(databases)),
        tuple((one * outputs + o, other * outputs + o, ratio) for a, b in pairs for one, other in ((a, b), (b, a))
              for o in range(outputs)))


CLOSE = ((2,), (4,), (3, 4))  # blocks of programs with losses 10^-8 apart: raised costs end elsewhere than true ones


def programs() -> list[MinimaxProgram]:
    rng, close = random.Random("programs"), [1 + F(k, 10**8) for k in range(4)]
    places = [tuple(place for size in sizes for place in range(size)) for sizes in CLOSE]
    return [*(MinimaxProgram(sizes, ({0: F(0)}, {i: close[-place - 1] for i, place in enumerate(whole)},
                                     {i: close[place] / 2 for i, place in enumerate(whole)}))
              for sizes, whole in zip(CLOSE, places, strict=True)),
            *(game(rng, rng.randint(1, 40), rng.randint(1, 40)) for _ in range(60)),
            *(mechanisms(rng, rng.randint(1, 8), rng.randint(1, 8), rng.choice((F(2), F(3, 2), F(11, 10), F(1), F(10))))
              for _ in range(60))]


@pytest.fixture(scope="module")
def values() -> list[Fraction]:
    assert simplex.highspy is not None
    return [simplex.best_enclosure(program, 40, None).value for program in programs()]


@pytest.fixture(autouse=True)
def _without_builds(values, monkeypatch):
    monkeypatch.setattr(simplex, "highspy", None)
    monkeypatch.setattr(simplex, "fmpq_mat", RationalMatrix)
    monkeypatch.setattr(simplex, "fmpq", Fraction)


def test_values_are_those_of_highs(values):
    listed = programs()
    found = [simplex.best_enclosure(program, 40, None) for program in listed]
    assert all(map(is_enclosure, found, listed))
    assert [one.value for one in found] == values


def test_a_basis_proves_the_optimum_and_a_point_with_multipliers_comes_near_it(values):
    for program, value in zip(programs(), values, strict=True):
        found = simplex.float_solution(program)
        near = simplex.rounded(program, found, 40, None)
        assert found.status == "Optimal"
        assert simplex.exact_from_basis(program, found).value == value
        assert is_enclosure(near, program)
        assert near.upper - near.lower < F(1, 2**20)


def test_ratios_that_are_left_out_bind_nothing():
    for program in programs():
        few = MinimaxProgram(program.blocks, program.tasks, tuple(row for row in program.ratios if row[2] <= 1))
        value = simplex.best_enclosure(few, 40, None).value
        assert abs(simplex.float_solution(program, 1).objective - value) < 1e-9


def test_a_proposal_is_not_trusted(values, monkeypatch):
    def wrong(rows: np.ndarray, blocks: list[range]) -> Proposal:
        found = dual_simplex(rows, blocks)
        return Proposal(np.roll(found.basis, 1) // 2, found.point[::-1], found.multipliers[::-1])

    monkeypatch.setattr(simplex, "dual_simplex", wrong)
    for program, value in list(zip(programs(), values, strict=True))[:20]:
        found = simplex.best_enclosure(program, 40, None)
        assert found.lower <= value <= found.upper
        assert is_enclosure(found, program)


def test_a_large_program_is_refused_with_its_size_and_what_it_needs():
    program = MinimaxProgram((1 << 18,), tuple({i: F(1)} for i in range(1 << 17)))  # its table has 2^38 bytes
    with pytest.raises(ModuleNotFoundError, match="131073 rows and 262145 variables needs highspy") as error:
        simplex.best_enclosure(program, 40, None)
    assert error.value.name == "highspy"


def test_the_largest_tableau_is_accepted():
    assert refuse_large(1024, 1025, 1) is None  # 2^21 entries
    with pytest.raises(ModuleNotFoundError):
        refuse_large(1024, 1026, 1)


def test_a_program_without_a_feasible_point_is_told():
    # x_0 <= x_1 / 2 <= x_0 / 4, and the same of a second block whose only variable is 1
    program = MinimaxProgram((1, 2), ({0: F(1)},), ((0, 1, F(1, 2)), (0, 2, F(1, 2))))
    with pytest.raises(ArithmeticError, match="no proposal can be certified"):
        simplex.best_enclosure(program, 40, None)
