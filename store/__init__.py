"""Logs of bytes by game and version, and the few tables that stand beside them.

The store knows neither titles nor protos: an entry is bytes with a version. `store.contract` states what every engine
promises; `store.memory` and `store.sqlite` are engines.
"""
