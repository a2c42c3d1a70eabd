"""What bots need from a title."""
