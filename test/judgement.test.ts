/** K20 on every surface: what only the built-in readers said is shown, and decides nothing. */
import { describe, expect, test } from "vitest";

import { type ReportFormat, renderReport } from "../src/app/results/render-report.ts";
import { computeAudit } from "../src/audit/audit.ts";
import { createDebateCase } from "../src/audit/project-stats.ts";
import { computeOutcomeExit } from "../src/cli/exit-codes.ts";
import { formatSummaryLines } from "../src/cli/render/format-summary.ts";
import { createTerminalStyle } from "../src/cli/terminal/terminal-style.ts";
import type { Decision } from "../src/debates/decision-facts.ts";
import { dissent } from "../src/dissent.ts";
import type { Brief } from "../src/domain/brief.ts";
import { readOpening, findSettlement } from "../src/domain/journal/event.ts";
import { summarizeDebate } from "../src/domain/journal/summary.ts";
import { buildTranscript } from "../src/domain/journal/transcript.ts";
import { NOBODY_JUDGED, withdrawVerdict } from "../src/domain/outcome/judgement.ts";
import { outcome as outcomeWith } from "../src/domain/outcome/outcome.ts";
import { findAcceptedDecision, findSimilarDecisions } from "../src/domain/similar-decisions.ts";
import { offline } from "../src/models/offline.ts";
import { type Script, scripted } from "../src/models/scripted.ts";
import type { PlanRequest } from "../src/plan.ts";
import { buildSarifLog } from "../src/reports/sarif-log.ts";
import { memoryStore } from "../src/stores/memory.ts";
import { draftsBrief } from "./support/documents/drafts.ts";
import { forged, verified, verifiedLines } from "./support/journals/forge-journal.ts";
import { countedDigits } from "./support/protocols/debate.ts";
import { createTestBrief, recommends } from "./support/protocols/judges.ts";
import { tableBrief } from "./support/protocols/roundtable.ts";
import { fakeClock } from "./support/time/fake-clock.ts";

const UNANIMOUS = createTestBrief({
  body: [
    "## Online only",
    "Pros:\n- Crews are content with the retry queue.",
    "## Full sync",
    "Cons:\n- A wrong merge silently overwrites a safety record.",
    "## Read and drafts",
    "Cons:\n- Unsent drafts are lost with the phone.",
  ].join("\n\n"),
});

const BRIEFS: Readonly<Record<string, Brief>> = {
  judges: UNANIMOUS,
  challenge: createTestBrief(),
  board: createTestBrief(),
  roundtable: tableBrief(),
  merge: draftsBrief(),
};

const SCRIPTED = { risk: { model: "scripted/risk" } };

/** A debate whose seats are the built-in readers, but for those that are named. */
async function held(
  protocol: string,
  {
    script = {},
    answer,
    ...request
  }: Partial<PlanRequest> & { script?: Script; answer?: Decision } = {},
) {
  const clock = fakeClock();
  const app = dissent({
    store: memoryStore(clock),
    clock,
    random: countedDigits(),
    modelFor: async (reference) =>
      reference === "offline" ? offline() : scripted(script, { clock, id: reference }),
  });
  const brief = BRIEFS[protocol] ?? createTestBrief();
  const id = await app.open(app.plan(protocol, { brief, ...request }), "tester");
  let runResult = await app.run({ debate: id });
  if (answer) {
    await app.decide(id, answer);
    runResult = await app.run({ debate: id });
  }
  const record = await app.read(id);
  const settled = findSettlement(record.events)?.outcome;
  if (!settled) throw new TypeError(`${protocol} did not end: ${runResult.status}`);
  return { app, id, record, outcome: settled };
}

const PROTOCOLS = ["judges", "challenge", "board", "roundtable", "merge"];
const FORMATS: readonly ReportFormat[] = ["md", "adr", "json", "yaml", "comment"];

describe.each(PROTOCOLS)("%s by built-in readers alone", (protocol) => {
  test("K20 ends open with exit code 10, and verifies", async () => {
    const { app, id, outcome } = await held(protocol);

    expect(outcome).toMatchObject({
      ending: "open",
      nobodyJudged: true,
      confidence: "REQUIRES_INPUT",
      result: { nobody_judged: true },
    });
    expect(computeOutcomeExit(outcome)).toBe(10);
    expect(await verified(app, id)).toMatchObject({ ok: true, fault: null });
  });

  test.each(FORMATS)("K20 as %s it says so and never says HIGH", async (format) => {
    const { record } = await held(protocol);
    const text = await renderReport(record, format);

    expect(text).not.toMatch(/\bHIGH\b|\bSTRONG\b/);
    const said = format === "json" || format === "yaml" ? /nobody_judged"?: true/ : NOBODY_JUDGED;
    expect(text).toMatch(said);
  });

  test("K20 the terminal says it first, and its strength is none", async () => {
    const { record } = await held(protocol);
    const audit = computeAudit(record.events);
    const style = createTerminalStyle({ isTTY: false, columns: 80, write: () => true }, {});
    const [first, ...rest] = formatSummaryLines(buildTranscript(record.events), { style, audit });

    expect(first).toContain(NOBODY_JUDGED);
    expect(rest.join("\n")).toMatch(/\(built-in readers only\)/);
    expect(audit).toMatchObject({
      strength: "none",
      reasons: ["no model or person judged this"],
    });
  });

  test("K20 its documents say it in their first line, and none of them says HIGH", async () => {
    const { record } = await held(protocol);
    const texts = await Promise.all(
      buildTranscript(record.events).artifacts.map(async ({ name, sha256 }) => ({
        name,
        text: (await record.text(sha256)) ?? "",
      })),
    );
    const first = texts
      .filter(({ text }) => text.startsWith(`**${NOBODY_JUDGED}**\n`))
      .map(({ name }) => name);

    expect(texts.filter(({ text }) => /\bHIGH\b/.test(text))).toEqual([]);
    expect(first).toEqual(DOCUMENTS[protocol]);
  });

  test("K20 it is no earlier decision and no contested case", async () => {
    const { record } = await held(protocol);
    const summary = summarizeDebate(record.events);

    expect(summary).toMatchObject({ ending: "open", nobodyJudged: true, decidedMs: null });
    expect(summary && findAcceptedDecision(summary)).toBeNull();
    expect(createDebateCase(record.events)).toMatchObject({ contested: false, strength: "none" });
  });
});

/** Those that tell an outcome; what a single judge said, and the merged text itself, do not. */
const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  judges: [],
  challenge: ["consensus.md"],
  board: ["board-memo.md", "synthesis.md", "adr.md"],
  roundtable: ["adr.md", "debate.md"],
  merge: [],
};

describe("who judges", () => {
  test("K20 one scripted seat among readers is a voice, and the outcome is as before", async () => {
    const script = { "openings/risk": recommends("risk", "A") };
    const { outcome } = await held("judges", { script, seats: SCRIPTED });

    expect(outcome).toMatchObject({ label: "CONSENSUS", ending: "decided", confidence: "HIGH" });
    expect(outcome).not.toHaveProperty("nobodyJudged");
    expect(outcome.result).not.toHaveProperty("nobody_judged");
  });

  test("K20 a model that was seated and never answered is no voice", async () => {
    const script = { "openings/risk": { crash: "the key was refused" } };
    const { outcome } = await held("judges", { script, seats: SCRIPTED });

    expect(outcome).toMatchObject({ nobodyJudged: true, ending: "open", present: 2 });
  });

  test("K20 too few voices stay a failure", () => {
    const failed = outcomeWith({
      label: "ABORTED",
      ending: "failed",
      summary: "nobody came",
      present: 0,
      expected: 3,
    });

    expect(withdrawVerdict(failed)).toBe(failed);
  });

  test("K20 K11 a person who decides has judged: the line goes, and a later debate may rest on it", async () => {
    const { app, id } = await held("judges");
    const before = (await app.list())[0];
    await app.decide(id, { choice: "A", reason: "We asked the crews.", by: "me" });
    const { events } = await app.read(id);
    const text = await renderReport(await app.read(id), "md");
    const [summary] = await app.list();

    expect(text.split("\n", 1)[0]).not.toContain("judged");
    expect(text).toContain("(built-in readers only)");
    expect(before && findSimilarDecisions(asked(), [before])).toEqual([]);
    expect(summary && findSimilarDecisions(asked(), [summary])).toMatchObject([{ by: "person" }]);
    expect(readOpening(events).format).toBe(2);
  });

  test("K20 a person who ends a round table of readers has judged", async () => {
    const answer = { choice: "defer", reason: "The crews are asked first.", by: "me" };
    const body = "Cons:\n- access to personal data stays open to all\n";
    const brief = tableBrief({ body });
    const { outcome } = await held("roundtable", { maxRounds: 1, answer, brief });

    expect(outcome).toMatchObject({ label: "ESCALATED", ending: "open" });
    expect(outcome).not.toHaveProperty("nobodyJudged");
  });
});

function asked() {
  const { id, question, options } = UNANIMOUS;
  return { brief: id, question, options };
}

describe("journals from before the rule", () => {
  test("K9 K20 one of format 1 verifies with the outcome that it has, and one of format 2 does not", async () => {
    const { record } = await held("judges");
    const older = (format: number): string[] =>
      forged(record, (facts) =>
        facts.map((fact) => {
          if (fact.type === "debate-opened") return { ...fact, format };
          if (fact.type !== "debate-settled") return fact;
          const { nobodyJudged: _, ...outcome } = fact.outcome;
          const { nobody_judged: __, ...result } = outcome.result;
          return {
            ...fact,
            outcome: {
              ...outcome,
              ending: "decided",
              confidence: "HIGH",
              result: { ...result, confidence: "HIGH" },
            },
          };
        }),
      );

    expect(await verifiedLines(record, older(1))).toMatchObject({ ok: true, fault: null });
    expect(await verifiedLines(record, older(2))).toMatchObject({
      ok: false,
      fault: { where: expect.stringMatching(/debate-settled/) },
    });
  });
});

describe("code hosts", () => {
  test("K20 SARIF says it beside the results, which are notes", async () => {
    const { record } = await held("judges");
    const texts = new Map([["brief", UNANIMOUS.sources[0]!.text]]);
    const setting = { texts, findPath: () => "brief.md", version: "0" };
    const log = buildSarifLog(record.events, computeAudit(record.events), setting) as {
      runs: { invocations: unknown; results: { level: string }[] }[];
    };
    const [run] = log.runs;

    expect(run?.invocations).toEqual([
      {
        executionSuccessful: true,
        toolExecutionNotifications: [{ level: "warning", message: { text: NOBODY_JUDGED } }],
      },
    ]);
    expect(run?.results.length).toBeGreaterThan(0);
    expect(run?.results.filter(({ level }) => level !== "note")).toEqual([]);
  });
});
