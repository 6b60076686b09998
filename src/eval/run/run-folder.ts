/**
 * The folder of one evaluation: what was asked, every call, and what came of it.
 *
 * EV7. A folder belongs to one evaluation: other items, arms, models or seed are refused, never mixed in.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Dissent } from "../../dissent.ts";
import { type Event, readOpening } from "../../domain/journal/event.ts";
import type { Json } from "../../domain/json.ts";
import { SetupError } from "../../errors.ts";
import type { EvalCell } from "../cells/read-cell.ts";
import type { CellScore } from "../cells/score-cell.ts";
import type { EvalItem } from "../items/eval-item.ts";

export interface RunIdentity {
  readonly suite: string;
  readonly arms: readonly string[];
  readonly models: readonly string[];
  readonly seed: string;
  readonly seats: number;
  /** Of the items as they were read. */
  readonly items: string;
}

export function digestItems(items: readonly EvalItem[]): string {
  return createHash("sha256").update(JSON.stringify(items)).digest("hex").slice(0, 16);
}

/** Makes the folder, or finds the one that this evaluation began. */
export function prepareRunFolder(
  folder: string,
  shown: string,
  identity: RunIdentity,
): "new" | "begun" {
  const path = join(folder, "run.json");
  if (!existsSync(path)) {
    mkdirSync(join(folder, ".dissent"), { recursive: true });
    writeWhole(path, `${JSON.stringify(identity, null, 2)}\n`);
    return "new";
  }
  const begun = readIdentity(path, shown);
  const changed = (Object.keys(identity) as (keyof RunIdentity)[]).find(
    (name) => JSON.stringify(begun[name]) !== JSON.stringify(identity[name]),
  );
  if (changed === undefined) return "begun";
  throw new SetupError("bad-settings", `${shown} belongs to an evaluation with other ${changed}.`, {
    hint: "Give this one a folder of its own: --out <folder>.",
  });
}

export function readIdentity(path: string, shown: string): Partial<RunIdentity> {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as RunIdentity;
  } catch (cause) {
    throw new SetupError("file-unreadable", `${shown} has no run.json that can be read.`, {
      cause,
      hint: "Give the evaluation a folder of its own: --out <folder>.",
    });
  }
}

/** Whole or not at all, so that a kill leaves the last one. */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.partial`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

export function formatLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Every call of every debate: who was asked what by hash, what came back, and what it took. */
export async function listCallRows(
  app: Pick<Dissent, "read">,
  cells: readonly EvalCell[],
): Promise<object[]> {
  const own = new Map(cells.map((cell) => [cell.debate, cell]));
  const rows: object[] = [];
  for (const [debate, { arm, item }] of own) {
    const { events } = await app.read(debate);
    rows.push(...describeCalls(events).map((call) => ({ arm, item, debate, ...call })));
  }
  return rows;
}

function describeCalls(events: readonly Event[]): object[] {
  const models = new Map(readOpening(events).participants.map(({ id, model }) => [id, model]));
  const prompts = new Map<string, string>();
  return events.flatMap(({ fact }) => {
    if (fact.type === "asks-committed")
      for (const { by, prompt } of fact.asks)
        prompts.set(fact.step.includes("/") ? fact.step : `${fact.step}/${by}`, prompt);
    if (
      fact.type !== "reply-recorded" &&
      fact.type !== "reply-rejected" &&
      fact.type !== "participant-absent"
    )
      return [];
    const { key, by, usage, latencyMs } = fact;
    const reply: Json = fact.type === "reply-recorded" ? fact.reply : null;
    return [
      {
        step: key,
        seat: by,
        model: models.get(by) ?? null,
        served: fact.speaker.served,
        prompt: prompts.get(key) ?? null,
        kind: fact.type,
        reply,
        raw: fact.type === "reply-recorded" ? null : fact.raw,
        usage,
        latencyMs,
      },
    ];
  });
}

export interface ReportFiles {
  readonly items: readonly EvalItem[];
  readonly scores: readonly CellScore[];
  /** Every finding of a review with the flaws it was counted for, for a reader to check. */
  readonly findings: readonly object[];
  readonly calls: readonly object[];
  readonly json: string;
  readonly markdown: string;
  readonly html: string;
  readonly inspect: readonly { readonly arm: string; readonly log: object }[];
}

export function writeReportFiles(folder: string, files: ReportFiles): string[] {
  const named: [string, string][] = [
    ["items.jsonl", formatLines(files.items)],
    ["turns.jsonl", formatLines(files.calls)],
    ["scores.jsonl", formatLines(files.scores)],
    ...(files.findings.length > 0
      ? ([["findings.jsonl", formatLines(files.findings)]] satisfies [string, string][])
      : []),
    ["report.json", files.json],
    ["report.md", files.markdown],
    ["report.html", files.html],
    ...files.inspect.map(({ arm, log }): [string, string] => [
      `inspect-${arm.replace(/[^a-z0-9]+/gi, "-").toLowerCase()}.json`,
      `${JSON.stringify(log, null, 2)}\n`,
    ]),
  ];
  for (const [name, text] of named) writeWhole(join(folder, name), text);
  return named.map(([name]) => name);
}
