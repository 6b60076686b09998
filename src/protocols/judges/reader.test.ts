import { readFileSync } from "node:fs";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { holdDebate } from "../../../test/support/protocols/debate.ts";
import { createTestBrief } from "../../../test/support/protocols/judges.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import type { Brief } from "../../domain/brief.ts";
import { offline } from "../../models/offline.ts";
import type { PlanRequest } from "../../plan.ts";

/** A whole debate in which every seat is the built-in reader. */
function hold(brief: Brief, plan: Partial<PlanRequest> = {}) {
  return holdDebate("judges", { brief, model: offline(), clock: fakeClock(), plan });
}

async function findFaults(brief: Brief, plan: Partial<PlanRequest> = {}): Promise<unknown[]> {
  const { events } = await hold(brief, plan);
  return events.flatMap(({ fact }): unknown[] => {
    if (fact.type === "reply-rejected") return [...fact.problems];
    if (fact.type === "participant-absent") return [fact.detail];
    if (fact.type !== "reply-recorded") return [];
    const quotes = fact.claims.flatMap(({ evidence }) => evidence);
    return [...fact.unmet, ...quotes.filter(({ verified }) => !verified)];
  });
}

function example(name: string): Brief {
  const text = readFileSync(new URL(`../../../examples/${name}.md`, import.meta.url), "utf8");
  const [, front = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  const { options } = parse(front) as {
    options: Record<string, string | { label: string; description: string }>;
  };
  return createTestBrief({
    options: Object.entries(options).map(([id, told]) =>
      typeof told === "string" ? { id, label: told, description: "" } : { id, ...told },
    ),
    body,
  });
}

const EXAMPLES = ["offline-sync", "queue-or-cron", "rewrite-billing", "two-options"];
const PLANS: Partial<PlanRequest>[] = [
  {},
  { seats: { legal: { stance: "careful" } } },
  { settings: { anonymous: true } },
  { settings: { one_voice: true, rotate: true } },
];

describe("the built-in reader", () => {
  test.each(EXAMPLES)(
    "K3 K7 completes %s without a repair, and every quote occurs",
    async (name) => {
      for (const plan of PLANS) expect(await findFaults(example(name), plan)).toEqual([]);
    },
  );

  test("K20 counts what the brief marks: fewest against, most for, best balance", async () => {
    const body = [
      "## Online only\n\nIt is there.\n",
      "## Full sync\n\nPros:\n- Works anywhere\n- Nobody else has it\n- Crews want it\n",
      "Cons:\n- Never built here\n- Merges overwrite records\n- Takes a quarter\n",
      "## Read and drafts\n\nPros:\n- Covers most visits\n- Known library\n\nCons:\n- Stale reports\n",
    ].join("\n");
    const { outcome } = await hold(createTestBrief({ body }));

    expect(outcome?.baseline?.distribution).toEqual({ A: ["risk"], B: ["value"], C: ["effort"] });
    expect(outcome).toMatchObject({ nobodyJudged: true, ending: "open", changes: [] });
  });

  test("K20 where nothing is marked it says so, rates nothing, and each lens names another option", async () => {
    const { events, outcome } = await hold(example("offline-sync"));
    const said = events.flatMap(({ fact }) =>
      fact.type === "reply-recorded" ? [fact.said?.words ?? ""] : [],
    );

    expect(said.every((words) => words.includes("marks nothing for or against"))).toBe(true);
    expect(outcome?.result["scores"]).toMatchObject({ risk: { A: "not rated" } });
    expect(outcome?.tallies.at(-1)?.distribution).toEqual(outcome?.baseline?.distribution);
  });

  test("reads a megabyte, also when it is hostile to regular expressions", async () => {
    const hostile = [
      "# ".repeat(99_999),
      "| ".repeat(99_999),
      "*".repeat(99_999),
      "+ ".repeat(9_999),
    ];

    expect(await findFaults(createTestBrief({ body: hostile.join("\n\n") }))).toEqual([]);
  }, 30_000);
});

const FRAGMENTS = [
  "## Online only",
  "## Full sync",
  "Pros:",
  "Cons:",
  "- It can be rolled back.",
  "- Customers would cancel, revenue and market growth suffer, users want value",
  "+ It saves 30 % of the time",
  "Risk: nobody here has run it. Advantage: reads take 1 ms.",
  "| Option | Pros | Cons |\n|---|---|---|\n| A | known | slow<br>full |",
  "* Good, because it is fast",
  "I fully agree, no objections",
  "\u200b\t日本語 ﬁne “quoted” …",
  "```\ncode\n```",
];

test("K3 K8 a mark that says it agrees is quoted, and is no agreement of the reader", async () => {
  const body =
    "## Online only\n\n* Good, because it is fast\n\nCons:\n\nI fully agree, no objections";

  expect(await findFaults(createTestBrief({ body }))).toEqual([]);
});

test("K3 on any brief the reader completes a debate without a repair", async () => {
  const body = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(body, fc.constantFrom(...PLANS), async (parts, plan) => {
      expect(await findFaults(createTestBrief({ body: parts.join("\n\n") }), plan)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
