"""KLMNS20, Theorem 1.2: the parameters of its proof keep their promises with the number of rows that it states."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import ceil, exp, floor, log
from typing import Any, NamedTuple

from privlearn.checking import Verdict, all_hold, check, judge, sabotage
from privlearn.exact import exp_bracket, log_bracket, log_star
from privlearn.exact.towers import tower
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, tree_log_directions
from privlearn.learners.interior_point.tree_log.failure import base_size, tree_log_failure_bracket
from privlearn.papers.klmns20.crossover.sample_sizes import BETA, DELTA

WISHES = ((Fraction(1), Fraction(1, 4), Fraction(9, 10)), (Fraction(1), DELTA, BETA),
          (Fraction(1, 3), Fraction(1, 12), BETA))  # epsilon, delta, beta
SHAPES = ((1, 2), (3, 1), (64, 1), (64, 2), (1 << 20, 3), (64, 9))  # log |X|, N


class Recipe(NamedTuple):
    """What the proof of Theorem 1.2 chooses, and the rows that the theorem states."""

    parameters: TreeLogParameters
    exp_gap: Fraction
    rows: int


def recipe(bits: int, levels: int, epsilon: Fraction, delta: Fraction, beta: Fraction) -> Recipe:
    """Return the parameters of the proof, every ``e^epsilon`` but the path's rounded down by 2^-32 of it."""
    part, tail = epsilon / (4 * levels), log_bracket(3 * levels / delta).upper
    path = 1 + (part / tail).limit_denominator(1 << 32)
    threshold = 1 + ceil(tail / part)
    trim = ceil(log_bracket(9 * levels / beta).upper / part) - 1
    stop = ceil(max(2 * tail / log_bracket(path).lower, threshold - 1 + log_bracket(3 * levels / beta).upper / part))
    step = exp_bracket(part, 32).lower
    level = Level(exp_path=path, exp_choose=step, threshold=threshold, exp_end=step, trim=trim, stop=stop)
    squared = log_bracket(9 * levels / (beta * delta)).lower ** 2
    base = log_bracket(3 * base_size(bits, levels) / beta).lower
    rows = ceil((11 * levels**2 * squared + 8 * base) / epsilon)
    return Recipe(TreeLogParameters((level,) * levels, exp_bracket(epsilon / 4, 32).lower), step, rows)


def with_rows(share: Fraction) -> Callable[..., Recipe]:
    """Return the recipe with a share of the rows."""
    return lambda *wish: recipe(*wish)._replace(rows=floor(share * recipe(*wish).rows))


def with_levels(**changed: Callable[[Any], Any]) -> Callable[..., Recipe]:
    """Return the recipe with some numbers of its levels changed."""
    def made(*wish: Any) -> Recipe:
        right = recipe(*wish)
        level = right.parameters.levels[0]
        other = Level(**vars(level) | {name: change(vars(level)[name]) for name, change in changed.items()})
        return right._replace(parameters=TreeLogParameters((other,) * wish[1], right.parameters.exp_base))

    return made


@check("KLMNS20-1.2", grade="certified",
       quantifier="(log|X|, N) = (1, 2), (3, 1), (64, 1), (64, 2), (2^20, 3), (64, 9); (epsilon, delta, beta) = (1, "
                  "1/4, 9/10), (1, 10^-6, 1/10), (1/3, 1/12, 1/10): both directions of Lemma 3.6, the failure of "
                  "Lemma 3.8; and the base with log*|X| - 2 levels, log|X| = 1, ..., 4096, 2^20, tower(5)",
       says="the proof's parameters keep epsilon, delta and beta with the stated rows, and at most 8 values are left")
@sabotage("half of the rows", with_rows(Fraction(1, 2)))
@sabotage("a third of the stopping weight", with_levels(stop=lambda stop: stop // 3))
@sabotage("half of the threshold", with_levels(threshold=lambda threshold: threshold // 2))
@sabotage("a path twice as steep", with_levels(exp_path=lambda path: 2 * path - 1))
@sabotage("half of the trimming", with_levels(trim=lambda trim: trim // 2))
def parameters_of_the_proof_keep_their_promises(make=recipe) -> Verdict:
    def promises() -> Iterator[Any]:
        for (bits, levels), wish in product(SHAPES, WISHES):
            made, (epsilon, delta, beta) = make(bits, levels, *wish), wish
            found = tree_log_directions(made.parameters, made.exp_gap)
            for name, left, right in (("A", found.forward, exp_bracket(epsilon).lower),
                                      ("B", found.backward, exp_bracket(epsilon).lower), ("delta", found.delta, delta),
                                      ("failure", tree_log_failure_bracket(bits, made.rows, made.parameters), beta)):
                yield (bits, levels, wish, name), left, right

    few = ((("values", bits), base_size(bits, max(1, log_star(bits) - 1)), 8)  # log*|X| is one more than log* of it
           for bits in (*range(1, 4097), 1 << 20, tower(5)))
    return all_hold(judge("<=", promises()), judge("<=", few))

def refutes_parameters_of_the_proof_keep_their_promises(make, bits, levels, wish, name):
    def share(exponent: float, weight: float = 1) -> float:
        return weight / (weight + exp(min(exponent, 700)))

    made, (epsilon, delta, beta), values = make(bits, levels, *wish), map(float, wish), base_size(bits, levels)
    level, base = made.parameters.levels[0], log(made.parameters.exp_base)
    p, c, end, gap = (log(ratio) for ratio in (level.exp_path, level.exp_choose, level.exp_end, made.exp_gap))
    lost = (1 - exp(-p)) * exp(-(gap + p) / (exp(p) - 1)) + share(p * level.stop) + share(c * (level.threshold - 1))
    left = made.rows - levels * (2 * level.trim + level.stop)
    failed = levels * (share(c * (level.stop + 1 - level.threshold)) + share(end * (level.trim + 1), 3))
    failed += max(share(base * left, values - 1), share(base * (left // 2) + log(2), values - 2)) if left > 0 else 1
    return {"A": base + levels * (p + c + end) > epsilon, "B": base + levels * (gap + c + end) > epsilon,
            "delta": levels * lost > delta, "failure": failed > beta}[name]
