"""ABMS20 on the page closure/private-preliminaries: Private learners: definitions and two tools."""

from privlearn.checking.registry import on_page

claim = on_page("closure/private-preliminaries", section="3.2 Preliminaries on private learning")
