"""ABMS20 on the page closure/agnostic-learner: Private learning implies private agnostic learning."""

from privlearn.checking.registry import on_page

claim = on_page("closure/agnostic-learner", section="6 Private PAC implies private agnostic PAC")
