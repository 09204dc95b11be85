"""BBKN14 on the page points-and-intervals/light-hypotheses: Few samples force heavy hypotheses."""

from privlearn.checking.registry import on_page

claim = on_page(
    "points-and-intervals/light-hypotheses",
    section="4.3 Restrictions on the hypothesis class of private learners with low sample complexity")
