"""FX14, Section 2.4: Littlestone's dimension, as in the journal version."""

from privlearn.papers.fx14.mistake_trees import claim

claim("FX14-2.4.ldim", kind="definition", title="Mistake trees and Littlestone's dimension", uses=("BBKN14-2.3",),
      same_as=("FX15-2.5.ldim", "FX15-2.5.online", "FX15-2.5.ldim-mb"),
      difference="The same definition; the mistake-bound model is only mentioned, not described.")
