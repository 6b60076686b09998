import { expect, test } from "vitest";

import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { idle } from "../../../test/support/time/wait-until-idle.ts";
import type { ListedDebate } from "../../store.ts";
import { watchForAbandonment } from "../commands/watch.ts";

const FREE = { id: "a-1", held: false, status: "running" } as ListedDebate;
const AWAY = new Error("the database is away");

async function calls(
  looks: readonly (ListedDebate | Error)[],
  stopAfter = Infinity,
): Promise<number[]> {
  const clock = fakeClock();
  const called: number[] = [];
  let looked = 0;
  const list = async (): Promise<ListedDebate[]> => {
    const found = looks[looked++] ?? FREE;
    if (found instanceof Error) throw found;
    return [found];
  };
  const stop = watchForAbandonment({ app: { list }, debate: "a-1", clock }, () =>
    called.push(looked),
  );
  for (let second = 0; second < 8; second++) {
    if (second === stopAfter) stop();
    clock.advance(1_000);
    await idle();
  }
  return called;
}

test("no process runs it at two checks in a row: reported once", async () => {
  expect(await calls([{ ...FREE, held: true }, FREE, { ...FREE, held: true }])).toEqual([5]);
});

test("a look that fails is made again", async () => {
  expect(await calls([{ ...FREE, held: true }, AWAY, AWAY])).toEqual([5]);
});

test("a caller that has stopped checking is told nothing", async () => {
  expect(await calls([FREE], 1)).toEqual([]);
});
