"""The chip game: how large can the Littlestone dimension of a union of k classes of dimension d be?

Definitions
-----------
A *state* is a tuple ``(c_0, ..., c_d)``: so many experts may still make j mistakes.  In a round the adversary lets each
expert predict 0 or 1; the learner predicts, and the adversary calls it wrong.  Experts that were wrong lose a life;
wrong without a life means out.  The adversary forces n mistakes if after n rounds an expert is left, whatever the
learner did.  With k experts of d lives the *value* is the largest n; it is the largest Littlestone dimension that a
union of k classes of dimension at most d can have:

* upper bound: take the standard optimal algorithms of the k classes as experts;
* lower bound: ``classes_from_strategy`` makes classes of the adversary's strategy.

An expert with j lives survives ``C(n, <=j)`` of the ``2^n`` sequences of labels, so n mistakes need
``sum of c_j C(n, <=j) >= 2^n`` (the *sphere bound* of coding theory: Berlekamp 1968 plays the same game with liars).

>>> [chip_game(k, 1) for k in (1, 2, 3, 4, 16)]
[1, 3, 3, 4, 7]

Source: ABMS20, Proposition 4.3 (the question); the game and its value are an addition of this library.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.exact import TooLargeToEnumerate, as_integer, least_integer

State = tuple[int, ...]
Strategy = Any  # ((predictions of the experts), strategy after label 0, strategy after label 1) or None at a leaf
LARGEST_STRATEGY = 10  # rounds, that is, 1,023 points


def chip_game(experts: int, lives: int) -> int:
    """Return the value of the chip game with k experts of d lives each.

    Parameters
    ----------
    experts : int
        k, at least 1.
    lives : int
        d, at least 0.

    Notes
    -----
    Cost: the states that are met, times the splits of a state; seconds for k = 16, d = 2.

    >>> [chip_game(8, d) for d in range(4)]
    [3, 5, 8, 10]
    """
    k, d = as_integer(experts, "experts", least=1), as_integer(lives, "lives", least=0)
    start = (*[0] * d, k)
    return least_integer(lambda n: not can_force(start, n + 1))


@lru_cache(maxsize=1 << 20)
def can_force(state: State, rounds: int) -> bool:
    """Decide whether the adversary can force so many mistakes from this state and keep an expert.

    Examples
    --------
    >>> can_force((0, 2), 3), can_force((0, 2), 4)
    (True, False)
    """
    if rounds == 0:
        return any(state)
    if not meets_sphere_bound(state, rounds):
        return False
    return any(can_force(after_zero, rounds - 1) and can_force(after_one, rounds - 1)
               for _, after_zero, after_one in _splits(state, rounds))


def meets_sphere_bound(state: State, rounds: int) -> bool:
    """Decide ``sum of c_j C(n, <=j) >= 2^n``, without which n mistakes cannot be forced.

    Examples
    --------
    >>> meets_sphere_bound((0, 16), 7), meets_sphere_bound((0, 16), 8)
    (True, False)
    """
    weight, total = 1, 0  # weight is C(n, <=j)
    for j, experts in enumerate(state):
        total += experts * weight
        weight += comb(rounds, j + 1)
    return total >= 1 << rounds


def sphere_bound(experts: int, lives: int) -> int:
    """Return the largest n with ``k C(n, <=d) >= 2^n``, an upper bound for the chip game.

    Examples
    --------
    >>> sphere_bound(16, 1), sphere_bound(4096, 3)  # perfect codes: Hamming's and Golay's
    (7, 23)
    """
    k, d = as_integer(experts, "experts", least=1), as_integer(lives, "lives", least=0)
    start = (*[0] * d, k)
    n = 0
    while meets_sphere_bound(start, n + 1):
        n += 1
    return n


def _splits(state: State, rounds: int) -> Iterator[tuple[State, State, State]]:
    """Yield (experts that say 0, state if 0 is right, state if 1 is right), even splits first, up to exchange.

    Splits after which the sphere bound already refutes one side are left out.
    """
    order = (sorted(range(c + 1), key=lambda zeros, c=c: abs(2 * zeros - c)) for c in state)  # type: ignore[misc]
    for zeros in product(*order):
        ones = tuple(c - z for c, z in zip(state, zeros, strict=True))
        if zeros >= ones:
            after_zero, after_one = _after(zeros, ones), _after(ones, zeros)
            if meets_sphere_bound(after_zero, rounds - 1) and meets_sphere_bound(after_one, rounds - 1):
                yield zeros, after_zero, after_one


def _after(right: State, wrong: State) -> State:
    """Return the state after a round: the wrong ones move down by one life."""
    return tuple(kept + fallen for kept, fallen in zip(right, (*wrong[1:], 0), strict=True))


def strategy(experts: int, lives: int, mistakes: int) -> Strategy:
    """Return an adversary's strategy that forces so many mistakes, as a tree of the experts' predictions.

    Returns
    -------
    tree
        ``(predictions, tree if 0 is right, tree if 1 is right)``, one bit for each expert; ``None`` at a leaf.

    Raises
    ------
    ValueError
        If the value of the game is smaller.

    Examples
    --------
    >>> strategy(2, 0, 1)
    ((0, 1), None, None)
    """
    k, d = as_integer(experts, "experts", least=1), as_integer(lives, "lives", least=0)
    rounds = as_integer(mistakes, "mistakes", least=0)
    if rounds > LARGEST_STRATEGY:
        raise TooLargeToEnumerate("the strategy tree", f"2^{rounds}", 1 << LARGEST_STRATEGY)
    if not can_force((*[0] * d, k), rounds):
        raise ValueError(f"mistakes must be at most the value {chip_game(k, d)} of the game, got {rounds}")
    return _strategy((d,) * k, d, rounds)


def _strategy(left: State, lives: int, rounds: int) -> Strategy:
    """``left``: the lives of each expert, -1 for those that are out (they say 0)."""
    if rounds == 0:
        return None
    state = tuple(left.count(j) for j in range(lives + 1))
    zeros = next(zeros for zeros, a, b in _splits(state, rounds)
                 if can_force(a, rounds - 1) and can_force(b, rounds - 1))
    todo, said = list(zeros), []
    for j in left:
        says_zero = j < 0 or todo[j] > 0
        if j >= 0 and says_zero:
            todo[j] -= 1
        said.append(0 if says_zero else 1)
    after = [tuple(max(j - (bit != label), -1) for j, bit in zip(left, said, strict=True)) for label in (0, 1)]
    return tuple(said), *(_strategy(rest, lives, rounds - 1) for rest in after)


def classes_from_strategy(tree: Strategy, lives: int) -> tuple[ConceptClass, ...]:
    """Return one class for each expert: concepts follow a path of the strategy and, off it, that expert.

    Parameters
    ----------
    tree : strategy of at least one round
    lives : int
        d: the class of expert i has one concept for every path on which expert i errs at most d times.

    Returns
    -------
    tuple of ConceptClass
        Points are the inner nodes of the tree in heap order (children of node v: 2v + 1 after label 0, 2v + 2 after
        label 1).  Guarantee: every concept of class i differs from expert i's predictions on at most d points, so the
        class has Littlestone dimension at most d; and the union has a complete mistake tree of the strategy's depth.

    Examples
    --------
    >>> [c.rows() for c in classes_from_strategy(strategy(2, 0, 1), 0)]
    [[(0,)], [(1,)]]
    """
    said = expert_predictions(tree)
    depth = (len(said[0]) + 1).bit_length() - 1
    classes = []
    for expert in np.array(said, dtype=np.uint8):
        concepts = []
        for labels in product((0, 1), repeat=depth):
            node, concept = 0, expert.copy()
            for label in labels:
                concept[node] = label
                node = 2 * node + 1 + label
            if int((concept != expert).sum()) <= lives:
                concepts.append(concept)
        classes.append(ConceptClass.from_matrix(np.array(concepts).reshape(len(concepts), len(said[0]))))
    return tuple(classes)


def expert_predictions(tree: Strategy) -> tuple[tuple[int, ...], ...]:
    """Return for each expert its predictions at all nodes of a strategy, in heap order.

    Examples
    --------
    >>> expert_predictions(strategy(2, 0, 1))
    ((0,), (1,))
    """
    level, nodes = [tree], []
    while level and level[0] is not None:
        nodes += [node[0] for node in level]
        level = [child for node in level for child in node[1:]]
    if not nodes:
        raise ValueError("tree must have at least one round")
    return tuple(zip(*nodes, strict=True))


def states_along(tree: Strategy, lives: int, labels: Iterable[int]) -> list[State]:
    """Return the states ``(c_0, ..., c_d)`` that a strategy goes through if these labels are right.

    Examples
    --------
    >>> states_along(strategy(2, 1, 3), 1, (0, 1, 0))[0]
    (0, 2)
    """
    d = as_integer(lives, "lives", least=0)
    left = [d] * len(tree[0])
    found = [tuple(left.count(j) for j in range(d + 1))]
    for label in labels:
        left = [j - (bit != label) for j, bit in zip(left, tree[0], strict=True)]
        found.append(tuple(left.count(j) for j in range(d + 1)))
        tree = tree[1 + label]
    return found
