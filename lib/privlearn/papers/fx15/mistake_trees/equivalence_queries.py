"""FX15, Section 2.5: Littlestone's dimension is the number of equivalence queries."""

from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, sabotage
from privlearn.concepts import ConceptClass, point_functions
from privlearn.dimensions import littlestone_dimension
from privlearn.online import equivalence_query_complexity, is_query_strategy, query_strategy
from privlearn.papers.by_definition import littlestone_by_definition
from privlearn.papers.fx15.mistake_trees import claim
from privlearn.papers.fx15.mistake_trees.instances import PLAYED, judge_classes, played_classes

claim("FX15-2.5.ldim-mb", kind="proposition",
      title="Littlestone's dimension is the optimal number of mistakes and of counterexamples to equivalence queries",
      uses=("FX15-2.5.ldim", "FX15-2.5.online"),
      note="Queries that fail are counted; the last one, which succeeds, comes on top. Proposed hypotheses may be any "
           "functions: proper queries, of concepts only, can cost more, and how much is checked too.")


@check("FX15-2.5.ldim-mb", grade="exhaustive", quantifier=f"all strategies of both sides; {PLAYED}",
       says="{the counterexamples that can be forced} equal {the Littlestone dimension}")
@sabotage("queries of concepts of the class only", lambda c: equivalence_query_complexity(c, proper=True))
def forced_counterexamples_equal_the_dimension(count=equivalence_query_complexity) -> Verdict:
    return judge_classes("==", played_classes(), count, littlestone_by_definition)

def refutes_forced_counterexamples_equal_the_dimension(count, rows):
    return count(ConceptClass.from_matrix(rows)) != counterexamples(rows, list(product((0, 1), repeat=len(rows[0]))))


def counterexamples(rows: tuple[Any, ...], hypotheses) -> int:
    """Return how many counterexamples can be forced, every allowed hypothesis being tried at every step."""
    @cache
    def value(left: tuple[Any, ...]) -> int:
        best = len(rows)
        for h in hypotheses:
            rests = {tuple(r for r in left if r[x] == f[x]) for f in left for x in range(len(f)) if f[x] != h[x]}
            if left not in rests:
                best = min(best, max((1 + value(rest) for rest in rests), default=0))
        return best

    return value(rows)


@check("FX15-2.5.ldim-mb", grade="exhaustive", quantifier=f"all targets and all counterexamples; {PLAYED}",
       says="the strategy meets at most as many counterexamples as the Littlestone dimension")
@sabotage("proposes concepts of the class only", lambda c: query_strategy(c, proper=True))
def an_optimal_learner_is_at_hand(strategy=query_strategy) -> Verdict:
    return judge_classes("==", played_classes(), lambda c: is_query_strategy(strategy(c), c, littlestone_dimension(c)),
                         lambda c: True)

def refutes_an_optimal_learner_is_at_hand(strategy, rows):
    concepts = ConceptClass.from_matrix(rows)
    proposals, most = strategy(concepts), littlestone_by_definition(concepts)
    states = {tuple(range(len(rows)))}
    for _ in range(most + 1):  # what may be left after that many counterexamples
        states = {tuple(i for i in left if rows[i][x] == rows[target][x]) for left in states for target in left
                  for x in range(concepts.size) if rows[target][x] != proposals[left][x]}
    return bool(states)


@check("FX15-2.5.ldim-mb", grade="exhaustive", quantifier="all strategies of both sides; n = 2..9 points",
       says="{the counterexamples forced from proper queries} equal {n - 1}")
@sabotage("no more than general queries: Littlestone's dimension", lambda n: littlestone_dimension(point_functions(n)))
def proper_queries_of_points_cost_all_but_one(formula=lambda n: n - 1) -> Verdict:
    return judge("==", ((n, equivalence_query_complexity(point_functions(n), proper=True), formula(n))
                        for n in range(2, 10)))

def refutes_proper_queries_of_points_cost_all_but_one(formula, n):
    rows = tuple(point_functions(n).rows())
    return counterexamples(rows, rows) != formula(n)
