import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import type { Event, Fact } from "../../src/domain/journal/event.ts";
import { GENESIS, chainEvent } from "../../src/kernel/journal/hash-chain.ts";
import { holdJudges, rounds, votes } from "../../test/support/protocols/judges.ts";
import { createFrameBatcher, type BatchTiming } from "./frame-batches.ts";
import { findChangedLine, findChainGap, parseJournalEvents } from "./journal-chain.ts";
import { applyLiveEvents, extractReadableText } from "./live-text.ts";
import { formatPageAddress, parsePageRoute } from "./page-address.ts";

describe("the address", () => {
  test("names a view and what is chosen in it, and nonsense is the floor", () => {
    expect(parsePageRoute("#/challenges?at=12&claim=E5")).toEqual({
      view: "challenges",
      parameters: { at: "12", claim: "E5" },
    });
    for (const text of ["", "#", "#/", "#/nowhere", "#main"]) {
      expect(parsePageRoute(text).view, text).toBe("floor");
    }
  });

  test("keeps everything within a view, and only the moment between views", () => {
    const here = parsePageRoute("#/transcript?at=12&seat=risk");
    expect(formatPageAddress(here, "transcript", { round: "2" })).toBe(
      "#/transcript?at=12&seat=risk&round=2",
    );
    expect(formatPageAddress(here, "record", {})).toBe("#/record?at=12");
    expect(formatPageAddress(here, "transcript", { at: null, seat: "" })).toBe("#/transcript");
  });
});

function journal(count: number): { events: Event[]; lines: string[] } {
  const events: Event[] = [];
  const lines: string[] = [];
  let previous = GENESIS;
  for (let sequence = 0; sequence < count; sequence++) {
    const fact: Fact = { type: "round-closed", step: `step-${sequence}` };
    const made = chainEvent(fact, { sequence, atMs: sequence, previous });
    previous = made.event.hash;
    events.push(made.event);
    lines.push(made.line);
  }
  return { events, lines };
}

describe("the chain", () => {
  const digest = async (text: string): Promise<string> =>
    createHash("sha256").update(text).digest("hex");

  test("follows event by event, also where it is read in two parts", () => {
    const { events } = journal(5);
    expect(findChainGap(undefined, events)).toBeNull();
    expect(findChainGap(events[2], events.slice(3))).toBeNull();
  });

  test("says which event is missing, and which does not follow", () => {
    const { events } = journal(5);
    expect(findChainGap(undefined, events.slice(1))).toBe(
      "Event 0 is missing: 1 came in its place.",
    );
    expect(findChainGap(events[1], events.slice(3))).toBe(
      "Event 2 is missing: 3 came in its place.",
    );
    const foreign = { ...events[3], previous: "f".repeat(64) };
    expect(findChainGap(events[2], [foreign as Event])).toMatch(/^Event 3 does not follow event 2/);
  });

  test("notices a line whose bytes were changed", async () => {
    const { events, lines } = journal(4);
    expect(await findChangedLine(lines, events, digest)).toBeNull();
    const changed = lines.with(2, (lines[2] ?? "").replace("step-2", "step-9"));
    expect(await findChangedLine(changed, events, digest)).toBe(2);
  });
});

/** Frames and waits that come when the test says so. */
function byHand(): BatchTiming & { frames: (() => void)[]; waits: number[]; nowMs: number } {
  const pace = {
    frames: [] as (() => void)[],
    waits: [] as number[],
    nowMs: 0,
    frame: (act: () => void): void => void pace.frames.push(act),
    later: (act: () => void, ms: number): void => {
      pace.waits.push(ms);
      pace.frames.push(act);
    },
    now: (): number => pace.nowMs,
  };
  return pace;
}

describe("what arrives", () => {
  test("is taken together, once for each frame, in its order", () => {
    const pace = byHand();
    const taken: number[][] = [];
    const arrive = createFrameBatcher<number>(pace, (batch) => taken.push([...batch]));
    for (const one of [1, 2, 3]) arrive(one);
    expect(pace.frames).toHaveLength(1);
    pace.frames.shift()?.();
    arrive(4);
    pace.frames.shift()?.();
    expect(taken).toEqual([[1, 2, 3], [4]]);
  });

  test("waits longer where showing it takes long, so that the page can still be used", () => {
    const pace = byHand();
    const arrive = createFrameBatcher<number>(pace, () => {
      pace.nowMs += 200;
    });
    arrive(1);
    pace.frames.shift()?.();
    arrive(2);
    expect(pace.waits).toEqual([600]);
  });
});

describe("words that are being said", () => {
  const heard = (text: string) =>
    ({ type: "text-heard", key: "openings/risk", by: "risk", text }) as const;

  test("grow piece by piece, begin anew with a new try, and say what went wrong", () => {
    const first = applyLiveEvents(new Map(), [heard("one "), heard("two")]);
    expect(first.get("openings/risk")).toEqual({ by: "risk", text: "one two", trouble: null });
    const failed = applyLiveEvents(first, [
      { ...heard(""), type: "try-failed", reason: "overloaded", tries: 1, delayMs: 2_000 },
    ]);
    expect(failed.get("openings/risk")).toEqual({
      by: "risk",
      text: "",
      trouble: "overloaded; trying again in 2 s",
    });
    const again = applyLiveEvents(failed, [
      { type: "turn-started", key: "openings/risk", by: "risk", repair: false },
      heard("three"),
    ]);
    expect(again.get("openings/risk")?.text).toBe("three");
  });

  test("are read out of a reply in JSON that has not ended yet", () => {
    const text =
      '{"position":"B","reasoning":"Crews lose \\"signal\\" often.\\nSo B.","because":["V1"],"change":"If it were';
    expect(extractReadableText(text)).toBe('Crews lose "signal" often.\nSo B.\nIf it were');
    expect(extractReadableText("Plain words, as they are")).toBe("Plain words, as they are");
    expect(extractReadableText('```json\n{"a":')).toBe("");
  });
});

test("a page reads the events of a debate, and refuses a line with a field that none has", async () => {
  const { app, id } = await holdJudges(rounds(votes("A", "A", "A")));
  const { lines, events } = await app.read(id);
  const bad = lines.map((line) => line.replace('"by":"risk"', '"by":7'));

  expect(parseJournalEvents(lines)).toEqual(events);
  expect(() => parseJournalEvents(bad)).toThrow(
    /^event 1 of its journal has an invalid field fact\.asks\[\d\]\.by: must be an id/,
  );
  expect(() => parseJournalEvents(["{"])).toThrow("event 0 of its journal is not JSON.");
});
