"""FX14, Section 1.2: related work, as in the journal version."""

from privlearn.papers.fx14.related_work import claim

claim("FX14-1.2.context", kind="remark", uses=("FX14-2.1.dp", "FX14-14", "BBKN14-2.7"),
      title="Sanitizing and other related work", same_as=("FX15-1.2.sanitize", "FX15-1.2.context"))
