/** Listens to one answer until it is whole, its deadline passes, or it is dropped. */
import type { Clock } from "../clock.ts";
import type { Usage } from "../domain/event.ts";
import type { AbsenceReason } from "../domain/round.ts";
import type { LiveEvent } from "../engine.ts";
import { type Model, ModelError, type ModelRequest } from "../model.ts";
import type { Brake } from "./brake.ts";
import { Dropped } from "./suspension.ts";

export interface Hearing {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Pulled when turns in flight are to be dropped. */
  readonly drop: Brake;
  /** Takes secrets out of anything that is about to be kept. */
  readonly redact: (text: string) => string;
  readonly onLive: ((event: LiveEvent) => void) | undefined;
}

export type Heard = {
  readonly provider: string | null;
  readonly served: string | null;
  readonly version: string | null;
  readonly usage: Usage;
  readonly latencyMs: number;
} & (
  | { readonly answered: true; readonly text: string }
  | {
      readonly answered: false;
      readonly called: boolean;
      readonly reason: AbsenceReason;
      readonly detail: string;
      readonly raw: string | null;
    }
);

export interface Call {
  readonly key: string;
  readonly model: Model;
  readonly request: ModelRequest;
}

export function hear(hearing: Hearing, call: Call): Promise<Heard> {
  const { clock, timeoutMs, drop, onLive } = hearing;
  const by = call.request.participant.id;
  if (drop.pulled) return Promise.reject(new Dropped("dropped"));
  onLive?.({ type: "turn-started", key: call.key, by, repair: call.request.attempt > 1 });
  const startedMs = clock.nowMs();
  const controller = new AbortController();
  const heardSoFar = { text: "" };
  return new Promise((resolve, reject) => {
    let over = false;
    const end = (): boolean => {
      if (over) return false;
      over = true;
      cancelTimer();
      letGo();
      return true;
    };
    const fail = (error: unknown): void => {
      // a late failure of a model that ignored its signal is nobody's concern any more
      if (!end()) return;
      if (drop.pulled) reject(new Dropped("dropped"));
      else resolve(absenceFrom(hearing, error, { startedMs, raw: heardSoFar.text }));
    };
    const stop = (error: Error): void => {
      fail(error);
      controller.abort(error);
    };
    const cancelTimer = clock.after(timeoutMs, () => {
      stop(new ModelError("timed-out", `no answer within ${timeoutMs / 1000} s`));
    });
    const letGo = drop.listen(() => stop(new Dropped("dropped")));
    listen(hearing, call, { signal: controller.signal, heardSoFar }).then((answer) => {
      if (end()) resolve({ ...answer, latencyMs: clock.nowMs() - startedMs });
    }, fail);
  });
}

// more than any reply needs; a model that floods is cut off before it fills the memory
const LONGEST_REPLY = 1024 * 1024;

async function listen(
  { redact, onLive }: Hearing,
  { key, model, request }: Call,
  { signal, heardSoFar }: { signal: AbortSignal; heardSoFar: { text: string } },
): Promise<Omit<Heard & { answered: true }, "latencyMs">> {
  for await (const event of model.answer(request, signal)) {
    if (event.type === "text-delta") {
      heardSoFar.text += event.text;
      if (heardSoFar.text.length > LONGEST_REPLY) {
        throw new ModelError("unreadable", `the reply passed ${LONGEST_REPLY} characters`);
      }
      onLive?.({ type: "text-heard", key, by: request.participant.id, text: redact(event.text) });
    } else {
      const { provider, model: served, version, inputTokens, outputTokens, costUsd } = event.served;
      if (event.text.length > LONGEST_REPLY) {
        throw new ModelError("unreadable", `the reply passed ${LONGEST_REPLY} characters`);
      }
      const usage = { inputTokens, outputTokens, costUsd };
      const text = redact(unescaped(event.text));
      return { answered: true, text, provider, served, version, usage };
    }
  }
  throw new ModelError("unavailable", "the model ended without an answer");
}

/** Harmless JSON escapes are resolved, so that a secret cannot hide from redaction behind them. */
function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(\\|\/|u00[2-7][0-9a-f])/gi, (escape, what: string) => {
    if (what === "/") return "/";
    if (what === "\\") return escape;
    const letter = String.fromCharCode(Number.parseInt(what.slice(1), 16));
    return letter === '"' || letter === "\\" || letter === "\u007f" ? escape : letter;
  });
}

// enough to see what went wrong, little enough to keep
export const LONGEST_RAW = 20_000;

function absenceFrom(
  { clock, redact }: Hearing,
  error: unknown,
  { startedMs, raw }: { startedMs: number; raw: string },
): Heard {
  const known = error instanceof ModelError;
  const message = error instanceof Error ? error.message : String(error);
  return {
    answered: false,
    called: true,
    reason: known ? error.reason : "unavailable",
    detail: redact(known ? message : `the model broke its contract: ${message}`).slice(0, 2_000),
    raw: raw === "" ? null : redact(raw).slice(0, LONGEST_RAW),
    provider: null,
    served: null,
    version: null,
    usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
    latencyMs: clock.nowMs() - startedMs,
  };
}
