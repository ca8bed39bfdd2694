"""The game: cards, hand ranks, equity, one hand, the tournament, and histories as tables."""
