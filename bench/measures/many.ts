/** Wall time of many debates started at the same moment, with replies that take their time. */
import { type ArmName, openArm } from "../arms/arm.ts";
import { fakeModel, type Shape } from "../reference-debate.ts";

export interface ManyRequest {
  readonly measure: "many";
  readonly arm: ArmName;
  readonly shape: Shape;
  readonly debates: number;
  readonly replyMs: number;
  readonly repetitions: number;
  readonly warmMs: number;
}

export interface ManyAnswer {
  readonly wallMs: readonly number[];
}

export async function measureMany(request: ManyRequest, directory: string): Promise<ManyAnswer> {
  const { shape, debates, replyMs, repetitions } = request;
  let delayMs = 10;
  const model = fakeModel(() => new Promise((resolve) => setTimeout(resolve, delayMs)));
  const arm = await openArm(request.arm, { shape, directory, model });
  const all = (): Promise<unknown> => Promise.all(Array.from({ length: debates }, arm.hold));
  // the first seconds are the compiler's
  const warmUntilMs = performance.now() + request.warmMs;
  do await all();
  while (performance.now() < warmUntilMs);
  delayMs = replyMs;
  const wallMs: number[] = [];
  for (let number = 0; number < repetitions; number++) {
    const before = performance.now();
    await all();
    wallMs.push(performance.now() - before);
  }
  await arm.close();
  return { wallMs };
}
