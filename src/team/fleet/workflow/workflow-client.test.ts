import { describe, expect, test } from "vitest";

import { fakeClock } from "../../../../test/support/time/fake-clock.ts";
import { idle } from "../../../../test/support/time/wait-until-idle.ts";
import { type FinishedWorkflow, createResultPoller } from "./workflow-client.ts";

function over(id: string): FinishedWorkflow {
  return { id, output: `answer of ${id}`, cancelled: false, failure: null };
}

/** Looks that find what has ended by then. */
function looking() {
  const clock = fakeClock();
  const looks: (readonly string[])[] = [];
  const ended = new Set<string>();
  const failures: Error[] = [];
  const results = createResultPoller(async (ids) => {
    looks.push(ids);
    const failure = failures.shift();
    if (failure) throw failure;
    return ids.filter((id) => ended.has(id)).map(over);
  }, clock);
  const pass = async (ms: number): Promise<void> => {
    await idle();
    clock.advance(ms);
    await idle();
  };
  return { clock, looks, ended, failures, results, pass };
}

describe("waiting for calls that are made anywhere", () => {
  test("each gets its own end, from one look for all", async () => {
    const { looks, ended, results, pass } = looking();
    const waited = ["a", "b", "c"].map((id) => results.wait(id));
    await idle();
    ended.add("c").add("a");
    await pass(60);

    expect(await waited[2]).toEqual(over("c"));
    expect(await waited[0]).toEqual(over("a"));
    expect(looks.at(-1)).toEqual(["a", "b", "c"]);
    ended.add("b");
    await pass(60);
    expect(looks.at(-1)).toEqual(["b"]);
    expect(await waited[1]).toEqual(over("b"));
  });

  test("two who wait for one call both get its end", async () => {
    const { ended, results, pass } = looking();
    const waited = [results.wait("a"), results.wait("a")];
    ended.add("a");
    await pass(60);

    expect(await Promise.all(waited)).toEqual([over("a"), over("a")]);
  });

  test("with nobody waiting nothing is looked at, and the next who waits is seen to", async () => {
    const { clock, looks, ended, results, pass } = looking();
    ended.add("a");
    await results.wait("a");
    await pass(60);
    expect(clock.waiting()).toBe(0);
    const before = looks.length;
    await pass(10_000);
    expect(looks).toHaveLength(before);

    ended.add("b");
    expect(await results.wait("b")).toEqual(over("b"));
  });

  test("a look that fails is made again a little later", async () => {
    const { looks, ended, failures, results, pass } = looking();
    failures.push(new Error("the database is away"));
    const waited = results.wait("a");
    ended.add("a");
    await pass(60);
    expect(looks).toHaveLength(1);
    await pass(500);

    expect(await waited).toEqual(over("a"));
  });

  test("very many are looked at in several pieces, and none is left out", async () => {
    const { looks, ended, results, pass } = looking();
    const ids = Array.from({ length: 1_001 }, (_, number) => `call-${number}`);
    const waited = ids.map((id) => results.wait(id));
    for (const id of ids) ended.add(id);
    await pass(60);
    await pass(60);

    expect((await Promise.all(waited)).map(({ id }) => id)).toEqual(ids);
    expect(Math.max(...looks.map(({ length }) => length))).toBeLessThanOrEqual(400);
  });

  test("what is forgotten or closed is not looked for any more", async () => {
    const { clock, looks, results, pass } = looking();
    void results.wait("a");
    void results.wait("b");
    await idle();
    results.forget("a");
    await pass(60);
    expect(looks.at(-1)).toEqual(["b"]);

    results.close();
    await pass(60);
    expect(clock.waiting()).toBe(0);
  });
});
