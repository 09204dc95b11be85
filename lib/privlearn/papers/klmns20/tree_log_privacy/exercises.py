"""Judges of the exercises on the page tree-log-privacy."""

from fractions import Fraction

from privlearn.checking import supplied
from privlearn.exact import as_fraction
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.seeds import drawn
from privlearn.learners.interior_point.tree_log import LawTables, Level, TreeLogParameters

LEAST = 6  # elements from which the hasty TreeLog answers
LEVEL = Level(exp_path=4, exp_choose=4, threshold=3, exp_end=4, trim=0, stop=1)


def instance_whole_delta(seed: int) -> tuple[int, int]:
    """Return (t, tau), 3 and 5 for seed 0."""
    return drawn(seed, (3, 2, 4, 5, 6), (5, 4, 6, 7, 8, 9))


@asked("Find how many copies of a point the lemma does not survive.", level=2, minutes=20)
@answered
def judge_copies_at_once(answer) -> str:
    """Judge a database to which copies of a point are added, so that the proof stops at the base; the lemma fails."""
    return supplied.stops("KLMNS20-3.6", "base", answer)


@asked("Compute the whole delta of one level.", level=1, minutes=10)
@answered
def judge_whole_delta(answer, seed: int = 0) -> str:
    """Judge ``d = W + u + delta_c`` for one level with e^eps = 2 everywhere, some t and tau, e^g = 4."""
    if not is_exact(answer):
        return "not yet: give one exact number, for example Fraction(1, 10)"
    value, (stop, least) = Fraction(answer), instance_whole_delta(seed)
    curve = (1 - Fraction(1, 2)) / (2 * 4)  # exp(-(g + eps)) with c - 1 = 1
    unmatched, new_node = Fraction(1, 1 + 2**stop), Fraction(1, 1 + 2 ** (least - 1))
    wanted = curve + unmatched + new_node
    if value == wanted:
        return f"accepted: {curve} + {unmatched} + {new_node} = {value}"
    hints = {curve + unmatched: "a new node can be chosen, too", curve + new_node: "a path can be unmatched, too",
             unmatched + new_node: "what the curve W leaves at g is missing",
             curve + unmatched + Fraction(1, 1 + 2**least): "a new node has weight 1, which counts: tau - 1, not tau",
             Fraction(1, 8) + unmatched + new_node: "W has g + eps in the exponent",
             16 * wanted: "no factor is needed on delta"}
    return f"not yet: {hints.get(value, 'it is the sum of W(g), u and delta_c')}"


@asked("Break a TreeLog that gives up too early, by a database and an element.", level=2, minutes=20)
@answered
def judge_hasty_exit(answer) -> str:
    """Judge (S, x) on eight points: TreeLog that gives up below six elements breaks (b, d) with e^g = 16."""
    if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[0], tuple):
        return "not yet: give a database and an element, for example ((1, 2, 3), 4)"
    before, x = answer
    if not all(type(y) is int and 0 <= y < 8 for y in (*before, x)) or len(before) > 8:
        return "not yet: elements are integers from 0 to 7, at most eight of them in S"
    table = LawTables(3, TreeLogParameters((LEVEL,), 4))
    laws = []
    for s in (before, (*before, x)):
        laws.append({None: Fraction(1)} if len(s) < LEAST else
                    {o: as_fraction(mass) for o, mass in table.masses(s).items()})
    delta = Fraction(3, 16) + Fraction(1, 5) + Fraction(1, 17)
    zero = Fraction(0)
    stick = sum((max(zero, mass - 4**3 * 16 * laws[0].get(o, zero)) for o, mass in laws[1].items()), zero)
    if stick <= delta:
        return f"not yet: the hockey stick of S + x against S is {float(stick):.3f}, not above d = {float(delta):.3f}"
    return f"accepted: the hockey stick is {float(stick):.3f}, above d = {float(delta):.3f}"
