"""From files to cases: what a pair did, what honest play explains, and how sure that is."""
