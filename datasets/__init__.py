"""From scenario to files and back: readers and writers of hand histories, the Parquet store."""
