/** What every store must do. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { Clock } from "../../src/clock.ts";
import type { DebateSummary } from "../../src/domain/journal/summary.ts";
import type { JournalLine, Store } from "../../src/store.ts";
import { fakeClock } from "../support/time/fake-clock.ts";
import { adds, createTestSummary } from "./store-lines.ts";

export interface StoreUnderTest {
  /** A store with nothing in it. */
  readonly open: (clock: Clock) => Promise<Store>;
  /** The same store after its process has ended; left out by stores that keep nothing. */
  readonly reopen?: (clock: Clock) => Promise<Store>;
}

function joinLineTexts(lines: readonly JournalLine[]): string[] {
  return lines.map(({ line }) => line);
}

export function storeConformance(name: string, under: StoreUnderTest): void {
  describe(name, () => {
    conformance(under);
  });
}

function conformance({ open, reopen }: StoreUnderTest): void {
  let store: Store;
  let clock: ReturnType<typeof fakeClock>;
  beforeEach(async () => {
    clock = fakeClock();
    store = await open(clock);
  });
  afterEach(() => store.close());

  describe("appending", () => {
    test("K13 lines come back in order, numbered, from any place on", async () => {
      await store.append(adds("one", 0, "a", "b"));
      await store.append(adds("one", 2, "c"));

      expect(await store.read("one")).toEqual([
        { sequence: 0, line: "a" },
        { sequence: 1, line: "b" },
        { sequence: 2, line: "c" },
      ]);
      expect(await store.read("one", 2)).toEqual([{ sequence: 2, line: "c" }]);
      expect(await store.read("one", 9)).toEqual([]);
    });

    test("K13 an unknown debate has no lines", async () => {
      expect(await store.read("nobody")).toEqual([]);
    });

    test("K13 whoever expects another place gets a conflict, and nothing is added", async () => {
      await store.append(adds("one", 0, "a", "b"));

      for (const expected of [0, 1, 3]) {
        const late = { ...adds("one", expected, "x"), blobs: [{ sha256: "h", text: "t" }] };
        await expect(store.append(late)).rejects.toMatchObject({ code: "store-conflict" });
      }

      expect(joinLineTexts(await store.read("one"))).toEqual(["a", "b"]);
      expect(await store.blob("h")).toBeUndefined();
    });

    test("K13 of two who append at one place at once, one is first and the other is told", async () => {
      const results = await Promise.allSettled([
        store.append(adds("one", 0, "a", "b")),
        store.append(adds("one", 0, "x")),
        store.append(adds("two", 0, "c")),
      ]);

      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(joinLineTexts(await store.read("one"))).toEqual(["a", "b"]);
      expect(joinLineTexts(await store.read("two"))).toEqual(["c"]);
    });

    test("KJ3 an addition given as a function is asked for once, and judged as any other", async () => {
      let asked = 0;
      const adding =
        (expected: number, ...lines: string[]) =>
        () => {
          asked += 1;
          return {
            ...adds("one", expected, ...lines),
            blobs: [{ sha256: lines[0] ?? "", text: "t" }],
          };
        };
      await store.append(adding(0, "a", "b"));
      await expect(store.append(adding(0, "x"))).rejects.toMatchObject({ code: "store-conflict" });
      await store.append(adding(2, "c"));

      expect(asked).toBe(3);
      expect(joinLineTexts(await store.read("one"))).toEqual(["a", "b", "c"]);
      expect([await store.blob("a"), await store.blob("x")]).toEqual(["t", undefined]);
    });

    test("K13 any text survives: line ends, quotes, other alphabets, nothing at all", async () => {
      const odd = ["", "a\nb\r\n", `"'\\`, "żółć 🦉 \u2028", "\u0000"];
      await store.append(adds("one", 0, ...odd));

      expect(joinLineTexts(await store.read("one"))).toEqual(odd);
    });
  });

  describe("leases", () => {
    test("SL1 while a lease holds, nobody else gets it; once released, anyone does", async () => {
      const lease = await store.lease("one", 1_000);

      await expect(store.lease("one", 1_000)).rejects.toMatchObject({ code: "store-lease-held" });
      await expect(store.lease("two", 1_000)).resolves.toMatchObject({ debate: "two" });
      await store.release(lease);

      await expect(store.lease("one", 1_000)).resolves.toMatchObject({ debate: "one" });
    });

    test("SL1 a lease that says how long the journal is says so truly", async () => {
      const { lines: before = 0 } = await store.lease("one", 1_000);
      clock.advance(1_001);
      await store.append(adds("one", 0, "a", "b"));
      const { lines: after = 2 } = await store.lease("one", 1_000);

      expect({ before, after }).toEqual({ before: 0, after: 2 });
    });

    test("SL1 a renewed lease outlives its first time, an unrenewed one is taken over", async () => {
      const lease = await store.lease("one", 1_000);
      clock.advance(900);
      await store.renew(lease, 1_000);
      clock.advance(900);
      await expect(store.lease("one", 1_000)).rejects.toMatchObject({ code: "store-lease-held" });
      clock.advance(101);

      await expect(store.lease("one", 1_000)).resolves.toMatchObject({ debate: "one" });
    });

    test("SL2 SQ3 a holder that was overtaken can neither write nor renew, and cannot release the new one's lease", async () => {
      const dead = await store.lease("one", 1_000);
      await store.append({ ...adds("one", 0, "a"), lease: dead });
      clock.advance(1_001);
      const live = await store.lease("one", 1_000);
      expect(live.token).not.toBe(dead.token);

      const late = store.append({ ...adds("one", 1, "late"), lease: dead });

      await expect(late).rejects.toMatchObject({ code: "store-lease-lost" });
      await expect(store.renew(dead, 1_000)).rejects.toMatchObject({ code: "store-lease-lost" });
      await store.release(dead);
      await expect(store.lease("one", 1_000)).rejects.toMatchObject({ code: "store-lease-held" });
      await store.append({ ...adds("one", 1, "b"), lease: live });
      expect(joinLineTexts(await store.read("one"))).toEqual(["a", "b"]);
    });

    test("SL2 a lease that ran out but was not taken over can still be used and renewed", async () => {
      const lease = await store.lease("one", 1_000);
      clock.advance(5_000);

      await store.append({ ...adds("one", 0, "a"), lease });
      await store.renew(lease, 1_000);

      await expect(store.lease("one", 1_000)).rejects.toMatchObject({ code: "store-lease-held" });
    });

    test("SL1 of many who ask at once, one gets the lease", async () => {
      const asked = await Promise.allSettled(
        Array.from({ length: 10 }, () => store.lease("one", 1_000)),
      );

      expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    });
  });

  describe("watching", () => {
    test("K13 existing lines come first, then those that are added, until the signal ends it", async () => {
      await store.append(adds("one", 0, "a", "b"));
      const stop = new AbortController();
      const seen: JournalLine[] = [];

      for await (const line of store.watch("one", 1, stop.signal)) {
        seen.push(line);
        if (seen.length === 1) await store.append(adds("one", 2, "c", "d"));
        if (seen.length === 3) stop.abort();
      }

      expect(seen).toEqual([
        { sequence: 1, line: "b" },
        { sequence: 2, line: "c" },
        { sequence: 3, line: "d" },
      ]);
    });

    test("K13 a watcher that waits is woken by an append, and by the end of its signal", async () => {
      const stop = new AbortController();
      const lines = store.watch("one", 0, stop.signal)[Symbol.asyncIterator]();
      const next = lines.next();
      await store.append(adds("other", 0, "x"));
      await store.append(adds("one", 0, "a"));
      expect(await next).toEqual({ done: false, value: { sequence: 0, line: "a" } });

      const end = lines.next();
      stop.abort();

      expect(await end).toEqual({ done: true, value: undefined });
    });

    test("K13 a signal that has ended already shows nothing", async () => {
      await store.append(adds("one", 0, "a"));
      const lines = store.watch("one", 0, AbortSignal.abort())[Symbol.asyncIterator]();

      expect(await lines.next()).toEqual({ done: true, value: undefined });
    });
  });

  describe("listing", () => {
    async function fill(): Promise<void> {
      const kept: [string, Partial<DebateSummary>][] = [
        ["old-sync", { openedMs: 1, status: "settled", label: "CONTESTED" }],
        ["new-login", { openedMs: 3, question: "Which login should crews use?" }],
        ["mid-index", { openedMs: 2, status: "paused", question: "Is the main index too slow?" }],
      ];
      for (const [id, changes] of kept) {
        await store.append({ ...adds(id, 0, "a"), summary: createTestSummary(id, changes) });
      }
    }

    async function listed(query?: Parameters<Store["list"]>[0]): Promise<string[]> {
      return (await store.list(query)).map(({ id }) => id);
    }

    test("newest first, as many as wanted, by status", async () => {
      await fill();

      expect(await listed()).toEqual(["new-login", "mid-index", "old-sync"]);
      expect(await listed({ limit: 2 })).toEqual(["new-login", "mid-index"]);
      expect(await listed({ status: "settled" })).toEqual(["old-sync"]);
      expect(await listed({ status: "waiting" })).toEqual([]);
    });

    test("search finds words, and beginnings of words, of the id and the question, in any case", async () => {
      await fill();

      expect(await listed({ search: "LOGIN" })).toEqual(["new-login"]);
      expect(await listed({ search: "cre lo" })).toEqual(["new-login"]);
      expect(await listed({ search: "in" })).toEqual(["mid-index"]);
      expect(await listed({ search: "mid-index" })).toEqual(["mid-index"]);
      expect(await listed({ search: "login nowhere" })).toEqual([]);
      expect(await listed({ search: " " })).toHaveLength(3);
    });

    test("search finds what came of a debate as soon as it is known, also when it was searched before", async () => {
      await fill();
      expect(await listed({ search: "pilot" })).toEqual([]);
      expect(await listed({ search: "login" })).toEqual(["new-login"]);

      const gist = "all three judges for A\nPasskeys";
      const ended = createTestSummary("new-login", { openedMs: 3, status: "settled", gist });
      await store.append({ ...adds("new-login", 1, "b"), summary: ended });
      expect(await listed({ search: "passk" })).toEqual(["new-login"]);
      const decided = { ...ended, gist: `${gist}\npilot with two crews first` };
      await store.append({ ...adds("new-login", 2, "c"), summary: decided });

      expect(await listed({ search: "pilot crews" })).toEqual(["new-login"]);
      expect(await listed({ search: "passkeys pilot", status: "settled" })).toEqual(["new-login"]);
      expect(await listed({ search: "passkeys nowhere" })).toEqual([]);
    });

    test("K17 search takes quotes, operators and marks for what they are", async () => {
      await fill();

      for (const search of ['"', "*", "-", "NEAR(", "login OR sync", "id:old", "a' --", "(", "%"]) {
        await expect(store.list({ search })).resolves.toBeInstanceOf(Array);
      }
      expect(await listed({ search: "- login" })).toEqual(["new-login"]);
    });

    test("the summary is that of the last append, and says whether someone holds the debate now", async () => {
      await fill();
      const settled = createTestSummary("new-login", {
        openedMs: 3,
        status: "settled",
        choice: "B",
      });
      await store.append({ ...adds("new-login", 1, "b"), summary: settled });
      const lease = await store.lease("new-login", 1_000);

      const [first] = await store.list();
      expect(first).toEqual({ ...settled, held: true });
      clock.advance(1_001);
      expect((await store.list())[0]?.held).toBe(false);
      await store.renew(lease, 1_000);
      await store.release(lease);
      expect((await store.list())[0]?.held).toBe(false);
    });
  });

  describe("texts", () => {
    test("a text is kept under its hash, also when it comes with lines or comes twice", async () => {
      await store.putBlob("h1", "one");
      await store.putBlob("h1", "one");
      await store.append({ ...adds("one", 0, "a"), blobs: [{ sha256: "h2", text: "two" }] });

      expect(await store.blob("h1")).toBe("one");
      expect(await store.blob("h2")).toBe("two");
      expect(await store.blob("h3")).toBeUndefined();
    });
  });

  describe("signatures", () => {
    test("AV4 signatures are kept beside a journal, each once, in order, and change none of its lines", async () => {
      await store.append(adds("one", 0, "a"));
      await store.keepSignature("one", "second to none");
      await store.keepSignature("one", "after it");
      await store.keepSignature("one", "second to none");
      await store.keepSignature("two", "of another");

      expect(await store.signatures("one")).toEqual(["second to none", "after it"]);
      expect(await store.signatures("two")).toEqual(["of another"]);
      expect(await store.signatures("three")).toEqual([]);
      expect(joinLineTexts(await store.read("one"))).toEqual(["a"]);
      expect(await store.read("two")).toEqual([]);
    });
  });

  // a store that keeps nothing has nothing to reopen
  if (!reopen) return;
  describe("reopened", () => {
    test("K13 lines, texts, signatures, summaries and leases are all still there", async () => {
      await store.append({ ...adds("one", 0, "a", "b"), blobs: [{ sha256: "h", text: "t" }] });
      await store.lease("one", 1_000);
      await store.keepSignature("one", "s");
      await store.close();
      store = await reopen(clock);

      expect(await store.signatures("one")).toEqual(["s"]);
      expect(joinLineTexts(await store.read("one"))).toEqual(["a", "b"]);
      expect(await store.blob("h")).toBe("t");
      expect(await store.list()).toEqual([{ ...createTestSummary("one"), held: true }]);
      await expect(store.lease("one", 1_000)).rejects.toMatchObject({ code: "store-lease-held" });
      clock.advance(1_001);
      await expect(store.lease("one", 1_000)).resolves.toBeDefined();
    });

    test("KJ1 what was appended and not yet committed when the store is closed is not lost", async () => {
      const appended = store.append(adds("one", 0, "a"));
      await store.close();
      await appended;
      store = await reopen(clock);

      expect(joinLineTexts(await store.read("one"))).toEqual(["a"]);
    });
  });
}
