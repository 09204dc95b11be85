"""Learners of Boolean formulas: k-CNF from noisy counts, and why proper learning of DNF is hard.

Statistical queries learn k-CNF, and noise on their answers makes that private (:func:`private_kcnf_learner`, where to
begin); a graph's colourings become DNF consistent with a sample (:func:`colouring_sample`).
"""

from privlearn.learners.formulas.dnf_and_colourings import (colourable_graphs, colouring_sample, consistent_dnf_exists,
                                                            graph_mask, graphs_with_consistent_dnf)
from privlearn.learners.formulas.k_cnf import clause_tables, private_kcnf_learner, some_noise_exceeds, violations
