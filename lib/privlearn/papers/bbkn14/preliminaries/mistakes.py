"""Wrong learners, wrong rules of the PAC game and wrong audits, for the sabotages of BBKN14, Section 2."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from privlearn.concepts import ConceptClass
from privlearn.concepts.formulas import clause_table, full_table, literal_sets
from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, fold, pure
from privlearn.learners.formulas import violations
from privlearn.learners.formulas.k_cnf import at_most_probability
from privlearn.learning import error, samples
from privlearn.mechanisms import Promise, PromisedMechanism, replace_one


def identity_mechanism(database) -> Law:
    """Publish the database."""
    return pure(("database", *database))


def broken_ratio_skips_infinite(left: Mapping[Any, Fraction], right: Mapping[Any, Fraction]) -> tuple[Any, Any]:
    """Return the largest ratio over the outcomes that *both* laws have: the identity mechanism then looks private."""
    ratios = {o: p / right[o] for o, p in left.items() if right.get(o)}
    return max(((value, o) for o, value in ratios.items()), default=(Fraction(1), None), key=lambda pair: pair[0])


def broken_ratio_of_likeliest_outcome(left: Mapping[Any, Fraction], right: Mapping[Any, Fraction]) -> tuple[Any, Any]:
    """Return the ratio at the likeliest outcome only."""
    likeliest = max(left, key=lambda o: left[o])
    other = right.get(likeliest, Fraction(0))
    return (left[likeliest] / other if other else float("inf")), likeliest


def broken_error_ignores_distribution(distribution: Sequence[Number], concept: Sequence[int],
                                      hypothesis: Sequence[int]) -> Fraction:
    """Return the share of points on which both differ, whatever their mass."""
    return Fraction(sum(a != b for a, b in zip(concept, hypothesis, strict=True)), len(concept))


def broken_failure_strict(learner, hypotheses, target, distribution, rows: int,
                          alpha: Number) -> Fraction:
    """Play the PAC game with success "error < alpha" in place of "error <= alpha"."""
    listed = hypotheses.rows() if isinstance(hypotheses, ConceptClass) else list(hypotheses)
    total = Fraction(0)
    for database, probability in samples(distribution, target, rows):
        for h, mass in learner(database).exact().items():
            if h is None or error(distribution, target, listed[h]) >= alpha:
                total += probability * mass
    return total


def broken_failure_ignores_multiplicity(learner, hypotheses, target, distribution, rows: int,
                                        alpha: Number) -> Fraction:
    """Weigh all multisets of rows that can occur alike, instead of by their multinomial probability."""
    listed = hypotheses.rows() if isinstance(hypotheses, ConceptClass) else list(hypotheses)
    found = [database for database, _ in samples(distribution, target, rows)]
    total = Fraction(0)
    for database in found:
        for h, mass in learner(database).exact().items():
            if h is None or error(distribution, target, listed[h]) > alpha:
                total += mass / len(found)
    return total


def broken_shattered_set_greedy(concepts: ConceptClass) -> tuple[int, ...]:
    """Return the points of the largest concept, which shows the pattern of all ones on them."""
    return max((tuple(x for x, bit in enumerate(row) if bit) for row in concepts.rows()), key=len)


def broken_kcnf_learner_full_epsilon_each(variables: int, width: int, *, query_ratio: Fraction,
                                          tolerance: Fraction) -> PromisedMechanism:
    """Spend the whole epsilon on every one of the N counts, and still promise epsilon in total."""
    count = len(literal_sets(variables, width))
    return _noisy_counts(variables, width, query_ratio**count, tolerance / 2, query_ratio**-count)


def broken_kcnf_learner_no_noise(variables: int, width: int, *, query_ratio: Fraction,
                                 tolerance: Fraction) -> PromisedMechanism:
    """Compare the exact counts with the threshold."""
    tables = [clause_table(clause, variables) for clause in literal_sets(variables, width)]

    def law(database) -> Law:
        table = full_table(variables)
        for clause in tables:
            if violations(clause, database) <= tolerance * len(database) / 2:
                table &= clause
        return pure(table)

    return PromisedMechanism(law, Promise(query_ratio ** -len(tables), replace_one), "k-CNF by exact counts")


def _noisy_counts(variables: int, width: int, ratio: Fraction, share: Fraction, promise: Fraction) -> PromisedMechanism:
    tables = [clause_table(clause, variables) for clause in literal_sets(variables, width)]

    def law(database) -> Law:
        most = int(share * len(database))
        coins = [(table, bernoulli(at_most_probability(ratio, most - violations(table, database)))) for table in tables]
        return fold(full_table(variables), coins,
                    lambda table, item: item[1].map(lambda kept: table & item[0] if kept else table))

    return PromisedMechanism(law, Promise(promise, replace_one), "k-CNF by noisy counts")


def broken_boosting_keeps_the_first(base: Mapping[Any, Number], target, distribution, plan,
                                    alpha: Number) -> Fraction:
    """Return the failure of "run N times and keep the first hypothesis": that of a single run."""
    return sum((Fraction(mass) for hypothesis, mass in base.items() if error(distribution, target, hypothesis) > alpha),
               Fraction(0))


def label_blind_relation(relation: Callable[[Any], list[Any]]) -> Callable[[Any], list[Any]]:
    """Return the relation that protects the example but not its label: neighbours must agree on all labels."""

    def only_points(databases) -> list[Any]:
        return [(left, right) for left, right in relation(databases) if [y for _, y in left] == [y for _, y in right]]

    return only_points
