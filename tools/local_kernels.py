"""Kernels that talk through local sockets instead of network ports.

Two processes that start kernels at the same moment can draw the same port, and then one kernel dies. As a plugin of
pytest (`-p tools.local_kernels`) this module makes nbval use such kernels too.
"""
import tempfile
import uuid

import nbval.kernel
from jupyter_client.manager import AsyncKernelManager, KernelManager
from traitlets import HasTraits, default


class LocalSockets(HasTraits):
    """What makes a kernel manager use sockets in the temporary folder, named at random."""

    @default("transport")
    def _transport(self) -> str:
        return "ipc"

    @default("ip")
    def _ip(self) -> str:
        return f"{tempfile.gettempdir()}/privlearn-{uuid.uuid4().hex[:12]}"


class LocalKernelManager(LocalSockets, KernelManager):
    """For callers that wait."""


class AsyncLocalKernelManager(LocalSockets, AsyncKernelManager):
    """For callers that do not."""


nbval.kernel.KernelManager = LocalKernelManager
