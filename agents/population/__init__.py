"""A population of people-like players, fitted to real hands; see `people` and `docs/population.md`."""
