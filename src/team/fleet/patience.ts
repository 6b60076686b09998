/** A database that is away comes back; until then there is nothing else to do. */
import type { Clock } from "../../clock.ts";
import { sleepUnlessAborted } from "../postgres/postgres-connections.ts";

const AGAIN_AFTER_MS = 1_000;
// five minutes and more, with the patience of the connections themselves
const MOST_TRIES = 300;
const NEVER = new AbortController().signal;

export async function retryWhileUnavailable<Result>(
  work: () => Promise<Result>,
  { clock }: { readonly clock: Clock },
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      // time does not mend a defect
      if (error instanceof TypeError || tries >= MOST_TRIES) throw error;
      await sleepUnlessAborted(clock, AGAIN_AFTER_MS, NEVER);
    }
  }
}
