"""Neighbour relations, promises, exact audits, mechanisms, and optima over all mechanisms."""

from privlearn.mechanisms.audit import audit_approximate, audit_pure, refutes_pure
from privlearn.mechanisms.choosing import choosing_mechanism
from privlearn.mechanisms.choosing_once import choose_one_shot
from privlearn.mechanisms.composition import advanced_composition, optimal_composition
from privlearn.mechanisms.exponential import from_scores
from privlearn.mechanisms.first_above import above_threshold, sparse_vector
from privlearn.mechanisms.histogram import noisy_histogram
from privlearn.mechanisms.neighbours import (add_remove_one, all_databases, flip_one_label, labelled_rows,
                                             multiset_databases, replace_one, replace_one_unordered)
from privlearn.mechanisms.noise import randomised_response, two_sided_geometric
from privlearn.mechanisms.noisy_maximum import noisy_max
from privlearn.mechanisms.permuted_flips import permute_and_flip
from privlearn.mechanisms.promise import Promise, PromisedMechanism
from privlearn.mechanisms.starring import starred
from privlearn.mechanisms.subsampling import subsampled
