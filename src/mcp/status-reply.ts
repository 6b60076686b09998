/** The reply of every tool about a debate: its status, whom it waits for, what to do next. */
import type { CallToolResult } from "@modelcontextprotocol/server";

import type { DebateRecord, Dissent } from "../dissent.ts";
import { type Event, readOpening } from "../domain/journal/event.ts";
import { type Transcript, transcriptOf } from "../domain/journal/transcript.ts";
import { isUnjudgedOutcome, NOBODY_JUDGED } from "../domain/judgement.ts";
import { isDegradedOutcome } from "../domain/outcome.ts";
import { formatDegradedLine } from "../reports/summary-text.ts";
import {
  describeDebateForAgent,
  type DebateStatus,
  findTranscriptStatus,
} from "./debate-status.ts";
import { findDebateWait } from "./debate-wait.ts";
import { createToolResult } from "./host-call.ts";
import { type McpContext, wasOpenedOverMcp } from "./mcp-context.ts";
import { quoteForAgent } from "./quote-text.ts";

export interface StatusReplyOptions {
  readonly record: DebateRecord;
  /** Said before everything else, where there is something to say. */
  readonly remarks?: readonly string[];
  readonly promptFrom?: number | undefined;
  /** What this tool adds to the status of the debate. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export async function createStatusReply(
  { runner: debateRunner, pageOf, redact }: McpContext,
  app: Pick<Dissent, "protocols">,
  { record, remarks = [], promptFrom, more = {} }: StatusReplyOptions,
): Promise<CallToolResult> {
  const { id, events } = record;
  const transcript = transcriptOf(events);
  const status = findTranscriptStatus(transcript);
  const held = debateRunner.isRunningHere(id);
  const wait = held ? null : await findDebateWait(app, record, promptFrom);
  const trouble = debateRunner.findTrouble(id);
  const page = pageOf(id);
  return createToolResult({
    ...describeMissingVoices(transcript),
    debate: id,
    status: held ? "running" : status,
    next: wait?.next ?? describeNextStep(events, { status, held }),
    ...(trouble !== undefined && { trouble: quoteForAgent(redact(trouble)) }),
    ...(remarks.length > 0 && { remarks }),
    ...more,
    ...(wait && { waits_for: wait.told }),
    ...describeDebateForAgent(events),
    record: `dissent://debates/${id}/record.md`,
    ...(page !== null && { page }),
  });
}

/** K4, K20: said before everything else. */
function describeMissingVoices(transcript: Transcript): Readonly<Record<string, unknown>> {
  const { outcome, decisions } = transcript;
  return {
    ...(outcome && isUnjudgedOutcome(outcome, decisions) && { nobody_judged: NOBODY_JUDGED }),
    ...(outcome &&
      isDegradedOutcome(outcome) && { degraded: quoteForAgent(formatDegradedLine(transcript)) }),
  };
}

function describeNextStep(
  events: readonly Event[],
  { status, held }: { readonly status: DebateStatus; readonly held: boolean },
): string {
  const { debate, by } = readOpening(events);
  if (held) return "It goes on in the background. Call check_debate.";
  switch (status) {
    case "settled":
      if (transcriptOf(events).outcome?.ending === "failed") {
        return "It failed, and nothing was decided. Tell the user who was missing, and why.";
      }
      return "It has ended. Tell the user what came of it, and what was said against it.";
    case "paused":
    case "running":
      return isPausedByLimit(events) || !wasOpenedOverMcp({ by })
        ? `It rests. The user can continue it: dissent resume ${debate}`
        : "It was interrupted. Call check_debate to continue it.";
    case "waiting":
      return "It waits.";
  }
}

/** A limit is the user's to raise. */
export function isPausedByLimit(events: readonly Event[]): boolean {
  const last = events.findLast(
    ({ fact }) => fact.type === "debate-paused" || fact.type === "debate-resumed",
  )?.fact;
  return last?.type === "debate-paused" && last.reason !== "interrupted";
}
