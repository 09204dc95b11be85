"""BBKN14 on the page points-and-intervals/sanitization."""

from privlearn.checking.registry import on_page

claim = on_page("points-and-intervals/sanitization", section="7 Lower bounds for non-interactive sanitization")
