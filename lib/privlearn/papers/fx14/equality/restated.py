"""FX14, Section 3.1: points, equality and efficient learners, as in the journal version."""

from privlearn.papers.fx14.equality import claim

claim("FX14-3.1app.point", kind="proposition", uses=("FX14-4", "FX14-5", "FX14-7.le", "FX14-8"),
      same_as=("FX15-3.1app.point",), title="Points: DRDim is Omega(log b), PRDim is O(1)",
      difference="The domain of the points is not named; otherwise the same.")

claim("FX14-3.1app.equality", kind="algorithm", uses=("FX14-5", "FX14-6", "FX14-7.le"),
      same_as=("FX15-3.1app.equality",), title="A learner of points from the equality protocol",
      difference="Hashing in general instead of inner products.")

claim("FX14-3.1app.efficient", kind="proposition", uses=("FX14-6", "FX14-7.le", "FX14-3.1app.equality"),
      same_as=("FX15-3.1app.efficient",), title="Efficient learners from efficient protocols",
      difference="PAC learning, if both parties are polynomial-time and the representation has polynomial size; the "
                 "full version has agnostic learning in time 2^O(PRDim), and asks for a polynomial-time Bob only.")
