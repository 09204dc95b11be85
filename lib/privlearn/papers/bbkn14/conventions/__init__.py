"""BBKN14 on the page conventions: Conventions, and how "for all" is executed."""

from privlearn.checking.registry import on_page

claim = on_page("conventions", section="0 Conventions (ours, not a statement of the paper)")
