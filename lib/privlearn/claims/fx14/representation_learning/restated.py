"""FX14, Section 2.2: Theorem 6, as Theorem 2.5 of the journal version."""

from privlearn.claims.fx14.representation_learning import claim

claim("FX14-6", kind="theorem", title="Theorem 6: SCDP against the probabilistic representation dimension",
      same_as=("FX15-2.5.ub", "FX15-2.5.lb", "FX15-2.5.agn"))
