"""ABMS20, Section 1: private learning of composed classes through their parts."""

from fractions import Fraction
from functools import cache

from privlearn.checking import Verdict, check, judge, sabotage
from privlearn.concepts import ConceptClass, aggregate, initial_segments, named_rule
from privlearn.laws import Law, pure
from privlearn.learners.closure import closure_learn_law
from privlearn.learners.closure.learner import SubsampleLearner
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.papers.abms20.introduction import claim

Target = tuple[int, ...]
EXP_EPSILON = 256
AND = named_rule("and", 2)
STARTS = initial_segments(3)
ENDS = ConceptClass.from_matrix([[1 - v for v in row] for row in STARTS.rows()])

claim("ABMS20-1.Q2", kind="remark", status="checked",
      reason="a question, answered by a theorem of this part; here the learner is run on the intervals of three points",
      title="Question 1.2: does a private learner of H give one of G(H, ..., H)?  (Yes: Theorem 7.1)",
      uses=("ABMS20-2.def-G", "ABMS20-7.alg5", "ABMS20-7.1", "ABMS20-7.2"),
      note="Executed on intervals of 3 points, AND of an initial and a final segment, e^epsilon = 256; all databases "
           "are the same six rows, and a learner gets six draws, not a ninth of the rows.  The theorem, its "
           "constants and larger runs are on the page of the closure learner.")


def generic_learner(concepts: ConceptClass) -> SubsampleLearner:
    """Return the exponential mechanism over a class, its outcomes as functions."""
    mechanism, rows = exponential_learner(concepts, EXP_EPSILON), concepts.rows()
    return lambda data: mechanism(data).map(lambda k: rows[k])


def twice(target: Target) -> tuple[tuple[int, int], ...]:
    """Return every point twice with its label."""
    return tuple((x, label) for x, label in enumerate(target) for _ in range(2))


def learned_by_relabelling(target: Target) -> Law:
    """Return the law of (h_1, h_2) that the closure learner finds."""
    return closure_learn_law(AND, (STARTS, ENDS), (generic_learner(STARTS), generic_learner(ENDS)),
                             ((twice(target), twice(target)),) * 2, EXP_EPSILON, share=1)


known_laws = cache(learned_by_relabelling)


def wrong(law: Law, target: Target) -> Fraction:
    """Return the probability that the composition errs anywhere."""
    return sum((p for (f, g), p in law.exact().items()
                if tuple(u & v for u, v in zip(f, g, strict=True)) != target), Fraction(0))


@check("ABMS20-1.Q2", grade="exact",
       quantifier="all 7 intervals of 3 points, every point twice in each step: the exact law of (h_1, h_2); the "
                  "composition is wrong anywhere with probability at most 1/4",
       says="{the chance that h_1 AND h_2 errs anywhere} is at most {the allowed 1/4}",
       reason="The sample is fixed, and its law exact; random samples and larger runs are with the theorem.")
@sabotage("both parts are learned from the labels of the composition",
          lambda target: generic_learner(STARTS)(twice(target)).then(
          lambda f: generic_learner(ENDS)(twice(target)).map(lambda g: (f, g))))
def intervals_are_learned_from_their_own_labels(learned=known_laws) -> Verdict:
    return judge("<=", ((target, wrong(learned(target), target), Fraction(1, 4))
                        for target in aggregate(AND, STARTS, ENDS).rows()))

def refutes_intervals_are_learned_from_their_own_labels(learned, target):
    right = Fraction(0)
    for (cut, start), p in learned(target).exact().items():
        right += p if all(min(cut[x], start[x]) == target[x] for x in range(3)) else 0
    return 1 - right > Fraction(1, 4)


@check("ABMS20-1.Q2", grade="exact", quantifier="all 7 intervals of 3 points, as above: all outcomes of the law",
       says="h_1 AND h_2 is a function of the composed class with probability 1")
def proper_learners_give_a_composition_of_concepts(learned=known_laws) -> Verdict:
    composed = set(aggregate(AND, STARTS, ENDS).rows())
    return judge("==", ((target, sum((p for (f, g), p in learned(target).exact().items()
                                      if tuple(u & v for u, v in zip(f, g, strict=True)) in composed), Fraction(0)), 1)
                        for target in sorted(composed)))

def refutes_proper_learners_give_a_composition_of_concepts(learned, target):
    for (f, g), p in learned(target).exact().items():
        ones = [x for x in range(3) if f[x] + g[x] == 2]
        if p and ones and ones != list(range(ones[0], ones[-1] + 1)):
            return True
    return False

@proper_learners_give_a_composition_of_concepts.sabotage("the second learner remembers its rows")
def second_learner_remembers_rows():
    def remember(data) -> Law:
        return pure(tuple(int((x, 1) in data) for x in range(3)))

    return lambda target: closure_learn_law(AND, (STARTS, ENDS), (generic_learner(STARTS), remember),
                                            ((twice(target), twice(target)),) * 2, EXP_EPSILON, share=1)
