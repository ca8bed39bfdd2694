"""How close the human-like population comes to real hands: fitting, simulating, comparing."""
