"""Looking after a service: backups, archives and copies of its record, and what it stands on."""
