import { describe, expect, test } from "vitest";

import { cutAfter, forged, verified } from "../../test/support/journals/forge-journal.ts";
import { holdJudges, judgesApp, rounds, votes } from "../../test/support/protocols/judges.ts";
import {
  askFor,
  ended,
  openProbe,
  probe,
  says,
} from "../../test/support/protocols/probe-protocol.ts";
import { fakeClock } from "../../test/support/time/fake-clock.ts";
import { idle } from "../../test/support/time/wait-until-idle.ts";
import { type Fact, JOURNAL_FORMAT, readOpening } from "../domain/journal/event.ts";
import { updateSummary } from "../domain/journal/summary.ts";
import type { Lease, Store } from "../store.ts";
import { memoryStore } from "../stores/memory.ts";
import { readEventLine } from "./journal/hash-chain.ts";

const oneRound = probe(async (floor) => {
  const { spoken } = await floor.round("round", floor.participants, () => askFor("Speak."));
  return ended(spoken.map(({ by }) => by).join(" "));
});

const silent = { "*": { hang: true } } as const;
const talking = { "*": says("yes") };

/** Two processes over one store: the first hangs in its calls, the second would answer them. */
async function twoHolders(store?: Store) {
  const clock = fakeClock();
  const kept = store ?? memoryStore(clock);
  const first = { clock, ...(await openProbe(oneRound, { script: silent, store: kept, clock })) };
  const second = await openProbe(oneRound, { script: talking, store: kept, clock });
  return { clock, store: kept, id: first.id, first, second };
}

describe("two holders of one debate", () => {
  test("SL1 the second is refused while the first lives, however long its calls take", async () => {
    const { clock, id, first, second } = await twoHolders();
    const holding = first.hold();
    await idle();

    for (let beat = 0; beat < 11; beat++) {
      await expect(second.app.run({ debate: id })).rejects.toMatchObject({
        code: "store-lease-held",
      });
      clock.advance(5_000);
      await idle();
    }

    clock.advance(5_000);
    expect(await holding).toMatchObject({ status: "settled", outcome: { summary: "" } });
    expect(second.asked).toEqual([]);
  });

  test("SL1 SL2 a dead holder's debate is taken over after its time, and its late reply is refused", async () => {
    const clock = fakeClock();
    const kept = memoryStore(clock);
    // its heart has stopped: it neither renews nor releases
    const dying: Store = { ...kept, renew: () => new Promise(() => {}), release: async () => {} };
    const { promise: late, resolve: speak } = Promise.withResolvers<void>();
    const first = await openProbe(oneRound, {
      store: dying,
      clock,
      model: {
        id: "late",
        worstCase: () => ({ tokens: 0, usd: 0 }),
        async *answer() {
          await late;
          const figures = { inputTokens: 1, outputTokens: 1, costUsd: 0 };
          const served = { provider: "p", model: "m", version: null, ...figures };
          yield { type: "answer-given", text: '{"say":"spoken too late"}', served };
        },
      },
    });
    const second = await openProbe(oneRound, { script: talking, store: kept, clock });
    const holding = first.hold();
    await idle();
    clock.advance(14_999);
    await expect(second.app.run({ debate: first.id })).rejects.toMatchObject({
      code: "store-lease-held",
    });
    clock.advance(1);

    const taken = await second.app.run({ debate: first.id });
    speak();

    await expect(holding).rejects.toMatchObject({ code: "store-lease-lost" });
    expect(taken).toMatchObject({ outcome: { summary: "ann bob cid" } });
    const { lines } = await second.app.read(first.id);
    expect(lines.join("\n")).not.toContain("spoken too late");
    expect(await verified(second.app, first.id)).toMatchObject({ ok: true });
  });

  test("SL2 a holder that learns it was overtaken drops its calls and adds nothing", async () => {
    const clock = fakeClock();
    const kept = memoryStore(clock);
    const leases: Lease[] = [];
    const { first, second, id } = await twoHolders({
      ...kept,
      async lease(debate, ttlMs) {
        const lease = await kept.lease(debate, ttlMs);
        leases.push(lease);
        return lease;
      },
    });
    const failure = first.hold().catch((error: unknown) => error);
    await idle();
    const before = await kept.read(id);
    await kept.release(leases[0]!);
    const other = await kept.lease(id, 60_000);

    first.clock.advance(5_000);

    expect(await failure).toMatchObject({ code: "store-lease-lost" });
    expect(await kept.read(id)).toEqual(before);
    await kept.release(other);
    expect(await second.app.run({ debate: id })).toMatchObject({ status: "settled" });
  });

  test("SL1 a debate that ended, paused or failed is free for the next holder at once", async () => {
    const { store, id, first } = await twoHolders();
    const failing = await openProbe(
      probe(async () => {
        throw new RangeError("a defect");
      }),
      { store },
    );

    await expect(failing.app.run({ debate: id })).rejects.toThrow("a defect");
    await expect(store.lease(id, 1_000)).resolves.toBeDefined();
    expect(first.asked).toEqual([]);
  });
});

describe("journals that may not be continued", () => {
  const script = rounds(votes("A", "A", "A"));

  async function cutJournal() {
    const { app, id } = await holdJudges(script);
    return { record: await app.read(id), id };
  }

  test("K13 KC2 a journal that was damaged or edited is not continued as if it were whole", async () => {
    const { record, id } = await cutJournal();
    const file = await cutAfter(record, 5);
    const store = memoryStore();
    const app = judgesApp({ script, store, clock: fakeClock() });
    const lines = file.lines.with(2, file.lines[2]!.replace("80", "81"));
    const summary = updateSummary(null, readEventLine(lines[0]!).fact, 0);
    await store.append({ debate: id, expected: 0, lines, summary });

    await expect(app.run({ debate: id })).rejects.toMatchObject({
      code: "store-corrupt",
      message: `Event 2 of ${id} was changed after it was written.`,
    });
  });

  test("K13 KF3 rules of another version, and journals of a newer format, are not continued", async () => {
    const { record, id } = await cutJournal();
    const file = await cutAfter(record, 5);
    const withOpening = (changes: object) =>
      forged({ lines: file.lines, events: file.lines.map(readEventLine) }, (facts) =>
        facts.with(0, { ...facts[0]!, ...changes }),
      );
    const app = judgesApp({ script });
    await app.importJournal({ ...file, lines: withOpening({ protocolVersion: 7 }) });

    await expect(app.run({ debate: id })).rejects.toMatchObject({
      code: "replay-diverged",
      message: expect.stringContaining("7"),
    });
    await expect(
      app.importJournal({ ...file, lines: withOpening({ format: 99 }) }),
    ).rejects.toMatchObject({
      code: "bad-journal",
      message: `Event 0 of the journal has format 99, and this Dissent reads up to ${JOURNAL_FORMAT}.`,
    });
  });

  test.each<[string, (facts: Fact[]) => object, RegExp]>([
    [
      "a reply that nobody could have given",
      (facts) => Object.assign(facts[2]!, { reply: { evaluations: 7 } }),
      /^The recorded reply to "openings\/\w+" is not a reply to what was asked\.$/,
    ],
    [
      "settings that the rules do not have",
      (facts) => Object.assign(facts[0]!, { settings: null }),
      /^The recorded settings are not settings of judges\.$/,
    ],
  ])("K13 F3 a journal with %s is not continued, and says so", async (_, edit, message) => {
    const { record, id } = await cutJournal();
    const file = await cutAfter(record, 5);
    const lines = forged({ lines: file.lines, events: file.lines.map(readEventLine) }, (facts) => {
      edit(facts);
      return facts;
    });
    const app = judgesApp({ script });
    await app.importJournal({ ...file, lines });

    await expect(app.run({ debate: id })).rejects.toMatchObject({
      code: "replay-diverged",
      message: expect.stringMatching(message),
    });
  });

  test("K13 a debate whose sources are missing or were changed says which", async () => {
    const { record, id } = await cutJournal();
    const { lines } = await cutAfter(record, 5);
    const app = judgesApp({ script });
    await app.importJournal({ lines, texts: new Map() });
    const swapped = judgesApp({ script });
    const [source] = readOpening(record.events).brief.sources;
    await swapped.importJournal({ lines, texts: new Map([[source!.sha256, "other words"]]) });

    await expect(app.run({ debate: id })).rejects.toMatchObject({
      code: "store-corrupt",
      message: "The text of source brief is missing.",
    });
    await expect(swapped.run({ debate: id })).rejects.toMatchObject({
      code: "store-corrupt",
      message: "The text of source brief was changed.",
    });
  });

  test("an unknown debate is said to be unknown", async () => {
    const { app } = await openProbe(oneRound);

    await expect(app.run({ debate: "nobody" })).rejects.toMatchObject({ code: "unknown-debate" });
  });

  test("K13 a settled debate is returned as it is, and nobody is asked", async () => {
    const { app, id, outcome, asked, events } = await holdJudges(script);
    const before = asked.length;

    expect(await app.run({ debate: id })).toEqual({ status: "settled", outcome });
    expect(asked).toHaveLength(before);
    expect((await app.read(id)).events).toEqual(events);
  });
});

test("KR1 the outcome a holder gets is the one in the journal, to the byte", async () => {
  const { outcome, events } = await holdJudges(rounds(votes("A", "B", "A")));
  const settled = events.at(-1)?.fact;

  expect(settled?.type === "debate-settled" && settled.outcome).toStrictEqual(outcome);
});
