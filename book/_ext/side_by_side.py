"""Several pages at a time: what two extensions do not say, and one does not do, though nothing hinders it.

The numbering of several tables of contents takes place after all pages are read, and the one for LaTeX has no part in a
site. The domain of statements keeps nothing of its own; what it knows of each page is merged by its extension.
"""
from sphinx_proof.domain import ProofDomain

SILENT = ("sphinx_multitoc_numbering", "sphinx_jupyterbook_latex")


class MergedProofDomain(ProofDomain):
    """Statements read by several processes."""

    def merge_domaindata(self, docnames, otherdata):
        """Take over what another process has found: nothing, see above."""


def _say(app):
    for name in SILENT:
        app.extensions[name].parallel_read_safe = True


def setup(app):
    """Say that pages can be read side by side, before it is asked."""
    app.setup_extension("sphinx_proof")
    app.add_domain(MergedProofDomain, override=True)
    app.connect("builder-inited", _say)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
