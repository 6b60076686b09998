/** Waits for a debate, whoever holds it: until it rests, the time is up, or the caller has gone. */
import type { Dissent } from "../dissent.ts";
import type { Event, Fact } from "../domain/event.ts";
import type { Call } from "./call.ts";
import type { Station } from "./station.ts";

export interface Following {
  readonly debate: string;
  readonly ms: number;
}

/** MK1: a caller that leaves stops waiting, and nothing else. */
export async function follow(
  { keeper, clock }: Station,
  app: Pick<Dissent, "list" | "read">,
  { call, debate, ms }: Following & { readonly call: Call },
): Promise<void> {
  if (ms <= 0 || call.signal.aborted) return;
  const over = Promise.withResolvers<void>();
  const stop = new AbortController();
  const end = (): void => over.resolve();
  const cancel = clock.after(ms, end);
  call.signal.addEventListener("abort", end);
  const tell = (event: Event): void => {
    const words = happening(event.fact);
    if (words !== null) call.progress(words);
  };
  const forget = keeper.listen(debate, tell);
  try {
    if (keeper.holds(debate)) void keeper.ended(debate).then(end);
    else void elsewhere(app, { debate, tell, stop: stop.signal, clock }).then(end, end);
    await over.promise;
  } finally {
    forget();
    cancel();
    stop.abort();
    call.signal.removeEventListener("abort", end);
  }
}

// how soon it is noticed that another process let go of a debate
const LOOK_MS = 250;

interface Elsewhere {
  readonly debate: string;
  readonly tell: (event: Event) => void;
  readonly stop: AbortSignal;
  readonly clock: Station["clock"];
}

/** Resolves when no process holds it any more. */
async function elsewhere(
  app: Pick<Dissent, "list" | "read">,
  { debate, tell, stop, clock }: Elsewhere,
): Promise<void> {
  let from = (await app.read(debate)).lines.length;
  while (!stop.aborted && (await isHeld(app, debate))) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(LOOK_MS, resolve);
    stop.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    cancel();
    if (stop.aborted) return;
    const { events } = await app.read(debate);
    for (const event of events.slice(from)) tell(event);
    from = events.length;
  }
}

export async function isHeld(app: Pick<Dissent, "list">, debate: string): Promise<boolean> {
  return (await app.list({ search: debate })).some(({ id, held }) => id === debate && held);
}

/** Who was heard and what was reached, never what was said: words are told where they can be marked as quoted. */
function happening(fact: Fact): string | null {
  switch (fact.type) {
    case "reply-recorded":
      return `${fact.key} answered`;
    case "participant-absent":
      return `${fact.key} is absent (${fact.reason})`;
    case "round-closed":
      return `${fact.step} is complete`;
    case "answer-awaited":
      return `${fact.key} is waited for`;
    case "escalation-raised":
      return "a person is asked";
    case "debate-settled":
      return "it has ended";
    default:
      return null;
  }
}
