"""KLMNS20, Section 3: draws by powers turn where rational sums say, and what is drawn again until it is accepted."""

import random
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import accumulate, islice, product
from typing import Any

import privlearn.papers.klmns20.large_domains.fast_form  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket
from privlearn.laws import Law, conditioned, uniform, uniform_range, uniform_subset
from privlearn.laws.powers import PowerPair, log2_floor, power_law
from privlearn.laws.sublaws import cut_loop
from privlearn.papers.klmns20.large_domains.scripted import TooLong, sampled


class Digits(random.Random):
    """A source whose words are the digits of ``number / 2^(64 length)``, then halves; equals are drawn at ``place``."""

    def __init__(self, number: int, length: int, place: int = 0, most: int = 99):
        super().__init__(0)
        self._words = [number >> 64 * (length - 1 - k) & (1 << 64) - 1 for k in range(length)]
        self._place, self._most, self.asked = place, most, 0

    def getrandbits(self, k: int, /) -> int:
        """Return the next word."""
        if self.asked == self._most:
            raise TooLong
        self.asked += 1
        return self._words[self.asked - 1] if self.asked <= len(self._words) else 1 << 63

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return the place."""
        return self._place


HALVES = Fraction(1 << 63, (1 << 64) - 1)  # the value of the digits that follow
Runs = tuple[tuple[int, int, Any], ...]
FAR = 2**200
LONG: Runs = tuple((2 - k // 500, 1 + k % 3, k) for k in range(1100))  # more than are kept at a time
LOOKED_AT = (0, 1, 2, 3, 1022, 1024)  # the turns, of a long list


def balanced(top: int, rest: int) -> Runs:
    """Return runs that end the first one's part just above 1/2, or just below if the ``rest`` far below is large."""
    near = [(top, 2, "a"), (top, 1, "b"), *((top - k, 1, k) for k in range(1, 89))]  # 2^-88 less than 4 together
    return (*near, (top - 91, rest, "c"), (top - 1000, 1001 - rest, "d"))


CHOICES: tuple[tuple[Runs, Fraction, int], ...] = tuple(
    (runs, base, length) for runs in (((3, 1, "a"), (1, 2, "b")), ((5, 2, "a"), (5, 1, "b"), (4, 3, "c"), (-2, 7, "d")),
                                      ((120, 1, "a"), (90, 1, "b"), (60, 5, "c"), (0, FAR, "d")))
    for base in (Fraction(11, 10), Fraction(3, 2), Fraction(2), 1 + Fraction(1, 10**9)) for length in (1, 2, 3)
) + ((((1200, 1, "a"), (0, FAR, "b")), Fraction(2), 17), (LONG, Fraction(3, 2), 1),
     *((balanced(top, rest), Fraction(2), 2) for top, rest in ((0, 1), (500, 900), (-500, 900))))


def turns(runs: Runs, base: Fraction, length: int) -> Iterator[tuple[int, Any, int]]:
    """Yield (number, key, count): numbers of ``64 length`` bits next to turns, and the run in which each falls."""
    ends = list(accumulate(count * base ** (score - runs[0][0]) for score, count, _ in runs))
    unit = 1 << 64 * length
    looked = {int(ends[k] / ends[-1] * unit) + d for k in LOOKED_AT if k < len(ends) for d in (-1, 0, 1)}
    for number in sorted({0, *(min(unit - 1, max(0, number)) for number in looked)}):
        _, count, key = runs[bisect_right(ends, (number + HALVES) / unit * ends[-1])]
        yield number, key, count


def thirds(runs: Runs) -> list[tuple[Fraction, int, Any]]:
    """Return the runs with a third of their scores."""
    return [(Fraction(score, 3), count, key) for score, count, key in runs]


@check("KLMNS20-3.fast", grade="exact",
       quantifier="choices by powers among 2, 4 and 4 runs of equal scores, e^epsilon = 1.1, 1.5, 2, 1 + 1e-9, one "
                  "whose last run has probability 2^-1000, one of 1,100 runs, and three whose first part ends within "
                  "2^-84 of 1/2; with whole scores and, but for the long one, with thirds: the numbers of 64, 128 and "
                  "192 (1088) bits next to each turn of the outcome (of the long one next to six), followed by halves, "
                  "and the first and last of equals: against rational sums",
       says="next to these turns the draw is the outcome that rational sums give")
@sabotage("a base larger by a hundredth", lambda runs, base: power_law(runs, base * Fraction(101, 100)))
@sabotage("equals count once", lambda runs, base: power_law([(score, 1, key) for score, _, key in runs], base))
@sabotage("what is far below the best is left out",
          lambda runs, base: power_law([run for run in runs if runs[0][0] - run[0] <= 90], base))
@judged("==")
def choices_by_powers_turn_where_they_must(law=power_law):
    for which, (runs, base, length) in enumerate(CHOICES):
        whole, fractions = law(runs, base), law(thirds(runs), base**3)
        for number, key, count in turns(runs, base, length):
            for place in {0, count - 1}:
                yield (which, 1, number, place), whole.sample(Digits(number, length, place)), (key, place)
                if runs is not LONG:
                    yield (which, 3, number, place), fractions.sample(Digits(number, length, place)), (key, place)

def refutes_choices_by_powers_turn_where_they_must(law, which, root, number, place):
    runs, base, length = CHOICES[which]
    p, q, high = base.numerator, base.denominator, runs[0][0]
    weights = [count * p ** (score - runs[-1][0]) * q ** (high - score) for score, count, _ in runs]  # whole numbers
    drawn, whole = (number << 640) + sum(1 << 63 + 64 * k for k in range(10)), 1 << 64 * length + 640
    key = next(run[2] for k, run in enumerate(runs) if drawn * sum(weights) < sum(weights[:k + 1]) * whole)
    given = runs if root == 1 else [(Fraction(score, root), count, key) for score, count, key in runs]
    return law(given, base**root).sample(Digits(number, length, place)) != (key, place)


def tabled(runs: Runs, base: Fraction) -> dict[Any, Fraction]:
    """Return the exact table of a choice by powers."""
    return power_law(runs, base).exact()


@check("KLMNS20-3.fast", grade="exact",
       quantifier="the choices of 'choices by powers turn where they must', and pairs with weights that differ by 0 to "
                  "12: the table is proportional to the powers",
       says="the probabilities are proportional to the powers e^(epsilon q), and sum to 1")
@sabotage("squares of the powers", lambda runs, base: tabled(runs, base**2))
@judged("==")
def tables_by_powers_are_proportional(table=tabled):
    for runs, base in dict.fromkeys((runs, base) for runs, base, _ in CHOICES if runs[-1][1] < FAR):
        total = sum(count * base**score for score, count, _ in runs)
        yield (runs, base), table(runs, base), {
            (key, k): base**score / total for score, count, key in runs for k in range(count)}
    for gap in range(13):
        for base in (Fraction(3, 2), Fraction(2)):
            yield gap, PowerPair("a", "b", gap, base).exact(), {
                "a": base**gap / (1 + base**gap), "b": 1 / (1 + base**gap)}

def refutes_tables_by_powers_are_proportional(table, runs, base):
    found = table(runs, base)
    return sum(found.values()) != 1 or any(
        found.get((key, k)) != found[runs[-1][2], 0] * base ** (score - runs[-1][0])
        for score, count, key in runs for k in range(count))


PAIRS = ((0, Fraction(1)), (0, Fraction(5)), (1, Fraction(2)), (5, Fraction(3, 2)), (24, Fraction(2)),
         (41, Fraction(3, 2)), (64, Fraction(2)), (70, Fraction(2)), (1000, Fraction(101, 100)),
         (7, 1 + Fraction(1, 10**9)))


def pair_drawn(gap: int, base: Fraction, number: int, length: int) -> tuple[str, str]:
    """Return what a pair draws from a number's digits, told the logarithm of the base and not."""
    told, not_told = PowerPair("heavy", "light", gap, base, log2_floor(base)), PowerPair("heavy", "light", gap, base)
    return told.sample(Digits(number, length)), not_told.sample(Digits(number, length))


@check("KLMNS20-3.fast", grade="exact",
       quantifier="ten pairs with weights e^(epsilon q) and 1, q = 0 to 1000, e^epsilon from 1 + 1e-9 to 5: the "
                  "numbers of 64, 128 and 192 bits next to the turn, and at 1/4, 1/2 and 2 of it",
       says="the light one is drawn below 1/(1 + e^(epsilon q)), the heavy one above")
@sabotage("the two weights exchanged", lambda gap, base, number, length: pair_drawn(
    gap, base, (1 << 64 * length) - 1 - number, length))
@sabotage("the light one is drawn below e^(-epsilon q)", lambda gap, base, number, length: (
    "light" if number * base**gap < 1 << 64 * length else "heavy",) * 2)
@judged("==")
def pairs_by_powers_turn_where_they_must(drawn=pair_drawn):
    for gap, base in PAIRS:
        for length in (1, 2, 3):
            unit = 1 << 64 * length
            turn = int(unit / (1 + base**gap))
            for number in {turn // 4, turn // 2, max(0, turn - 1), turn, turn + 1, 2 * turn} - {unit}:
                side = "light" if (number + HALVES) * (1 + base**gap) < unit else "heavy"
                yield (gap, base, number, length), drawn(gap, base, number, length), (side, side)

def refutes_pairs_by_powers_turn_where_they_must(drawn, gap, base, number, length):
    heavy, light, digits = base.numerator**gap, base.denominator**gap, (number << 640) + (1 << 639)
    side = "light" if digits * (heavy + light) < light << 64 * length + 640 else "heavy"
    return drawn(gap, base, number, length) != (side, side)


MANY, MOST = 1000, 8  # runs of a list, words of a draw
FALLING: tuple[tuple[Runs, Fraction], ...] = (*(
    (tuple((top - k, 1, k) for k in range(MANY)), base) for top in (10**6, 0, -(10**6))
    for base in (Fraction(11, 10), Fraction(3, 2), Fraction(2))), (((120, 1, "a"), (0, FAR, "b")), Fraction(2)))
Work = tuple[Any, int, int]


def work(law: Callable[..., Law], runs: Runs, base: Fraction, number: int) -> Work:
    """Return what is drawn from a number of 64 bits, how many words are read and how many runs are looked at."""
    looked_at = 0

    def told() -> Iterator[tuple[int, int, Any]]:
        nonlocal looked_at
        for k, run in enumerate(runs, start=1):
            looked_at = max(looked_at, k)
            yield run

    source = Digits(number, 1, most=MOST)
    try:
        outcome = law(told, base, sum(count for _, count, _ in runs)).sample(source)
    except TooLong:
        outcome = None
    return outcome, source.asked, looked_at


def near(runs: Runs, base: Fraction) -> int:
    """Return how many runs have scores within ``(82 + log2 of all counts) / log2 base`` of the best."""
    limit = sum(count for _, count, _ in runs) << 82
    return next((k for k, (score, _, _) in enumerate(runs) if base ** (runs[0][0] - score) > limit), len(runs))


@check("KLMNS20-3.fast", grade="exact",
       quantifier="nine lists of 1,000 runs with scores that fall by 1 from 10^6, 0 and -10^6, e^epsilon = 1.1, 1.5, "
                  "2, and one of a near run and 2^200 far ones: the number of 64 bits in the middle of each of the "
                  "parts 1, 2, 3 and 6, if they have a probability above 2^-40",
       says="a draw in the middle of a part reads one word, and at most one run that is too far below the best")
@sabotage("all runs are looked at", lambda told, base, total: power_law(list(told()), base))
@sabotage("only the best three are", lambda told, base, total: power_law(lambda: islice(told(), 3), base, 3))
@judged("==")
def draws_look_at_few_runs(law=power_law):
    for which, (runs, base) in enumerate(FALLING):
        most = near(runs, base)
        weights = [count * base ** (score - runs[0][0]) for score, count, _ in runs[:most]]
        total, ends = sum(weights), list(accumulate(weights))
        for k in [k for k in (0, 1, 2, 5) if k < most and weights[k] / total > Fraction(1, 1 << 40)]:
            number = int((ends[k] - weights[k] / 2) / total * (1 << 64))
            outcome, words, looked_at = work(law, runs, base, number)
            yield (which, k, number), (outcome, words, looked_at <= most + 1), ((runs[k][2], 0), 1, True)

def refutes_draws_look_at_few_runs(law, which, k, number):
    (runs, base), source, seen = FALLING[which], Digits(number, 1), []

    def told():
        for run in runs:
            seen.append(run[0])
            yield run

    drawn = law(told, base, sum(run[1] for run in runs)).sample(source)
    far = [score for score in {*seen} if base ** (runs[0][0] - score) > sum(run[1] for run in runs) * 2**82]
    return drawn != (runs[k][2], 0) or source.asked > 1 or len(far) > 1


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
