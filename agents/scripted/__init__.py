"""House bots: styles of play in compiled code, and the tables they stand on."""
