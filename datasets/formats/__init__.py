"""Readers and writers of hand histories, told apart by content."""
