"""Who calls, and what they may do and see: tokens, callers, quotas, request fields, consents, the audience."""
