/** Processor time per model call, with the given number of debates under way at once. */
import { type ArmName, openArm } from "../arms/arm.ts";
import { callsIn, fakeModel, type Shape } from "../reference-debate.ts";

export interface CpuRequest {
  readonly measure: "cpu";
  readonly arm: ArmName;
  readonly shape: Shape;
  readonly concurrent: readonly number[];
  readonly warmMs: number;
  readonly repetitionMs: number;
  readonly repetitions: number;
}

/** Microseconds per call of each repetition, by concurrency. */
export type CpuAnswer = Readonly<Record<string, readonly number[]>>;

export async function measureCpu(request: CpuRequest, directory: string): Promise<CpuAnswer> {
  const { shape, repetitions, repetitionMs, warmMs } = request;
  const arm = await openArm(request.arm, { shape, directory, model: fakeModel() });
  const answer: Record<string, number[]> = {};
  for (const concurrent of request.concurrent) {
    await holdFor(warmMs, concurrent, arm.hold);
    const figures: number[] = [];
    for (let number = 0; number < repetitions; number++) {
      const before = process.cpuUsage();
      const debates = await holdFor(repetitionMs, concurrent, arm.hold);
      const { user, system } = process.cpuUsage(before);
      figures.push((user + system) / (debates * callsIn(shape)));
    }
    answer[concurrent] = figures;
  }
  await arm.close();
  return answer;
}

/** Keeps `concurrent` debates going until the time is up and the last has ended; says how many ended. */
async function holdFor(ms: number, concurrent: number, hold: () => Promise<void>): Promise<number> {
  const until = performance.now() + ms;
  let ended = 0;
  const lane = async (): Promise<void> => {
    do {
      await hold();
      ended += 1;
      // an arm that never waits would keep the other lanes from starting
      if (ended % concurrent === 0) await new Promise(setImmediate);
    } while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: concurrent }, lane));
  return ended;
}
