import { expect, test } from "vitest";

import { createWorkerCounters } from "./worker-metrics.ts";

// one line of the text format: a name, labels in quotes, a number
const LINE =
  /^[a-z_]+(?:\{[a-z]+="(?:[^"\\\n]|\\["\\n])*"(?:,[a-z]+="(?:[^"\\\n]|\\["\\n])*")*\})? -?\d+(?:\.\d+)?$/;

test("what was counted is summed by its labels, in lines that Prometheus reads", () => {
  const counts = createWorkerCounters();
  counts.add("debates-settled");
  counts.add("debates-settled");
  counts.add("debates-handed-over");
  counts.add("calls-answered", 1, "anthropic");
  counts.add("calls-answered", 2, "openai");
  counts.add("reaped", 7);
  counts.spend("openai", { inputTokens: 10, outputTokens: 5, costUsd: 0.25 });
  counts.spend("openai", { inputTokens: 1, outputTokens: 2, costUsd: 0.5 });

  const lines = counts.lines();
  for (const line of lines) expect(line).toMatch(LINE);
  expect(lines.toSorted()).toEqual([
    'dissent_worker_calls_total{end="answered",provider="anthropic"} 1',
    'dissent_worker_calls_total{end="answered",provider="openai"} 2',
    'dissent_worker_cost_usd_total{provider="openai"} 0.75',
    'dissent_worker_debates_total{end="handed-over"} 1',
    'dissent_worker_debates_total{end="settled"} 2',
    "dissent_worker_reaped_total 7",
    'dissent_worker_tokens_total{provider="openai",kind="input"} 11',
    'dissent_worker_tokens_total{provider="openai",kind="output"} 7',
  ]);
});

test("a provider's name ends neither a label nor a line", () => {
  const counts = createWorkerCounters();
  counts.add("calls-absent", 1, 'bad"} 1\nforged{x="\\');
  counts.spend('bad"\n', { inputTokens: 1, outputTokens: 1, costUsd: 0 });

  for (const line of counts.lines()) expect(line).toMatch(LINE);
});
