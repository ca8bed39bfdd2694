"""Small histories of our own making, shipped with the package for `railbird demo`."""

HISTORY = "six-max-cash.txt.gz"
TRUTH = "truth.csv"
