/** Whether the database can be reached, checked at most once a second. */
import type { Clock } from "../../clock.ts";

const GOOD_FOR_MS = 1_000;
const LATE_MS = 3_000;

export function createReadinessCheck(
  ask: () => Promise<unknown>,
  clock: Clock,
): () => Promise<boolean> {
  let known: { readonly ready: Promise<boolean>; readonly sinceMs: number } | undefined;
  return () => {
    const nowMs = clock.nowMs();
    if (!known || nowMs - known.sinceMs >= GOOD_FOR_MS) {
      known = { ready: succeedsInTime(ask, clock), sinceMs: nowMs };
    }
    return known.ready;
  };
}

async function succeedsInTime(ask: () => Promise<unknown>, clock: Clock): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const cancel = clock.after(LATE_MS, () => late.resolve(false));
  const asked = ask().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    cancel();
  }
}
