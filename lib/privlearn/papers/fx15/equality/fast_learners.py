"""FX15, Section 3.1: efficient private learners from efficient protocols."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, all_hold, check, judge
from privlearn.concepts.parity_hash import inner_products
from privlearn.laws import Law
from privlearn.learners.selection import hash_answer, hashed_point_learner, matrix_law, protocol_learner
from privlearn.mechanisms import PromisedMechanism, from_scores, labelled_rows, multiset_databases
from privlearn.papers.fx15.equality import claim
from privlearn.papers.fx15.equality.hashing_learner import RATIO

claim("FX15-3.1app.efficient", kind="proposition",
      title="If Bob is efficient, the exponential mechanism over his messages takes time 2^O(PRDim)",
      uses=("FX15-2.5.agn", "FX15-3.1.le", "FX15-3.1app.equality"),
      note="Time is counted in evaluations of Bob: n 2^j, not a sum over the domain or the class. The statement is an "
           "upper bound on running time; what can be counted is counted.")


def evaluations(learn, bits: int, hashes: int, rows: int) -> int:
    """How often one run on a sample calls Bob."""
    count = 0

    def bob(matrix: tuple[int, ...], message: int, point: int) -> int:
        nonlocal count
        count += 1
        return hash_answer(matrix, message, point)

    rng = np.random.default_rng(rows)
    sample = tuple((int(rng.integers(1 << min(bits, 62))), i % 2) for i in range(rows))
    learn(matrix_law(bits, hashes), bob, 1 << hashes, 1 << bits, RATIO)(sample).sample(rng)
    return count


@check("FX15-3.1app.efficient", grade="exact",
       quantifier="points of 2, 8, 64, 512 bits, 2 and 4 hashes, 0, 1, 20, 100 rows with arbitrary labels: one run "
                  "calls Bob n 2^j times",
       says="{the calls of Bob in one run} equal {n 2^j}")
def bob_is_called_n_times_messages(learn=protocol_learner) -> Verdict:
    return judge("==", (((b, j, n), evaluations(learn, b, j, n), n << j)
                        for b, j, n in product((2, 8, 64, 512), (2, 4), (0, 1, 20, 100))))

def refutes_bob_is_called_n_times_messages(learn, bits, hashes, rows):
    calls: list[int] = []

    def bob(matrix: tuple[int, ...], message: int, point: int) -> int:
        calls.append(message)
        return 0

    learner = learn(matrix_law(bits, hashes), bob, 1 << hashes, 1 << bits, RATIO)
    learner(((0, 0),) * rows).sample(np.random.default_rng(0))
    return len(calls) != rows * 2**hashes

@bob_is_called_n_times_messages.corrupted("evaluates the hypotheses on the whole domain first")
def evaluates_hypotheses_whole_domain_first(coins: Law, bob, messages: int, size: int,
                                            ratio: Fraction) -> PromisedMechanism:
    right = protocol_learner(coins, bob, messages, size, ratio)

    def law(database) -> Law:
        for s, x in product(range(messages), range(min(size, 1 << 8))):
            bob((0,), s, x)
        return right(database)

    return PromisedMechanism(law, right.promise, "lists the domain")


def tables(learn, database) -> dict[Any, Fraction]:
    """The law of the hypothesis, as a table on four points."""
    found: defaultdict[Any, Fraction] = defaultdict(Fraction)
    for (rows, s), p in learn(2, 2, RATIO)(database).exact().items():
        found[tuple(hash_answer(rows, s, x) for x in range(4))] += p
    return dict(found)


def generic(bits: int, hashes: int, ratio: Fraction) -> PromisedMechanism:
    """The learner of a protocol, for hashing."""
    return protocol_learner(matrix_law(bits, hashes), hash_answer, 1 << hashes, 1 << bits, ratio)


@check("FX15-3.1app.efficient", grade="exhaustive",
       quantifier="2 bits, 2 hashes, all 36 databases of 2 labelled rows, consistent or not: the learner of the "
                  "protocol, the one-pass learner and the exponential mechanism over all messages' tables have one "
                  "law",
       says="the protocol's learner, the one-pass learner and the mechanism over all tables have one law")
def lazy_learners_have_the_law_of_the_tables(learn=generic) -> Verdict:
    databases = multiset_databases(labelled_rows(4), 2)
    draws = [tuple(tuple(hash_answer(rows, s, x) for x in range(4)) for s in range(4))
             for rows in product(range(4), repeat=2)]

    def by_tables(database) -> dict[Any, Fraction]:
        found: defaultdict[Any, Fraction] = defaultdict(Fraction)
        for hypotheses in draws:
            weights = [Fraction(2, 3) ** sum(h[x] != y for x, y in database) for h in hypotheses]
            for h, w in zip(hypotheses, weights, strict=True):
                found[h] += w / sum(weights) / len(draws)
        return dict(found)

    return all_hold(judge("==", ((d, tables(learn, d), by_tables(d)) for d in databases)),
                    judge("==", ((d, tables(learn, d), tables(hashed_point_learner, d)) for d in databases)))

def refutes_lazy_learners_have_the_law_of_the_tables(learn, database):
    zero = Fraction(0)  # the chance of the hypothesis 0000: empty keys only
    for rows in product(range(4), repeat=2):
        present = {tuple((row & x).bit_count() % 2 for row in rows) for x in range(4)}
        weights = [Fraction(2, 3) ** sum((tuple((row & x).bit_count() % 2 for row in rows) == key) != y
                                         for x, y in database) for key in product((0, 1), repeat=2)]
        zero += sum(w for key, w in zip(product((0, 1), repeat=2), weights, strict=True)
                    if key not in present) / sum(weights) / 16
    return tables(learn, database).get((0, 0, 0, 0), Fraction(0)) != zero

@lazy_learners_have_the_law_of_the_tables.corrupted("leaves out keys that no sampled point has")
def leaves_out_keys_no_sampled_point(bits: int, hashes: int, ratio: Fraction) -> PromisedMechanism:
    def law(database) -> Law:
        def choose(rows: tuple[int, ...]) -> Law:
            seen = sorted({inner_products(rows, x) for x, _ in database})
            scores = {s: -sum(hash_answer(rows, s, x) != y for x, y in database) for s in seen}
            return from_scores(scores, Fraction(3, 2)).map(lambda s: (rows, s))

        return matrix_law(bits, hashes).then(choose)

    return PromisedMechanism(law, generic(bits, hashes, ratio).promise, "seen keys only")
