"""KLMNS20, Lemma 3.8: its displayed conditions, at their edges, against the exact failure of whole runs."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import privlearn.papers.klmns20.utility.success  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact import as_fraction
from privlearn.learners.interior_point import interior_score
from privlearn.learners.interior_point.tree_log import (LawTables, Level, TreeLogParameters, fast_tree_log_law,
                                                        tree_log_law)

Database = tuple[int, ...]
Betas = tuple[Fraction, Fraction, Fraction]
LONG = 64


@dataclass(frozen=True)
class Setting:
    """A domain of 2^bits points, N equal levels, e^epsilon_b, n_b and the score that is promised."""

    bits: int
    levels: int
    level: Level
    exp_base: Fraction
    left: int
    score: int

    @property
    def parameters(self) -> TreeLogParameters:
        """What the algorithm is run with."""
        return TreeLogParameters((self.level,) * self.levels, self.exp_base)

    @property
    def rows(self) -> int:
        """The n of the lemma."""
        return self.levels * (2 * self.level.trim + self.level.stop) + self.left

    @property
    def base_values(self) -> int:
        """The B of the lemma: a level turns 2^k points into k + 1 values, stored in as many bits as they need."""
        values = 1 << self.bits
        for _ in range(self.levels):
            values = (values - 1).bit_length() + 1
        return values


def least_betas(setting: Setting) -> Betas:
    """Return the least beta_b, beta_c and beta_e that the conditions allow, each with equality in one of them."""
    level, values, b, n = setting.level, setting.base_values, setting.exp_base, setting.left
    halves = b ** (n - n // 2) + b ** (n // 2)
    end = Fraction(level.exp_end) ** (level.trim + 2 - setting.score)
    choice = Fraction(level.exp_choose) ** (level.stop + 1 - int(level.threshold))
    base = max(Fraction(values - 1, values - 1 + b**n), Fraction(max(values - 2, 0), max(values - 2, 0) + halves))
    return base, 1 / (1 + choice), 3 / (3 + end)


def with_weak_base(setting: Setting) -> Betas:
    """Leave out the condition that one repeated point asks for, where B >= 3 and e^(epsilon_b n_b) >= 4."""
    values, b, n = setting.base_values, setting.exp_base, setting.left
    right = least_betas(setting)
    if values < 3 or b**n < 4:
        return right
    return Fraction(values - 2, values - 2 + b ** (n - n // 2) + b ** (n // 2)), *right[1:]


def level_of(trim: int, stop: int, choose: Any, end: Any, threshold: int = 1, path: Any = 2) -> Level:
    return Level(exp_path=path, exp_choose=choose, threshold=threshold, exp_end=end, trim=trim, stop=stop)


@cache
def small_settings() -> tuple[Setting, ...]:
    """Return the settings of which all databases are judged; without levels the score is 1."""
    nothing = level_of(0, 0, 2, 2)
    found = [Setting(bits, 0, nothing, b, left, 1) for bits, left in product(range(4), range(1, 6))
             for b in (Fraction(5, 4), Fraction(2), Fraction(4))]
    for bits, levels, most in ((1, 1, 6), (2, 1, 6), (3, 1, 4), (2, 2, 7), (3, 2, 4)):
        for trim, stop, left, path in product(range(2), range(2), range(1, 4), (2, None)):
            if levels * (2 * trim + stop) + left <= most:
                found += [Setting(bits, levels, level_of(trim, stop, choose, end, tau, path), b, left, score)
                          for choose, end, tau, b in ((4, 4, 1, Fraction(4)), (16, 9, 2, Fraction(2)))
                          for score in range(1, trim + 2)]
    return tuple(found)


@cache
def tables(bits: int, parameters: TreeLogParameters) -> LawTables:
    return LawTables(bits, parameters)


def failure(setting: Setting, s: Database, law: dict[Any, Any]) -> Any:
    """Return how often the answer has not the score that is promised."""
    return 1 - sum(p for x, p in law.items() if x is not None and interior_score(x, s) >= setting.score)


@cache
def worst_failure(setting: Setting) -> tuple[Fraction, Database]:
    """Return the largest failure over all databases of n and of n + 1 elements, one of a mirrored pair, and where."""
    last, laws = (1 << setting.bits) - 1, tables(setting.bits, setting.parameters)
    found, s = max((failure(setting, s, laws.masses(s)), s) for rows in (setting.rows, setting.rows + 1)
                   for s in combinations_with_replacement(range(last + 1), rows)
                   if s <= tuple(last - x for x in reversed(s)))
    return as_fraction(found), s


def long_cases() -> Iterator[tuple[Setting, Database]]:
    """Yield databases on 2^64 points that come near the bound of one choice, and near that of one end.

    Equal elements have one node on each level, and equal levels, so that each of two levels may fail. Of two heaps
    beside the middle each holds all of its node but for one element, and its node's only good leaf has score t_1 +
    1 on most of the levels; the others have that of the elements at both ends of the domain.
    """
    half, top = 1 << (LONG - 1), (1 << LONG) - 1
    for trim, stop in product(range(3), range(3)):
        certain = Fraction(10**9)
        for (choose, tau), levels in product(((2, 1), (3, 2)), (1, 2)):
            one = Setting(LONG, levels, level_of(trim, stop, choose, 10**9, tau), certain, 1, 1)
            yield one, (5,) * one.rows
        for end, score in product((2, 4), range(1, trim + 2)):
            far = score - 1
            one = Setting(LONG, 1, level_of(trim, stop, 4, end, -20), certain, 2, score)
            yield one, ((0,) * far + (half - 2,) * (trim + 1 + stop - far) + (half + 1,) * (trim + 1 - far)
                        + (top,) * far)


@cache
def long_failures() -> tuple[tuple[Setting, Database, Fraction], ...]:
    """Return the failures on the long databases."""
    return tuple((one, s, failure(one, s, fast_tree_log_law(s, one.bits, one.parameters).exact()))
                 for one, s in long_cases())


@check("KLMNS20-3.8", grade="exact",
       quantifier="no level on 1, 2, 4 and 8 points, n_b = 1 to 5, e^epsilon_b = 5/4, 2, 4; one level on 2, 4 and 8 "
                  "points and two on 4 and 8, t_1, t_2 <= 1, n_b = 1 to 3, n at most 4, 6 or 7, two choices of the "
                  "numbers, random and heavy path, all scores up to t_1 + 1: all databases of n and n + 1 elements "
                  "(mirrored ones once); 2^64 points, t_1, t_2 <= 2: databases on which one choice, each of two, or "
                  "one end fails nearly as often as it may",
       says="{Pr[no answer, or one of a lower score]} is at most {beta_b + N (beta_c + beta_e) at the least betas}")
@sabotage("B >= 3 and e^(epsilon_b n_b) >= 4 take the place of the condition for one repeated point", with_weak_base)
@sabotage("the condition for one repeated point alone", lambda one: (
    Fraction(one.base_values - 1, one.base_values - 1 + one.exp_base**one.left), *least_betas(one)[1:]))
@sabotage("t_2 may be one less", lambda one: (
    least_betas(one)[0], 1 / (2 + 1 / least_betas(one)[1]), least_betas(one)[2]))
@sabotage("two levels fail no more often than one", lambda one: (
    least_betas(one)[0], *(beta / max(1, one.levels) for beta in least_betas(one)[1:])))
@sabotage("two bad leaves", lambda one: (*least_betas(one)[:2], 2 / (3 / least_betas(one)[2] - 1)))
@sabotage("the score is one more than is trimmed for", lambda one: (
    *least_betas(one)[:2], 3 / (3 + Fraction(one.level.exp_end) ** (one.level.trim + 3 - one.score))))
@judged("<=")
def the_lemma_holds_under_its_conditions(betas=least_betas):
    small = ((one, s, failing) for one in small_settings() for failing, s in [worst_failure(one)])
    for one, s, failing in (*small, *long_failures()):
        base, choice, end = betas(one)
        yield (one, s), failing, base + one.levels * (choice + end)


def refutes_the_lemma_holds_under_its_conditions(betas, one, s):
    base, choice, end = betas(one)
    law = tree_log_law(s, one.bits, one.parameters).exact()
    good = [x for x in law if x is not None and sum(z <= x for z in s) >= one.score <= sum(z >= x for z in s)]
    return len(s) >= one.rows and sum(law[x] for x in good) < 1 - base - one.levels * (choice + end)
