/** The answer of every tool that concerns a debate: where it stands, whom it waits for, what to do next. */
import type { CallToolResult } from "@modelcontextprotocol/server";

import type { DebateRecord, Dissent } from "../dissent.ts";
import { type Event, opening } from "../domain/event.ts";
import { isUnjudged, NOBODY_JUDGED } from "../domain/judgement.ts";
import { isDegraded } from "../domain/outcome.ts";
import { type Transcript, transcriptOf } from "../domain/transcript.ts";
import { degradedLine } from "../reports/words.ts";
import { answered } from "./call.ts";
import { quoted } from "./quoted.ts";
import { standingOf, type Status, statusOf } from "./standing.ts";
import { type Station, wasOpenedHere } from "./station.ts";
import { waitOf } from "./waits-for.ts";

export interface Replying {
  readonly record: DebateRecord;
  /** Said before everything else, where there is something to say. */
  readonly remarks?: readonly string[];
  readonly promptFrom?: number | undefined;
  /** What this tool adds to where the debate stands. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export async function standingReply(
  { keeper, pageOf, redact }: Station,
  app: Pick<Dissent, "protocols">,
  { record, remarks = [], promptFrom, more = {} }: Replying,
): Promise<CallToolResult> {
  const { id, events } = record;
  const transcript = transcriptOf(events);
  const status = statusOf(transcript);
  const held = keeper.holds(id);
  const wait = held ? null : await waitOf(app, record, promptFrom);
  const trouble = keeper.troubleOf(id);
  const page = pageOf(id);
  return answered({
    ...missingIn(transcript),
    debate: id,
    status: held ? "running" : status,
    next: wait?.next ?? nextOf(events, { status, held }),
    ...(trouble !== undefined && { trouble: quoted(redact(trouble)) }),
    ...(remarks.length > 0 && { remarks }),
    ...more,
    ...(wait && { waits_for: wait.told }),
    ...standingOf(events),
    record: `dissent://debates/${id}/record.md`,
    ...(page !== null && { page }),
  });
}

/** K4, K20: said before everything else. */
function missingIn(transcript: Transcript): Readonly<Record<string, unknown>> {
  const { outcome, decisions } = transcript;
  return {
    ...(outcome && isUnjudged(outcome, decisions) && { nobody_judged: NOBODY_JUDGED }),
    ...(outcome && isDegraded(outcome) && { degraded: quoted(degradedLine(transcript)) }),
  };
}

function nextOf(
  events: readonly Event[],
  { status, held }: { readonly status: Status; readonly held: boolean },
): string {
  const { debate, by } = opening(events);
  if (held) return "It goes on in the background. Call check_debate.";
  switch (status) {
    case "settled":
      if (transcriptOf(events).outcome?.ending === "failed") {
        return "It failed, and nothing was decided. Tell the user who was missing, and why.";
      }
      return "It has ended. Tell the user what came of it, and what was said against it.";
    case "paused":
    case "running":
      return isLimited(events) || !wasOpenedHere({ by })
        ? `It rests. The user can continue it: dissent resume ${debate}`
        : "It was interrupted. Call check_debate to continue it.";
    case "waiting":
      return "It waits.";
  }
}

/** A limit is the user's to raise. */
export function isLimited(events: readonly Event[]): boolean {
  const last = events.findLast(
    ({ fact }) => fact.type === "debate-paused" || fact.type === "debate-resumed",
  )?.fact;
  return last?.type === "debate-paused" && last.reason !== "interrupted";
}
