"""Record files instead of a database: a service in their reader's process."""
