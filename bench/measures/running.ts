/** Debates that run at the same time with slow replies: how long each takes, and the memory of all. Needs --expose-gc. */
import { type ArmName, openArm } from "../arms/arm.ts";
import { fakeModel, type Shape } from "../reference-debate.ts";

export interface RunningRequest {
  readonly measure: "running";
  readonly arm: ArmName;
  readonly shape: Shape;
  readonly debates: number;
  readonly shortestMs: number;
  readonly longestMs: number;
  /** Debates start evenly over this time. */
  readonly startMs: number;
}

export interface RunningAnswer {
  /** Of one debate, from its start to its end. */
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly mostAtOnce: number;
  /** The most that the process had resident, without what it had before the first debate. */
  readonly residentMb: number;
  /** Of all processor time, per model call. */
  readonly cpuPerCall: number;
}

const LOOK_MS = 100;
const MEGABYTE = 1024 * 1024;

export async function measureRunning(
  { arm: name, shape, debates, shortestMs, longestMs, startMs }: RunningRequest,
  directory: string,
): Promise<RunningAnswer> {
  let delayMs = (): number => 0;
  const model = fakeModel(() => new Promise((resolve) => setTimeout(resolve, delayMs())));
  const arm = await openArm(name, { shape, directory, model });
  // code is compiled before the first of many
  for (let time = 0; time < 20; time++) await Promise.all(Array.from({ length: 50 }, arm.hold));
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), LOOK_MS);
  let draws = 0;
  // evenly spread and the same for every arm
  delayMs = () => shortestMs + ((draws++ * GOLDEN) % 1) * (longestMs - shortestMs);
  const took: number[] = [];
  let running = 0;
  let mostAtOnce = 0;
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: debates }, async (_, number) => {
      const due = (number / debates) * startMs;
      await new Promise((resolve) => setTimeout(resolve, due));
      mostAtOnce = Math.max(mostAtOnce, ++running);
      await arm.hold();
      running -= 1;
      // from when it was to start: a thread that is late makes it wait as well
      took.push(performance.now() - begun - due);
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(look);
  await arm.close();
  took.sort((a, b) => a - b);
  const at = (share: number): number => took[Math.floor(share * (took.length - 1))] ?? Number.NaN;
  return {
    medianMs: at(0.5),
    p99Ms: at(0.99),
    mostAtOnce,
    residentMb: (most - before) / MEGABYTE,
    cpuPerCall: (user + system) / (debates * shape.seats * shape.rounds),
  };
}

const GOLDEN = 0.618_033_988_749_895;
