"""FX14, Sections 1.1 and 3.1: thresholds and greater-than, as in the journal version."""

from privlearn.papers.fx14.greater_than import claim

claim("FX14-1.gt", kind="proposition", title="Evaluating thresholds is greater-than",
      uses=("FX15-1.1", "FX15-3.1app.gt"), same_as=("FX15-1.1.gt",))

claim("FX14-3.1app.thr", kind="corollary", status="quoted",
      reason="what it says of product distributions is by Kremer, Nisan and Ron; the rest is proved here",
      section="3.1 Applications",
      title="Thresholds: greater-than, VC dimension 1 and PRDim Omega(b), product distributions",
      uses=("FX15-3.1.le", "FX15-3.1.ge", "FX15-4.3"),
      same_as=("FX15-3.1app.thr", "FX15-3.1app.gt", "FX15-3.1app.product"))
