"""Measurements of the referee itself, against known truth."""
