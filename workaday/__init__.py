"""Workaday: simulated organisations at work, to develop and grade agents that must get things done with people."""
