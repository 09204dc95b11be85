"""FX14, Abstract and Sections 1 and 1.1: the results, as in the journal version."""

from privlearn.claims.fx14.results import claim

claim("FX14-abs", kind="corollary", title="The three bounds of the abstract",
      same_as=("FX15-abs.1", "FX15-abs.2", "FX15-abs.3"),
      difference="The same three bounds. That private samples differ from the VC dimension is announced as the answer "
                 "to an open question with the first bound; the full version says so up front.")

claim("FX14-1.thr-approx", kind="remark", section="1 Introduction", title="Thresholds under approximate privacy",
      same_as=("FX15-1.thr-approx",))

claim("FX14-3", kind="theorem", section="1.1 Our results", title="Line_p under approximate privacy",
      same_as=("FX15-1.3",), difference="Theorem 3 there, Theorem 1.3 here.")
