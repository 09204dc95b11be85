"""The engine of checks: claims are declared, checked and sabotaged; runs are kept and reported."""

from privlearn.checking.registry import check, claim, sabotage, verifier
from privlearn.checking.verdict import Verdict, all_hold, counted, covering, judge, judged
