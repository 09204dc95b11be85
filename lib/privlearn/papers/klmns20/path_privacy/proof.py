"""KLMNS20, Section 3.1: the proof of Claim 3.5, step by step along one path of S and its class under S + x.

Definitions
-----------
Nodes are tuples of bits.  A step of a path goes to a child of weight a, whose sibling has weight b; its *factor* is
c^a/(c^a + c^b), and 1 if the sibling is empty.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import privlearn.papers.klmns20.path_privacy.class_factor  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.learners.interior_point.trees import branching_profile, path_law
from privlearn.learners.interior_point.trees.path_classes import balanced_bound
from privlearn.papers.klmns20.path_privacy.instances import BASES, shapes_at_zero

Bits = tuple[int, ...]
Law = dict[Bits, Fraction]

class Added(NamedTuple):
    """A database, a point that is added to it, and a path."""

    S: tuple[int, ...]
    P: Bits
    x: int = 0
    bits: int = 3
    t: int = 1
    c: Fraction = BASES[0]
    copies: int = 1
    goes_on_below: int = 0

    @property
    def labels(self) -> dict[str, str]:
        """What fields are called on the page."""
        return {"bits": "bits of a point", "copies": "copies of x", "goes_on_below": "by how much it goes on below t"}

    @property
    def points(self) -> dict[str, int]:
        return {"S": 1 << self.bits}

    def fitted(self) -> "Added":
        """Return it with the possible path of S that goes with P the longest."""
        return self._replace(P=max(law_of_path(self.S, self.bits, self.stop, self.c), key=lambda node: (
            sum(node[:k] == self.P[:k] for k in range(1, len(node) + 1)), node)))

    @property
    def larger(self) -> tuple[int, ...]:
        return (*self.S, *(self.x,) * self.copies)

    @property
    def stop(self) -> int:
        return self.t - self.goes_on_below


def below(node: Bits, bits: int, rows: Iterable[int]) -> int:
    """Return the weight of a node."""
    return sum(z >> (bits - len(node)) == place(node)[1] for z in rows)


def place(node: Bits) -> tuple[int, int]:
    """Return a node as the library has it, (depth, prefix)."""
    return len(node), sum(bit << k for k, bit in enumerate(reversed(node)))


def factor(c: Fraction, a: int, b: int) -> Fraction:
    return c**a / (c**a + c**b) if b else Fraction(1)


@cache
def law_of_path(rows: tuple[int, ...], bits: int, stop: int, c: Fraction) -> Law:
    """Return the law of the last node: the library's, or for c < 1, which that refuses, step by step."""
    if c >= 1:
        return {tuple(node[1] >> k & 1 for k in reversed(range(node[0]))): p
                for node, p in path_law(rows, bits, stop, c).exact().items()}
    found: Law = {}
    waiting: list[tuple[Bits, Fraction]] = [((), Fraction(1))]
    while waiting:
        node, p = waiting.pop()
        if len(node) == bits or below(node, bits, rows) <= stop:
            found[node] = p
            continue
        weights = [below((*node, bit), bits, rows) for bit in (0, 1)]
        waiting += [((*node, bit), p * factor(c, weights[bit], weights[1 - bit])) for bit in (0, 1) if weights[bit]]
    return found


def probability(given: Added) -> Fraction:
    return law_of_path(given.S, given.bits, given.stop, given.c)[given.P]


def probability_of_class(given: Added) -> Fraction:
    law = law_of_path(given.larger, given.bits, given.stop, given.c)
    return sum((p for node, p in law.items() if node[:len(given.P)] == given.P), Fraction(0))


def steps_of(given: Added, rows: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return for each step of P the weights of the next node and of its sibling."""
    nodes = [given.P[:k + 1] for k in range(len(given.P))]
    return [(below(v, given.bits, rows), below((*v[:-1], 1 - v[-1]), given.bits, rows)) for v in nodes]


def product(factors: Iterable[Fraction]) -> Fraction:
    found = Fraction(1)
    for one in factors:
        found *= one
    return found


def inequality_1(given: Added) -> Iterator[Line]:
    """Inequality (1)."""
    branching, c, t = branching_profile(given.S, given.bits, place(given.P)), given.c, given.t
    yield Line("eq-1/path", "==", probability(given), product(factor(c, a, b) for a, b in branching))
    yield Line("eq-1/class", "<=", c**t / (c**t + 1) * product(factor(c, a, b + 1) for a, b in branching),
               probability_of_class(given))


def few_steps_are_balanced(given: Added) -> Iterator[Line]:
    """The number of balanced steps, and the others."""
    branching, c = branching_profile(given.S, given.bits, place(given.P)), given.c
    slack = [(K, a, b) for K in range(given.t) for a, b in branching]
    for K, a, b in slack:
        if b >= a - K:
            yield Line("count/halved", "<=", 2 * (a - K), a + b - K, ("K", K, "weights", (a, b)))
    for K in range(given.t if branching else 0):
        yield Line("count/steps", "<=", sum(b >= a - K for a, b in branching),
                   balanced_bound(len(given.S), given.t, K) if len(given.S) > given.t else 0, ("K", K))
    for K, a, b in slack:
        if b < a - K:
            yield Line("count/others", "<=", factor(c, a, b) / factor(c, a, b + 1), 1 + (c - 1) / c**K,
                       ("K", K, "weights", (a, b)))
    for a, b in branching:
        yield Line("count/strong", "<=", c ** (b - a), 1 / probability(given), ("weights", (a, b)))


def one_step_loses(given: Added) -> Iterator[Line]:
    """The factors of both runs, step by step."""
    c, most = given.c, max(given.c, 1 + 1 / given.c**given.t)
    word = tuple(given.x >> k & 1 for k in reversed(range(given.bits)))
    pairs = list(zip(steps_of(given, given.S), steps_of(given, given.larger), strict=True))
    left = next((k for k in range(len(given.P)) if given.P[k] != word[k]), len(given.P))
    for k, ((a, b), (a_2, b_2)) in enumerate(pairs[:left]):
        yield Line("stay", "<=", factor(c, a, b), factor(c, a_2, b_2), ("step", k + 1))
    for (a, b), (a_2, b_2) in pairs[left:left + 1]:
        loss = c if b else 1 + c ** (1 - a)
        yield Line("leave/loss", "<=", factor(c, a, b), loss * factor(c, a_2, b_2), ("step", left + 1))
        yield Line("leave/most", "<=", loss, most, ("step", left + 1))
    for k, ((a, b), (a_2, b_2)) in enumerate(pairs[left + 1:]):
        yield Line("after", "==", factor(c, a, b), factor(c, a_2, b_2), ("step", left + k + 2))
    yield Line("class", "==", product(factor(c, a, b) for _, (a, b) in pairs), probability_of_class(given))
    yield Line("conclusion", "<=", probability(given), most * probability_of_class(given))


def along(S: tuple[int, ...], **parts: Any) -> Iterator[Added]:
    """Yield a database with each of its paths, the added point being 0."""
    given = Added(S, (), **parts)
    for node in law_of_path(S, given.bits, given.stop, given.c):
        yield given._replace(P=node)


@cache
def added() -> tuple[Added, ...]:
    """Return the family: small databases, halved ones with their leftmost path, and a point beside many."""
    small = (given for bits, most in ((2, 6), (3, 4)) for size in range(most + 1) for S in shapes_at_zero(bits, size)
             for t in range(3) for c in BASES for given in along(S, bits=bits, t=t, c=c))
    halved = (given for bits, t in ((3, 1), (4, 1), (4, 2), (5, 3))
              for given in along(tuple(range(1 << bits)), bits=bits, t=t) if not any(given.P))
    return (*small, *halved, *(given for n in (12, 40) for given in along((0, *(1,) * n), bits=1, t=0)))


def start() -> Added:
    return Added((0, 1, 2, 2, 3, 4), (0, 1, 0), t=2)


def changed(**parts: Any) -> Callable[[], Iterator[Added]]:
    """Return the family of the instance that is shown, and of a fifth of all, with other parts and their paths."""
    def family() -> Iterator[Added]:
        for given in (start(), *added()[::5]):
            other = given._replace(**parts)
            if other.stop >= 0:
                law = law_of_path(other.S, other.bits, other.stop, other.c)
                yield from (other._replace(P=P) for P in ([other.P] if other.P in law else law))
    return family


@proof("KLMNS20-3.5", grade="exhaustive",
       quantifier="e^epsilon = 3/2 and 2, t = 0, 1, 2: all databases of at most 6 points of 4 and of 4 points of 8, up "
                  "to exchanging subtrees, all added points and paths; the path of 0 to all of 8, 16 and 32 points, "
                  "and to one point beside 12 and 40",
       instances=added, start=start,
       steps={"eq-1/path": "{Pr_S[P]} equals {the product over the branching nodes}",
              "eq-1/class": "{the product with heavier siblings} is at most {Pr_S'[the class of P]}",
              "count/halved": "{2 (a - K)} is at most {a + b - K}",
              "count/steps": "{the balanced steps} are at most {ceil(log_2((n - K)/(t - K)))}",
              "count/others": "{what one more in the sibling takes} is at most {1 + (c - 1) c^(-K)}",
              "count/strong": "{c^(b - a)} is at most {1/Pr_S[P]}",
              "stay": "{the factor under S} is at most {that under S'}",
              "leave/loss": "{the factor under S} is at most {the loss times that under S'}",
              "leave/most": "{the loss} is at most {max(c, 1 + c^(-t))}",
              "after": "{the factor under S} equals {that under S'}",
              "class": "{the product of the factors under S'} equals {Pr_S'[the class of P]}",
              "conclusion": "{Pr_S[P]} is at most {max(c, 1 + c^(-t)) Pr_S'[the class of P]}"},
       hypotheses=(
           Hypothesis("one point is added", changed(copies=2), ("leave/loss", "eq-1/class", "conclusion")),
           Hypothesis("c > 1", changed(c=Fraction(1, 2)),
                      ("count/others", "eq-1/class", "stay", "leave/loss", "leave/most", "conclusion")),
           Hypothesis("the path ends at the weight t", changed(goes_on_below=1),
                      ("count/steps", "eq-1/class", "leave/most", "conclusion")),
           Hypothesis("P is a possible path of S", needless="any other path has probability 0 under S")))
def one_factor_is_lost(given: Added) -> Iterator[Line]:
    for part in (inequality_1, few_steps_are_balanced, one_step_loses):
        yield from part(given)


def refutes_one_factor_is_lost(given: Added, step: str, case: Any) -> bool:
    """Tell whether a line is false: words that begin alike are counted, and fractions multiplied out."""
    c, t, path = given.c, given.t, "".join(map(str, given.P))
    words, new = [f"{z:0{given.bits}b}" for z in given.S], f"{given.x:0{given.bits}b}"
    old: list[tuple[int, int]] = []
    odds, odds_later = (list[Fraction]() for _ in (0, 1))  # of the sibling, under S and under S'
    for k in range(len(path)):
        met, on = [w for w in words if w[:k] == path[:k]], sum(w[:k + 1] == path[:k + 1] for w in words)
        old.append((on, len(met) - on))
        more = (given.copies * (new[:k + 1] == path[:k + 1]),
                given.copies * (new[:k] == path[:k] and new[k] != path[k]))
        for found, (a, b) in ((odds, old[-1]), (odds_later, (on + more[0], len(met) - on + more[1]))):
            found.append(c ** (b - a) if b else Fraction(0))
    before, after = (product(1 / (1 + odd) for odd in found) for found in (odds, odds_later))
    if step == "eq-1/class":
        return c**t * product(1 / (1 + c * odd) for odd in odds if odd) > (c**t + 1) * after
    if step == "count/steps":
        n, few = len(words) - case[1], sum(b > 0 and b + case[1] >= a for a, b in old)
        return few > 0 and n <= (t - case[1]) * 2 ** (few - 1)
    if step == "count/others":
        a, b = case[3]
        return (1 + c ** (b - a + 1)) * c ** case[1] > (1 + c ** (b - a)) * (c ** case[1] + c - 1)
    if step == "conclusion":
        return before > c * after and before > (1 + 1 / c**t) * after
    k = case[1] - 1
    loss = 1 if step == "stay" else c if old[k][1] else 1 + c / c ** old[k][0]
    if step == "leave/most":
        return c < loss > 1 + 1 / c**t
    return 1 + odds_later[k] > loss * (1 + odds[k])
