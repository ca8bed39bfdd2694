"""Players who cheat together, each around an honest agent; changed decisions are marked."""
