"""Catalogue: mistakes of arithmetic, below right algorithms."""

from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.broken import famous_arithmetic as wrong
from privlearn.broken.trials import Mistake, Trial, audited, euler
from privlearn.exact import is_at_most
from privlearn.mechanisms.discrete_laplace import Division, divide, shift_ratio

SCALES = (2, 3, 5, 6, 10, 12)
EPSILONS = 2000  # k / 1000 for k = 1..2000
LARGEST = 4  # values 0..4 in sums
BIT = [(0,), (1,)]
DRAWS = "rows 0 and 1, 4096 draws"


def arithmetic_mistakes() -> list[Mistake]:
    """Return rows 13 to 16 of the catalogue."""
    return [rational_division(), float_response(), half_precision(), wide_clamp(), rounded_sum()]


def rational_division() -> Mistake:
    """The wrong division under a right sampler."""
    return Mistake("13", "wrong rational division inside a right sampler of discrete Laplace noise",
                   "The algorithm was proved; its division was not. The law of the noise hardly moves, its ratio does.",
                   [noise_trial(scale, wrong.broken_division) for scale in SCALES],
                   "right division", noise_trial(12, divide))


def noise_trial(scale: int, division: Division) -> Trial:
    """Compare the ratio of discrete Laplace noise with ``e^{1/scale}``; for the right division they are equal."""
    promise = euler(Fraction(1, scale) + Fraction(1, 2**60))  # brackets cannot order equal numbers: allow the last bits

    def refutes(y: Any) -> bool:
        low, high = sorted((_series(Fraction(y, scale), division), _series(Fraction(y + 1, scale), division)))
        return not is_at_most((high - Fraction(1, 10**15)) / (low + Fraction(1, 10**15)), promise)

    return Trial(f"scale {scale}", promise, lambda: shift_ratio(scale, division), refutes)


def _series(x: Fraction, division: Division) -> Fraction:
    """1 - x + x^2/2! - ..., every factor x/k by ``division``; after 22 terms right to 15 digits."""
    total, term = Fraction(1), Fraction(1)
    for k in range(1, 23):
        term *= -division(x, k)
        total += term
    return total


def float_response() -> Mistake:
    """Randomised response in doubles."""
    epsilons = [k / 1000 for k in range(1, EPSILONS + 1)]
    trials = [audited(f"epsilon {epsilon}", wrong.broken_float_response(epsilon), BIT, promise=euler(epsilon))
              for epsilon in epsilons]
    control = audited("epsilon 1.0", wrong.rounded_down_response(1.0), BIT, promise=euler(1))
    return Mistake("14", "randomised response with a truth probability in double precision",
                   "Exceeded in the last bits only: a comparison with a bracket sees it, a tolerance never.",
                   trials, "ratio rounded down first", control)


def half_precision() -> Mistake:
    """Mironov's attack, small enough to enumerate."""
    trials = [audited(DRAWS, wrong.broken_half_precision_laplace(), BIT, promise=euler(1))]
    return Mistake("15", "Laplace noise in floating point (half precision)",
                   "The sums reachable from 0 and from 1 are different sets of floating-point numbers.",
                   trials, "snapped, clamped at 2", _snapped())


def wide_clamp() -> Mistake:
    """Snapping with a clamp that the noise does not reach."""
    trials = [audited(DRAWS, wrong.broken_snapping_with_wide_clamp(), BIT, promise=euler(Fraction(65, 64)))]
    return Mistake("15b", "snapped noise, clamped farther out than the noise reaches",
                   "The largest noise that 11 random bits can give still tells the rows apart.",
                   trials, "clamped at 2", _snapped())


def _snapped() -> Trial:
    return audited(DRAWS, wrong.snapped_half_precision_laplace(), BIT, promise=euler(Fraction(65, 64)))


def rounded_sum() -> Mistake:
    """A sum of rounded partial sums."""
    trials = [sum_trial(n, wrong.broken_float_sum) for n in range(1, 7)]
    return Mistake("16", "sum with 3 significant bits, believed to change by at most one value",
                   "Each partial sum is rounded, and a replaced row changes all roundings after it.",
                   trials, "integer sum", sum_trial(6, sum))


def sum_trial(rows: int, add: Any) -> Trial:
    """Compare the largest change of a sum of values 0..4 under one replacement with 4."""

    def measure() -> tuple[int, Any]:
        totals = {database: add(database) for database in product(range(LARGEST + 1), repeat=rows)}
        changes = ((max(line) - min(line), (max(line), min(line)), i, rest) for i in range(rows)
                   for rest in product(range(LARGEST + 1), repeat=rows - 1)
                   for line in [[totals[(*rest[:i], v, *rest[i:])] for v in range(LARGEST + 1)]])
        best, _, i, rest = max(changes)
        around = [(*rest[:i], v, *rest[i:]) for v in range(LARGEST + 1)]
        return best, (max(around, key=totals.__getitem__), min(around, key=totals.__getitem__))

    return Trial(f"{rows} row{'s' * (rows > 1)} with values 0..4", LARGEST, measure,
                 lambda pair: abs(_nearest_sum(pair[0]) - _nearest_sum(pair[1])) > LARGEST,
                 quantity="sensitivity", least=0)


def _nearest_sum(values: Any) -> int:
    """The rounded sum again, from the list of all numbers with 3 significant bits, ties to an even last bit."""
    numbers = {m << e: m % 2 for e in range(6) for m in range(4, 8)} | dict.fromkeys(range(4), 0)
    total = 0
    for value in values:
        total = min(numbers, key=lambda r, t=total + value: (abs(r - t), numbers[r]))  # type: ignore[misc]
    return total
