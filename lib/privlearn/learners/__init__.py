"""Learners, private and not, by theme; import from the packages.

- ``generic``: any class: consistent learners, the exponential mechanism, the best of all private learners
- ``proper_points``, ``points``, ``pseudorandom``: one point among 2^d: proper learners and what they need, improper
  learners whose sample does not grow with d, hypotheses and targets that fit into a key or a seed
- ``intervals``, ``light``, ``noise``: intervals and thresholds, and proper learners from improper ones that switch
  seldom, are light, or add noise that ignores the data
- ``selection``: choice among drawn hypotheses: boosting, representations, protocols
- ``lines``: lines over Z_p; ``formulas``: k-CNF and DNF
- ``interior_point``: interior points, thresholds, quantiles (packages ``trees``, ``tree_log``, ``heavy_paths``)
- ``relabeling``, ``closure``: agnostic learners from private ones, and learners of composed classes
"""
