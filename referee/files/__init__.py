"""Record files instead of a database: a service in the process of their reader."""
