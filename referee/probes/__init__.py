"""Answers to orchestrators, proxies, systemd, and `gunbai server status`, which ask whether a service is well."""
