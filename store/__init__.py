"""Logs of bytes by game and version, with tables of tokens, secrets, refusals and a catalogue.

The store knows neither titles nor protos: an entry is bytes with a version. `store.contract` defines what every engine
must do; the engines are `store.memory`, `store.sqlite` and `store.jetstream`.
"""
