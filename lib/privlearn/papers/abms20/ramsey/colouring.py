"""ABMS20, Section 4.2.1: which theorem the section proves, and how many colours there are."""

from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import ConceptClass, aggregate, named_rule
from privlearn.dimensions import littlestone_dimension, mistake_tree, threshold_dimension
from privlearn.dimensions.composition.ladder_extraction import extract_ladder
from privlearn.dimensions.composition.ladder_tables import rule_inputs
from privlearn.exact import is_at_most
from privlearn.exact.formulas import Value, formula
from privlearn.online import StandardOptimalAlgorithm, tree_adversary
from privlearn.papers.abms20.ramsey import claim
from privlearn.papers.abms20.ramsey.instances import PLANTED, Instance, table_of
from privlearn.papers.by_definition import littlestone_by_definition

claim("ABMS20-4.2.1.header", kind="remark", status="checked",
      reason="a remark on a heading in the paper, decided by what each proof arrives at",
      title="The proof headed as that of Theorem 2.1 is the proof of Theorem 2.2",
      uses=("ABMS20-2.1", "ABMS20-2.2"),
      erratum_kind="misprint",
      erratum="A misprint in a heading: Section 4.2.1 proves Theorem 2.2 (thresholds), Section 4.2.2 proves Theorem "
              "2.1 (Littlestone dimension). Nothing else depends on it.",
      note="Decided by what the sections find. A ladder of t steps shows a threshold dimension of t, but a Littlestone "
           "dimension of about log t only.")

PROVES = (("4.2.1", "2.2"), ("4.2.2", "2.1"))  # the cross references of this part of the book


LADDERS = tuple(instance for instance in PLANTED if instance[2] <= 256)


def part_with_ladder(instance: Instance) -> tuple[int, ConceptClass]:
    """Return the length of the ladder that the argument of Section 4.2.1 finds, and its functions on its points."""
    table, arity = table_of(instance), instance[1]
    made = extract_ladder(table, named_rule(instance[0], arity), arity)
    rows, columns = zip(*made.pairs, strict=True)
    bits = table[np.ix_(rows, columns)] >> (arity - 1 - made.coordinate) & 1
    return len(made.pairs), ConceptClass.from_matrix(sorted(set(map(tuple, bits.tolist()))))


def forced_from_majorities(seed: int) -> tuple[int, ConceptClass]:
    """Return the mistakes forced from the best learner of the majorities of three of six functions, and their class."""
    bits = np.random.default_rng(seed).integers(2, size=(6, 6))
    found = aggregate(named_rule("majority", 3), *[ConceptClass.from_matrix(np.unique(bits, axis=0).tolist())] * 3)
    rounds = tree_adversary(StandardOptimalAlgorithm(found), mistake_tree(found))[0]
    return sum(said != told for _, said, told in rounds), found


@check("ABMS20-4.2.1.header", grade="exact",
       quantifier="Section 4.2.1: its argument run on the planted ladders of up to 256 functions; Section 4.2.2: the "
       "majorities of three of six seeded functions on 6 points, 20 times, against the standard optimal algorithm",
       says="{what a section finds, steps of a ladder or forced mistakes} equals {its theorem's dimension}")
@sabotage("as printed: 4.2.1 proves Theorem 2.1", (("4.2.1", "2.1"), ("4.2.2", "2.2")))
@judged("==")
def a_section_proves_the_theorem_about_what_it_finds(proves: tuple[tuple[str, str], ...] = PROVES):
    for section, theorem in proves:
        dimension = threshold_dimension if theorem == "2.2" else littlestone_dimension
        find: Any = part_with_ladder if section == "4.2.1" else forced_from_majorities
        for given in LADDERS if section == "4.2.1" else range(20):
            number, concepts = find(given)
            yield (section, theorem, given), number, dimension(concepts)

def refutes_a_section_proves_the_theorem_about_what_it_finds(proves, section, theorem, given):
    number, concepts = part_with_ladder(given) if section == "4.2.1" else forced_from_majorities(given)
    return (section, theorem) in proves and theorem == "2.1" and littlestone_by_definition(concepts) < number


@formula("at most", corners={"k": (1, 2, 3)})
def quarter_of_the_pairs(k: int) -> Value:
    return 4 ** (k - 1)


claim("ABMS20-4.2.1.colouring", kind="inequality", formulas=(quarter_of_the_pairs,), step_of="ABMS20-2.1.2.plan",
      title="The edges of a ladder of G have at most |G^-1(1)| |G^-1(0)| <= 4^(k-1) colours",
      uses=("ABMS20-2.def-G", "ABMS20-2.def-T"),
      note="The paper says 4^k. With the first part in which the two vectors differ, and its value, 2k colours are "
           "enough for the rest of the proof; this too is checked.")


@check("ABMS20-4.2.1.colouring", grade="exhaustive", quantifier="all 276 rules of at most 3 arguments: 4^(k-1)",
       says="{the number of pairs (v, u) with G(v) = 1, G(u) = 0} is at most {4^(k-1)}")
def pairs_of_values_are_at_most_a_quarter(bound=quarter_of_the_pairs) -> Verdict:
    sizes = {(k, rule): len(rule_inputs(rule, k, 1)) * len(rule_inputs(rule, k, 0))
             for k in range(1, 4) for rule in range(1 << (1 << k))}
    return judge("<=", (((k, rule), size, bound(k)) for (k, rule), size in sizes.items()))

def refutes_pairs_of_values_are_at_most_a_quarter(bound, k, rule):
    ones = bin(rule).count("1")
    return not is_at_most(ones * (2**k - ones), bound(k))
