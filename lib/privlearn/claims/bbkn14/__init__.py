"""Beimel et al.: Bounds on the sample complexity for private learning and private data release (2014)."""
