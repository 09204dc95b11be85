"""FX15, Section 3.1: equality by hashing, the private learner of points it gives, and other fast learners."""

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, all_hold, check, counted, judge, judged, sabotage, verifier
from privlearn.communication import representation_of_protocol
from privlearn.communication.equality import equality_protocol, hash_keys
from privlearn.concepts import ConceptClass, points
from privlearn.concepts.parity_hash import inner_products
from privlearn.dimensions.representation import ProbabilisticRepresentation, miss_probability
from privlearn.exact import Bracket, as_fraction
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import QUARTER
from privlearn.laws import Law
from privlearn.learners.generic.occam import moment_bound
from privlearn.learners.selection import (hash_answer, hashed_point_learner, hashed_points, hashed_two_point_failure,
                                          matrix_law, protocol_learner, spread_failure)
from privlearn.mechanisms import (PromisedMechanism, audit_pure, from_scores, labelled_rows, multiset_databases,
                                  refutes_pure, replace_one_unordered)
from privlearn.papers.fx15.equality import claim
from privlearn.papers.fx15.equivalence.instances import ball_of, coarse_distributions

RATIO = Fraction(9, 4)


@formula("equals", corners={"j": (1, 2, 3, 4)})
def collision(j: int) -> Value:
    """Return the probability that two different points have the same j inner products."""
    return 2**(-j)


@formula("at most", tex={"2 ** (-j) / epsilon": r"2^{-j}/\varepsilon"},
         corners={"j": (1, 2, 3, 4), "epsilon": (Fraction(1, 8), Fraction(6, 25), QUARTER, Fraction(1, 3))})
def key_misses(j: int, epsilon: Value) -> Value:
    """Return the probability at most that no key class of j hashes is epsilon-good for a point."""
    return 2**(-j) / epsilon


claim("FX15-3.1app.equality", kind="algorithm", formulas=(collision, key_misses),
      title="Equality by inner-product hashing, the representation of points it gives, and their learner",
      uses=("FX15-2.4", "FX15-2.4.protocol", "FX15-2.5.ub", "FX15-3.1.le"),
      note="The learner's success on {0,1}^64 is certified from exact laws (collisions, ranks, counts) instead of "
           "estimated from runs, for three distributions; for all distributions it follows from FX15-2.5.ub.")


@check("FX15-3.1app.equality", grade="exhaustive",
       quantifier="b <= 4 bits, j <= 4 hashes, all 2^(j b) matrices: every pair of different points collides under "
                  "exactly one matrix in 2^j, equal points always",
       says="{the share of matrices that give x and y one key} equals {2^(-j), or 1 for x = y}")
@judged("==")
def points_collide_with_probability_exactly(case=(hash_keys, collision)):
    for b, j in product(range(1, 5), repeat=2):
        table, share = case[0](b, j), as_fraction(case[1](j))
        for x, y in product(range(1 << b), repeat=2):
            equal = int((table[:, x] == table[:, y]).sum())
            yield (b, j, x, y), Fraction(equal, len(table)), 1 if x == y else share

def refutes_points_collide_with_probability_exactly(case, b, j, x, y):
    rows = [tuple(int(key) for key in row) for row in case[0](b, j)]
    return sum(row[x] == row[y] for row in rows) != len(rows) * (1 if x == y else case[1](j))

def no_zero_rows(b: int, j: int) -> np.ndarray:
    nonzero = product(range(1, 1 << b), repeat=j)
    return np.array([[inner_products(matrix, x) for x in range(1 << b)] for matrix in nonzero])

points_collide_with_probability_exactly.sabotage("no row may be zero")(lambda: (no_zero_rows, collision))


def hashed(hashes: int) -> Callable:
    return lambda bits: ProbabilisticRepresentation(hashed_points(bits, hashes))


@check("FX15-3.1app.equality", grade="exact",
       quantifier="2 bits and j = 1, ..., 4 hashes, 1 and 3 bits and 4 hashes, all concepts (alike by translation), "
                  "all distributions: epsilon = 1/8, 6/25, 1/4, 1/3",
       says="{the probability of a miss by more than epsilon} is at most {2^(-j)/epsilon}")
@judged("<=")
def keys_represent_points(most=key_misses):
    for j, e in most.instances():
        for b in (2,) if j < 4 else (1, 2, 3):
            one = ConceptClass.from_matrix([points(b).rows()[0]])
            yield (b, j, e), miss_probability(hashed(j)(b), one, e), as_fraction(most(j, e))

def refutes_keys_represent_points(most, b, j, e):
    row, sets = points(b).rows()[0], hashed(j)(b)
    return max(sum(w for w, hypotheses in sets.branches if ball_of(row, hypotheses, law) > e)
               for law in coarse_distributions(len(row), 6 - b)) > most(j, e)


@check("FX15-3.1app.equality", grade="exact",
       quantifier="(bits, hashes) = (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3): the protocol "
                  "converted by Theorem 3.1 is the random set of key classes",
       says="the converted protocol and the key classes are one random set, with the same weights")
@sabotage("one hash fewer", lambda hashes: hashed(max(1, hashes - 1)) if hashes > 1 else hashed(2))
def representation_is_that_of_the_protocol(sets=hashed) -> Verdict:
    def law(found: ProbabilisticRepresentation) -> dict[Any, Fraction]:
        return {hypotheses: w for w, hypotheses in found.branches}

    return judge("==", (((b, j), law(representation_of_protocol(equality_protocol(b, j))), law(sets(j)(b)))
                        for b, j in ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3))))

def refutes_representation_is_that_of_the_protocol(sets, b, j):
    found = Counter(frozenset(tuple(int(hash_answer(rows, s, x)) for x in range(1 << b)) for s in range(1 << j))
                    for rows in product(range(1 << b), repeat=j))
    return {frozenset(hypotheses): w * (1 << b * j) for w, hypotheses in sets(j)(b).branches} != found


@check("FX15-3.1app.equality", grade="exhaustive",
       quantifier="2 bits, 1, 2 and 3 hashes, all 36 databases of 2 labelled rows and all neighbours, e^alpha = 9/4; "
                  "what is released is the matrix and the key",
       says="{the worst ratio of neighbouring laws} is at most {e^alpha}")
@verifier(lambda make, hashes, found: refutes_pure(found, make(2, hashes, RATIO), RATIO))
def learner_is_private(make=hashed_point_learner) -> Verdict:
    databases = multiset_databases(labelled_rows(4), 2)
    audits = [(j, audit_pure(make(2, j, RATIO), databases, replace_one_unordered)) for j in (1, 2, 3)]
    verdict = judge("<=", (((j, audit.witness), audit.exp_epsilon, RATIO) for j, audit in audits))
    return counted(verdict, sum(audit.pairs for _, audit in audits))


@learner_is_private.corrupted("weights e^(alpha score), without the factor 2")
def weights_e_alpha_score_without_factor(bits: int, hashes: int, ratio: Fraction) -> PromisedMechanism:
    right = hashed_point_learner(bits, hashes, ratio)

    def law(database) -> Law:
        return matrix_law(bits, hashes).then(lambda rows: from_scores(
            {s: -sum(hash_answer(rows, s, x) != y for x, y in database) for s in range(1 << hashes)}, ratio
        ).map(lambda s: (rows, s)))

    return PromisedMechanism(law, right.promise, "without the factor 2")


@check("FX15-3.1app.equality", grade="exact",
       quantifier="1 and 2 bits, 1 and 2 hashes, 1, 2, 3 rows, half of the mass (or 1/3) on the point, the rest on "
                  "one other: the failure of the learner's law, summed over all samples, is the closed form used for "
                  "64 bits",
       says="the bracket of the closed form contains the failure summed over all samples")
@judged("==")
def failure_formula_is_that_of_the_law(fail=hashed_two_point_failure):
    for b, j, n, share in product((1, 2), (1, 2), (1, 2, 3), (Fraction(1, 2), Fraction(1, 3))):
        bracket, found = fail(j, n, RATIO, share, QUARTER), exact_failure(b, j, n, share)
        yield (b, j, n, share), bracket.lower <= found <= bracket.upper, True


def exact_failure(bits: int, hashes: int, rows: int, share: Fraction) -> Fraction:
    """The failure of the learner on the target 0 with the rest of the mass on point 1, by its law on every sample."""
    learner, total = hashed_point_learner(bits, hashes, RATIO), Fraction(0)
    for sample in product(((0, 1), (1, 0)), repeat=rows):
        ones = sum(y for _, y in sample)
        for (matrix, key), p in learner(sample).exact().items():
            wrong = share * (hash_answer(matrix, key, 0) == 0) + (1 - share) * hash_answer(matrix, key, 1)
            total += share**ones * (1 - share) ** (rows - ones) * p * (wrong > QUARTER)
    return total


def refutes_failure_formula_is_that_of_the_law(fail, b, j, n, share):
    total = Fraction(0)
    for ones in range(n + 1):
        for rows in product(range(1 << b), repeat=j):
            own, other = inner_products(rows, 0), inner_products(rows, 1)
            bad = weight = Fraction(0)
            for s in range(1 << j):
                errors = ones * (own != s) + (n - ones) * (other == s)
                wrong = share * (own != s) + (1 - share) * (other == s)
                weight += Fraction(2, 3) ** errors
                bad += Fraction(2, 3) ** errors * (wrong > Fraction(1, 4))
            binomial = len([1 for labels in product((0, 1), repeat=n) if sum(labels) == ones])
            total += binomial * share**ones * (1 - share) ** (n - ones) * bad / weight / (1 << b * j)
    bracket = fail(j, n, RATIO, share, QUARTER)
    return not bracket.lower <= total <= bracket.upper

@failure_formula_is_that_of_the_law.corrupted("forgets collisions")
def forgets_collisions(hashes: int, rows: int, ratio: Fraction, share: Fraction, accuracy: Fraction) -> Bracket:
    right = hashed_two_point_failure(hashes, rows, ratio, share, accuracy)
    collide = Fraction(1, 1 << hashes)
    return Bracket(*sorted(((right.lower - collide) / (1 - collide), (right.upper - collide) / (1 - collide))))


def moments_of_all_matrices(bits: int, hashes: int, rows: int, share: Fraction) -> Fraction:
    """The moment bound for the target 0, at most 1, on average over all matrices, all points and keys listed."""
    total, size = Fraction(0), 1 << bits
    law = [share * (x == 0) + (1 - share) / size for x in range(size)]
    for matrix in product(range(size), repeat=hashes):
        tables = [tuple(int(hash_answer(matrix, key, x)) for x in range(size)) for key in range(1 << hashes)]
        target = tuple(int(x == 0) for x in range(size))
        total += min(Fraction(1), moment_bound(tables, target, law, rows, Fraction(3, 2), QUARTER))
    return total / size**hashes


@check("FX15-3.1app.equality", grade="exact",
       quantifier="1, 2, 3 bits, 1 and 2 hashes, 1, 5 and 40 rows, no or half of the mass on the point, the rest "
                  "uniform: the bound by ranks, used for 64 bits, is the mean of the bounds for all matrices",
       says="{the bound by ranks} equals {the mean of the bounds for all matrices}")
@sabotage("the rest on one other point", lambda bits, hashes, *rest: hashed_two_point_failure(hashes, *rest).upper)
@sabotage("a hundredth less", lambda *case: spread_failure(*case) * Fraction(99, 100))
@judged("==")
def bound_by_ranks_is_that_of_all_matrices(fail=spread_failure):
    for b, j, n, share in product((1, 2, 3), (1, 2), (1, 5, 40), (Fraction(0), Fraction(1, 2))):
        yield (b, j, n, share), fail(b, j, n, RATIO, share, QUARTER), moments_of_all_matrices(b, j, n, share)

def refutes_bound_by_ranks_is_that_of_all_matrices(fail, b, j, n, share):
    """The moments in floats, from the masses on which a key errs."""
    size, total = 1 << b, 0.0
    mass = [float(share) * (x == 0) + (1 - float(share)) / size for x in range(size)]
    for matrix in product(range(size), repeat=j):
        keys = [tuple((row & x).bit_count() % 2 for row in matrix) for x in range(size)]
        wrong = [frozenset(x for x in range(size) if (keys[x] == key) != (x == 0)) for key in product((0, 1), repeat=j)]
        weigh = [sum(mass[x] for x in places) for places in wrong]
        best = wrong[weigh.index(min(weigh))]
        total += min(1.0, sum(min((1 + sum(mass[x] for x in places - best) * (1 / t - 1)
                                   + sum(mass[x] for x in best - places) * (t - 1)) ** n
                                  for t in (1 + k / 16 for k in range(9)))
                              for places, error in zip(wrong, weigh, strict=True) if error > 0.25 + 1e-12))
    return abs(total / size**j - float(fail(b, j, n, RATIO, share, QUARTER))) > 1e-9


def failures(bits: int, hashes: int, rows: int) -> dict[str, Fraction]:
    """Upper bounds on the failure at accuracy 1/4 for three distributions."""
    half = Fraction(1, 2)
    return {"half on the point, half on another": hashed_two_point_failure(hashes, rows, RATIO, half, QUARTER).upper,
            "uniform": spread_failure(bits, hashes, rows, RATIO, 0, QUARTER),
            "half on the point, half uniform": spread_failure(bits, hashes, rows, RATIO, half, QUARTER)}


@check("FX15-3.1app.equality", grade="certified",
       quantifier="{0,1}^64, 4 hashes, 1000 samples, e^alpha = 9/4, one target (all are alike by translation): mass "
                  "1/2 on the point and 1/2 on one other, uniform, half and half; failure at accuracy 1/4 at most "
                  "1/16 + 10^-6",
       says="{the bound on the failure at accuracy 1/4} is at most {1/16 + 10^(-6)}",
       reason="Certified for every number of runs in place of a frequency with a confidence bound.")
@sabotage("three hashes", lambda bits, hashes, rows: failures(bits, 3, rows))
@sabotage("50 samples", lambda bits, hashes, rows: failures(bits, hashes, 50))
def learner_of_64_bits_succeeds(bound=failures) -> Verdict:
    limit = Fraction(1, 16) + Fraction(1, 10**6)
    return judge("<=", ((name, found, limit) for name, found in bound(64, 4, 1000).items()))

def refutes_learner_of_64_bits_succeeds(bound, name):
    return bound(64, 4, 1000)[name] > Fraction(62501, 1000000)  # runs of a right learner fail once in 16 at most


@formula("equals", corners={"n": (0, 1, 20, 100), "k": (4, 16)})
def runs_of_bob(n: int, k: int) -> Value:
    """Return how often the learner evaluates Bob on n examples and k messages."""
    return n * k


claim("FX15-3.1app.efficient", kind="proposition", formulas=(runs_of_bob,),
      title="If Bob is efficient, the exponential mechanism over his messages takes time 2^O(PRDim)",
      uses=("FX15-2.5.agn", "FX15-3.1.le", "FX15-3.1app.equality"),
      note="Time is counted in evaluations of Bob: n 2^j, not a sum over the domain or the class. The statement is an "
           "upper bound on running time; what can be counted is counted.")


def evaluations(learn, bits: int, hashes: int, rows: int) -> int:
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
       quantifier="points of 2, 8, 64, 512 bits, 2 and 4 hashes, 0, 1, 20, 100 rows with arbitrary labels",
       says="{the calls of Bob in one run} equal {n k}")
def bob_is_called_n_times_messages(case=(protocol_learner, runs_of_bob)) -> Verdict:
    return judge("==", (((b, k, n), evaluations(case[0], b, k.bit_length() - 1, n), case[1](n, k))
                        for b, (n, k) in product((2, 8, 64, 512), runs_of_bob.instances())))

def refutes_bob_is_called_n_times_messages(case, bits, messages, rows):
    calls: list[int] = []

    def bob(matrix: tuple[int, ...], message: int, point: int) -> int:
        calls.append(message)
        return 0

    learner = case[0](matrix_law(bits, messages.bit_length() - 1), bob, messages, 1 << bits, RATIO)
    learner(((0, 0),) * rows).sample(np.random.default_rng(0))
    return len(calls) != case[1](rows, messages)

def evaluates_whole_domain_first(coins: Law, bob, messages: int, size: int,
                                            ratio: Fraction) -> PromisedMechanism:
    right = protocol_learner(coins, bob, messages, size, ratio)

    def law(database) -> Law:
        for s, x in product(range(messages), range(min(size, 1 << 8))):
            bob((0,), s, x)
        return right(database)

    return PromisedMechanism(law, right.promise, "lists the domain")

bob_is_called_n_times_messages.sabotage("evaluates the hypotheses on the whole domain first")(
    lambda: (evaluates_whole_domain_first, runs_of_bob))


def tables(learn, database) -> dict[Any, Fraction]:
    found: defaultdict[Any, Fraction] = defaultdict(Fraction)
    for (rows, s), p in learn(2, 2, RATIO)(database).exact().items():
        found[tuple(hash_answer(rows, s, x) for x in range(4))] += p
    return dict(found)


def generic(bits: int, hashes: int, ratio: Fraction) -> PromisedMechanism:
    return protocol_learner(matrix_law(bits, hashes), hash_answer, 1 << hashes, 1 << bits, ratio)


@check("FX15-3.1app.efficient", grade="exhaustive",
       quantifier="2 bits, 2 hashes, all 36 databases of 2 labelled rows, consistent or not: the learner of the "
                  "protocol, the one-pass learner and the exponential mechanism over all messages' tables have one law",
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
