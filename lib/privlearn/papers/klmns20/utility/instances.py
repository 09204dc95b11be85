"""KLMNS20, Lemma 3.8: runs of TreeLog along chosen paths, and runs outside one hypothesis of the lemma.

Definitions
-----------
A path is the bits of its last node, which is how a node is shown; the library takes (depth, prefix).  The i-th of the
N levels of the recursion trims S (for i > 1 the levels D_{i-1}) to S_hat_i, and its path turns that into D_i.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from privlearn.exact.fractions import HUNDREDTH
from privlearn.learners.interior_point.problem import exponential_failure
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, choice_failure
from privlearn.learners.interior_point.tree_log.failure import base_size
from privlearn.learners.interior_point.trees import embed, heavy_node, middle, path_support
from privlearn.learners.interior_point.trees.nodes import level_bits

Bits = tuple[int, ...]
Database = tuple[int, ...]


class Run(NamedTuple):
    """A database with the paths of a run of TreeLog, its parameters, and the risks that the lemma allows."""

    S: Database
    S_hat: tuple[Database, ...]
    path: tuple[Bits, ...]
    D: tuple[Database, ...]
    bits: int = 3
    t_1: int = 1
    t_2: int = 1
    n_b: int = 1
    tau: int = 1
    exp_c: Any = 4
    exp_e: Any = 4
    exp_b: Any = 4
    s: int = 1
    beta_b: Fraction = Fraction(1)
    beta_c: Fraction = Fraction(1)
    beta_e: Fraction = Fraction(1)
    candidates: str = "all four"

    @property
    def labels(self) -> dict[str, str]:
        """What fields are called on the page."""
        return {"S_hat": "S without t_1 on either side", "bits": "bits of a point", "exp_c": "e^(epsilon_c)",
                "exp_e": "e^(epsilon_e)", "exp_b": "e^(epsilon_b)"}

    @property
    def points(self) -> dict[str, int]:
        return {"S": 1 << self.bits}

    @property
    def derived(self) -> tuple[str, ...]:
        return "S_hat", "D"

    def fitted(self) -> "Run":
        """Return it with its paths if they are possible in S, else with the heavy ones."""
        own = {name: part for name, part in self._asdict().items() if name not in ("S", "S_hat", "path", "D")}
        heaviest = next(along(self.S, heavy, len(self.D), **own))
        found = next((run for run in along(self.S, levels=len(self.D), **own) if run.path == self.path), heaviest)
        return self._replace(S_hat=found.S_hat, path=found.path, D=found.D)

    @property
    def parameters(self) -> TreeLogParameters:
        """What the algorithm is run with."""
        level = Level(exp_path=2, exp_choose=self.exp_c, threshold=self.tau, exp_end=self.exp_e, trim=self.t_1,
                      stop=self.t_2)
        return TreeLogParameters((level,) * len(self.D), self.exp_b)

    @property
    def base(self) -> Database:
        return (self.S, *self.D)[-1]

    @property
    def values(self) -> int:
        """The B of the lemma."""
        return base_size(self.bits, len(self.D))


def bits_of(node: tuple[int, int]) -> Bits:
    return tuple(node[1] >> k & 1 for k in reversed(range(node[0])))


def node_of(path: Bits) -> tuple[int, int]:
    return len(path), sum(bit << k for k, bit in enumerate(reversed(path)))


def along(S: Database, paths: Callable[[Database, int, int], Iterable[tuple[int, int]]] = path_support, levels: int = 1,
          trims: Callable[[Database, int], Database] = middle, drops: Callable[..., Database] = embed,
          **numbers: Any) -> Iterator[Run]:
    """Yield the runs on a database, one for each choice of paths, with the least risks that the lemma allows."""
    made = Run(S, (), (), (), **numbers)
    bound = made._replace(D=((),) * levels)
    risks = (exponential_failure(bound.values, made.n_b, made.exp_b), choice_failure(made.exp_c, made.tau, made.t_2),
             3 / (3 + Fraction(made.exp_e) ** (made.t_1 + 2 - made.s)))

    def below(run: Run, bits: int) -> Iterator[Run]:
        if len(run.D) == levels:
            yield run
            return
        kept = trims(run.base, run.t_1)
        for node in paths(kept, bits, run.t_2):
            found = drops(kept, bits, node, run.t_2)
            yield from below(run._replace(S_hat=(*run.S_hat, kept), path=(*run.path, bits_of(node)),
                                          D=(*run.D, found)), level_bits(bits))

    yield from below(made._replace(beta_b=risks[0], beta_c=risks[1], beta_e=risks[2]), made.bits)


@cache
def small() -> tuple[Run, ...]:
    """Return the runs of the family."""
    found: list[Run] = []
    for bits, levels, rows, t_1, t_2, n_b in ((3, 0, 3, 0, 0, 3), (2, 0, 4, 0, 0, 3), (1, 0, 1, 0, 0, 1),
                                              (3, 1, 4, 1, 1, 1), (3, 1, 4, 0, 2, 2), (2, 1, 6, 1, 2, 2),
                                              (2, 1, 7, 2, 1, 1), (2, 2, 5, 0, 1, 3), (3, 2, 3, 0, 0, 2)):
        last = (1 << bits) - 1
        for S in combinations_with_replacement(range(last + 1), rows):
            mirrored = tuple(last - x for x in reversed(S))
            if mirrored >= S:
                for s in range(1, t_1 + 2):
                    found += along(S, levels=levels, bits=bits, t_1=t_1, t_2=t_2, n_b=n_b, s=s, tau=2, exp_c=3,
                                   exp_e=Fraction(5, 2), exp_b=2)
    return tuple(found)


def heavy(kept: Database, bits: int, stop: int) -> Iterator[tuple[int, int]]:
    yield heavy_node(kept, bits, stop)


STARTING = (0, 0, 0, 1, 1, 1, 2, 4, 6, 6)


def shown(S: Database = STARTING, **parts: Any) -> list[Run]:
    """Return the run that a reader sees first, or one with other parts."""
    return list(along(S, **{"paths": heavy, "t_2": 3, "n_b": 5, "tau": 2, **parts}))


def alone(S: Database, bits: int, n_b: int, **parts: Any) -> Run:
    """Return a run of the base alone."""
    return next(along(S, levels=0, bits=bits, t_1=0, t_2=0, n_b=n_b, **parts))


CERTAIN = 10**9  # e^epsilon of choices that hardly ever fail
BIG: dict[str, Any] = {"exp_c": CERTAIN, "exp_b": CERTAIN, "exp_e": CERTAIN}


def too_few_rows() -> list[Run]:
    return [*shown(n_b=6), alone((3, 4), 3, 3)]


def no_rows_left() -> list[Run]:
    return [run._replace(beta_b=Fraction(run.values - 1, run.values))
            for run in (*shown((1, 1, 2, 4, 6), n_b=0), alone((), 2, 0))]


def risks(**parts: Any) -> Callable[[], list[Run]]:
    """Return the family of some runs with smaller risks: that which is shown, and others whose end or choice fails."""
    far = shown((0, 0, 0, 4, 4, 4), t_2=0, n_b=4, tau=-9, **BIG | {"exp_e": 2})
    silent = shown((5,) * 5, t_2=1, n_b=2, **BIG | {"exp_c": 2})
    return lambda: [run._replace(**parts) for run in (*shown(), *far, *silent)]


def failing_on(points: int) -> Callable[[], list[Run]]:
    """Return bases whose beta_b is the failure on one point, or on two: only the condition on these holds."""
    def failure(run: Run) -> Fraction:
        e, n = Fraction(run.exp_b), run.n_b
        good = e**n if points == 1 else e ** (n // 2) + e ** (n - n // 2)
        return max((run.values - points) / (run.values - points + good), HUNDREDTH)
    runs = (*shown(), alone((3, 3, 4, 4), 3, 4)) if points == 1 else (
        *shown((1, 1, 1, 1, 2, 4), n_b=1), alone((0,), 1, 1), alone((2,), 2, 1))
    return lambda: [run._replace(beta_b=failure(run)) for run in runs]


def without_trimming_above() -> list[Run]:
    """Return runs that set aside the 2 t_1 smallest elements."""
    return [run for S, n_b, more in ((STARTING, 5, {}), ((1, 1, 1, 1, 4, 5, 6, 6), 3, {"s": 2}),
                                     ((0,) * 5 + (1, 4), 5, BIG | {"t_2": 0}))
            for run in shown(S, n_b=n_b, trims=lambda rows, trim: rows[2 * trim:], **more)]


def with_smallest_dropped() -> list[Run]:
    """Return runs whose D has lost the smallest of the levels."""
    def largest(kept: Database, bits: int, node: tuple[int, int], trim: int) -> Database:
        return embed(kept, bits, node, 0)[trim:]
    return [*shown(drops=largest), *shown((0, 0, 1, 2, 3, 4, 5, 7), n_b=3, drops=largest, **BIG | {"tau": 3})]


def with_short_paths() -> list[Run]:
    """Return runs whose path ends at the root, whatever its weight."""
    return [run for S in (STARTING, (1,) * 10) for run in shown(S, paths=lambda *given: [(0, 0)], **BIG)]


def with_candidates(which: str) -> Callable[[], list[Run]]:
    """Return the family of runs with two candidates."""
    return lambda: [run._replace(candidates=which) for S in (STARTING, (3,) * 6 + (4,) * 4)
                    for run in (*shown(S), *shown(S, **BIG | {"exp_b": 4}))]


def with_score(s: int) -> Callable[[], list[Run]]:
    """Return runs of which another score is asked: below 1 with two levels, so that an inner end may fail."""
    return lambda: [*shown(s=s), *(shown((1, 1, 1, 4, 4, 4, 4, 4, 6), s=s, n_b=4, **BIG) if s else shown(
        (0, 0, 0, 4, 4, 4), levels=2, t_1=0, t_2=1, n_b=4, s=0, tau=-9, **BIG | {"exp_e": 2}))]


def scores_of_the_base() -> list[Run]:
    return [alone(STARTING, 3, 10, s=2, exp_b=2), alone((3,), 3, 1, s=2)]
