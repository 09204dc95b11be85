"""FX14, Section 4.2: lines, as in the journal version but without its own lower bound."""

from privlearn.papers.fx14.lines import claim

claim("FX14-4.2.line", kind="definition", title="Line_p and LDim = 2",
      same_as=("FX15-5.line", "FX15-5.ldim", "FX15-5.sep"),
      difference="That LDim = 2 is stated without the reason, and the separation rests on the cited quantum bound "
                 "alone: the classical lower bound (FX15, Theorem 5.3) is not there.")
