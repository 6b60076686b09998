import { describe, expect, test } from "vitest";

import type { Event, Fact } from "../../src/domain/journal/event.ts";
import { cutTimelineAt } from "../../src/timeline/snapshot/snapshot.ts";
import { handmade, QUOTE } from "../../test/support/journals/handmade-journal.ts";
import { sequenced, buildTestTimeline } from "../../test/support/journals/timelines.ts";
import { listTranscriptEntries, type TranscriptEntry } from "./transcript-entries.ts";
import { filterTranscript, parseTranscriptFilter, isEmptyFilter } from "./transcript-filter.ts";

const SEATS = { risk: "m/1", value: "m/2" };

function debate(): Event[] {
  return handmade({
    seats: SEATS,
    rounds: [
      [
        {
          by: "risk",
          holds: "A",
          words: "A merge can go wrong.",
          claims: [{ id: "R1", about: "B", side: "attacks", quote: QUOTE }],
        },
        {
          by: "value",
          holds: "B",
          words: "Most of the revenue.",
          claims: [{ id: "V1", about: "B" }],
        },
      ],
      [
        { by: "risk", holds: "A", claims: [{ id: "R2", about: "V1", side: "attacks" }] },
        { by: "value", holds: "A", because: ["R1"] },
      ],
    ],
  });
}

function withFacts(at: number, ...facts: Fact[]): Event[] {
  const before = debate().map(({ fact }) => fact);
  return sequenced([...before.slice(0, at), ...facts, ...before.slice(at)]);
}

const kinds = (entries: readonly TranscriptEntry[]) => entries.map(({ kind }) => kind);
const keys = (entries: readonly TranscriptEntry[]) =>
  entries.flatMap((entry) => (entry.kind === "turn" ? [entry.turn.key] : []));

describe("the order of things", () => {
  test("turns stand under their steps, in the order of the journal", () => {
    const debateTimeline = buildTestTimeline(debate());
    expect(kinds(listTranscriptEntries(debateTimeline, debateTimeline.last))).toEqual([
      "opened",
      "step",
      "turn",
      "turn",
      "step",
      "turn",
      "turn",
      "ended",
    ]);
  });

  test("nothing is there before it was recorded, and who is still asked is named", () => {
    const debateTimeline = buildTestTimeline(debate());
    const first = debateTimeline.turns[0]?.at ?? 0;
    const entries = listTranscriptEntries(debateTimeline, first);
    expect(kinds(entries)).toEqual(["opened", "step", "turn"]);
    const step = entries.find((entry) => entry.kind === "step");
    expect(step?.waits).toEqual(["value"]);
  });

  test("pauses, documents and questions stand between the turns; what a turn tells is not told twice", () => {
    const events = withFacts(
      5,
      { type: "debate-paused", reason: "limit", detail: "3 of 3 calls" },
      {
        type: "debate-resumed",
        limits: { calls: null, tokens: null, usd: null, wallMs: null, onLimit: "pause" },
        askedAgain: [],
      },
      { type: "artifact-published", name: "notes.md", sha256: "ab", bytes: 2 },
      {
        type: "escalation-raised",
        key: "ask",
        question: "Go on?",
        choices: [{ id: "yes", label: "Yes" }],
      },
      { type: "escalation-answered", key: "ask", choice: "yes", reason: "why not", by: "kim" },
    );
    const debateTimeline = buildTestTimeline(events);
    const entries = listTranscriptEntries(debateTimeline, debateTimeline.last);
    expect(kinds(entries).slice(4, 8)).toEqual(["mark", "mark", "published", "question"]);
    expect(kinds(entries).filter((kind) => kind === "mark")).toHaveLength(2);
    const before = listTranscriptEntries(debateTimeline, 8).find(
      (entry) => entry.kind === "question",
    );
    const after = entries.find((entry) => entry.kind === "question");
    expect(before?.question.answered).toBeNull();
    expect(after?.question.answered?.by).toBe("kim");
  });
});

describe("filters", () => {
  const debateTimeline = buildTestTimeline(debate());
  const entries = listTranscriptEntries(debateTimeline, debateTimeline.last);
  const shown = (parameters: Record<string, string>) =>
    filterTranscript(entries, parseTranscriptFilter(parameters), debateTimeline);

  test("without one, everything is shown; unknown words in the address filter nothing", () => {
    expect(shown({})).toEqual(entries);
    expect(isEmptyFilter(parseTranscriptFilter({ only: "nonsense", turn: "round-1/risk" }))).toBe(
      true,
    );
  });

  test("a seat's turns come with the steps they stand in, and nothing else", () => {
    const turns = shown({ seat: "value" });
    expect(keys(turns)).toEqual(["round-1/value", "round-2/value"]);
    expect(kinds(turns)).toEqual(["step", "turn", "step", "turn"]);
  });

  test("a claim brings who made it, who spoke of it and who was moved by it", () => {
    expect(keys(shown({ claim: "V1" }))).toEqual(["round-1/value", "round-2/risk"]);
    expect(keys(shown({ claim: "R1" }))).toEqual(["round-1/risk", "round-2/value"]);
  });

  test("words are found in quotes too, in any case", () => {
    expect(keys(shown({ search: "REVENUE" }))).toEqual(["round-1/value"]);
    expect(keys(shown({ search: "silently overwrites" }))).toEqual(["round-1/risk"]);
    expect(shown({ search: "no such words" })).toEqual([]);
  });

  test("only changes, only absences, and filters together", () => {
    expect(keys(shown({ only: "changes" }))).toEqual(["round-2/value"]);
    expect(keys(shown({ only: "absences" }))).toEqual([]);
    expect(keys(shown({ only: "changes", seat: "risk" }))).toEqual([]);
    expect(keys(shown({ step: "round-2", seat: "risk" }))).toEqual(["round-2/risk"]);
  });

  test("at an earlier moment nothing later is found", () => {
    const early = cutTimelineAt(debateTimeline, 3);
    expect(
      filterTranscript(
        listTranscriptEntries(debateTimeline, 3),
        parseTranscriptFilter({ claim: "R2" }),
        early,
      ),
    ).toEqual([]);
  });
});
