"""BBKN14, Section 2.2: k-term DNF are k-CNF, and finding consistent 3-term DNF is colouring graphs (no privacy)."""

from itertools import chain, combinations, product

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts.formulas import (cnf_functions, cnf_table, dnf_functions, dnf_table, dnf_to_cnf,
                                         eliminate_clauses, literal_sets, strongest_cnf)
from privlearn.learners.formulas import (colourable_graphs, colouring_sample, consistent_dnf_exists, graph_mask,
                                         graphs_with_consistent_dnf)
from privlearn.learners.formulas.dnf_and_colourings import edge_list
from privlearn.papers.bbkn14.preliminaries import claim

SIZES = ((3, 2), (3, 3), (4, 2))  # (variables, k)

claim("BBKN14-2.2.proper-gap", kind="remark", status="quoted",
      reason="the two halves are theorems of Pitt and Valiant and of Valiant; their reduction and their learner are "
             "run on small instances", uses=("BBKN14-2.2",),
      title="k-term DNF, k >= 2: hard to learn properly unless RP = NP, easy to learn by k-CNF",
      note="That NP-hard problems have no efficient randomised algorithm is a hypothesis; checked are the two halves "
           "that are mathematics, on small instances: the containment with Valiant's learner, and the reduction from "
           "colouring.")


def value_at(cnf, point: int) -> bool:
    """Evaluate a conjunction of clauses at one assignment, literal by literal."""
    return all(any((point >> variable & 1) == value for variable, value in clause) for clause in cnf)


@check("BBKN14-2.2.proper-gap", grade="exhaustive",
       quantifier="all k-term DNF functions for (n, k) = (3, 2), (3, 3), (4, 2)",
       says="a k-term DNF is the conjunction of all clauses of at most k literals that it implies")
@sabotage("clauses of at most k - 1 literals", lambda k: k - 1)
def every_dnf_function_is_the_conjunction_of_its_clauses_of_width(width=lambda k: k) -> Verdict:
    return judge("==", (((n, k, table), strongest_cnf(table, n, width(k)), table)
                        for n, k in SIZES for table in sorted(dnf_functions(n, k))))

def refutes_every_dnf_function_is_the_conjunction_of_its_clauses_of_width(width, n, k, table):
    """At some point the function is 0 though every implied clause of this width is true there."""
    ones = [x for x in range(1 << n) if table >> x & 1]
    implied = [c for c in product((None, 0, 1), repeat=n) if sum(v is not None for v in c) <= width(k)
               and all(any(v == (x >> i & 1) for i, v in enumerate(c)) for x in ones)]
    return any(all(any(v == (x >> i & 1) for i, v in enumerate(c)) for c in implied)
               for x in range(1 << n) if not table >> x & 1)


@check("BBKN14-2.2.proper-gap", grade="exhaustive",
       quantifier="all pairs of the 27 terms over 3 variables and of the 81 over 4, all triples over 3",
       says="multiplying out a k-term DNF gives an equal CNF with at most k literals in a clause")
@sabotage("the first literal of each term is not used",
          lambda dnf: dnf_to_cnf([sorted(term)[1:] or term for term in dnf]))
@sabotage("one clause more, of all literals of all terms",
          lambda dnf: [*dnf_to_cnf(dnf), *([frozenset().union(*dnf)] if all(dnf) else [])])
@judged("==")
def distributivity_gives_an_equal_cnf_of_width_k(convert=dnf_to_cnf):
    for n, k in SIZES:
        for dnf in product(literal_sets(n, n), repeat=k):
            cnf = convert(dnf)
            widest = max((len(clause) for clause in cnf), default=0)
            yield (n, dnf), (cnf_table(cnf, n), widest <= k), (dnf_table(dnf, n), True)

def refutes_distributivity_gives_an_equal_cnf_of_width_k(convert, n, dnf):
    cnf = convert(dnf)
    return any(sum(1 for _ in clause) > len(dnf) for clause in cnf) or any(
        value_at(cnf, x) != any(all((x >> v & 1) == b for v, b in term) for term in dnf) for x in range(1 << n))


@check("BBKN14-2.2.proper-gap", grade="exhaustive",
       quantifier="all 158 functions of 2-term DNF over 3 variables, all sets of points labelled by them (the sample "
                  "decides through its positive part): consistent with every sample, and never 1 where the target is 0",
       says="the hypothesis is 1 on all positive examples and 0 wherever the target is 0")
@sabotage("clauses of at most k - 1 literals", lambda k: k - 1)
@judged("==")
def elimination_learner_is_consistent_and_errs_on_one_side(width=lambda k: k):
    learned: dict[int, int] = {}
    for target in sorted(dnf_functions(3, 2)):
        for positive in range(1 << 8):
            if positive & ~target == 0:
                if positive not in learned:
                    learned[positive] = cnf_table(eliminate_clauses(positive, 3, width(2)), 3)
                hypothesis = learned[positive]
                yield (target, positive), (positive & ~hypothesis, hypothesis & ~target), (0, 0)

def refutes_elimination_learner_is_consistent_and_errs_on_one_side(width, target, positive):
    cnf = eliminate_clauses(positive, 3, width(2))
    return any(value_at(cnf, x) and not target >> x & 1 for x in range(8)) or any(
        positive >> x & 1 and not value_at(cnf, x) for x in range(8))


@check("BBKN14-2.2.proper-gap", grade="exhaustive",
       quantifier="all labelled graphs on 1..6 vertices, 33,867 of them, all 3^n terms",
       says="the graph's sample has a consistent 3-term DNF exactly if the graph is 3-colourable")
@sabotage("two terms: fails at the triangle", 2)
@sabotage("four terms: fails at the complete graph on four", 4)
@judged("==")
def sample_has_a_consistent_dnf_iff_the_graph_has_three_colours(terms: int = 3):
    for vertices in range(1, 7):
        fits, colourable = graphs_with_consistent_dnf(vertices, terms), colourable_graphs(vertices, 3)
        yield from (((vertices, graph), bool(a), bool(b))
                    for graph, (a, b) in enumerate(zip(fits, colourable, strict=True)))

def refutes_sample_has_a_consistent_dnf_iff_the_graph_has_three_colours(terms, vertices, graph):
    """Colour the graph by hand; try all DNF on its examples by evaluating their literals."""
    edges = [edge for k, edge in enumerate(edge_list(vertices)) if graph >> k & 1]
    colourable = any(all(colour[i] != colour[j] for i, j in edges) for colour in product(range(3), repeat=vertices))
    sample = colouring_sample(vertices, graph)
    listed = list(product((None, 0, 1), repeat=vertices))
    true_on = [frozenset(x for x, _ in sample if all(v is None or v == (x >> i & 1) for i, v in enumerate(term)))
               for term in listed]
    positive = frozenset(x for x, y in sample if y)
    fits = any(frozenset().union(*chosen) == positive for chosen in product(set(true_on), repeat=terms))
    return fits != colourable


def sample_of_edges(vertices: int, edges) -> list[tuple[int, int]]:
    """Return the sample of a graph given by its edges."""
    return colouring_sample(vertices, graph_mask(vertices, edges))


@check("BBKN14-2.2.proper-gap", grade="exhaustive",
       quantifier="all labelled graphs on 1..5 vertices, every edge named from its larger end",
       says="the sample says 1 where one variable alone is 0, and 0 where the two ends of an edge alone are")
@sabotage("the edges are left out", lambda vertices, edges: sample_of_edges(vertices, []))
@sabotage("all variables of the other vertices are 0",
          lambda n, edges: [((1 << n) - 1 ^ x, y) for x, y in sample_of_edges(n, edges)])
@judged("==")
def sample_of_a_graph_is_its_vertices_and_edges(sample=sample_of_edges):
    for vertices in range(1, 6):
        pairs = [(j, i) for j in range(vertices) for i in range(j)]
        for edges in chain.from_iterable(combinations(pairs, k) for k in range(len(pairs) + 1)):
            label = {(i,): 1 for i in range(vertices)} | {(i, j): 0 for j, i in edges}
            listed = sample(vertices, edges)
            zeros = {tuple(i for i in range(vertices) if not x >> i & 1): y for x, y in listed}
            yield (vertices, edges), (zeros, len(listed), max(listed)[0] >> vertices), (label, len(label), 0)

def refutes_sample_of_a_graph_is_its_vertices_and_edges(sample, vertices, edges):
    ones = [sum(2**v for v in range(vertices) if v != i) for i in range(vertices)]
    return sorted(sample(vertices, edges)) != sorted([*((x, 1) for x in ones),
                                                      *((ones[i] - 2**j, 0) for i, j in edges)])


@check("BBKN14-2.2.proper-gap", grade="exhaustive",
       quantifier="all graphs on 1..4 vertices and k = 1, 2, 3, 4; the search on one graph at a time",
       says="the graph's sample has a consistent k-term DNF exactly if the graph is k-colourable")
@sabotage("one colour more than terms", lambda k: k + 1)
def k_terms_need_as_many_colours_as(colours=lambda k: k) -> Verdict:
    """The reduction works for every k; 3 matters because 3-colouring is NP-complete and 2-colouring easy."""
    return judge("==", (((n, k, g), consistent_dnf_exists(n, g, k), bool(colourable_graphs(n, colours(k))[g]))
                        for n in range(1, 5) for k in (1, 2, 3, 4) for g in range(1 << (n * (n - 1) // 2))))

def refutes_k_terms_need_as_many_colours_as(colours, n, k, graph):
    edges = [edge for e, edge in enumerate(edge_list(n)) if graph >> e & 1]

    def proper(most: int) -> bool:
        return any(all(c[i] != c[j] for i, j in edges) for c in product(range(most), repeat=n))

    return proper(k) != proper(colours(k))


@check("BBKN14-2.2.proper-gap", grade="exhaustive",
       quantifier="all 4 + 16 + 256 functions of 1, 2 and 3 variables, k = 0 to 3; of 4, k = 1",
       says="the k-CNF functions are those that are the conjunction of the clauses of at most k literals they imply")
@verifier(lambda functions, n, k: functions(n, k) != {
    table for table in range(1 << (1 << n)) if strongest_cnf(table, n, k) == table})
@sabotage("clauses of at most k - 1 literals", lambda n, k: cnf_functions(n, max(k - 1, 0)))
@sabotage("disjunctions of at most k terms", dnf_functions)
@judged("==")
def cnf_functions_are_those_of_their_implied_clauses(functions=cnf_functions):
    for n, k in (*product((1, 2, 3), range(4)), (4, 1)):
        points = [{x for x in range(1 << n) if any(v == (x >> i & 1) for i, v in enumerate(clause))}
                  for clause in product((None, 0, 1), repeat=n) if sum(v is not None for v in clause) <= k]
        closed = set()
        for table in range(1 << (1 << n)):
            ones = {x for x in range(1 << n) if table >> x & 1}
            if set(range(1 << n)).intersection(*(where for where in points if ones <= where)) == ones:
                closed.add(table)
        yield (n, k), functions(n, k), closed
