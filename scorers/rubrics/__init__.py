"""Rubrics: criteria that only a reader can judge, the model that judges them, and how far that model can be trusted.

`rubric` is what is asked, `excerpt` what of a record may be seen, `instructions` what in it speaks to whoever grades,
`question` what a model is asked, `verdict` what is made of its answer, `judge` how often it is asked and what counts,
`answers` the file of what it said, `scorer` the score. `calibration` compares verdicts with people's labels,
`preference` the order of scores with people's. No model library is known here: a judge is a callable.
"""
