"""Feldman and Xiao: Sample complexity bounds on differentially private learning via communication complexity (2014)."""
