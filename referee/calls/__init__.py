"""Around every call: errors and their statuses, log lines, the stop of the service."""
