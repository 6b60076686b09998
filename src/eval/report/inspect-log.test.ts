/** What Inspect's own schema of a log (version 2, as of August 2026) requires, field by field. */
import { expect, test } from "vitest";

import { createCell } from "../../../test/support/eval/eval-cells.ts";
import { readEvalItems } from "../items/read-items.ts";
import { buildEvalReport } from "./build-report.ts";
import { buildInspectLog } from "./inspect-log.ts";

type Row = Record<string, unknown>;

function build(): Row {
  const rows = [
    {
      id: "a",
      question: "Which?",
      options: [
        { id: "x", text: "X" },
        { id: "y", text: "Y" },
      ],
      answer: "x",
    },
    {
      id: "b",
      question: "What is wrong?",
      flaws: [
        { id: "f", gold: "It leaks.", signs: [["leak"]] },
        { id: "g", gold: "It burns.", signs: [["burn"]] },
      ],
    },
  ];
  const { items } = readEvalItems({ text: JSON.stringify(rows), name: "i.json", seed: 1 });
  const arms = [{ name: "single", kind: "single", model: null }] as const;
  const cells = [
    createCell({ arm: "single", item: "a", final: items[0]!.answer, choice: items[0]!.answer }),
    createCell({ arm: "single", item: "b", findings: [{ by: "seat", words: "it leaks" }] }),
  ];
  const report = buildEvalReport({
    seed: 1,
    suite: "s",
    models: ["sim/a"],
    arms,
    items,
    cells,
    done: 2,
    total: 2,
    notes: [],
  });
  return buildInspectLog({
    report,
    arm: "single",
    items,
    cells,
    created: "2026-01-01T00:00:00Z",
    run: "r",
  }) as Row;
}

const REQUIRED: Record<string, readonly string[]> = {
  "": ["version", "status", "eval", "plan", "stats", "invalidated", "tags", "metadata"],
  eval: [
    "eval_id",
    "run_id",
    "created",
    "task",
    "task_id",
    "task_version",
    "task_attribs",
    "task_args",
    "task_args_passed",
    "dataset",
    "model",
    "model_generate_config",
    "model_args",
    "config",
    "packages",
  ],
  plan: ["name", "steps", "config"],
  results: ["total_samples", "completed_samples", "scores"],
  "results.scores.0": ["name", "scorer", "params", "metrics"],
  "results.scores.0.metrics.accuracy": ["name", "value", "params"],
  stats: ["started_at", "completed_at", "model_usage", "role_usage", "connection_limit_history"],
  "samples.0": [
    "id",
    "epoch",
    "input",
    "target",
    "messages",
    "output",
    "metadata",
    "store",
    "events",
    "model_usage",
    "role_usage",
    "attachments",
  ],
  "samples.0.output": ["model", "choices", "completion"],
  "samples.0.output.choices.0": ["message", "stop_reason"],
  "samples.0.output.usage": ["input_tokens", "output_tokens", "total_tokens"],
  "samples.0.scores.dissent": ["value", "history"],
};

test.each(Object.entries(REQUIRED))(
  "an Inspect log has in %j all that is required",
  (path, fields) => {
    const place = path
      .split(".")
      .filter((step) => step !== "")
      .reduce<unknown>((at, step) => (at as Row)[step], build());

    expect(Object.keys(place as Row)).toEqual(expect.arrayContaining([...fields]));
  },
);

test("a choice is graded C or I, a review by the share of flaws it names", () => {
  const samples = build()["samples"] as {
    target: unknown;
    scores: { dissent: { value: unknown } };
  }[];

  expect(samples.map(({ scores }) => scores.dissent.value)).toEqual(["C", 0.5]);
  expect(samples[1]!.target).toEqual(["It leaks.", "It burns."]);
});
