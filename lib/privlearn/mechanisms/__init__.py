"""Neighbour relations, promises, exact audits, mechanisms, and optima over all mechanisms."""

from privlearn.mechanisms.audit import (
    ApproximateAudit,
    PureAudit,
    audit_approximate,
    audit_pure,
    refutes_approximate,
    refutes_pure,
)
from privlearn.mechanisms.average_packing import advantage_success, required_group_ratio
from privlearn.mechanisms.discrete_laplace import bernoulli_exp, kolmogorov_distance, shift_ratio
from privlearn.mechanisms.exponential import (
    errors,
    exponential_learner,
    exponential_success,
    from_scores,
    point_learner,
)
from privlearn.mechanisms.histogram import noisy_histogram
from privlearn.mechanisms.neighbours import (
    Relation,
    add_remove_one,
    all_databases,
    flip_one_label,
    hamming_distance,
    labelled_rows,
    multiset_databases,
    replace_one,
    replace_one_unordered,
)
from privlearn.mechanisms.noise import GeometricNoise, geometric_tail, randomised_response, two_sided_geometric
from privlearn.mechanisms.noisy_max import noisy_max
from privlearn.mechanisms.optimum import mechanism_from, mechanism_program, optimal_failure
from privlearn.mechanisms.packing import (
    covering_success,
    failures_by_hits,
    half_covering_ratio,
    packing_success,
    target_probability,
    two_point_failure,
    two_point_failure_floor,
)
from privlearn.mechanisms.promise import Promise, PromisedMechanism
from privlearn.mechanisms.starring import (
    sharp_star_keep_probability,
    star_keep_probability,
    starred,
    starring_program,
)
from privlearn.mechanisms.subsampling import amplified_exp_epsilon, kept_rows, subsampled

__all__ = [
    "ApproximateAudit",
    "GeometricNoise",
    "Promise",
    "PromisedMechanism",
    "PureAudit",
    "Relation",
    "add_remove_one",
    "advantage_success",
    "all_databases",
    "amplified_exp_epsilon",
    "audit_approximate",
    "audit_pure",
    "bernoulli_exp",
    "covering_success",
    "errors",
    "exponential_learner",
    "exponential_success",
    "failures_by_hits",
    "flip_one_label",
    "from_scores",
    "geometric_tail",
    "half_covering_ratio",
    "hamming_distance",
    "kept_rows",
    "kolmogorov_distance",
    "labelled_rows",
    "mechanism_from",
    "mechanism_program",
    "multiset_databases",
    "noisy_histogram",
    "noisy_max",
    "optimal_failure",
    "packing_success",
    "point_learner",
    "randomised_response",
    "refutes_approximate",
    "refutes_pure",
    "replace_one",
    "replace_one_unordered",
    "required_group_ratio",
    "sharp_star_keep_probability",
    "shift_ratio",
    "star_keep_probability",
    "starred",
    "starring_program",
    "subsampled",
    "target_probability",
    "two_point_failure",
    "two_point_failure_floor",
    "two_sided_geometric",
]
