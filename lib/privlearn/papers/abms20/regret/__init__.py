"""ABMS20 on the page closure/regret: Regret, solved exactly: what the Littlestone dimension controls."""

from privlearn.checking.registry import on_page

claim = on_page("closure/regret", section="1 Introduction")
