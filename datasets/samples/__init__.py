"""Small histories of our own making, shipped with the package for `railbird demo`."""
