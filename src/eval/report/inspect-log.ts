/** One arm as an evaluation log of Inspect (version 2), so that its viewer and its analyses can read it. */
import type { FlawMark } from "../cells/flaw-marks.ts";
import type { EvalCell } from "../cells/read-cell.ts";
import { scoreEvalCell } from "../cells/score-cell.ts";
import type { EvalItem } from "../items/eval-item.ts";
import type { EvalReport } from "./build-report.ts";

export interface InspectInput {
  readonly report: EvalReport;
  readonly arm: string;
  readonly items: readonly EvalItem[];
  readonly cells: readonly EvalCell[];
  /** When the run began; its own clock is not read. */
  readonly created: string;
  readonly run: string;
  readonly marks?: readonly FlawMark[];
}

export function buildInspectLog({
  report,
  arm,
  items,
  cells,
  created,
  run,
  marks = [],
}: InspectInput): object {
  const own = cells.filter((cell) => cell.arm === arm);
  const found = report.arms.find(({ name }) => name === arm);
  const usage = {
    input_tokens: found?.inputTokens ?? 0,
    output_tokens: found?.outputTokens ?? 0,
    total_tokens: (found?.inputTokens ?? 0) + (found?.outputTokens ?? 0),
  };
  const [model = "none"] = report.models;
  return {
    version: 2,
    status: report.done < report.total ? "cancelled" : "success",
    invalidated: false,
    tags: [],
    metadata: {},
    eval: {
      eval_id: `${run}-${arm}`,
      run_id: run,
      created,
      task: `${report.suite} ${arm}`,
      task_id: `${run}-${arm}`,
      task_version: 0,
      task_attribs: {},
      task_args: { arm, seed: report.seed },
      task_args_passed: { arm, seed: report.seed },
      dataset: {
        name: report.suite,
        samples: items.length,
        sample_ids: items.map(({ id }) => id),
        shuffled: false,
      },
      model,
      model_generate_config: {},
      model_args: { models: report.models },
      config: {},
      packages: {},
      metadata: { arm },
    },
    plan: { name: arm, steps: [], config: {} },
    results: {
      total_samples: items.length,
      completed_samples: own.length,
      scores: [
        {
          name: "dissent",
          scorer: "dissent",
          params: {},
          metrics: {
            accuracy: { name: "accuracy", value: found?.accuracy.share ?? 0, params: {} },
            unparsed: { name: "unparsed", value: found?.unparsed.share ?? 0, params: {} },
          },
        },
      ],
    },
    stats: {
      started_at: created,
      completed_at: created,
      model_usage: { [model]: usage },
      role_usage: {},
      connection_limit_history: [],
    },
    samples: own.flatMap((cell) => {
      const item = items.find(({ id }) => id === cell.item);
      return item ? [buildInspectSample({ cell, item, marks, model })] : [];
    }),
  };
}

function buildInspectSample({
  cell,
  item,
  marks,
  model,
}: {
  readonly cell: EvalCell;
  readonly item: EvalItem;
  readonly marks: readonly FlawMark[];
  readonly model: string;
}): object {
  const { score } = scoreEvalCell(cell, item, marks);
  const findLetter = (id: string | null): string => {
    const at = item.options.findIndex((option) => option.id === id);
    return at === -1 ? (id ?? "") : String.fromCharCode(65 + at);
  };
  const said = findLetter(cell.final);
  const content =
    item.kind === "review" ? cell.findings.map(({ words }) => words).join("\n") : said;
  return {
    id: item.id,
    epoch: 1,
    input: item.question,
    ...(item.options.length > 0 && { choices: item.options.map(({ text }) => text) }),
    target: item.kind === "review" ? item.flaws.map(({ gold }) => gold) : findLetter(item.answer),
    messages: [
      { role: "user", content: item.question },
      { role: "assistant", content, source: "generate", model },
    ],
    output: {
      model,
      completion: content,
      choices: [
        { message: { role: "assistant", content, source: "generate" }, stop_reason: "stop" },
      ],
      usage: {
        input_tokens: cell.cost.inputTokens,
        output_tokens: cell.cost.outputTokens,
        total_tokens: cell.cost.inputTokens + cell.cost.outputTokens,
      },
    },
    scores: {
      dissent: {
        value: item.kind === "review" ? (score ?? 0) : formatGrade(score),
        answer: content,
        explanation: `${cell.label}, strength ${cell.strength}`,
        metadata: { debate: cell.debate },
        history: [],
      },
    },
    metadata: { cluster: item.cluster, kind: item.kind },
    store: {},
    events: [],
    model_usage: {},
    role_usage: {},
    attachments: {},
  };
}

/** Correct, incorrect, or without an answer that is known. */
function formatGrade(score: number | null): string {
  if (score === null) return "N";
  return score === 1 ? "C" : "I";
}
