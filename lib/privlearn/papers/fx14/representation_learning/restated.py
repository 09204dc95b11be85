"""FX14, Section 2.2: Theorem 6, as Theorem 2.5 of the journal version."""

from privlearn.papers.fx14.representation_learning import claim

claim("FX14-6", kind="theorem",
      uses=("FX14-2.1.scdp", "FX14-5", "FX14-14", "FX14-3.1app.boost", "BBKN14-2.1.group", "BBKN14-3.2"),
      title="Theorem 6: SCDP against the probabilistic representation dimension",
      same_as=("FX15-2.5.ub", "FX15-2.5.lb", "FX15-2.5.agn"),
      erratum_kind="convention", erratum_of="FX15-2.5.lb", repaired=True,
      erratum="The same lower bound, without the condition on PRDim that it needs.")
