"""Who plays: the agents of the arena. The game never imports them; they see observations only."""
