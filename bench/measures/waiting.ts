/** Memory of debates that all wait for the replies of their first round. Needs --expose-gc. */
import { type ArmName, openArm } from "../arms/arm.ts";
import { fakeModel, type Shape } from "../reference-debate.ts";

export interface WaitingRequest {
  readonly measure: "waiting";
  readonly arm: ArmName;
  readonly shape: Shape;
  readonly debates: number;
}

export interface WaitingAnswer {
  readonly heapKbPerDebate: number;
  readonly residentKbPerDebate: number;
}

export async function measureWaiting(
  { arm: name, shape, debates }: WaitingRequest,
  directory: string,
): Promise<WaitingAnswer> {
  let waiting = 0;
  let asleep = false;
  // what nothing refers to is collected, however long it would have waited
  const sleepers: (() => void)[] = [];
  const { promise: allWait, resolve: onAllWait } = Promise.withResolvers<void>();
  const model = fakeModel(() => {
    if (!asleep) return undefined;
    waiting += 1;
    if (waiting === debates * shape.seats) onAllWait();
    return new Promise((resolve) => sleepers.push(resolve));
  });
  const arm = await openArm(name, { shape, directory, model });
  // code, statements and page cache are there before the first of many
  for (let number = 0; number < 50; number++) await arm.hold();

  asleep = true;
  const before = settledMemory();
  for (let number = 0; number < debates; number++) void arm.hold();
  await allWait;
  const after = settledMemory();
  if (sleepers.length !== waiting) throw new Error("Someone was woken.");
  return {
    heapKbPerDebate: (after.heapUsed - before.heapUsed) / debates / 1024,
    residentKbPerDebate: (after.rss - before.rss) / debates / 1024,
  };
}

function settledMemory(): NodeJS.MemoryUsage {
  if (!globalThis.gc) throw new Error("Run with --expose-gc.");
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage();
}
