"""Feldman and Xiao: Sample complexity bounds on differentially private learning via communication complexity (COLT 2014)."""
