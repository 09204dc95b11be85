"""GGKM21 on the page since/irreducibility: Classes that no few questions make simpler."""

from privlearn.checking.registry import on_page

claim = on_page("since/irreducibility", section="Statements of both papers by their numbers")
