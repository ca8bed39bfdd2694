"""Structures that come with railbird, one TOML file each."""
