"""The `railbird` command: reads arguments, calls the rooms, prints. No logic."""
