/**
 * Drives a protocol from its journal to an outcome, or to a point where it can be picked up again.
 *
 * H1. The outcome is what the protocol computed from the recorded turns; nothing else goes into it.
 * H2. A debate that stops for any reason can be held again and continues where it was.
 */
import type { Clock } from "../clock.ts";
import { type Brief, quotable } from "../domain/brief.ts";
import { type Event, type Limits, opening, settlement } from "../domain/event.ts";
import { quoteChecker } from "../domain/evidence.ts";
import type { Participant } from "../domain/participant.ts";
import type { Holding, LiveEvent, Steering } from "../engine.ts";
import type { Model } from "../model.ts";
import type { Protocol } from "../protocol.ts";
import { budgetOf } from "./budget.ts";
import { fencer } from "./fence.ts";
import { type FloorSetting, openFloor } from "./floor.ts";
import type { Journal } from "./journal.ts";
import { Interrupted, isSuspension, LimitReached } from "./suspension.ts";

export interface HoldSetting {
  readonly protocol: Protocol;
  readonly brief: Brief;
  readonly journal: Journal;
  readonly limits: Limits;
  readonly modelOf: (participant: Participant) => Model;
  readonly clock: Clock;
  readonly steering: Steering;
  readonly redact: (text: string) => string;
  readonly onLive?: (event: LiveEvent) => void;
  readonly onAsk?: FloorSetting["onAsk"];
  readonly onPublish?: FloorSetting["onPublish"];
}

export async function holdDebate(setting: HoldSetting): Promise<Holding> {
  const { journal, protocol, brief } = setting;
  const settled = settlement(journal.events);
  if (settled) return { status: "settled", outcome: settled.outcome };
  if (journal.events.length > 1) {
    const askedAgain = inFlight(journal);
    await journal.record({ type: "debate-resumed", limits: setting.limits, askedAgain });
  }
  try {
    const outcome = await protocol.run(floorFor(setting), brief, opening(journal.events).settings);
    await journal.record({ type: "debate-settled", outcome });
    return { status: "settled", outcome };
  } catch (error) {
    if (!isSuspension(error)) throw error;
    if (error instanceof Interrupted || error instanceof LimitReached) {
      const reason = error instanceof LimitReached ? "limit" : "interrupted";
      await journal.record({ type: "debate-paused", reason, detail: error.message });
      return { status: "paused", reason, detail: error.message };
    }
    return { status: "waiting", detail: error.message };
  }
}

function floorFor(setting: HoldSetting): ReturnType<typeof openFloor> {
  const { journal, brief, limits, clock, steering, onAsk, onPublish } = setting;
  const { debate, salt, participants, timeoutMs } = opening(journal.events);
  const defect = new AbortController();
  return openFloor({
    debate,
    brief,
    journal,
    participants,
    timeoutMs,
    clock,
    budget: budgetOf(limits, journal.events, clock),
    onLimit: limits.onLimit,
    quotes: quoteChecker(quotable(brief)),
    fence: fencer(salt),
    modelOf: setting.modelOf,
    redact: setting.redact,
    pause: AbortSignal.any([steering.pause, defect.signal]),
    drop: AbortSignal.any([steering.drop, defect.signal]),
    abandon: () => {
      defect.abort();
    },
    onLive: setting.onLive,
    ...(onAsk && { onAsk }),
    ...(onPublish && { onPublish }),
  });
}

/** Asks that were sent, as far as anyone knows, and whose answer was never recorded. */
function inFlight({ events, index }: Journal): string[] {
  const ended = (step: string): boolean => index.closed.has(step);
  return events
    .flatMap(({ fact }: Event) =>
      fact.type === "asks-committed" && !ended(fact.step) ? [fact] : [],
    )
    .flatMap(({ step, asks }) =>
      asks.map(({ by }) => (step.endsWith(`/${by}`) ? step : `${step}/${by}`)),
    )
    .filter((key) => !index.turns.has(key));
}
