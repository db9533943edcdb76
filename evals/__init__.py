"""REA evals: golden suites, runner, metrics, benchmarks. Receives an ask callable; never imports the loop."""
