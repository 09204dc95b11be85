"""FX15, Appendix A: Fano's inequality, what a message says about the bits of a string, and the proof of Lemma 4.1."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import gcd, log2 as float_log2
from typing import Any, NamedTuple

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.communication import index_value, least_index_error, mutual_information, shannon_entropy
from privlearn.communication.augmented_index import index_errors
from privlearn.communication.information import H, conditional_entropy, information_as_divergence
from privlearn.communication.public_coins.partitions import set_partitions
from privlearn.exact import Bracket, LogSum, log2
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Value, formula
from privlearn.exact.fractions import HALF
from privlearn.papers.fx15.fano import claim

Table = dict[tuple[Any, ...], Fraction]
ABOVE = Fraction(9, 10)  # an error of which the lemma does not speak


@cache
def entropy_of_bit(p: Fraction) -> LogSum:
    return shannon_entropy((p, 1 - p))


def plain_entropy(masses: list[Fraction]) -> float:
    return -sum(float(p) * float_log2(p) for p in masses if p)


@formula("at most", where=("0 <= error <= 1 / 2",), tex={"H(error)": r"H(\varepsilon)", "error": r"\varepsilon"},
         corners={"error": (Fraction(0), Fraction(1, 20), HALF, ABOVE)})
def guessed_entropy(error: Value) -> Value:
    """Return how much entropy at most is left of a bit that is guessed with this error."""
    return H(error)


claim("FX15-A.1", kind="lemma", uses=("FX15-5.1.entropies",), formulas=(guessed_entropy,),
      title="Fano's inequality for bits: a bit guessed with error eps has at most H(eps) bits of entropy left",
      erratum_kind="false", repaired=True,
      erratum="The condition eps <= 1/2 is missing. For eps = 0.9 and two independent fair bits the left side is 1, "
              "the right side H(0.9) = 0.469 (0.9 is allowed because they agree with probability 1/2 >= 0.1).")


class Guess(NamedTuple):
    """The weights of x = 0, 1, .. for y = 0 and for y = 1, and the error eps."""

    weights: tuple[tuple[int, ...], ...]
    eps: Fraction

    @property
    def labels(self) -> dict[str, str]:
        return {"weights": "weights of x, for y = 0 and for y = 1"}

    @property
    def wrong(self) -> Fraction:
        """The probability that x and y differ."""
        return 1 - Fraction(sum(row[y] for y, row in enumerate(self.weights)), sum(map(sum, self.weights)))


@cache
def left_of(weights: tuple[tuple[int, ...], ...]) -> tuple[LogSum, LogSum, Bracket]:
    """Return the entropy left of x when y is known, and that of whether they differ; the first also as a bracket."""
    total = sum(map(sum, weights))
    law = {(x, y): Fraction(n, total) for y, row in enumerate(weights) for x, n in enumerate(row)}
    differ = {(b, y): law[y, y] if b == 0 else Fraction(sum(row), total) - law[y, y]
              for y, row in enumerate(weights) for b in (0, 1)}
    left = conditional_entropy(law, (0,), (1,))
    return left, conditional_entropy(differ, (0,), (1,)), left.bracket()


bits = cache(lambda p: entropy_of_bit(p).bracket())
limit_of = cache(lambda most, eps: as_bracket(most(eps)) if most.holds_for(eps) else bits(eps))


@cache
def guesses() -> list[Guess]:
    """Return laws of two bits with weights of total at most 20, each with three errors at most 1/2.

    One of two laws that an exchange of 0 and 1 in both bits takes into each other: nothing judged here changes.
    """
    return [Guess(given.weights, eps) for total in range(1, 21) for a, b, c in product(range(total + 1), repeat=3)
            if (d := total - a - b - c) >= 0 and (a, c) <= (d, b) and gcd(a, b, c, d) == 1
            for given in [Guess(((a, b), (c, d)), HALF)] if given.wrong <= HALF
            for eps in sorted({given.wrong, (given.wrong + HALF) / 2, HALF})]


START = Guess(((4, 1), (0, 3)), Fraction(1, 4))


@proof("FX15-A.1", grade="certified",
       quantifier="all joint laws of two bits with integer weights of total at most 20 that differ with probability at "
                  "most 1/2, one of every two that exchanging 0 and 1 takes into each other; eps = this probability, "
                  "1/2 and halfway",
       instances=guesses, start=START,
       steps={"exchange": "{H(x | y)} equals {H(x xor y | y)}",
              "given": "{H(x | y)} is at most {H(Pr[x != y])}",
              "increases": "{H(Pr[x != y])} is less than {H(eps)}",
              "conclusion": "{H(x | y)} is at most {H(eps)}"},
       hypotheses=(Hypothesis("x and y are bits", lambda: (Guess(((n, 1, 1), (0, n, 0)), Fraction(1, n + 1))
                                                           for n in range(3, 20)), ("exchange", "given", "conclusion")),
                   Hypothesis("x and y differ with probability at most eps", {"eps": lambda given: given.wrong / 2},
                              ("increases", "conclusion")),
                   Hypothesis("eps <= 1/2", {"eps": ABOVE}, ("increases", "conclusion"))))
def entropy_left_is_at_most_that_of_the_error(given: Guess, most: Formula = guessed_entropy) -> Iterator[Line]:
    left, left_of_error, about = left_of(given.weights)
    independent = len({Fraction(row[1 - y], sum(row)) for y, row in enumerate(given.weights) if any(row)}) == 1
    equal = ("==", left, entropy_of_bit(given.wrong))
    yield Line("exchange", "==", left, left_of_error)
    yield Line("given", *(equal if independent else ("<", about, bits(given.wrong))))
    if given.eps != given.wrong:
        yield Line("increases", "<", bits(given.wrong), bits(given.eps))
    yield Line("conclusion", *(equal if independent and given.eps == given.wrong
                               else ("<", about, limit_of(most, given.eps))))
    if most.holds_for(ABOVE):  # if the condition is dropped
        yield Line("conclusion", "<=", about, most(ABOVE), ("eps =", ABOVE))


def refutes_entropy_left_is_at_most_that_of_the_error(given: Guess, step: str, case: Any, most: Formula) -> bool:
    """Tell whether a line is false, in floating point: row by row, what is left of x and of whether it is y."""
    total, eps = sum(map(sum, given.weights)), case[1] if case else given.eps
    rows = [[Fraction(n, total) for n in row] for row in given.weights if any(row)]
    left = sum(float(sum(row)) * plain_entropy([p / sum(row) for p in row]) for row in rows)
    wrong = plain_entropy([given.wrong, 1 - given.wrong])
    if step == "exchange":
        return len(rows[0]) > 2 and wrong < left
    limit = float(limit_of(most, eps).upper)
    return left > wrong + 1e-9 if step == "given" else (wrong if step == "increases" else left) > limit + 1e-9


@formula("at most", tex={"log2(k)": r"\log k"}, corners={"k": (1, 2, 3, 4)})
def message_information(k: int) -> Value:
    """Return what a message of k kinds says at most, in bits."""
    return log2(k)  # in a formula log2 is that of formulas


claim("FX15-A.eq-chain", kind="inequality", uses=("FX15-5.1.mi", "FX15-4.augindex"), formulas=(message_information,),
      title="A message of k kinds carries at most log k bits about the string, shared out by the chain rule")


@cache
def message_table(alice: tuple[int, ...]) -> Table:
    """The joint law of a uniform string's bits and Alice's message, ``(x_1, .., x_d, message)``."""
    bits = len(alice).bit_length() - 1
    return {(*(x >> (bits - 1 - i) & 1 for i in range(bits)), message): Fraction(1, len(alice))
            for x, message in enumerate(alice)}


def left_over(alice: tuple[int, ...]) -> list[LogSum]:
    """``H(x_i | message, x_1..x_(i-1))`` for each i: the same after a shift of all strings and for other names."""
    return _left_over(min(renamed([alice[x ^ shift] for x in range(len(alice))]) for shift in range(len(alice))))


def renamed(messages: list[int]) -> tuple[int, ...]:
    names: dict[int, int] = {}
    return tuple(names.setdefault(message, len(names)) for message in messages)


@cache
def _left_over(alice: tuple[int, ...]) -> list[LogSum]:
    table, bits = message_table(alice), len(alice).bit_length() - 1
    return [conditional_entropy(table, (i,), (bits, *range(i))) for i in range(bits)]


@cache
def listed_maps() -> tuple[tuple[int, ...], ...]:
    """Every map of Alice with up to 4 messages for 3 bits, and the best ones for 4 and 5 bits."""
    best = [least_index_error(d, k).map for d, k in ((4, 2), (4, 3), (4, 4), (5, 2), (5, 3), (5, 4))]
    return (*set_partitions(8, 4), *best)


MAPS = "all 2,795 maps from 3 bits to at most 4 messages, and the best ones for 4 and 5 bits with 2, 3 and 4 messages"


@cache
def information(alice: tuple[int, ...]) -> LogSum:
    bits = len(alice).bit_length() - 1
    return mutual_information(message_table(alice), tuple(range(bits)), (bits,))


def shares_as_divergences(alice: tuple[int, ...]) -> list[LogSum]:
    """``I(x_i; message | x_1..x_(i-1))`` for each i, as mean divergences."""
    bits = len(alice).bit_length() - 1
    return [information_as_divergence(message_table(alice), (i,), (bits,), tuple(range(i))) for i in range(bits)]


def forgetful(alice: tuple[int, ...]) -> list[LogSum]:
    bits = len(alice).bit_length() - 1
    return [conditional_entropy(message_table(alice), (i,), (bits,)) for i in range(bits)]


@check("FX15-A.eq-chain", grade="exact",
       quantifier=MAPS + "; bit by bit for the 128 maps from 3 bits to at most 2 messages and the best ones for 4 bits",
       says="the entropies that the bits lose add up to the information of the message about the string, and each is "
            "what the message says of the bit, as a divergence")
@sabotage("the bits before the one asked for are forgotten", forgetful)
@judged("==")
def information_is_shared_out_among_the_bits(rest=left_over):
    for alice in listed_maps():
        lost = [log2(2) - h for h in rest(alice)]
        yield alice, str(sum(lost, log2(1))), str(information(alice))
        if max(alice) < 2 and len(alice) == 8 or len(alice) == 16:
            yield alice, list(map(str, lost)), list(map(str, shares_as_divergences(alice)))

def refutes_information_is_shared_out_among_the_bits(rest, alice):
    bits, true = len(alice).bit_length() - 1, []
    for i in range(bits):
        seen: dict[Any, list[int]] = {}
        for x, message in enumerate(alice):
            seen.setdefault((x >> (bits - i), message), []).append(x >> (bits - 1 - i) & 1)
        shares = [(len(found), Fraction(sum(found), len(found))) for found in seen.values()]
        true.append(sum(n / len(alice) * plain_entropy([one, 1 - one]) for n, one in shares))
    return any(abs(float(h.bracket().lower) - left) > 1e-9 for h, left in zip(rest(alice), true, strict=True))


def is_even(alice: tuple[int, ...]) -> bool:
    return len({alice.count(message) for message in alice}) == 1


@check("FX15-A.eq-chain", grade="certified", quantifier=MAPS, against="optimum",
       says="the information about the string is at most log2 of the number of messages, and equal to it if all are "
            "equally frequent")
def a_message_carries_at_most_its_length(case=(information, message_information)) -> Verdict:
    carried, most = case[0], cache(case[1])

    def cases() -> Iterator[tuple[Any, Bracket, Bracket]]:
        for alice in reversed(listed_maps()):
            yield alice, carried(alice).bracket(), as_bracket(most(len(set(alice))))

    return all_hold(judge("<=", cases()), judge("==", (case for case in cases() if is_even(case[0]))))

def refutes_a_message_carries_at_most_its_length(case, alice):
    more = float(case[0](alice).bracket().lower) - float(as_bracket(case[1](len(set(alice)))).lower)
    return more > 1e-9 or len({list(alice).count(m) for m in set(alice)}) == 1 and more < -1e-9


def sum_over_single_bits(alice: tuple[int, ...]) -> LogSum:
    bits = len(alice).bit_length() - 1
    table = message_table(alice)
    return sum((conditional_entropy(table, (i,), (bits,)) - conditional_entropy(table, (i,), (bits, *range(i)))
                for i in range(bits)), information(alice))


a_message_carries_at_most_its_length.sabotage("the sum over single bits, each with the bits before it known for free")(
    lambda: (sum_over_single_bits, message_information))


@formula("at most", tex={"log2(k)": r"\log k"}, corners={"k": (1, 2, 8), "d": (1, 3)})
def message_share(k: int, d: int) -> Value:
    """Return what a message of k kinds says at most of one of d bits, on average."""
    return log2(k) / d  # type: ignore[operator]  # in a formula log2 is that of formulas


claim("FX15-A.1eq", kind="inequality", uses=("FX15-A.eq-chain", "FX15-A.1"), formulas=(message_share,),
      title="On average at least 1 - (log k)/d bits of entropy are left; with Fano, log k >= (1 - H(e)) d")


def mean_error(alice: tuple[int, ...]) -> Fraction:
    errors = index_errors(alice)
    return sum(errors, Fraction(0)) / len(errors)


def average(rest: list[LogSum]) -> LogSum:
    return sum(rest[1:], rest[0]) * Fraction(1, len(rest))


@check("FX15-A.1eq", grade="certified", quantifier=MAPS, against="optimum",
       says="1 less the mean entropy left of a bit is at most (log2 k)/d, and equal to it if all messages are equally "
            "frequent")
@sabotage("the position with the least entropy left in place of the average",
          (lambda rest: min(rest, key=lambda h: h.bracket().lower), message_share))
@sabotage("the position with the most", (lambda rest: max(rest, key=lambda h: h.bracket().lower), message_share))
def entropy_left_on_average(case=(average, message_share)) -> Verdict:
    mean, share = case[0], cache(case[1])

    def cases() -> Iterator[tuple[Any, Bracket, Bracket]]:
        for alice in reversed(listed_maps()):
            yield (alice, (log2(2) - mean(left_over(alice))).bracket(),
                   as_bracket(share(len(set(alice)), len(alice).bit_length() - 1)))

    return all_hold(judge("<=", cases()), judge("==", (case for case in cases() if is_even(case[0]))))

def refutes_entropy_left_on_average(case, alice):
    mean, share = case
    said = as_bracket(share(len(set(alice)), len(alice).bit_length() - 1))
    more = 1 - float(mean(left_over(alice)).bracket().upper) - float(said.lower)
    return more > 1e-9 or len({list(alice).count(m) for m in set(alice)}) == 1 and more < -1e-9


def counted_error(alice: tuple[int, ...]) -> Fraction:
    """Count the strings and positions where the less frequent bit stands, of those that Bob cannot tell apart."""
    bits = len(alice).bit_length() - 1
    rows = Counter((i, x >> bits - i, m, x >> bits - 1 - i & 1) for x, m in enumerate(alice) for i in range(bits))
    less = sum(min(rows[*seen, 0], rows[*seen, 1]) for seen in {key[:3] for key in rows})
    return Fraction(less, bits * len(alice))


@check("FX15-A.1eq", grade="certified", quantifier=MAPS,
       says="(1 - H(e)) d is at most log2 of the number of messages, e the share of strings and positions where the "
            "best of Bob's answers errs")
@sabotage("only the error at the last position counts", lambda alice: index_errors(alice)[-1])
@sabotage("one percent more", lambda alice: mean_error(alice) * Fraction(101, 100))
def messages_pay_for_small_errors(error=mean_error) -> Verdict:
    def cost(alice: tuple[int, ...]) -> LogSum:
        return (log2(2) - entropy_of_bit(error(alice))) * (len(alice).bit_length() - 1)

    return all_hold(judge("<=", ((alice, cost(alice).bracket(), log2(len(set(alice))).bracket())
                                 for alice in listed_maps())),
                    judge("==", ((alice, error(alice), counted_error(alice)) for alice in listed_maps())))

def refutes_messages_pay_for_small_errors(error, alice):
    """Answer by answer: for each prefix and message Bob may say 0 or 1, whichever errs on fewer strings."""
    bits = len(alice).bit_length() - 1
    wrong = [sum(min([sum(x >> bits - 1 - i & 1 != bit for x, m in enumerate(alice) if (x >> bits - i, m) == seen)
                      for bit in (0, 1)]) for seen in {(x >> bits - i, m) for x, m in enumerate(alice)})
             for i in range(bits)]
    return error(alice) != Fraction(sum(wrong), bits * len(alice))


claim("FX15-A.proof", kind="inequality", uses=("FX15-2.4.dist", "FX15-4.augindex"),
      title="The worst position is at least as hard as a uniform one")


GAMES = tuple((d, k) for d in (2, 3) for k in range(1, 2**d + 1)) + ((4, 2), (4, 3), (4, 4))


def uniform_error(bits: int, messages: int) -> Fraction:
    return least_index_error(bits, messages).error


@check("FX15-A.proof", grade="certified",
       quantifier="all public-coin protocols: d = 2, 3 with every number of messages, d = 4 with 2, 3, 4; for d = 2, "
                  "3 the least error at a uniform position is that of all maps",
       says="the least error of all maps at a uniform position is at most that of all protocols at the worst position")
@sabotage("Alice may only send some of the bits of her string",
          lambda bits, messages: Fraction(bits - min(bits, messages.bit_length() - 1), 2 * bits))
@sabotage("one percent less", lambda bits, messages: uniform_error(bits, messages) * Fraction(99, 100))
def worst_position_is_hardest(least=uniform_error) -> Verdict:
    listed = (((d, k), least(d, k), min(map(counted_error, set_partitions(2**d, k)))) for d, k in GAMES if d < 4)
    return all_hold(judge("<=", (((d, k), least(d, k), index_value(d, k).value) for d, k in GAMES)),
                    judge("==", listed))

def refutes_worst_position_is_hardest(least, d, k):
    """The game's mixture errs less at every position than any map is said to err on average; or no map errs that."""
    maps: list[tuple[int, ...]] = [()]
    for _ in range(2**d if d < 4 else 0):  # messages are named in the order in which they occur
        maps = [(*alice, m) for alice in maps for m in range(min(k, max(alice, default=-1) + 2))]
    if d < 4 and least(d, k) != min(map(mean_error, maps)):
        return True
    mixture = index_value(d, k).mixture
    errors = [sum(p * index_errors(alice)[i] for p, alice in mixture) for i in range(d)]
    return sum(p for p, _ in mixture) == 1 and all(max(a) < k for _, a in mixture) and max(errors) < least(d, k)
