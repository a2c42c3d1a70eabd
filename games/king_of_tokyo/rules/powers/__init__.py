"""What cards do, one module for each family of powers.

What a card allows is asked in a step, and may be declined; everything else it does by itself (KT-11.4).
"""
