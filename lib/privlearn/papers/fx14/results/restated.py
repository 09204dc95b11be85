"""FX14, Abstract and Sections 1 and 1.1: the results, as in the journal version."""

from privlearn.papers.fx14.results import claim

claim("FX14-abs", kind="corollary", uses=("FX14-6", "FX14-7.ge", "FX14-11", "FX14-4.2.line", "FX14-12"),
      title="The three bounds of the abstract", same_as=("FX15-abs.1", "FX15-abs.2", "FX15-abs.3"),
      difference="The same three bounds. That private samples differ from the VC dimension is announced as the answer "
                 "to an open question with the first bound; the full version says so up front.")

claim("FX14-1.thr-approx", kind="remark", uses=("FX14-2.1.dp", "FX14-14"),
      section="1 Introduction", title="Thresholds under approximate privacy", same_as=("FX15-1.thr-approx",))

claim("FX14-3", kind="theorem", uses=("FX14-12",), section="1.1 Our results", title="Line_p under approximate privacy",
      same_as=("FX15-1.3",), difference="Theorem 3 there, Theorem 1.3 here.")
