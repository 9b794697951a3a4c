"""Drills: faults caused as really as the machine allows, to see that nothing is lost."""
