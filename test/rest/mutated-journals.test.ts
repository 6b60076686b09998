/**
 * Whatever a journal from elsewhere holds, it is refused in one line or it can be shown. For a release:
 * `DISSENT_MUTATED_JOURNALS=10000 npx vitest run --project rest test/rest/mutated-journals`
 */
import { expect, test } from "vitest";

import { examineRecord } from "../../src/app/project/audit-record.ts";
import { parseCheckedJournal } from "../../src/app/project/parse-journal.ts";
import { renderReport } from "../../src/app/results/render-report.ts";
import { createDebateCase, computeProjectStats } from "../../src/audit/project-stats.ts";
import { verify } from "../../src/audit/verify/verify.ts";
import { formatEndingLines, formatStatusLine } from "../../src/cli/render/format-status.ts";
import { formatWarningLines, formatSummaryLines } from "../../src/cli/render/format-summary.ts";
import { createTerminalNarrator } from "../../src/cli/render/narrator.ts";
import { createTerminalStyle } from "../../src/cli/terminal/terminal-style.ts";
import { type DebateRecord, dissent, PROTOCOLS } from "../../src/dissent.ts";
import { summarizeDebate } from "../../src/domain/journal/summary.ts";
import { buildTranscript } from "../../src/domain/journal/transcript.ts";
import { listPremises } from "../../src/domain/premise.ts";
import { DissentError } from "../../src/errors.ts";
import { renderDebatePrompts } from "../../src/page/debate-prompts.ts";
import { createPageDebate } from "../../src/page/page-debate.ts";
import { computePageFindings } from "../../src/page/page-findings.ts";
import { formatEarlierDecision } from "../../src/reports/earlier-decision-text.ts";
import { formatJournalFile } from "../../src/stores/journal-file.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { buildDebateTimeline } from "../../src/timeline/build-timeline.ts";
import {
  listChallengesAt,
  computeSnapshotAt,
  buildPositionChart,
  buildScoreTableAt,
  cutTimelineAt,
  computeTallyAt,
  buildScrubberTrack,
  listChangeConditions,
} from "../../src/timeline/snapshot/snapshot.ts";
import { baseJournals, mutatedLines } from "../support/journals/mutated-journals.ts";

const COUNT = Number(process.env["DISSENT_MUTATED_JOURNALS"] ?? 400);

const style = createTerminalStyle(
  { isTTY: true, columns: 80, write: () => true },
  { TERM: "xterm" },
);

test(`${COUNT} journals with other values and whole chains are refused in one line, or read, verified and shown`, async () => {
  const bases = await baseJournals();
  const counts = { refused: 0, verified: 0, notVerified: 0 };
  const faults: string[] = [];
  for (let seed = 1; seed <= COUNT; seed++) {
    const base = bases[seed % bases.length]!;
    const lines = mutatedLines(base.lines, seed);
    try {
      const outcome = await readAndShow({ ...base, lines });
      counts[outcome] += 1;
    } catch (error) {
      const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
      faults.push(`seed ${seed}: ${told.split("\n").slice(0, 6).join("\n")}`);
    }
  }

  if (COUNT > 1_000) process.stderr.write(`${JSON.stringify({ mutated: COUNT, ...counts })}\n`);
  expect(faults.slice(0, 20)).toEqual([]);
  // a check that refuses everything, or nothing, would prove nothing
  expect(Object.values(counts).every((count) => count > COUNT / 100)).toBe(true);
}, 3_600_000);

type Told = "refused" | "verified" | "notVerified";

async function readAndShow({ lines, text }: Pick<DebateRecord, "lines" | "text">): Promise<Told> {
  const { ok, fault } = await verify({
    lines,
    text,
    findProtocolById: (id) => PROTOCOLS.find((protocol) => protocol.id === id),
  });
  expect(ok).toBe(fault === null);
  const record = await readFrom(lines, text);
  if (record === undefined) {
    expect(ok, "what cannot be read does not verify").toBe(false);
    return "refused";
  }
  await showEverywhere(record);
  return ok ? "verified" : "notVerified";
}

/** Undefined where it is refused, which takes one line. */
async function readFrom(
  lines: readonly string[],
  text: DebateRecord["text"],
): Promise<DebateRecord | undefined> {
  try {
    const { events } = parseCheckedJournal(`${lines.join("\n")}\n`, "x.jsonl");
    return { id: "x", lines, events, text };
  } catch (error) {
    if (!(error instanceof DissentError)) throw error;
    // eslint-disable-next-line no-control-regex -- nothing of the journal reaches a terminal through it
    expect(error.message).toMatch(
      /^x\.jsonl(?::\d+:1 event \d+ | is )[^\u0000-\u001f\u007f]{1,300}\.$/,
    );
    return undefined;
  }
}

async function showEverywhere(record: DebateRecord): Promise<void> {
  const { events } = record;
  const transcript = buildTranscript(events);
  JSON.stringify(summarizeDebate(events));
  for (const format of ["md", "adr", "json", "yaml", "comment"] as const) {
    await renderReport(record, format);
  }
  for await (const line of formatJournalFile(record)) expect(line).toMatch(/\n$/);
  const { audit } = await examineRecord(record);
  const narrator = createTerminalNarrator({ style, formatTitle: (step) => step });
  for (const event of events) narrator.tell(event);
  formatEndingLines(events, PROTOCOLS);
  formatWarningLines(transcript, style);
  formatStatusLine(events, { style, nowMs: 0, protocols: PROTOCOLS });
  formatSummaryLines(transcript, { style, audit, remarks: [] });
  const one = createDebateCase(events);
  if (one) computeProjectStats([one]);
  listPremises(events);
  formatEarlierDecision(events);
  const findings = await computePageFindings(record, { protocols: PROTOCOLS });
  const page = await createPageDebate(record, { rules: PROTOCOLS, findings, held: false });
  await renderDebatePrompts(record, PROTOCOLS);
  const debateTimeline = buildDebateTimeline(events, page.rules);
  buildScrubberTrack(debateTimeline);
  for (const at of [0, Math.floor(events.length / 2), events.length - 1]) {
    const then = cutTimelineAt(debateTimeline, at);
    computeSnapshotAt(then, at);
    buildPositionChart(then, at);
    listChallengesAt(then, at);
    computeTallyAt(then, at);
    listChangeConditions(then, at);
    buildScoreTableAt(then, at);
  }
  await forkOrRefuse(record);
}

async function forkOrRefuse(record: DebateRecord): Promise<void> {
  const nobody = { id: "nobody", worstCase: () => ({ tokens: 0, usd: 0 }) };
  const app = dissent({
    store: memoryStore(),
    modelFor: async (id) => ({
      ...nobody,
      id,
      // oxlint-disable-next-line require-yield -- nobody is asked
      async *answer() {
        throw new Error("No model is called.");
      },
    }),
  });
  try {
    await app.fork(record, { keep: "answers", by: "me" });
  } catch (error) {
    if (!(error instanceof DissentError)) throw error;
  }
}
