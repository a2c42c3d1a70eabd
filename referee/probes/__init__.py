"""What asks whether a service is well: orchestrators, proxies, systemd, and `gunbai server status`."""
