"""REA evals: golden suites, runner, metrics and benchmarks. Receives an ask callable; never imports the loop."""
