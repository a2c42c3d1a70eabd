"""What proves a record: verification, record files, the service's key."""
