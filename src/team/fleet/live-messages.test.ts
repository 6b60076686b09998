import { describe, expect, test } from "vitest";

import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { idle } from "../../../test/support/time/wait-until-idle.ts";
import type { LiveEvent } from "../../engine.ts";
import type { FleetDatabase } from "./fleet-database.ts";
import { createLiveSender } from "./live-messages.ts";

/** A database that knows who looks on, and keeps what passes by. */
function sending(watched: readonly string[], failing = { times: 0 }) {
  const clock = fakeClock();
  const looks: unknown[] = [];
  const carried: string[] = [];
  const database = {
    schema: "s",
    liveChannel: "live",
    async read(sql: string, values: readonly unknown[]) {
      if (failing.times-- > 0) throw new Error("the database is away");
      if (sql.includes("onlookers")) {
        looks.push(values[0]);
        return watched.map((debate) => ({ debate }));
      }
      carried.push(String(values[1]));
      return [];
    },
  } as unknown as FleetDatabase;
  const sender = createLiveSender({
    database,
    clock,
  });
  const pass = async (ms: number): Promise<void> => {
    await idle();
    clock.advance(ms);
    await idle();
  };
  const heard = (): LiveEvent[] =>
    carried.flatMap((payload) => (JSON.parse(payload) as { events: LiveEvent[] }).events);
  return { clock, looks, carried, sender, pass, heard };
}

function started(key: string): LiveEvent {
  return { type: "turn-started", key, by: "ann", repair: false };
}

function text(key: string, words: string): LiveEvent {
  return { type: "text-heard", key, by: "ann", text: words };
}

function wordsIn(events: readonly LiveEvent[]): string {
  return events.map((event) => (event.type === "text-heard" ? event.text : "")).join("");
}

describe("what is being said", () => {
  test("FL1 nothing is sent of a debate that nobody looks at", async () => {
    const { sender, pass, carried } = sending(["watched"]);
    for (const debate of ["watched", "unseen"]) sender.hear(debate, started("a/ann"));
    await pass(200);
    for (const debate of ["watched", "unseen"]) sender.hear(debate, text("a/ann", "word by word "));
    await pass(200);
    await sender.close();

    expect(carried.length).toBeGreaterThan(0);
    for (const payload of carried) expect(payload).not.toContain("unseen");
  });

  test("words of one turn that come together are carried together, in their order", async () => {
    const { sender, pass, carried, heard } = sending(["deb"]);
    sender.hear("deb", started("a/ann"));
    await pass(200);
    for (const word of ["one ", "two ", "three "]) sender.hear("deb", text("a/ann", word));
    sender.hear("deb", text("a/bob", "other "));
    await pass(200);
    await sender.close();

    expect(heard()).toEqual([
      started("a/ann"),
      text("a/ann", "one two three "),
      text("a/bob", "other "),
    ]);
    expect(carried).toHaveLength(3);
  });

  test("every message is one that PostgreSQL carries, whatever was said", async () => {
    const { sender, pass, carried, heard } = sending(["deb"]);
    sender.hear("deb", started("a/ann"));
    await pass(200);
    const long = `${"\u0000\ud83e\udd89ż ".repeat(3_000)} `;
    sender.hear("deb", text("a/ann", long));
    await pass(200);
    await sender.close();

    for (const payload of carried) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
    expect(wordsIn(heard())).toBe(long);
  });

  test("once a turn has landed nothing is kept of it, and nobody looks for onlookers for nothing", async () => {
    const { clock, sender, pass, looks } = sending([]);
    sender.hear("deb", started("a/ann"));
    sender.hear("deb", text("a/ann", "some words "));
    await pass(200);
    sender.land("deb", "a/ann");
    await pass(200);
    await pass(200);
    const before = looks.length;

    expect(clock.waiting()).toBe(0);
    await pass(60_000);
    expect(looks).toHaveLength(before);
  });

  test("a database that does not answer stops neither the call nor the words after it", async () => {
    const failing = { times: 1 };
    const { sender, pass, heard } = sending(["deb"], failing);
    sender.hear("deb", started("a/ann"));
    await pass(200);
    await pass(1_000);
    failing.times = 1;
    await pass(1_000);
    await pass(1_000);
    sender.hear("deb", text("a/ann", "later words "));
    await pass(200);
    await sender.close();

    expect(wordsIn(heard())).toBe("later words ");
  });
});
