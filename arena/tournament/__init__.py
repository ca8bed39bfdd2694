"""Between hands: the rules of tournaments of two rooms, and the director who runs them."""
