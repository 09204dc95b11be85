"""AMSY24 on the page since/contradiction-graphs: A graph of samples that decides private learnability."""

from privlearn.checking.registry import on_page

claim = on_page("since/contradiction-graphs", section="Statements by their numbers")
