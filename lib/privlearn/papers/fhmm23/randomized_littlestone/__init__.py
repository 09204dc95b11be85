"""FHMM23 on the page since/randomized-littlestone: what a learner with coins must expect to lose."""

from privlearn.checking.registry import on_page

claim = on_page("since/randomized-littlestone", section="Statements by their numbers")
