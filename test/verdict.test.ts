/** K19 on every surface, and TS1: the recorded demos and debates at random, rendered for terminal, files, agents. */
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { listRecordings, planRecordedDebate } from "../src/app/demo/play-recording.ts";
import { examineRecord } from "../src/app/project/audit-record.ts";
import { renderReport } from "../src/app/results/render-report.ts";
import { type Audit, computeAudit } from "../src/audit/audit.ts";
import { formatFindingsAbove, formatSummaryLines } from "../src/cli/render/format-summary.ts";
import { createTerminalStyle } from "../src/cli/terminal/terminal-style.ts";
import { wrapTerminalLines } from "../src/cli/terminal/wrap-lines.ts";
import { type DebateRecord, dissent } from "../src/dissent.ts";
import { type Transcript, buildTranscript } from "../src/domain/journal/transcript.ts";
import { describeDebateForAgent } from "../src/mcp/debate-status.ts";
import { createRecordedModel } from "../src/models/recorded/recorded-model.ts";
import { formatNygardRecord } from "../src/reports/nygard-record.ts";
import { computeVerdictCard } from "../src/reports/verdict-card.ts";
import { memoryStore } from "../src/stores/memory.ts";
import { randomJournal } from "./support/journals/random-journal.ts";
import { holdJudges, recommends, rounds, votes } from "./support/protocols/judges.ts";

const recordings = listRecordings(join(import.meta.dirname, "..", "examples", "recordings"));

/** Words for how far to rely on an outcome that have been retired: one strength says it. */
const RETIRED = [
  /\bconfidence["*]*:?\s*["*]*(?:HIGH|MEDIUM|LOW|REQUIRES_INPUT)\b/i,
  /\btrust(?:worthy|worthiness)?\b/i,
  /\bproven\b/i,
  /\bcapitulat/i,
];

interface Played {
  readonly record: DebateRecord;
  readonly transcript: Transcript;
  readonly audit: Audit;
}

const played = new Map<string, Played>();

beforeAll(async () => {
  for (const recording of recordings) {
    const app = dissent({
      store: memoryStore(),
      modelFor: async (reference) => createRecordedModel(reference, recording),
    });
    const debate = await app.open(planRecordedDebate(app, recording), "demo");
    await app.run({ debate });
    const record = await app.read(debate);
    played.set(recording.name, { record, ...(await examineRecord(record)) });
  }
});

function findPlayed(name: string): Played {
  const found = played.get(name);
  if (!found) throw new Error(`${name} was not played.`);
  return found;
}

const style = createTerminalStyle(
  { isTTY: true, columns: 80, write: () => true },
  { LANG: "C.UTF-8" },
);

function summarize(transcript: Transcript, audit: Audit, more: object = {}): string[] {
  return wrapTerminalLines(formatSummaryLines(transcript, { style, audit, ...more }), 80);
}

const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text
    .replaceAll(/\u001b\[[\d;]*m/g, "")
    .replaceAll(/[\\*_`]/g, "")
    .replaceAll(/\s+/g, " ");

describe.each(recordings.map(({ name }) => name))("the recorded debate %s", (name) => {
  async function renderSurfaces(): Promise<Record<string, string>> {
    const { record, transcript, audit } = findPlayed(name);
    return {
      terminal: summarize(transcript, audit).join("\n"),
      record: await renderReport(record, "md"),
      adr: await renderReport(record, "adr"),
      nygard: formatNygardRecord(transcript, { number: 1, supersedes: [], audit }),
      comment: await renderReport(record, "comment"),
      json: await renderReport(record, "json"),
      yaml: await renderReport(record, "yaml"),
      mcp: JSON.stringify(describeDebateForAgent(record.events)),
    };
  }

  test("K19 every surface has the strength, its reasons and what to do next", async () => {
    const { transcript, audit } = findPlayed(name);
    const card = computeVerdictCard(transcript, audit);
    expect(card?.reasons.length).toBeGreaterThan(0);
    expect(card?.reasons.length).toBeLessThanOrEqual(3);

    for (const [surface, text] of Object.entries(await renderSurfaces())) {
      expect(plain(text), surface).toMatch(new RegExp(`\\b${card?.strength}\\b`));
      for (const reason of card?.reasons ?? []) expect(plain(text), surface).toContain(reason);
      expect(plain(text), surface).toContain(card?.next);
    }
  });

  test("K19 no surface has another word for how far to rely on it", async () => {
    const { record } = findPlayed(name);
    // what participants and the brief say is theirs; the seed's own result has its own fields
    const facts = record.events.map(({ fact }) => fact);
    const theirs = plain(
      JSON.stringify(
        facts.filter(({ type }) => type !== "debate-settled" && type !== "debate-opened"),
      ),
    );
    for (const [surface, text] of Object.entries(await renderSurfaces())) {
      if (surface === "json" || surface === "yaml") continue;
      for (const word of RETIRED) {
        const own = text.split("\n").filter((line) => word.test(line));
        const ours = own.filter((line) => {
          const found = word.exec(line)?.[0] ?? "";
          return !theirs.includes(plain(found));
        });
        expect(ours, `${surface} ${String(word)}`).toEqual([]);
      }
    }
  });

  test("TS1 its summary fits 24 lines of 80 columns, with what is printed around it", () => {
    const { transcript, audit } = findPlayed(name);
    const wrote = [
      `.dissent/debates/${transcript.id}/debate-${transcript.id}.md`,
      "and 7 more files beside it",
    ];
    const summary = summarize(transcript, audit, { wrote, notes: transcript.outcome?.notes ?? [] });
    const lines = [...formatFindingsAbove(transcript, { style, summary }), ...summary];

    expect(lines.length).toBeLessThanOrEqual(21);
    // a path is never cut
    const wide = lines.filter((line) => plain(line).trimEnd().length > 80);
    expect(wide.filter((line) => !line.includes("/"))).toEqual([]);
  });

  test("AP1 every box of its picture has words, not only an id", async () => {
    const picture = await renderReport(findPlayed(name).record, "mermaid");
    const labels = [...picture.matchAll(/^ {2}n\d+[[(]+"([^"]*)"/gm)].map(
      ([, label = ""]) => label,
    );

    expect(labels.length).toBeGreaterThan(2);
    const claims = findPlayed(name).transcript.steps.flatMap(({ turns }) =>
      turns.flatMap((turn) => turn.claims.map(({ id }) => id)),
    );
    expect(labels.filter((label) => claims.includes(label))).toEqual([]);
  });

  test("MR1 the record's first part is half a page, and each quote stands once", async () => {
    const text = await renderReport(findPlayed(name).record, "md");
    const [first = ""] = text.split(/^\*\*\*$/m);
    const quotes = [...text.matchAll(/^ {2}- (.*“.{40,}”)/gm)].map(([, quote]) => quote);

    expect(first).toMatch(/^# [^\n]+\n\n\*\*[^\n]+\*\*\n\nStrength /);
    expect(first.split("\n").length).toBeLessThanOrEqual(70);
    expect(quotes.filter((quote, at) => quotes.indexOf(quote) !== at)).toEqual([]);
  });
});

test("K19 the conditions of a dissenter, which are for another option, are not counted or shown as the outcome's", async () => {
  const { app, id } = await holdJudges(
    rounds({
      ...votes("A", "A", "B"),
      risk: recommends("risk", "A", { conditions: ["every draft is kept"] }),
      effort: recommends("effort", "B", { conditions: ["the old page stays"] }),
    }),
  );
  const record = await app.read(id);
  const { transcript, audit } = await examineRecord(record);
  const page = await renderReport(record, "md");
  const [first = "", dissents = ""] = page.split("## Dissents");

  expect(transcript.outcome).toMatchObject({ choice: "A", ending: "decided" });
  expect(computeVerdictCard(transcript, audit)?.next).toContain("check its 1 condition,");
  expect(first).toContain("- every draft is kept");
  expect(first).not.toContain("the old page stays");
  expect(dissents).toContain("- Only if: the old page stays");
  const terminal = summarize(transcript, audit).join("\n");
  expect(plain(terminal)).toMatch(/Only if Risk: every draft is kept Dissent/);
  expect(terminal).not.toContain("the old page stays");
});

test("K19 while nothing is decided, conditions follow the cases that they belong to", async () => {
  const { record, transcript, audit } = findPlayed("contested");
  const page = await renderReport(record, "md");
  const adr = await renderReport(record, "adr");

  expect(transcript.outcome?.conditions?.length).toBeGreaterThan(0);
  expect(summarize(transcript, audit).join("\n")).not.toContain("Only if");
  for (const text of [page, adr]) {
    expect(text).not.toMatch(/^#+ Only if/m);
    expect(text).toMatch(/# The cases[^]*# Conditions of each case/);
  }
});

test("K19 a summary that leaves out the dissents says the same next step as every other surface", () => {
  const { transcript, audit } = findPlayed("merge");
  const outcome = transcript.outcome && { ...transcript.outcome, dissents: [], changes: [] };
  const shown = summarize({ ...transcript, outcome }, audit, { whole: transcript });

  expect(plain(shown.join("\n"))).toContain(computeVerdictCard(transcript, audit)?.next);
});

test("K19 a result that leaves points to a person says how many", () => {
  const { transcript, audit } = findPlayed("merge");
  const left = transcript.outcome?.result["unresolved_conflicts"] as readonly unknown[];

  expect(left.length).toBeGreaterThan(1);
  expect(computeVerdictCard(transcript, audit)?.next).toMatch(
    new RegExp(`^Settle the ${left.length} points left to you`),
  );
});

test("TS1 whatever happened in a debate, its summary fits", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const events = randomJournal({ seed, steps: 1 + (seed % 7), seats: 2 + (seed % 6) });
    const long = "what the participants said at some length, ".repeat(12);
    const transcript = buildTranscript(events);
    const outcome = transcript.outcome && {
      ...transcript.outcome,
      summary: long,
      conditions: Array.from({ length: seed % 9 }, () => ({ by: "seat-1", text: long })),
      dissents: transcript.outcome.dissents.map((one) => ({ ...one, words: long })),
    };
    const remarks = seed % 5 === 0 ? [["Contradicts", long] as const] : [];
    const lines = summarize({ ...transcript, outcome }, computeAudit(events), {
      wrote: ["a.md", "b.md"],
      remarks,
    });

    expect(lines.length, `seed ${seed}`).toBeLessThanOrEqual(21);
  }
});

test.each(["board", "roundtable"])(
  "F11 T24 as a decision record, %s gives its own: the decision in full, and what was rejected and why",
  async (name) => {
    const { record, transcript } = findPlayed(name);
    const page = await renderReport(record, "adr");

    expect(page).toContain("\n## Decision\n");
    expect(page).toContain("\n## Rejected alternatives\n");
    // the first sentence of the text that was decided on
    expect(plain(page)).toContain(plain(transcript.outcome?.wording ?? "").slice(0, 60));
  },
);
