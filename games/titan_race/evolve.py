"""The fold of Titan Race: what each event changes on the table."""
