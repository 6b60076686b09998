/** Tells when nobody holds a debate that is being watched. */
import type { Clock } from "../../clock.ts";
import type { Dissent } from "../../dissent.ts";

const ABANDONED_POLL_MS = 1_000;

/** Calls back once nobody has held the debate for two looks in a row: its process crashed, or a person is awaited. */
export function watchForAbandonment(
  {
    app,
    debate,
    clock,
  }: { readonly app: Pick<Dissent, "list">; readonly debate: string; readonly clock: Clock },
  call: () => void,
): () => void {
  let missed = 0;
  let stopped = false;
  let cancel = (): void => {};
  const look = async (): Promise<void> => {
    const found = (await app.list({ search: debate })).find(({ id }) => id === debate);
    missed = found && !found.held && found.status !== "settled" ? missed + 1 : 0;
  };
  const schedule = (): void => {
    cancel = clock.after(ABANDONED_POLL_MS, () => {
      look()
        // a database that cannot be read for a moment is looked at again
        .catch(() => {})
        .finally(() => {
          if (stopped) return;
          if (missed >= 2) call();
          else schedule();
        });
    });
  };
  schedule();
  return () => {
    stopped = true;
    cancel();
  };
}
