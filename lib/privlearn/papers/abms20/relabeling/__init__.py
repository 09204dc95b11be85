"""ABMS20 on the page closure/relabeling: Relabelling a sample so that a private learner can use it."""

from privlearn.checking.registry import on_page

claim = on_page("closure/relabeling", section="5 Private agnostic learning and closure of private learning")
