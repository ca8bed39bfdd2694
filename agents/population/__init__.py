"""Players who play like people, fitted to real hands; see `people` and `docs/population.md`."""
