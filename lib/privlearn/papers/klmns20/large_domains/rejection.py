"""KLMNS20, Section 3: what is drawn again until it is accepted, try by try."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import privlearn.papers.klmns20.large_domains.fast_form  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket
from privlearn.laws import Law, conditioned, uniform, uniform_range, uniform_subset
from privlearn.laws.sublaws import cut_loop
from privlearn.papers.klmns20.large_domains.scripted import sampled

Drawn = dict[Any, Fraction]
CASES = ((3, (1,)), (3, (0, 2)), (4, (1, 2, 3)), (5, (2,)), (2, (0, 1)))  # sides of a die, those accepted


def drawn(sides: int, accepted: Iterable[int], tries: int) -> Drawn:
    """Return the law of what is drawn, None for giving up, by all answers of the source."""
    law = conditioned(uniform(range(sides)), lambda side: side in accepted, tries=tries)

    def sample(source: Any) -> Any:
        try:
            return law.sample(source)
        except ValueError:
            return None

    return sampled(sample)


@check("KLMNS20-3.fast", grade="exhaustive",
       quantifier="dice of 2 to 5 sides of which some are accepted, 1 to 4 tries: all answers of the source",
       says="the draw has the law of the loop that is cut after so many tries, and gives up with what that misses")
@sabotage("one try more", lambda sides, accepted, tries: drawn(sides, accepted, tries + 1))
@sabotage("the side 0 is accepted too",
          lambda sides, accepted, tries: drawn(sides, (0, *accepted), tries))
@judged("==")
def draws_again_until_accepted(draw: Callable[..., Drawn] = drawn):
    for sides, accepted in CASES:
        for tries in range(1, 5):
            loop = cut_loop(uniform(range(sides)), accepted.__contains__, tries)
            wanted = {**loop.masses, **({None: loop.missing} if loop.missing else {})}
            yield (sides, accepted, tries), draw(sides, accepted, tries), wanted

def refutes_draws_again_until_accepted(draw, sides, accepted, tries):
    found: Drawn = {}
    for thrown in product(range(sides), repeat=tries):  # all the dice at once
        side = next((side for side in thrown if side in accepted), None)
        found[side] = found.get(side, Fraction(0)) + Fraction(1, sides**tries)
    return draw(sides, accepted, tries) != found


def chance(sides: int, accepted: Iterable[int], tries: int, event: tuple[int, ...]) -> Bracket:
    """Return the bracket of the probability of an event in the loop that is cut."""
    return cut_loop(uniform(range(sides)), tuple(accepted).__contains__, tries).probability(event.__contains__)


@check("KLMNS20-3.fast", grade="exhaustive",
       quantifier="the dice of 'draws again until accepted', 0 to 3 tries, events of the first 0, 1, 2, ... sides: all "
                  "throws, those without an accepted side counted for the upper end alone",
       says="{the bracket of an event's probability} is that of {all throws, accepted or given up}")
@sabotage("what is missed is taken off", lambda *case: (found := chance(*case)) and Bracket(
    2 * found.lower - found.upper, found.lower))
@sabotage("one try more", lambda sides, accepted, tries, event: chance(sides, accepted, tries + 1, event))
@judged("==")
def events_of_the_loop_are_bracketed(bracket=chance):
    for (sides, accepted), tries in product(CASES, range(4)):
        for event in (tuple(range(k)) for k in range(sides + 1)):
            ended = [next((side for side in thrown if side in accepted), None)
                     for thrown in product(range(sides), repeat=tries)]
            found = bracket(sides, accepted, tries, event)
            yield ((sides, accepted, tries, event), (found.lower, found.upper), tuple(
                Fraction(sum(side in kept for side in ended), len(ended)) for kept in (event, (*event, None))))

def refutes_events_of_the_loop_are_bracketed(bracket, witness):
    sides, accepted, tries, event = witness
    missed = (1 - Fraction(len(accepted), sides)) ** tries
    least = (1 - missed) * len({*event} & {*accepted}) / len(accepted)
    found = bracket(*witness)
    return (found.lower, found.upper) != (least, least + missed)


ANSWERS = 6
LAWS = {"all but 1 of 4": lambda: uniform_range(4, (1,)), "all but 0 and 2 of 3": lambda: uniform_range(3, (0, 2)),
        "pairs of 4": lambda: uniform_subset(4, 2), "sets of 3 of 4": lambda: uniform_subset(4, 3)}


def ended(law: Law) -> Drawn:
    """Return the law of what is drawn, given that at most 6 answers of the source are asked for."""
    found = sampled(law.sample, most=ANSWERS)
    cut = found.pop("cut", Fraction(0))
    return {outcome: mass / (1 - cut) for outcome, mass in found.items()}


@check("KLMNS20-3.fast", grade="exhaustive",
       quantifier="3 or 4 numbers without one or two of them, the sets of 2 and of 3 of 4 points: all answers of the "
                  "source that end within six draws",
       says="numbers drawn until none is excluded, and sets filled until they have their size, are uniform")
@sabotage("draws that need a sixth answer are lost", lambda law: sampled(law.sample, most=ANSWERS - 1))
@sabotage("the greatest is drawn for the least", lambda law: ended(law.map(
    lambda drawn: 3 if drawn == 0 else drawn - {0} | {3} if isinstance(drawn, frozenset) else drawn)))
@judged("==")
def repeated_draws_are_uniform(drawn: Callable[[Law], Drawn] = ended):
    for name, make in LAWS.items():
        yield name, drawn(make()), make().exact()

def refutes_repeated_draws_are_uniform(drawn, name):
    allowed: dict[str, list[Any]] = {
        "all but 1 of 4": [0, 2, 3], "all but 0 and 2 of 3": [1],
        "pairs of 4": [frozenset({j, k}) for j in range(4) for k in range(j)],
        "sets of 3 of 4": [frozenset({0, 1, 2, 3} - {k}) for k in range(4)]}
    return drawn(LAWS[name]()) != {outcome: Fraction(1, len(allowed[name])) for outcome in allowed[name]}
