"""ABMS20, Section 5: Algorithm 3, A_RelabelAndLearn."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, covering, judge, sabotage
from privlearn.concepts import ConceptClass, classes_up_to_symmetry
from privlearn.laws import Law, choice, pure
from privlearn.learners.relabeling import error_count, first_consistent, relabel_and_learn_law, relabel_law
from privlearn.learners.relabeling.relabel import Score
from privlearn.mechanisms.neighbours import Database
from privlearn.papers.abms20.relabeling import claim

claim("ABMS20-5.alg3", kind="algorithm", section="5, Algorithm 3 (A_RelabelAndLearn)", title="A_RelabelAndLearn",
      uses=("ABMS20-5.alg2", "ABMS20-3.3"),
      erratum_kind="misprint", repaired=True,
      erratum="Printed step 3 outputs A(S), the algorithm's answer on the original labels. The proofs of Lemmas 5.3 "
              "and 5.5 and of Theorem 6.1 use the relabelled database, and without it the answer has nothing to do "
              "with the chosen hypothesis. (In Algorithms 4 and 5 the learner sees a subsample of the relabelled D.)")


def noisy_label(rows: Database) -> Law:
    """Return randomised response on the label of the first row, with e^epsilon = 3."""
    return choice({rows[0][1]: Fraction(3, 4), 1 - rows[0][1]: Fraction(1, 4)})


@check("ABMS20-5.alg3", grade="exhaustive",
       quantifier="all 255 classes on 3 points (21 up to symmetry), all D, V, W of one row (V, W without labels), "
                  "randomised response as the private algorithm; e^epsilon = 4",
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
