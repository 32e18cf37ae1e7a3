"""The commands, a module for each. Importing one costs next to nothing: it opens what it needs when it is called."""
