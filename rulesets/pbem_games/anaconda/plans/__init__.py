"""Ruling R110, mode `plan`: a Movement sub-phase is planned, answered and run as a whole: one letter from each seat."""
