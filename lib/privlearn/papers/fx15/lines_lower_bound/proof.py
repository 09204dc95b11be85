"""FX15, Theorem 5.3: its proof, line by line, on protocols with few messages over large planes.

Definitions
-----------
The public coins move the plane by a random one of its symmetries, and choose what Bob makes of the message: the
likelier answer under the hard distribution, or always the same.  As incident pairs are one orbit, and the others one,
such a protocol errs equally often on all pairs of a kind.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

import privlearn.papers.fx15.lines_lower_bound.message_bound
import privlearn.papers.fx15.lines_lower_bound.point_information  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.communication.lines import proof_gamma
from privlearn.exact import log2, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula
from privlearn.exact.fractions import FIFTH, HALF, THIRD
from privlearn.exact.intervals import bracket_of
from privlearn.papers.fx15.information.instances import ball_log2
from privlearn.papers.fx15.lines_lower_bound.instances import (advantage_needed, heard_of, information_limit, partition,
                                                               printed_messages)
from privlearn.papers.fx15.lines_lower_bound.point_information import (ball_entropy, ball_mean_entropy, distance_limit,
                                                                       recounted)


class Played(NamedTuple):
    """Alice's messages, by name; the coins, each with what Bob then says; and what he knows."""

    p: int
    messages: str
    coins: tuple[tuple[Fraction, str], ...]
    Bob_knows: str = "point and message"


@cache
def wrong(p: int, messages: str, says: str, knows: str) -> tuple[Fraction, Fraction]:
    """Return the share of incident pairs where Bob says 0, and of the others where he says 1."""
    if knows != "point and message":
        return Fraction(0), Fraction(0)
    missed, false, heard = 0, 0, heard_of((p, messages))
    for size, through in zip(heard.sizes, heard.counts, strict=True):
        ones = {"likelier": (p + 2) * through > size, "1": through >= 0, "0": through < 0}[says]
        missed, false = missed + int(through[~ones].sum()), false + int((size - through)[ones].sum())
    return Fraction(missed, p**3), Fraction(false, p**4 - p**3)


PROTOCOLS = ((131, "whole"), *((257, kind) for kind in ("pencil", "slopes", "offsets", "two columns", "random")),
             (521, "three blocks"), (521, "three lines"), (1009, "offsets"))
COINS = (((Fraction(1), "likelier"),), ((HALF, "likelier"), (HALF, "0")),
         ((THIRD, "likelier"), (THIRD, "0"), (THIRD, "1")))


def played() -> list[Played]:
    return [Played(*named, coins) for named, coins in product(PROTOCOLS, COINS)]


def many_messages() -> Iterator[Played]:
    """Yield slope and hash with four hash values, and Bob sometimes not believing a hash."""
    yield Played(89, "slope and hash", ((1 - FIFTH, "likelier"), (FIFTH, "0")))


@proof("FX15-5.3", grade="certified",
       quantifier="p = 131: one message; p = 257: the pencil b = 0 and the rest, slopes below 128 and the rest, 55 "
                  "offsets and the rest, the pencils of 55 points in each of two columns and the rest, two random "
                  "halves; p = 521: three blocks of 52 offsets, or three single lines, and the rest; p = 1009: 52 "
                  "offsets and the rest; each moved by a random symmetry, Bob saying what is likelier under the hard "
                  "distribution, mixed with nothing, with 0, or with 0 and 1",
       instances=played, start=Played(257, "offsets", COINS[1]),
       steps={"gamma/messages": "{k} is less than {p/128}",
              "gamma/budget": "{p/128} is less than {p gamma/2}",
              "minimax": "{the error under mu with the best outcome of the coins} is at most {the worst error}",
              "2eq": "{1 - 1/p - 2 error} is at most {Bob's advantage}",
              "good/lines": "{the lines with bad messages} are at most {k p/gamma}",
              "good/half": "{Pr[the message is bad]} is less than {1/2}",
              "entropy/collision": "{2 log p - H_2 of the point, given m,} is at most {log2(1 + gamma)}",
              "entropy/Shannon": "{2 log p - H of the point, given m,} is at most {2 log p - H_2}",
              "ident": "{the divergence from a uniform point} is at most {log2(1 + gamma)}",
              "3eq": "{the message's information about the point} is at most {log2(1 + gamma)}",
              "pinsker/sharp": "{the distance from a uniform point, given a good message,} is at most "
                               "{sqrt(1/2 ln(1 + gamma))}",
              "pinsker/square": "{1/2 ln(1 + gamma)} is less than {(1/2 - 1/p - 2/5)^2}",
              "total/distance": "{the distance from a uniform point} is at most {Pr[bad] + the distance given good}",
              "total/sum": "{Pr[bad] + the distance given good} is less than {1 - 1/p - 2/5}",
              "answer": "{Bob's advantage} is at most {the distance from a uniform point}",
              "conclusion": "{1/5} is less than {the worst error}"},
       hypotheses=(Hypothesis("there are fewer than p/128 messages", many_messages,
                              ("gamma/messages", "good/half", "total/sum", "conclusion")),
                   Hypothesis("Bob's answer depends on the point, the message and the coins alone",
                              {"Bob_knows": "the line, too"}, ("answer", "conclusion")),
                   Hypothesis("p is a prime", needless="it enters by Claim 5.4; and only for a prime are all pairs off "
                                                "the line alike under the symmetries, as the walk supposes")))
def few_messages_err_often(given: Played, needed: Formula = advantage_needed, limit: Formula = information_limit,
                           distance: Formula = distance_limit) -> Iterator[Line]:
    p, gamma, heard = given.p, proof_gamma(given.p), heard_of((given.p, given.messages))
    yield Line("gamma/messages", "<", len(heard.sizes), printed_messages(p))
    yield Line("gamma/budget", "<", printed_messages(p), p * gamma / 2)
    rates = [wrong(p, given.messages, says, given.Bob_knows) for _, says in given.coins]
    worst = max(sum(w * rate[kind] for (w, _), rate in zip(given.coins, rates, strict=True)) for kind in (0, 1))
    error, missed, false = min(((p + 1) * missed + (p - 1) * false, missed, false) for missed, false in rates)
    advantage = 1 - missed - (1 - missed + (p - 1) * false) / p
    yield Line("minimax", "<=", error / (2 * p), worst)
    yield Line("2eq", "<=", needed(p, error / (2 * p)), advantage)
    yield Line("good/lines", "<=", p * p - heard.good_lines, len(heard.sizes) * p / gamma)
    yield Line("good/half", "<", heard.bad_share, HALF)
    for k in heard.good:
        yield Line("entropy/collision", "<=", heard.collision_deficit(k).bracket(), limit(gamma), ("message", k))
        yield Line("entropy/Shannon", "<=", (log2(p * p) - heard.entropy(k)).bracket(),
                   heard.collision_deficit(k).bracket(), ("message", k))
    if heard.good:
        yield Line("ident", "<=", heard.deficit().bracket(), limit(gamma))
        yield Line("3eq", "<=", heard.information().bracket(), limit(gamma))
        yield Line("pinsker/sharp", "<=", heard.distance(heard.good), distance(gamma))
    yield Line("pinsker/square", "<", log_bracket(1 + gamma) / 2, (HALF - Fraction(1, p) - 2 * FIFTH) ** 2)
    total = heard.bad_share + (heard.distance(heard.good) if heard.good else 0)
    yield Line("total/distance", "<=", heard.distance(), total)
    yield Line("total/sum", "<", total, 1 - Fraction(1, p) - 2 * FIFTH)
    yield Line("answer", "<=", advantage, heard.distance())
    yield Line("conclusion", "<", FIFTH, worst)


def refutes_few_messages_err_often(given: Played, step: str, case: Any, needed: Formula, limit: Formula,
                                   distance: Formula) -> bool:
    """Tell whether a line is false, gathering the lines of every message slope by slope."""
    p, gamma, table = given.p, Fraction((given.p - 10) ** 2, 50 * given.p**2), partition(given[:2])
    sizes, (a, y) = Counter(table.ravel().tolist()), np.indices((p, p))
    missed, false, excess, excess_good = 0, 0, 0, 0
    for x, (k, size) in product(range(p), sizes.items()):
        through = np.bincount(y[table[a, (y - a * x) % p] == k], minlength=p)
        ones, more = through * (p + 2) > size, int(np.maximum(p * through - size, 0).sum())
        missed, false = missed + int(through[~ones].sum()), false + int((size - through[ones]).sum())
        excess, excess_good = excess + more, excess_good + more * (size * gamma >= p)
    if given.Bob_knows == "the line, too":
        missed = false = 0
    error = Fraction(missed * (p + 1) + false, 2 * p**4)
    advantage = 1 - Fraction(missed, p**3) - Fraction(p**3 - missed + false, p**4)
    if step in ("ident", "3eq", "entropy/collision"):
        parts = recounted(given[:2])
        first = ball_entropy(np.sum(parts, axis=0)) if step == "3eq" else 2 * ball_log2(Fraction(p))
        return bracket_of(lambda: first - ball_mean_entropy(parts)).lower > as_bracket(limit(gamma)).upper
    good_lines = sum(size for size in sizes.values() if size * gamma >= p)
    return {"gamma/messages": lambda: 128 * len(sizes) >= p, "2eq": lambda: advantage < needed(p, error),
            "pinsker/sharp": lambda: Fraction(excess_good, p**2 * good_lines) > as_bracket(distance(gamma)).upper,
            "answer": lambda: advantage > Fraction(excess, p**4)}[step]()
