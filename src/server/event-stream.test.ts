import { describe, expect, test } from "vitest";

import { heldDebate, type Served, served, TOKEN } from "../../test/support/page/page-server.ts";
import { listen, type Listening, sequences } from "../../test/support/processes/sse.ts";
import { fakeClock } from "../../test/support/time/fake-clock.ts";
import type { Dissent } from "../dissent.ts";
import type { Event } from "../domain/journal/event.ts";
import { StoreError } from "../errors.ts";
import { isJournalFault, readJournal } from "../kernel/journal/hash-chain.ts";
import type { PageLiveEvent } from "../page/page-payload.ts";
import { createEventStream } from "./event-stream.ts";

const listenToEvents = async (
  { server }: Served,
  id: string,
  { query = "", headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Listening> =>
  listen(`http://127.0.0.1:${server.port}/api/debates/${id}/events${query}`, {
    cookie: `dissent-${server.port}=${TOKEN}`,
    ...headers,
  });

const settled = ({ data }: { data: unknown }): boolean =>
  (data as { event?: Event }).event?.fact.type === "debate-settled";

/** An app that counts who watches. */
function counted(): { around: (app: Dissent) => Dissent; watching: () => number } {
  let watching = 0;
  return {
    watching: () => watching,
    around: (app) => ({
      ...app,
      async *watch(debate, from, signal) {
        watching++;
        try {
          yield* app.watch(debate, from, signal);
        } finally {
          watching--;
        }
      },
    }),
  };
}

describe("ES1 the journal as it is", () => {
  test("all events come in order, with lines that chain", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const stream = await listenToEvents(all, id);
    await stream.until(settled);
    const { lines } = await all.app.read(id);
    const sent = stream.told.flatMap(({ event, data }) =>
      event === "journal" ? [(data as { line: string }).line] : [],
    );

    expect(stream.response.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    expect(sent).toEqual(lines);
    expect(isJournalFault(readJournal(sent))).toBe(false);
    stream.leave();
  });

  test("whoever has seen some gets the rest: by its last id, and by number", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const { events } = await all.app.read(id);
    const rest = events.slice(5).map(({ sequence }) => sequence);
    const resumed = await listenToEvents(all, id, {
      headers: { "last-event-id": "4" },
      query: "?from=1",
    });
    const asked = await listenToEvents(all, id, { query: "?from=5" });
    for (const stream of [resumed, asked]) {
      await stream.until(settled);

      expect(sequences(stream)).toEqual(rest);
      stream.leave();
    }
  });

  test("what is said later comes too, and a decision after the end", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const stream = await listenToEvents(all, id);
    await stream.until(settled);
    await all.post(`/api/debates/${id}/decision`, { choice: "C", reason: "two crews first" });
    const decided = await stream.until(
      ({ data }) => (data as { event?: Event }).event?.fact.type === "decision-recorded",
    );

    expect(decided.id).toBe(String((await all.app.read(id)).events.length - 1));
    stream.leave();
  });

  test("a debate that is not there is refused at once", async () => {
    const { ask } = await served();

    expect(await ask("/api/debates/none-1/events")).toMatchObject({ status: 404 });
  });
});

describe("ES2 a client that does not read", () => {
  test("is given up once too much waits for it", async () => {
    let tell: (event: PageLiveEvent) => void = () => {};
    let left = 0;
    const stream = createEventStream({
      known: [],
      debate: "x-1",
      from: 0,
      watch: (_, __, signal) => untilAborted(signal),
      follow(_, listener) {
        tell = listener;
        return () => void left++;
      },
      clock: fakeClock(),
      closing: new AbortController().signal,
      onTrouble: () => {},
    });
    for (let pieces = 0; pieces < 200; pieces++) {
      tell({ type: "text-heard", key: "openings/risk", by: "risk", text: "x".repeat(64 * 1024) });
    }
    const read = await stream.getReader().read();

    expect(left).toBe(1);
    expect(read.value?.length ?? 0).toBeLessThan(5 * 1024 * 1024);
  });

  test("is given up after two heartbeats that it left unread", async () => {
    const clock = fakeClock();
    let left = 0;
    createEventStream({
      known: [],
      debate: "x-1",
      from: 0,
      watch: (_, __, signal) => untilAborted(signal),
      follow: () => () => void left++,
      clock,
      closing: new AbortController().signal,
      onTrouble: () => {},
    });
    clock.advance(15_000);
    expect(left).toBe(0);
    clock.advance(15_000);

    expect(left).toBe(1);
  });

  test("reads a long journal as fast as it likes: no more than a piece of it is kept for it", async () => {
    let given = 0;
    const stream = createEventStream({
      known: [],
      debate: "x-1",
      from: 0,
      async *watch() {
        for (; given < 1_000; given++) yield createTestEvent(given);
      },
      follow: () => () => {},
      clock: fakeClock(),
      closing: new AbortController().signal,
      onTrouble: () => {},
    });
    const reader = stream.getReader();
    let read = await reader.read();
    await new Promise((resolve) => setImmediate(resolve));

    expect(given).toBeLessThan(200);
    let sent = 0;
    for (; !read.done; read = await reader.read()) {
      sent += new TextDecoder().decode(read.value).match(/^event: journal$/gm)?.length ?? 0;
    }
    expect(sent).toBe(1_000);
  });
});

describe("ES3 nothing goes on for a client that left", () => {
  test("four pages look on, and when they are closed nobody watches", async () => {
    const { around, watching } = counted();
    const all = await served({ app: around });
    const id = await heldDebate(all);
    const streams = await Promise.all(Array.from({ length: 4 }, () => listenToEvents(all, id)));
    for (const stream of streams) await stream.until(settled);

    expect(watching()).toBe(4);
    expect(all.place.hub.countFollowers(id)).toBe(4);
    for (const stream of streams) stream.leave();
    await expect.poll(watching).toBe(0);
    expect(all.place.hub.countFollowers(id)).toBe(0);
  });

  test("of many pages four look on at a time, and who had to go misses nothing", async () => {
    const { around, watching } = counted();
    const all = await served({ app: around });
    const id = await heldDebate(all);
    const streams: Listening[] = [];
    for (let pages = 0; pages < 10; pages++) {
      const stream = await listenToEvents(all, id);
      streams.push(stream);
      await stream.until(settled);
      await expect.poll(watching).toBe(Math.min(pages + 1, 4));
    }
    const [first] = streams;
    await first?.ended;
    const seen = sequences(first ?? { told: [] });
    await all.post(`/api/debates/${id}/decision`, { choice: "C", reason: "two crews first" });
    const again = await listenToEvents(all, id, {
      headers: { "last-event-id": String(seen.at(-1)) },
    });
    await again.until(({ event }) => event === "journal");

    expect(sequences(again)).toEqual([seen.length]);
    for (const stream of [...streams, again]) stream.leave();
    await expect.poll(watching).toBe(0);
  });

  test("a client that was gone before the first word costs nothing", async () => {
    let ended = 0;
    const gone = new AbortController();
    gone.abort();
    const stream = createEventStream({
      known: [],
      debate: "a-1",
      from: 0,
      watch: (_, __, signal) => untilAborted(signal),
      follow: () => () => void ended++,
      clock: fakeClock(),
      closing: gone.signal,
      onTrouble: () => {},
      onEnd: () => void ended++,
    });

    // nobody has read, and nobody has cancelled
    expect(ended).toBe(2);
    await stream.cancel();
  });

  test("the server's end is the stream's", async () => {
    const { around, watching } = counted();
    const all = await served({ app: around });
    const id = await heldDebate(all);
    const stream = await listenToEvents(all, id);
    await stream.until(settled);
    await all.server.close();
    await stream.ended;

    expect(watching()).toBe(0);
  });
});

describe("what is being said", () => {
  test("a page that comes late is told the words so far, and whether anyone holds the debate", async () => {
    const all = await served();
    const id = await heldDebate(all);
    const key = "openings/risk";
    all.place.hub.publishLive(id, { type: "turn-started", key, by: "risk", repair: false });
    all.place.hub.publishLive(id, {
      type: "text-heard",
      key,
      by: "risk",
      text: "Sync bugs surface ",
    });
    all.place.hub.publishLive(id, { type: "text-heard", key, by: "risk", text: "late. " });
    const stream = await listenToEvents(all, id);
    await stream.until(({ data }) => (data as PageLiveEvent).type === "held");
    const live = stream.told.flatMap(({ event, data }) =>
      event === "live" ? [data as PageLiveEvent] : [],
    );

    expect(live).toEqual([
      { type: "turn-started", key, by: "risk", repair: false },
      { type: "text-heard", key, by: "risk", text: "Sync bugs surface late. " },
      { type: "held", held: false },
    ]);
    expect(stream.told.find(({ event }) => event === "live")?.id).toBeNull();
    stream.leave();
  });
});

// oxlint-disable-next-line require-yield -- there is nothing to give
async function* untilAborted(signal: AbortSignal): AsyncGenerator<Event> {
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
}

function createTestEvent(sequence: number): Event {
  const fact = { type: "round-closed", step: "x".repeat(64 * 1024) } as const;
  return { sequence, atMs: 0, previous: "", fact, hash: "" };
}

describe("ES4 a journal that cannot be read", () => {
  test("ends the stream, which tells nobody else, and the server goes on", async () => {
    const away = new StoreError("store-unavailable", "The database went away.");
    let watching = 0;
    const all = await served({
      app: (own) => ({
        ...own,
        async *watch(debate, from, signal) {
          watching += 1;
          for await (const event of own.watch(debate, from, signal)) {
            yield event;
            if (watching < 3 && event.sequence >= watching) throw watching === 1 ? away : DEFECT;
          }
        },
      }),
    });
    const id = await heldDebate(all);
    const first = await listenToEvents(all, id);
    await first.ended;
    expect(sequences(first)).toEqual([0, 1]);
    expect(all.defects).toEqual([]);

    const second = await listenToEvents(all, id, { headers: { "last-event-id": "1" } });
    await second.ended;
    expect(sequences(second)).toEqual([2]);
    expect(all.defects).toEqual([DEFECT]);

    const third = await listenToEvents(all, id, { headers: { "last-event-id": "2" } });
    await third.until(settled);
    expect(sequences(third)[0]).toBe(3);
    third.leave();
  });

  const DEFECT = new TypeError("a defect");
});
