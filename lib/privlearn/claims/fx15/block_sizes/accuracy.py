"""FX15, Section 6.1: the likely answer is accurate."""

from collections.abc import Iterator
from fractions import Fraction

from privlearn.claims import check, judged, sabotage
from privlearn.claims.fx15.block_sizes import claim
from privlearn.exact import Bracket, log_bracket

HALVES_LOG = log_bracket(Fraction(3, 2))
ALPHAS = tuple(Fraction(k, 20) for k in range(1, 10))


claim("FX15-6.3.none", kind="inequality", step_of="FX15-6.3", title="If None is likely, the zero function is accurate",
      uses=("FX15-6.3.probs",))


def window_begin(alpha: Fraction) -> Bracket:
    """Bracket ``ln(3/2)/alpha``."""
    return log_bracket(Fraction(3, 2)) / alpha


def first_size(begin: Bracket) -> int:
    """Return the least integer t of at least 1 from the beginning on."""
    return max(1, -((-begin.upper) // 1))


def small_windows(start) -> Iterator[tuple[Fraction, int]]:
    """Yield (alpha, t): the three smallest sizes of the window, and four times the first."""
    for e in ALPHAS:
        t = first_size(start(e))
        yield from ((e, size) for size in (t, t + 1, t + 2, 4 * t))


@check("FX15-6.3.none", grade="certified",
       quantifier="epsilon in {0.05, ..., 0.45}, t the first three sizes of the window and 4 times the first, r = "
                  "k/400", fingerprint=lambda start: [start(e) for e in ALPHAS])
@sabotage("a window from ln(5/4)/epsilon on", lambda e: log_bracket(Fraction(5, 4)) / e)
@judged("<=")
def likely_none_makes_the_zero_function_accurate(start=window_begin):
    for e, t in small_windows(start):
        for k in range(401):
            r = Fraction(k, 400)
            if 3 * (400 - k) ** t < 2 * 400**t:
                break  # and so for all larger r
            yield (e, t, r, "rate"), r * t, HALVES_LOG
            yield (e, t, r, "error"), r, e

@likely_none_makes_the_zero_function_accurate.verifier
def _(start, witness):
    e, t, r, _ = witness
    chance = Fraction(1)
    for _ in range(t):
        chance *= 1 - r
    return t >= start(e).lower and 3 * chance >= 2 and r > e


claim("FX15-6.5.err", kind="inequality", step_of="FX15-6.3", title="Its point function is accurate",
      uses=("FX15-6.5eq",))


@check("FX15-6.5.err", grade="certified",
       quantifier="epsilon in {0.05, ..., 0.45}, t the first three sizes of the window and 4 times the first; r, q = "
                  "k/40 with (1 - r + q)^t - (1 - r)^t >= 2/3",
       fingerprint=lambda error: error(Fraction(1), Fraction(1, 2)))
@sabotage("error r: the point itself is forgotten", lambda r, q: r)
@judged("<=")
def likely_point_is_accurate(error=lambda r, q: r - q):
    for e, t in small_windows(window_begin):
        powers = [k**t for k in range(41)]
        for i, j in ((x, y) for x in range(1, 41) for y in range(1, x + 1)):
            if 3 * (powers[40 - i + j] - powers[40 - i]) >= 2 * powers[40]:
                r, q = Fraction(i, 40), Fraction(j, 40)
                yield (e, t, r, q, "rate"), error(r, q) * t, HALVES_LOG
                yield (e, t, r, q, "error"), error(r, q), e

@likely_point_is_accurate.verifier
def _(error, witness):
    e, t, r, q, _ = witness
    only = sum((_choose(t, k) * q**k * (1 - r) ** (t - k) for k in range(1, t + 1)), Fraction(0))
    return 3 * only >= 2 and (error(r, q) > e or 2 * error(r, q) * t > 1)


def _choose(n: int, k: int) -> int:
    found = 1
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found
