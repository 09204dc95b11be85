"""ABMS20, Section 5: Algorithms 1 and 2, relabelling, and relabelling and learning."""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from privlearn.checking import Verdict, check, covering, judge, judged, sabotage
from privlearn.concepts import ConceptClass, all_functions, classes_up_to_symmetry, initial_segments
from privlearn.dimensions import sauer_bound, vc_dimension
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm, Value, exp, formula
from privlearn.laws import Law, choice, pure, worst_ratio
from privlearn.learners.relabeling import (error_count, first_consistent, initial_segment_law, occurring_points,
                                           pattern_law, patterns, relabel_and_learn_law, relabel_law, small_databases)
from privlearn.learners.relabeling.arrays import chosen_index
from privlearn.learners.relabeling.relabel import Score
from privlearn.mechanisms.neighbours import Database
from privlearn.papers.abms20.relabeling import claim


@formula("equals", tex={"-epsilon * q / 2": "-q(D, h)/2"},
         corners={"epsilon": (Logarithm(Fraction(9, 4)), Logarithm(Fraction(4))), "q": (0, 1, 3)})
def weight_of_pattern(epsilon: Value, q: int) -> Value:
    return exp(-epsilon * q / 2)


claim("ABMS20-5.alg2", kind="algorithm", section="5, Algorithm 2 (A_Relabel)", title="A_Relabel",
      formulas=(weight_of_pattern,),
      uses=("ABMS20-5.1", "ABMS20-3.alg1"),
      note="Chance weights are rational: e^{1/2} is replaced by a rational number here. Smaller scores are better; "
           "with no rows at all there is nothing to relabel, and the empty class is refused.")


@cache
def small_inputs() -> list[tuple[ConceptClass, int, Database, Database]]:
    """All classes on 3 points up to symmetry, the sizes of their orbits, D and T of at most 2 rows (T unlabelled)."""
    others = [tuple((x, 0) for x in points) for m in range(3) for points in combinations_with_replacement(range(3), m)]
    return [(c, orbit, data, other) for c, orbit in classes_up_to_symmetry(3) for data in small_databases(3, 2)
            for other in others]


def by_hand(concepts: ConceptClass, data: Database, other: Database) -> dict[Any, Fraction]:
    """Return the law of the relabelled databases for e^epsilon = 4: each distinct outcome weighs 2^(-errors)."""
    weights = {}
    for h in concepts.rows():
        outcome = tuple((x, h[x]) for x, _ in data), tuple((x, h[x]) for x, _ in other)
        weights[outcome] = Fraction(1, 2 ** sum(h[x] != y for x, y in data))
    return {outcome: w / sum(weights.values()) for outcome, w in weights.items()}


@check("ABMS20-5.alg2", grade="exhaustive", quantifier="all 255 classes on 3 points (21 up to symmetry), all D of at "
       "most 2 rows, all T of at most 2 points; e^epsilon = 4: the whole law",
       says="each distinct relabelling has probability proportional to e^(-epsilon/2 times its errors)")
@sabotage("any labelling of the points, not only those of the class",
          lambda c, score, data, other, ratio: relabel_law(all_functions(c.size), score, data, other, ratio))
@sabotage("larger scores are better",
          lambda c, score, data, other, ratio: relabel_law(c, lambda d, h: -score(d, h), data, other, ratio))
def law_is_that_of_the_patterns(relabel=relabel_law) -> Verdict:
    def cases() -> Iterator[Any]:
        for c, _, data, other in small_inputs():
            yield (c.rows(), data, other), relabel(c, error_count, data, other, 4).exact(), by_hand(c, data, other)

    return covering(judge("==", cases()), sum(orbit for _, orbit, _, _ in small_inputs()))

def refutes_law_is_that_of_the_patterns(relabel, rows, data, other):
    law = relabel(ConceptClass.from_matrix(rows), error_count, data, other, 4).exact()
    foreign = any(not any(all(h[x] == y for x, y in (*d, *t)) for h in rows) for d, t in law)
    weights = {o: 2.0 ** -sum(y != z for (_, y), (_, z) in zip(o[0], data, strict=True)) for o in law}
    uneven = len({round(float(p) / weights[o], 9) for o, p in law.items()}) > 1
    return foreign or uneven or sum(law.values()) != 1


@check("ABMS20-5.alg2", grade="certified",
       quantifier="all functions on 3 points, q of three rows wrong; e^epsilon = 9/4 and 4 for the e of the algorithm",
       says="the odds of a pattern against the best one are in the bracket of e^(-epsilon q/2)")
@judged("==")
def odds_of_a_pattern_are_its_weight(weight=weight_of_pattern):
    data = tuple((x, 0) for x in range(3))
    for epsilon, q in weight.instances():
        law = pattern_law(all_functions(3), error_count, data, (), epsilon.of).exact()
        told = as_bracket(weight(epsilon, q))
        yield (epsilon, q), told.lower <= law[(1,) * q + (0,) * (3 - q)] / law[0, 0, 0] <= told.upper, True

def refutes_odds_of_a_pattern_are_its_weight(weight, epsilon, q):
    return abs(float(as_bracket(weight(epsilon, q)).lower) - float(epsilon.of) ** (-q / 2)) > 1e-9


@check("ABMS20-5.alg2", grade="exhaustive",
       quantifier="all 255 classes on 3 points (21 up to symmetry), all D of at most 2 rows, all T of at most 2 points",
       says="{the number of patterns on the points} is at most {C(n, <=VC) for n points}")
@sabotage("one dimension less", -1)
def patterns_are_at_most_as_sauer_says(shift: int = 0) -> Verdict:
    dimension = {c: vc_dimension(c) + shift for c, _ in classes_up_to_symmetry(3)}

    def cases() -> Iterator[Any]:
        for c, _, data, other in small_inputs():
            points = occurring_points(data, other)
            if not points:
                continue  # one pattern, the empty one
            yield (c.rows(), points), len(patterns(c, points)), sauer_bound(len(points), max(dimension[c], 0))

    return covering(judge("<=", cases()), sum(orbit for _, orbit, _, _ in small_inputs()))

def refutes_patterns_are_at_most_as_sauer_says(shift, rows, points):
    largest = max((k for k in range(4) for s in combinations_with_replacement(range(3), k)
                   if len(set(s)) == k and len({tuple(h[x] for x in s) for h in rows}) == 2**k), default=0)
    found = len({tuple(h[x] for x in points) for h in rows})
    return found > sum(math.comb(len(points), j) for j in range(max(largest + shift, 0) + 1))


@check("ABMS20-5.alg2", grade="exact", quantifier="all functions on 2 points; D = ((0, 0)) and ((1, 0)), T empty",
       says="the worst ratio of the two relabelled databases is infinite")
@sabotage("the labels without the points",
          lambda c, score, data, other, ratio: relabel_law(c, score, data, other, ratio).map(
          lambda pair: tuple(y for part in pair for _, y in part)))
def relabelling_alone_has_infinite_privacy_loss(relabel=relabel_law) -> Verdict:
    left, right = (relabel(all_functions(2), error_count, ((x, 0),), (), 4) for x in (0, 1))
    return judge("==", [((((0, 0),), ((1, 0),)), worst_ratio(left, right)[0], math.inf)])

def refutes_relabelling_alone_has_infinite_privacy_loss(relabel, witness):
    left, right = (relabel(all_functions(2), error_count, data, (), 4).exact() for data in witness)
    return set(left) == set(right)


@check("ABMS20-5.alg2", grade="exhaustive",
       quantifier="initial segments of 4 points: all D of at most 3 rows, T empty or one of the points",
       says="the fast law for thresholds is the law of the patterns")
@sabotage("the points of T are forgotten", lambda size, data, other, ratio: initial_segment_law(size, data, (), ratio))
@judged("==")
def fast_law_for_thresholds_is_the_same(segments=initial_segment_law):
    for data in small_databases(4, 3):
        for other in ((), *(((x, 0),) for x in range(4))):
            slow = pattern_law(initial_segments(4), error_count, data, other, 4).map(sum)
            yield (data, other), segments(4, data, other, 4).exact(), slow.exact()

def refutes_fast_law_for_thresholds_is_the_same(segments, data, other):
    points = sorted({x for x, _ in (*data, *other)})
    weights = [Fraction(1, 2 ** sum((x in points[:k]) != y for x, y in data)) for k in range(len(points) + 1)]
    return segments(4, data, other, 4).exact() != {k: w / sum(weights) for k, w in enumerate(weights)}


@check("ABMS20-5.alg2", grade="exhaustive", quantifier="all lists of 1 to 4 scores in 0..3, e^{eps/2} = 2, 3/2: the "
       "law of the choice among millions of patterns, which the runs on large samples sample",
       says="the fast choice takes an index of score q with probability proportional to e^(-epsilon q/2)")
@sabotage("the whole score in the exponent", lambda scores, root: chosen_index(scores, root**2))
@sabotage("the first of those with equal scores", lambda scores, root: chosen_index(scores, root).map(
    lambda k: scores.index(scores[k])))
@judged("==")
def fast_choice_is_the_exponential_mechanism(choose=chosen_index):
    for scores in (s for size in range(1, 5) for s in product(range(4), repeat=size)):
        for root in (Fraction(2), Fraction(3, 2)):
            total = sum(root**-q for q in scores)
            yield (scores, root), choose(scores, root).exact(), {k: root**-q / total for k, q in enumerate(scores)}

def refutes_fast_choice_is_the_exponential_mechanism(choose, scores, root):
    law = choose(scores, root).exact()
    odds = {p * root ** scores[k] for k, p in law.items()}
    return set(law) != set(range(len(scores))) or len(odds) > 1


claim("ABMS20-5.alg3", kind="algorithm", section="5, Algorithm 3 (A_RelabelAndLearn)", title="A_RelabelAndLearn",
      uses=("ABMS20-5.alg2", "ABMS20-3.3"),
      erratum_kind="misprint", repaired=True,
      erratum="Printed step 3 outputs A(S), the algorithm's answer on the original labels. The proofs of Lemmas 5.3 "
              "and 5.5 and of Theorem 6.1 use the relabelled database, and without it the answer has nothing to do "
              "with the chosen hypothesis. (In Algorithms 4 and 5 the learner sees a subsample of the relabelled D.)")


def noisy_label(rows: Database) -> Law:
    """Return randomised response on the label of the first row, with e^epsilon = 3."""
    return choice({rows[0][1]: Fraction(3, 4), 1 - rows[0][1]: Fraction(1, 4)})


@check("ABMS20-5.alg3", grade="exhaustive", quantifier="all 255 classes on 3 points (21 up to symmetry), all D, V, W "
       "of one row (V, W without labels), randomised response as the private algorithm; e^epsilon = 4",
       says="the joint law is the one computed by hand, with the first concept that agrees with the relabelled V")
@sabotage("the algorithm runs on the original labels, as printed", make=lambda: printed_relabel_and_learn)
@sabotage("the first concept of the class, consistent or not",
          lambda *given: relabel_and_learn_law(*given).map(lambda o: (o[0], o[1], 0)))
def law_and_consistent_concept(run=relabel_and_learn_law) -> Verdict:
    def cases() -> Iterator[Any]:
        for c, _ in classes_up_to_symmetry(3):
            rows = c.rows()
            for (x, y), v, w in product(product(range(3), (0, 1)), range(3), range(3)):
                law = run(c, error_count, noisy_label, ((x, y),), ((v, 0),), ((w, 0),), 4).exact()
                weights = {(h[x], h[v], h[w]): Fraction(1, 1 + (h[x] != y)) for h in rows}
                expected: dict[Any, Fraction] = {}
                for (label, value, _), weight in weights.items():
                    first = next(k for k, h in enumerate(rows) if h[v] == value)
                    for answer in (0, 1):
                        part = weight / sum(weights.values()) * Fraction(3 if answer == label else 1, 4)
                        key = (answer, ((v, value),), first)
                        expected[key] = expected.get(key, Fraction(0)) + part
                yield (rows, (x, y), v, w), law, expected

    return covering(judge("==", cases()), 255 * 54)

def refutes_law_and_consistent_concept(run, rows, record, v, w):
    law = run(ConceptClass.from_matrix(rows), error_count, noisy_label, (record,), ((v, 0),), ((w, 0),), 4).exact()
    wrong = any(rows[k][v] != part[0][1] for _, part, k in law)
    seen = {(h[record[0]], h[v], h[w]) for h in rows}
    total = sum(Fraction(1, 1 + (t[0] != record[1])) for t in seen)
    ones = sum(Fraction(1, 1 + (t[0] != record[1])) / total for t in seen if t[0])
    return wrong or sum(p for o, p in law.items() if o[0] == 1) != Fraction(1, 4) + ones / 2


def printed_relabel_and_learn(concepts: ConceptClass, score: Score, learner: Callable[[Database], Law],
                              data: Database, published: Database, hidden: Database, exp_epsilon: int) -> Law:
    """Return the law of Algorithm 3 as printed: the private algorithm sees the original labels."""
    cut = len(published)
    pairs = relabel_law(concepts, score, data, published + hidden, exp_epsilon)
    answer = learner(data + published + hidden)
    return pairs.then(lambda pair: answer.map(lambda a: (a, pair[1][:cut], first_consistent(concepts, pair[1][:cut]))))


def seen_by_the_learner(run, concepts: ConceptClass, given: tuple[int, int, int, int]) -> dict[Any, Fraction]:
    """Return the law of (what a learner that prints its database prints, V); T is labelled 1, D as given."""
    x, y, v, w = given
    law = run(concepts, error_count, pure, ((x, y),), ((v, 1),), ((w, 1),), 4)
    return dict(law.map(lambda o: o[:2]).exact())


@check("ABMS20-5.alg3", grade="exhaustive",
       quantifier="all 255 classes on 3 points (21 up to symmetry), all D, V, W of one row, a learner that prints "
                  "its database: it sees D, V, W in this order, all relabelled by one concept; e^epsilon = 4",
       says="the learner sees D, V, W in this order, relabelled by each concept with its probability")
@sabotage("the algorithm runs on D alone",
          lambda c, score, learner, *given: relabel_and_learn_law(c, score, lambda rows: learner(rows[:1]), *given))
@sabotage("the algorithm does not see V",
          lambda c, score, learner, *given: relabel_and_learn_law(
          c, score, lambda rows: learner((rows[0], *rows[2:])), *given))
@sabotage("the algorithm runs on the original labels, as printed", printed_relabel_and_learn)
def learner_sees_all_relabelled_rows(run=relabel_and_learn_law) -> Verdict:
    def cases() -> Iterator[Any]:
        for c, _ in classes_up_to_symmetry(3):
            for x, y, v, w in product(range(3), (0, 1), range(3), range(3)):
                weights = {((x, h[x]), (v, h[v]), (w, h[w])): Fraction(1, 1 + (h[x] != y)) for h in c.rows()}
                expected = {(rows, rows[1:2]): q / sum(weights.values()) for rows, q in weights.items()}
                yield (c.rows(), (x, y, v, w)), seen_by_the_learner(run, c, (x, y, v, w)), expected

    return covering(judge("==", cases()), 255 * 54)

def refutes_learner_sees_all_relabelled_rows(run, rows, given):
    law = seen_by_the_learner(run, ConceptClass.from_matrix(rows), given)
    x, _, v, w = given
    points = all([place for place, _ in seen] == [x, v, w] for seen, _ in law)
    fits = points and all(any(all(h[place] == y for place, y in seen) for h in rows) for seen, _ in law)
    return not fits or sum(law.values()) != 1


def errors_of_memory(run, rows: int) -> Fraction:
    """Return the expected share of D on which the answer differs from the relabelled V = D; the learner just copies."""
    data = tuple((x, 1) for x in range(rows))
    zero = ConceptClass.from_matrix([[0] * rows])  # all labels of D are wrong
    law = run(zero, error_count, lambda given: pure(given[:rows]), data, data, (), 4).exact()
    return sum((p * Fraction(sum(a != b for a, b in zip(f, v, strict=True)), rows) for (f, v, _), p in law.items()),
               Fraction(0))


@check("ABMS20-5.alg3", grade="exact",
       quantifier="the class of the zero function, D = V labelled 1 throughout, 1 to 8 rows; the learner copies D",
       says="the copied labels never differ from the relabelled V")
@sabotage("the algorithm runs on the original labels, as printed", printed_relabel_and_learn)
@sabotage("only the first row comes relabelled, the others as they were",
          lambda concepts, score, learner, data, *rest: relabel_and_learn_law(
          concepts, score, lambda rows: learner((rows[0], *data[1:], *rows[len(data):])), data, *rest))
def answer_is_about_the_relabelled_rows(run=relabel_and_learn_law) -> Verdict:
    return judge("==", ((rows, errors_of_memory(run, rows), 0) for rows in range(1, 9)))

def refutes_answer_is_about_the_relabelled_rows(run, rows):
    data = tuple((x, 1) for x in range(rows))
    law = run(ConceptClass.from_matrix([[0] * rows]), error_count, lambda given: pure(given[:rows]), data, data, (), 4)
    return any(label != 0 for answer, _, _ in law.exact() for _, label in answer)
