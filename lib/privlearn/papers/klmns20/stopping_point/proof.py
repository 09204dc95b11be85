"""KLMNS20, Section 4: the proof of Lemma 4.3, along the heavy paths of a database and of one with one more element."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import privlearn.papers.klmns20.stopping_point.shared_paths  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.learners.interior_point.heavy_paths.databases import heaviest
from privlearn.learners.interior_point.trees import embed, fall_levels, heavy_node, middle
from privlearn.learners.interior_point.trees.nodes import node_at, weight
from privlearn.papers.klmns20.stopping_point import claim
from privlearn.papers.klmns20.stopping_point.instances import apart, by_hand

claim("KLMNS20-4.3.gap", kind="inequality", step_of="KLMNS20-4.3",
      title="Few points fall off: the chosen child is heavier by at least 2", uses=("KLMNS20-alg2",),
      note="s is what falls before anything is cut off. For the numbers that enter D it is false at the last node.")


class Level(NamedTuple):
    """The database of a level, and an element that is added to it."""

    D: tuple[int, ...]
    x: int
    L: int = 3
    t: int = 3
    t_1: int = 0
    copies: int = 1
    dropped: int = 3
    margin: int = 1

    @property
    def labels(self) -> dict[str, str]:
        """What fields are called on the page."""
        return {"copies": "copies of x", "dropped": "how many levels are dropped",
                "margin": "s is called light if 2 s + this is at most t"}


@dataclass(frozen=True)
class Pair:
    """The two runs on a level: what is trimmed, the last nodes of the paths, and where the paths part."""

    level: Level

    @cached_property
    def kept(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        level = self.level
        return middle(level.D, level.t_1), middle(level.D + (level.x,) * level.copies, level.t_1)

    @cached_property
    def ends(self) -> list[tuple[int, int]]:
        return [heavy_node(kept, self.level.L, self.level.t) for kept in self.kept]

    @cached_property
    def depth(self) -> int:
        """The level of v, the last common node."""
        return max(k for k in range(min(end[0] for end in self.ends) + 1)
                   if node_at(self.ends[0], k) == node_at(self.ends[1], k))

    @cached_property
    def next(self) -> list[tuple[int, ...]]:
        """D_i and D_i'."""
        return [embed(kept, self.level.L, end, self.level.dropped)
                for kept, end in zip(self.kept, self.ends, strict=True)]

    def below(self, side: int, k: int, which: int = 0) -> int:
        """Return the weight, in one of the two databases, of the node at level k of one of the two paths."""
        return weight(self.kept[which], self.level.L, node_at(self.ends[side], k))


def trimming(pair: Pair) -> Iterator[Line]:
    """Trimming."""
    less, more = map(Counter, pair.kept)
    yield Line("trimmed/lacks", "==", (less - more).total(), 0)
    yield Line("trimmed/more", "<=", (more - less).total(), 1)


def light_falls(pair: Pair) -> Iterator[Line]:
    """The printed argument, at the common nodes where few elements fall."""
    for k in range(min(pair.depth + 1, pair.ends[0][0])):
        a = pair.below(0, k + 1)
        s = pair.below(0, k) - a
        if 2 * s + pair.level.margin <= pair.level.t:
            yield Line("gap/margin", "<=", 2, a - s, ("level", k))
            yield Line("gap/turn", "==", node_at(pair.ends[1], k + 1)[1], node_at(pair.ends[0], k + 1)[1], ("level", k))


def common_part(pair: Pair) -> Iterator[Line]:
    """What falls before the last common node."""
    old, new = (Counter(fall_levels(kept, pair.level.L, end)) for kept, end in zip(pair.kept, pair.ends, strict=True))
    added = tuple((Counter(pair.kept[1]) - Counter(pair.kept[0])).elements())
    own = Counter(fall_levels(added, pair.level.L, pair.ends[1]))
    for k in range(pair.depth):
        yield Line("common", "==", old[k] + own[k], new[k], ("level", k))


def parting(pair: Pair) -> Iterator[Line]:
    """Where the paths part: both children are light."""
    if pair.depth < min(end[0] for end in pair.ends):
        a, s, t = pair.below(0, pair.depth + 1), pair.below(1, pair.depth + 1), pair.level.t
        yield Line("parting/heavier", "<=", s, a)
        yield Line("parting/turned", "<=", a, s + 1)
        yield Line("parting/enter", "<=", min(s, s + a - t), t - 1)
        yield Line("parting/light", "<=", max(a, s + 1), t)


def after_the_common_part(pair: Pair) -> Iterator[Line]:
    """What enters the two databases from v on, and beyond."""
    last, first = ([sum(d >= pair.depth + beyond for d in D) for D in pair.next] for beyond in (0, 1))
    for which, name in enumerate(("D", "D'")):
        yield Line("rest", "==", last[which], max(0, pair.below(0, pair.depth, which) - pair.level.t), (name,))
    yield Line("beyond/D", "<=", first[0], 0)
    yield Line("beyond/D'", "<=", first[1], max(0, 1 - last[0]))


def neighbours_again(pair: Pair) -> Iterator[Line]:
    """The conclusion."""
    yield Line("conclusion", "==", apart(*pair.next), min(1, len(pair.next[1])))


def is_light(level: Level) -> bool:
    return heaviest(Pair(level).next[0]) < level.t


@cache
def levels() -> tuple[Level, ...]:
    """Return the family."""
    found = (Level(D, x, L, t, t_1, dropped=t) for L, most, trims in ((2, 6, 2), (3, 4, 1)) for n in range(most + 1)
             for D in combinations_with_replacement(range(1 << L), n) for x in range(1 << L) for t in range(1, 4)
             for t_1 in range(trims))
    return tuple(filter(is_light, found))


def start() -> Level:
    return Level((0, 0, 4, 4, 9), 5, L=4)


def heavy_levels() -> list[Level]:
    """Return levels with f_i(S) = t at which the paths part."""
    return [Level((0,) * t + (4,) * t + (9,), 5, L=4, t=t, dropped=t) for t in (3, 2, 1)] + [
        Level((0,) * t + (4,) * t + (6,), 0, t=t, dropped=t) for t in (1, 2, 3)]


def changed(change: Callable[[Level], Level]) -> Callable[[], list[Level]]:
    """Return the family of the level that is shown, and of every ninth, with a change that leaves f_i(S) below t."""
    return lambda: [level for level in map(change, (start(), *levels()[::9])) if is_light(level)]


@proof("KLMNS20-4.3", grade="exhaustive",
       quantifier="one level, t = 1 to 3: all databases of at most 6 elements of 4, t_1 = 0, 1, and of at most 4 of 8 "
                  "with f_i <= t - 1, and all added elements",
       instances=levels, start=start,
       steps={"trimmed/lacks": "{the elements that the trimmed D' lacks} are {0}",
              "trimmed/more": "{the elements that it has more} are at most {1}",
              "gap/margin": "{2} is at most {what the chosen child weighs more}",
              "gap/turn": "{the next node of the path of D'} equals {that of the path of D}",
              "common": "{what falls under D, with x} equals {what falls under D'}",
              "parting/heavier": "{s} is at most {a}",
              "parting/turned": "{a} is at most {s + 1}",
              "parting/enter": "{the copies that enter, min(s, s + a - t)}, are at most {t - 1}",
              "parting/light": "{the heavier of the last nodes} weighs at most {t}",
              "rest": "{what enters from the level of v on} equals {what w(v) exceeds t by}",
              "beyond/D": "{the levels beyond that of v in D_i} are at most {0}",
              "beyond/D'": "{the levels beyond that of v in D_i'} are at most {1, less those of D_i from v on}",
              "conclusion": "{the elements in which D_i and D_i' differ} are {1, or 0 if both are empty}"},
       wordless={"levels": "induction over the levels; a check of its own runs all levels of many databases"},
       hypotheses=(
           Hypothesis("D and D' are neighbours", changed(lambda level: level._replace(copies=2)),
                      ("trimmed/more", "gap/turn", "parting/turned", "parting/light", "beyond/D", "beyond/D'",
                       "conclusion")),
           Hypothesis("f_i(S) <= t - 1", heavy_levels,
                      ("parting/enter", "parting/light", "beyond/D", "beyond/D'", "conclusion")),
           Hypothesis("few elements fall: 2 s < t", changed(lambda level: level._replace(margin=-1)),
                      ("gap/margin", "gap/turn")),
           Hypothesis("t levels are dropped", changed(lambda level: level._replace(dropped=level.t - 1)),
                      ("rest", "beyond/D", "beyond/D'", "conclusion"))))
def light_levels_keep_neighbours(level: Level) -> Iterator[Line]:
    for part in (trimming, light_falls, common_part, parting, after_the_common_part, neighbours_again):
        yield from part(Pair(level))


def refutes_light_levels_keep_neighbours(level: Level, step: str, case: Any) -> bool:
    """Tell whether a line is false: both paths by hand, on strings."""
    rows = [sorted(D)[level.t_1:max(0, len(D) - level.t_1)] for D in (level.D, level.D + (level.x,) * level.copies)]
    (_, falls, path), (_, more, longer) = (by_hand(kept, level.L, level.t) for kept in rows)
    if step == "trimmed/more":
        return len(rows[1]) > len(rows[0]) + 1
    if step == "gap/margin":
        u = [w for w in (f"{z:0{level.L}b}" for z in rows[0]) if w.startswith(path[:case[1]])]
        return 2 * sum(w.startswith(path[:case[1] + 1]) for w in u) < len(u) + 2
    if step == "gap/turn":
        return path[case[1]] != longer[case[1]]
    parted = next((k for k, (bit, other) in enumerate(zip(path, longer, strict=False)) if bit != other), None)
    v = path[:min(len(path), len(longer)) if parted is None else parted]
    words = [f"{z:0{level.L}b}" for z in rows[0]]
    if step.startswith("parting"):
        a, s = (sum(w.startswith(p[:len(v) + 1]) for w in words) for p in (path, longer))
        return {"turned": a > s + 1, "enter": min(s, s + a - level.t) >= level.t,
                "light": level.t in (a - 1, s) or max(a, s) > level.t}[step.partition("/")[2]]
    D, new = (found[:max(0, len(found) - level.dropped)] for found in (falls, more))
    from_v, beyond = ([len([d for d in found if d >= k]) for found in (D, new)] for k in (len(v), len(v) + 1))
    if step == "rest":
        k = ("D", "D'").index(case[0])
        return from_v[k] != max(0, len([z for z in (falls, more)[k] if z >= len(v)]) - level.t)
    if step.startswith("beyond"):
        return beyond[0] > 0 if step == "beyond/D" else beyond[1] > max(0, 1 - from_v[0])
    return not any(sorted((*D, d)) == new for d in new) and new != D
