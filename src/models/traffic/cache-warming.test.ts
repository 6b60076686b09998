import { expect, test } from "vitest";

import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { idle } from "../../../test/support/time/wait-until-idle.ts";
import { ModelError } from "../../model.ts";
import {
  type CacheBoundary,
  type WarmingTicket,
  DEFAULT_WARMING_POLICY,
  createCacheWarming,
} from "./cache-warming.ts";

const LONG: CacheBoundary = { hash: "matter", bytes: 100_000 };
const LONGER: CacheBoundary = { hash: "matter+positions", bytes: 110_000 };
const never = new AbortController().signal;

function watched() {
  const clock = fakeClock();
  const warming = createCacheWarming(DEFAULT_WARMING_POLICY, clock);
  const gone: string[] = [];
  const flames = new Map<string, WarmingTicket>();
  const join = (
    name: string,
    {
      boundaries = [LONG],
      signal = never,
    }: { boundaries?: CacheBoundary[]; signal?: AbortSignal } = {},
  ): Promise<unknown> =>
    warming.join(boundaries, signal).then(
      (flame) => {
        gone.push(name);
        flames.set(name, flame);
      },
      (error: unknown) => error,
    );
  return { clock, gone, join, flame: (name: string) => flames.get(name)! };
}

test("TW1 one call goes ahead, the others follow at its first word", async () => {
  const { clock, gone, join, flame } = watched();
  for (const name of ["a", "b", "c"]) void join(name);
  await idle();
  expect(gone).toEqual(["a"]);
  flame("a").spoke();
  await idle();
  expect(gone).toEqual(["a", "b", "c"]);
  expect(clock.waiting()).toBe(0);
});

test("TW1 nobody waits longer than the set time for one that is silent", async () => {
  const { clock, gone, join } = watched();
  for (const name of ["a", "b", "c"]) void join(name);
  await idle();
  clock.advance(DEFAULT_WARMING_POLICY.longestWaitMs - 1);
  await idle();
  expect(gone).toEqual(["a"]);
  clock.advance(1);
  await idle();
  expect(gone).toEqual(["a", "b", "c"]);
});

test("TW2 where it ends without a word, the next one goes ahead in its place", async () => {
  const { gone, join, flame } = watched();
  for (const name of ["a", "b", "c"]) void join(name);
  await idle();
  flame("a").ended();
  await idle();
  expect(gone).toEqual(["a", "b"]);
  flame("b").spoke();
  flame("b").ended();
  await idle();
  expect(gone).toEqual(["a", "b", "c"]);
});

test("TW1 K4 one that waits obeys its signal at once and leaves no timer", async () => {
  const { clock, gone, join } = watched();
  const controller = new AbortController();
  void join("a");
  const stopped = join("b", { signal: controller.signal });
  await idle();
  controller.abort();

  expect(await stopped).toBeInstanceOf(ModelError);
  expect(clock.waiting()).toBe(0);
  expect(gone).toEqual(["a"]);
});

test("TW3 what was warmed shortly before is not waited for, and is again when it has grown cold", async () => {
  const { clock, gone, join, flame } = watched();
  void join("a");
  await idle();
  flame("a").spoke();
  clock.advance(DEFAULT_WARMING_POLICY.staysWarmMs - 1);
  void join("b");
  void join("c");
  await idle();
  expect(gone).toEqual(["a", "b", "c"]);
  clock.advance(1);
  void join("d");
  void join("e");
  await idle();
  expect(gone).toEqual(["a", "b", "c", "d"]);
});

test("TW3 the next round waits only where its new part is long enough to pay", async () => {
  const { gone, join, flame } = watched();
  const short: CacheBoundary = { hash: "matter+a word", bytes: LONG.bytes + 100 };
  void join("a");
  await idle();
  flame("a").spoke();
  for (const name of ["b", "c"]) void join(name, { boundaries: [LONG, short] });
  for (const name of ["d", "e"]) void join(name, { boundaries: [LONG, LONGER] });
  await idle();

  expect(gone).toEqual(["a", "b", "c", "d"]);
});

test.each<[string, CacheBoundary[]]>([
  ["short matter", [{ hash: "short", bytes: DEFAULT_WARMING_POLICY.leastBytes - 1 }]],
  ["none", []],
])("TW3 calls that share %s go all at once", async (_, boundaries) => {
  const { gone, join } = watched();
  for (const name of ["a", "b", "c"]) void join(name, { boundaries });
  await idle();

  expect(gone).toEqual(["a", "b", "c"]);
});

test("calls that share nothing do not wait for each other", async () => {
  const { gone, join } = watched();
  void join("a");
  void join("b", { boundaries: [{ hash: "other", bytes: 100_000 }] });
  await idle();

  expect(gone).toEqual(["a", "b"]);
});
