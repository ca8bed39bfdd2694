"""Small histories of our own making, shipped with the package for the README's recipe."""

HISTORY = "six-max-cash.txt.gz"
TRUTH = "truth.csv"
