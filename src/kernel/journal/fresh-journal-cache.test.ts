import { expect, test } from "vitest";

import { verified } from "../../../test/support/journals/forge-journal.ts";
import {
  askFor,
  ended,
  openProbe,
  probe,
  says,
} from "../../../test/support/protocols/probe-protocol.ts";
import type { Event, Fact } from "../../domain/journal/event.ts";
import type { Store } from "../../store.ts";
import { memoryStore } from "../../stores/memory.ts";
import { createFreshJournalCache } from "./fresh-journal-cache.ts";

const oneRound = probe(async (floor) => {
  const { spoken } = await floor.round("round", floor.participants, () => askFor("Speak."));
  return ended(spoken.map(({ by }) => by).join(" "));
});

/** A store that says which journals and texts were read. */
function counting() {
  const kept = memoryStore();
  const read: string[] = [];
  const store: Store = {
    ...kept,
    async read(debate, from) {
      read.push(debate);
      return kept.read(debate, from);
    },
    async blob(sha256) {
      read.push("text");
      return kept.blob(sha256);
    },
  };
  return { kept, store, read };
}

test("a debate that was just opened is held without reading it back, and is the same", async () => {
  const { store, read } = counting();
  const { app, id, hold } = await openProbe(oneRound, { script: { "*": says("yes") }, store });

  expect(await hold()).toMatchObject({ status: "settled" });

  expect(read).toEqual([]);
  expect(await verified(app, id)).toMatchObject({ ok: true });
});

test("K13 a journal that somebody has added to meanwhile is read", async () => {
  const { kept, store, read } = counting();
  const script = { "*": says("yes") };
  const first = await openProbe(oneRound, { script, store });
  const second = await openProbe(oneRound, { script, store: kept });
  await second.app.run({ debate: first.id });

  expect(await first.hold()).toMatchObject({ status: "settled" });

  expect(read).toContain(first.id);
  expect(first.asked).toEqual([]);
});

test("a store that does not say how long a journal is has it read", async () => {
  const { kept, store, read } = counting();
  const silent: Store = {
    ...store,
    async lease(debate, ttlMs) {
      const { token } = await kept.lease(debate, ttlMs);
      return { debate, token };
    },
  };
  const { hold, id } = await openProbe(oneRound, { script: { "*": says("yes") }, store: silent });

  expect(await hold()).toMatchObject({ status: "settled" });
  expect(read).toEqual([id, "text"]);
});

const journalOver = (text: string, detail: unknown = "") => ({
  events: [{ fact: { type: "debate-paused", detail } as Fact } as Event],
  sources: [{ id: "s", title: "s", text, sha256: "", bytes: text.length }],
});

test("what is kept is bounded in number and in size, and is given once", () => {
  const many = createFreshJournalCache();
  for (let index = 0; index <= 1_000; index++) many.keep(`d-${index}`, journalOver(""));
  const large = createFreshJournalCache();
  for (const id of ["one", "two", "three"]) large.keep(id, journalOver("x".repeat(3_000_000)));

  expect(many.take("d-0", 1)).toBeUndefined();
  expect(many.take("d-1", 1)).toBeDefined();
  expect(many.take("d-1", 1)).toBeUndefined();
  expect(["one", "two", "three"].map((id) => large.take(id, 1) !== undefined)).toEqual([
    false,
    true,
    true,
  ]);
});

test("what would be read back as something else is not kept", () => {
  const fresh = createFreshJournalCache();

  for (const [index, odd] of [{ a: undefined }, new Date(0), Number.NaN, -0].entries()) {
    fresh.keep(`d-${index}`, journalOver("", odd));
    expect(fresh.take(`d-${index}`, 1)).toBeUndefined();
  }
});
