"""Looking after a service: backups, archives and copies of its record, and its surroundings."""
