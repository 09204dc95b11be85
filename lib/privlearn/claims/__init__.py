"""Claims: the registry, verdicts, the runner, and the cards that pages show."""

from privlearn.claims.cards import card
from privlearn.claims.registry import check, claim, sabotage, verifier
from privlearn.claims.verdict import Verdict, all_hold, counted, covering, judge, judged
