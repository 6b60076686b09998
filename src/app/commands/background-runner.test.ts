import { describe, expect, test } from "vitest";

import {
  createTestBrief,
  judgesApp,
  recommends,
  rounds,
  votes,
} from "../../../test/support/protocols/judges.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import type { Dissent } from "../../dissent.ts";
import { StoreError } from "../../errors.ts";
import type { Script } from "../../models/scripted.ts";
import type { PageLiveEvent } from "../../page/page-payload.ts";
import { createLiveHub } from "../../server/live-hub.ts";
import { type BackgroundRunner, createBackgroundRunner } from "./background-runner.ts";

const AGREED = rounds(votes("A", "A", "A"));
const HANGING = rounds({ ...votes("A", "A", "A"), risk: { hang: true } });

interface Holding {
  readonly app: Dissent;
  readonly id: string;
  readonly holder: BackgroundRunner;
  readonly told: PageLiveEvent[];
  readonly failed: unknown[];
}

async function opened(script: Script, around = (app: Dissent): Dissent => app): Promise<Holding> {
  const app = around(judgesApp({ script }));
  const id = await app.open(app.plan("judges", { brief: createTestBrief() }), "tester");
  const redact = (text: string): string => text;
  const hub = createLiveHub();
  const told: PageLiveEvent[] = [];
  const failed: unknown[] = [];
  hub.follow(id, (event) => void told.push(event));
  const onTrouble = (_: string, error: unknown): void => void failed.push(error);
  return { app, id, holder: createBackgroundRunner({ app, hub, redact, onTrouble }), told, failed };
}

async function lastFact({ app, id }: Holding): Promise<string | undefined> {
  return (await app.read(id)).events.at(-1)?.fact.type;
}

const heldIn = ({ told }: Holding): boolean[] =>
  told.flatMap((event) => (event.type === "held" ? [event.held] : []));

describe("a debate is held once", () => {
  test("and runs to its end by itself", async () => {
    const all = await opened(AGREED);
    await all.holder.start(all.id);
    await all.holder.waitUntilFree(all.id);

    expect(await lastFact(all)).toBe("debate-settled");
    expect(heldIn(all)).toEqual([true, false]);
    expect(all.holder.hasRuns()).toBe(false);
  });

  test("however often it is asked for", async () => {
    let holds = 0;
    const all = await opened(HANGING, (app) => ({
      ...app,
      run(request) {
        holds++;
        return app.run(request);
      },
    }));
    await Promise.all([all.holder.start(all.id), all.holder.start(all.id)]);
    await all.holder.start(all.id);

    expect(holds).toBe(1);
    await all.holder.pause(all.id, { drop: true });
    await all.holder.waitUntilFree(all.id);
  });
});

describe("steering", () => {
  test("a pause that drops ends the turns in flight, and what had landed is kept", async () => {
    const all = await opened(HANGING);
    await all.holder.start(all.id);
    await all.holder.pause(all.id, { drop: true });
    await all.holder.waitUntilFree(all.id);

    expect(await lastFact(all)).toBe("debate-paused");
    expect(heldIn(all)).toEqual([true, false]);
  });

  test("the end of the server waits for what is in flight, and drops it when told twice", async () => {
    const all = await opened(HANGING);
    await all.holder.start(all.id);
    let closed = false;
    const first = all.holder.close().then(() => {
      closed = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).toBe(false);
    await all.holder.close();
    await first;

    expect(await lastFact(all)).toBe("debate-paused");
    await expect(all.holder.start(all.id)).rejects.toMatchObject({ code: "held-elsewhere" });
  });

  test("a debate that the terminal holds is steered there", async () => {
    const all = await opened(AGREED);
    const steered: string[] = [];
    const steer = {
      pause: () => void steered.push("pause"),
      drop: () => void steered.push("drop"),
    };
    const { leave, onLive } = all.holder.join(all.id, steer);
    onLive({ type: "turn-started", key: "openings/risk", by: "risk", repair: false });
    await all.holder.pause(all.id, { drop: true });
    await all.holder.start(all.id);
    leave();

    expect(steered).toEqual(["pause", "drop"]);
    expect(all.told.map(({ type }) => type)).toEqual(["held", "turn-started", "held"]);
    expect(await lastFact(all)).toBe("debate-opened");
  });
});

describe("what goes wrong", () => {
  const held = new StoreError("store-lease-held", "Another process is holding it.");

  test("before it begins, whoever asked is told", async () => {
    const all = await opened(AGREED, (app) => ({ ...app, run: () => Promise.reject(held) }));

    await expect(all.holder.start(all.id)).rejects.toBe(held);
    expect(all.told).toEqual([]);
    expect(all.holder.isRunningHere(all.id)).toBe(false);
  });

  test("after it began, everyone who looks on is told, and whoever comes later", async () => {
    const lost = new StoreError(
      "store-unavailable",
      "The journal cannot be written: disk is full.",
    );
    const all = await opened(AGREED, (app) => ({
      ...app,
      async run(request) {
        await app.run(request);
        throw lost;
      },
    }));
    await all.holder.start(all.id);
    await all.holder.waitUntilFree(all.id);

    expect(all.told).toContainEqual({ type: "trouble", message: lost.message });
    expect(all.holder.findTrouble(all.id)).toBe(lost.message);
    expect(all.failed).toEqual([lost]);
  });

  test("a defect says no more on the page than that it is one", async () => {
    const all = await opened(AGREED, (app) => ({
      ...app,
      async run(request) {
        await app.run(request);
        throw new TypeError("/home/mara/secret/path is undefined");
      },
    }));
    await all.holder.start(all.id);
    await all.holder.waitUntilFree(all.id);

    expect(JSON.stringify(all.told)).not.toContain("secret");
    expect(all.holder.findTrouble(all.id)).toContain("defect");
  });
});

test("words of a seat come while it speaks", async () => {
  const slow = recommends("risk", "A");
  const reply = "reply" in slow ? slow.reply : null;
  const clock = fakeClock();
  const script = rounds({
    ...votes("A", "A", "A"),
    risk: { slow: { chunks: 4, everyMs: 10, reply } },
  });
  const app = judgesApp({ script, clock });
  const id = await app.open(app.plan("judges", { brief: createTestBrief() }), "tester");
  const hub = createLiveHub();
  const told: PageLiveEvent[] = [];
  hub.follow(id, (event) => void told.push(event));
  const own = createBackgroundRunner({ app, hub, redact: (text) => text });
  await own.start(id);
  await expect
    .poll(() => {
      clock.advance(10);
      return own.isRunningHere(id);
    })
    .toBe(false);
  const said = told.flatMap((event) => (event.type === "text-heard" ? [event.text] : [])).join("");

  expect(JSON.stringify(reply).startsWith(said)).toBe(true);
  expect(said.length).toBeGreaterThan(100);
});
