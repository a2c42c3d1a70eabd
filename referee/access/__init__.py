"""Who calls, and what they may do and see: tokens, callers, quotas, the fields of requests, consents, the audience."""
