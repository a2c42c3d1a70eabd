"""Record files in place of a database: a service in the process of whoever reads one."""
