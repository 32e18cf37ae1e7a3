"""The seat's web apps: ordinary pages, made of the office's typed actions, for people and computer-use agents."""
