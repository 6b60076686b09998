/** Runs a debate, and signs its outcome if it reaches one here. */
import type { Event } from "../domain/journal/event.ts";
import type { Engine, RunRequest, RunResult } from "../engine.ts";

/** Signs an outcome, a decision or what a person adds later, as soon as it is recorded here. */
export type SignEvent = (debate: string, event: Event) => Promise<unknown>;

export function createSigningRun(engine: Engine, sign: SignEvent | undefined): Engine["run"] {
  if (!sign) return (request) => engine.run(request);
  return async (request: RunRequest): Promise<RunResult> => {
    // only what ends here: a debate that had ended before may be someone else's
    const settled: Event[] = [];
    const onEvent = (event: Event): void => {
      if (event.fact.type === "debate-settled") settled.push(event);
      request.onEvent?.(event);
    };
    const result = await engine.run({ ...request, onEvent });
    for (const event of settled) await sign(request.debate, event);
    return result;
  };
}
