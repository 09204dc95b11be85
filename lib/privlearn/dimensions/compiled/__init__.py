"""The searches for dimensions, compiled: imported only where numba is installed."""
