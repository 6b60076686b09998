import { describe, expect, test } from "vitest";

import { createTestBrief } from "../../../test/support/protocols/judges.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { stripSourceTexts } from "../../domain/brief.ts";
import type { Event, Fact } from "../../domain/journal/event.ts";
import { NO_LIMITS } from "../../plan.ts";
import { findChainFault, GENESIS, chainEvent, readEventLine, sha256 } from "./hash-chain.ts";
import { type AppendLines, createJournal } from "./journal.ts";

const opened: Fact = {
  type: "debate-opened",
  format: 1,
  debate: "one",
  protocol: "judges",
  protocolVersion: 1,
  brief: stripSourceTexts(createTestBrief()),
  participants: [],
  settings: {},
  limits: NO_LIMITS,
  timeoutMs: 1,
  salt: "s",
  notices: [],
  by: "tester",
  forkedFrom: null,
};
const read = (key: string): Fact => ({ type: "clock-read", key, readMs: 1 });
const closed = (step: string): Fact => ({ type: "round-closed", step });

type Added = ReturnType<Parameters<AppendLines>[0]>;

function journalWith(append: AppendLines, clock = fakeClock(1_000)) {
  const seen: Event[] = [];
  const { event } = chainEvent(opened, { sequence: 0, atMs: clock.nowMs(), previous: GENESIS });
  const journal = createJournal([event], { clock, append, onEvent: (one) => seen.push(one) });
  return { journal, seen, clock };
}

describe("recording", () => {
  test("KJ1 an event is shown only once its append has been made", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { journal, seen } = journalWith((take) => {
      take();
      return promise;
    });
    let recorded = false;
    const recording = journal.record(read("a")).then(() => (recorded = true));
    await Promise.resolve();
    expect({ recorded, seen }).toEqual({ recorded: false, seen: [] });

    resolve();
    await recording;

    expect(seen.map(({ sequence }) => sequence)).toEqual([1]);
  });

  test("KJ3 after a failed append nothing more is added, and everyone hears of the same failure", async () => {
    let appends = 0;
    const full = new Error("disk full");
    const { journal, seen } = journalWith(async (take) => {
      take();
      if (++appends === 2) throw full;
    });
    await journal.record(read("a"));

    await expect(journal.record(read("b"))).rejects.toBe(full);
    await expect(journal.record(read("c"))).rejects.toBe(full);

    expect(appends).toBe(2);
    expect(seen).toHaveLength(1);
  });

  test("KJ3 what was recorded at once waits for the append before it, and is not added where that fails", async () => {
    const places: number[] = [];
    const taken = new Error("somebody else was there first");
    const { promise, reject } = Promise.withResolvers<void>();
    const { journal } = journalWith((take) => {
      places.push(take().expected);
      return promise;
    });

    const all = ["a", "b", "c"].map((step) => journal.record(read(step)));
    reject(taken);

    expect(await Promise.allSettled(all)).toEqual(
      all.map(() => ({ status: "rejected", reason: taken })),
    );
    expect(places).toEqual([1]);
  });

  test("KJ3 what is recorded before the append is taken goes with it, and what comes after follows", async () => {
    const additions: Added[] = [];
    const turns: PromiseWithResolvers<void>[] = [];
    const { journal, seen } = journalWith(async (take) => {
      const turn = Promise.withResolvers<void>();
      turns.push(turn);
      await turn.promise;
      additions.push(take());
      // written, but not yet on the disk
      await Promise.resolve();
    });

    const first = ["a", "b"].map((step) => journal.record(read(step)));
    turns[0]?.resolve();
    await Promise.resolve();
    await Promise.resolve();
    const late = journal.record(read("c"));
    await Promise.all(first);
    expect(seen.map(({ sequence }) => sequence)).toEqual([1, 2]);
    turns[1]?.resolve();
    await late;

    expect(additions.map(({ expected, lines }) => [expected, lines.length])).toEqual([
      [1, 2],
      [3, 1],
    ]);
    expect(seen).toEqual(journal.events.slice(1));
  });

  test("KJ1 KJ3 what is recorded while a second append is being made waits for a third, and is committed", async () => {
    const additions: Added[] = [];
    const turns: PromiseWithResolvers<void>[] = [];
    const { journal } = journalWith((take) => {
      additions.push(take());
      const turn = Promise.withResolvers<void>();
      turns.push(turn);
      return turn.promise;
    });

    const first = journal.record(read("a"));
    const second = journal.record(read("b"));
    turns[0]?.resolve();
    await first;
    await new Promise(setImmediate);
    let committed = false;
    const third = journal.record(read("c")).then(() => (committed = true));
    turns[1]?.resolve();
    await second;
    await new Promise(setImmediate);
    expect(committed).toBe(false);
    turns[2]?.resolve();
    await third;

    expect(additions.map(({ expected, lines }) => [expected, lines.length])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
  });

  test("KC2 KJ2 events recorded at once are numbered in the order they were recorded, and chained", async () => {
    const lines: string[] = [];
    const { journal } = journalWith(async (take) => {
      const { expected, lines: added } = take();
      expect(expected).toBe(lines.length + 1);
      lines.push(...added);
    });

    await Promise.all(["a", "b", "c"].map((step) => journal.record(read(step))));

    let previous = journal.events[0]!.hash;
    for (const [index, line] of lines.entries()) {
      expect(findChainFault(line, { sequence: index + 1, previous })).toBeUndefined();
      previous = readEventLine(line).hash;
    }
    expect([...journal.index.clock.keys()]).toEqual(["a", "b", "c"]);
  });

  test("K13 a clock that was set back does not make the journal run backwards", async () => {
    let nowMs = 5_000;
    const clock = { nowMs: () => nowMs, after: () => () => {} };
    const { event } = chainEvent(opened, { sequence: 0, atMs: 5_000, previous: GENESIS });
    const journal = createJournal([event], { clock, append: async (take) => void take() });
    nowMs = 1_000;

    await journal.record(read("a"));

    expect(journal.events.map(({ atMs }) => atMs)).toEqual([5_000, 5_000]);
  });

  test("KJ4 a round that closed is committed with the next fact, in its place, and shown after that", async () => {
    const additions: Added[] = [];
    const { journal, seen } = journalWith(async (take) => {
      additions.push(take());
    });

    await journal.record(closed("a"));
    expect({ additions, seen }).toEqual({ additions: [], seen: [] });
    expect([...journal.index.closed.keys()]).toEqual(["a"]);
    await journal.record(read("b"));

    expect(additions.map(({ expected, lines }) => [expected, lines.length])).toEqual([[1, 2]]);
    expect(additions[0]?.lines.map((line) => readEventLine(line))).toEqual(journal.events.slice(1));
    expect(seen).toEqual(journal.events.slice(1));
  });

  test("KJ4 an artifact waits in the same way, and its text with it", async () => {
    const additions: Added[] = [];
    const { journal } = journalWith(async (take) => {
      additions.push(take());
    });
    const published: Fact = {
      type: "artifact-published",
      name: "a.md",
      sha256: sha256("h"),
      bytes: 1,
    };

    await journal.record(published, [{ sha256: "h", text: "t" }]);
    expect(additions).toEqual([]);
    await journal.record(read("a"));
    await journal.record(read("b"));

    expect(additions.map(({ lines, blobs }) => [lines.length, blobs])).toEqual([
      [2, [{ sha256: "h", text: "t" }]],
      [1, undefined],
    ]);
  });

  test("KJ5 an event that could not be read again is refused, and the journal goes on without it", async () => {
    const added: string[] = [];
    const { journal } = journalWith(async (take) => {
      added.push(...take().lines);
    });
    const before = journal.events.length;

    await expect(journal.record(closed("No Such Step"))).rejects.toMatchObject({
      code: "protocol-broken",
      message:
        "The event round-closed cannot be written: it has an invalid field fact.step: must be a step such as openings.",
    });
    await journal.record(read("a"));

    expect(journal.events).toHaveLength(before + 1);
    expect(added).toHaveLength(1);
  });

  test("KJ4 what still waits can be committed without a next fact, once", async () => {
    const added: string[] = [];
    const { journal, seen } = journalWith(async (take) => {
      added.push(...take().lines);
    });
    await journal.record(closed("a"));

    await journal.flush();
    await journal.flush();

    expect(added).toHaveLength(1);
    expect(seen.map(({ fact }) => fact)).toEqual([closed("a")]);
  });

  test("KJ3 KJ4 after a failed append not even a closed round waits any more", async () => {
    const full = new Error("disk full");
    const { journal } = journalWith(async (take) => {
      take();
      throw full;
    });
    await expect(journal.record(read("a"))).rejects.toBe(full);

    await expect(journal.record(closed("b"))).rejects.toBe(full);
    await journal.flush();

    expect(journal.index.closed.size).toBe(0);
  });
});

describe("lines", () => {
  const { line, event } = chainEvent(closed("tester"), {
    sequence: 3,
    atMs: 7,
    previous: sha256("before"),
  });
  const place = { sequence: 3, previous: sha256("before") };

  test("KC1 the last field of a line is the hash of all the bytes before it", () => {
    const [, body, digest] = /^(.*),"hash":"([0-9a-f]{64})"\}$/.exec(line) ?? [];

    expect(digest).toBe(sha256(`${body}}`));
    expect(readEventLine(line)).toEqual(event);
    expect(findChainFault(line, place)).toBeUndefined();
  });

  test.each<[string, string, typeof place]>([
    ["was changed after it was written", line.replace("tester", "others"), place],
    ["is not a journal line", `${line} `, place],
    ["is not a journal line", line.slice(0, -1), place],
    ["is not a journal line", "", place],
    ["is numbered 3", line, { ...place, sequence: 4 }],
    ["does not follow its predecessor", line, { ...place, previous: GENESIS }],
  ])("C1 C2 a line that %s is told so", (fault, damaged, expected) => {
    expect(findChainFault(damaged, expected)).toBe(fault);
  });

  test("KC1 bytes that hash right and are no JSON are told so", () => {
    const body = "not json";
    const forged = `${body},"hash":"${sha256(`${body}}`)}"}`;

    expect(findChainFault(forged, place)).toBe("is not JSON");
  });

  test.each(["null", "7", "{}"])("C1 a line with %s for its fact is told so", (fact) => {
    const body = `{"sequence":3,"atMs":7,"previous":"${place.previous}","fact":${fact}`;
    const forged = `${body},"hash":"${sha256(`${body}}`)}"}`;

    expect(findChainFault(forged, place)).toBe(
      "has an invalid field fact.type: is not a type of event that this Dissent knows",
    );
  });
});
