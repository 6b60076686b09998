/** Waits for a debate, whichever process runs it, until it stops, the time is up, or the caller has gone. */
import { findListedDebate } from "../debates/find-debate.ts";
import type { Dissent } from "../dissent.ts";
import type { Event, Fact } from "../domain/journal/event.ts";
import type { HostCall } from "./host-call.ts";
import type { McpContext } from "./mcp-context.ts";

export interface FollowOptions {
  readonly debate: string;
  readonly ms: number;
}

/** MK1: a caller that leaves stops waiting, and nothing else. */
export async function followDebateProgress(
  { runner: debateRunner, clock }: McpContext,
  app: Pick<Dissent, "list" | "read">,
  { call, debate, ms }: FollowOptions & { readonly call: HostCall },
): Promise<void> {
  if (ms <= 0 || call.signal.aborted) return;
  const over = Promise.withResolvers<void>();
  const stop = new AbortController();
  const end = (): void => over.resolve();
  const cancel = clock.after(ms, end);
  call.signal.addEventListener("abort", end);
  const tell = (event: Event): void => {
    const words = describeProgress(event.fact);
    if (words !== null) call.progress(words);
  };
  const forget = debateRunner.subscribe(debate, tell);
  try {
    if (debateRunner.isRunningHere(debate)) void debateRunner.waitUntilEnded(debate).then(end);
    else void followRemoteDebate(app, { debate, tell, stop: stop.signal, clock }).then(end, end);
    await over.promise;
  } finally {
    forget();
    cancel();
    stop.abort();
    call.signal.removeEventListener("abort", end);
  }
}

// how soon it is noticed that another process released a debate
const FOLLOW_POLL_MS = 250;

interface RemoteFollowOptions {
  readonly debate: string;
  readonly tell: (event: Event) => void;
  readonly stop: AbortSignal;
  readonly clock: McpContext["clock"];
}

/** Resolves once no process runs it. */
async function followRemoteDebate(
  app: Pick<Dissent, "list" | "read">,
  { debate, tell, stop, clock }: RemoteFollowOptions,
): Promise<void> {
  let from = (await app.read(debate)).lines.length;
  while (!stop.aborted && (await findListedDebate(app, debate))?.held === true) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(FOLLOW_POLL_MS, resolve);
    stop.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    cancel();
    if (stop.aborted) return;
    const { events } = await app.read(debate);
    for (const event of events.slice(from)) tell(event);
    from = events.length;
  }
}

export async function isDebateRunning(
  { runner }: McpContext,
  app: Pick<Dissent, "list">,
  debate: string,
): Promise<boolean> {
  return runner.isRunningHere(debate) || (await findListedDebate(app, debate))?.held === true;
}

/** Who answered and the result, never the words: those are sent only where they can be marked as quoted. */
function describeProgress(fact: Fact): string | null {
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
