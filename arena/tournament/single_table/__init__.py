"""Single-table events without Python between hands: the director's rules as compiled steps.

Every rule here stands first in a readable module of `arena.tournament` (named in each docstring);
tests hold the two equal over random sequences and over whole events against the director.
"""
