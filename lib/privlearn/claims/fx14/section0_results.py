"""FX14, Abstract and Sections 1 to 1.2: the results, as in the journal version."""

from __future__ import annotations

from privlearn.claims.registry import claim

PAGE = "communication/results"
CONTEXT = "communication/related-work"

claim("FX14-abs", kind="corollary", section="Abstract", page=PAGE, title="The three bounds of the abstract",
      same_as=("FX15-abs.1", "FX15-abs.2", "FX15-abs.3"),
      difference="The same three bounds. That private samples differ from the VC dimension is announced as the answer "
                 "to an open question with the first bound; the full version says so up front.")
claim("FX14-1.thr-approx", kind="remark", section="1 Introduction", page=PAGE,
      title="Thresholds under approximate privacy", same_as=("FX15-1.thr-approx",))
claim("FX14-3", kind="theorem", section="1.1 Our results", page=PAGE,
      title="Line_p under approximate privacy", same_as=("FX15-1.3",),
      difference="Theorem 3 there, Theorem 1.3 here.")
claim("FX14-1.2.context", kind="remark", section="1.2 Related work", page=CONTEXT,
      title="Sanitizing and other related work", same_as=("FX15-1.2.sanitize", "FX15-1.2.context"))
