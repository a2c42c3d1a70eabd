"""Everything around a call: errors and their statuses, log lines, the service's stop."""
