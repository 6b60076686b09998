/** The reply of every tool about a debate: its status, whom it waits for, what to do next. */
import type { CallToolResult } from "@modelcontextprotocol/server";

import {
  type DecisionQuestion,
  findDecisionQuestion,
  formatAnswerCommand,
  formatDecideCommand,
} from "../app/commands/open-question.ts";
import { listSeatReplyRequests } from "../app/reply-forms.ts";
import type { DebateRecord, Dissent } from "../dissent.ts";
import { HOST_MODEL } from "../domain/awaited.ts";
import { type Event, readOpening } from "../domain/journal/event.ts";
import {
  type Transcript,
  buildTranscript,
  listAwaitedAnswers,
} from "../domain/journal/transcript.ts";
import { isUnjudgedOutcome, NOBODY_JUDGED } from "../domain/outcome/judgement.ts";
import { isDegradedOutcome } from "../domain/outcome/outcome.ts";
import { formatDegradedLine } from "../reports/summary-text.ts";
import {
  type AgentDescription,
  describeDebateForAgent,
  type DebateStatus,
  findTranscriptStatus,
} from "./debate-status.ts";
import { createToolResult } from "./host-call.ts";
import { type McpContext, wasOpenedOverMcp } from "./mcp-context.ts";
import {
  quoteForAgent,
  QUOTE_LIMITS,
  quoteLabel,
  stripSteeringCharacters,
  takeFirstEntries,
} from "./quote-text.ts";

export interface StatusReplyOptions {
  readonly record: DebateRecord;
  /** Said before everything else, where there is something to say. */
  readonly remarks?: readonly string[];
  readonly promptFrom?: number | undefined;
  /** What this tool adds to the status of the debate. */
  readonly more?: AgentDescription;
}

export async function createStatusReply(
  { runner: debateRunner, formatPageUrl, redact }: McpContext,
  app: Pick<Dissent, "protocols">,
  { record, remarks = [], promptFrom, more = {} }: StatusReplyOptions,
): Promise<CallToolResult> {
  const { id, events } = record;
  const transcript = buildTranscript(events);
  const status = findTranscriptStatus(transcript);
  const held = debateRunner.isRunningHere(id);
  const wait = held ? null : await findDebateWait(app, record, promptFrom);
  const trouble = debateRunner.findTrouble(id);
  const page = formatPageUrl(id);
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
function describeMissingVoices(transcript: Transcript): AgentDescription {
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
      if (buildTranscript(events).outcome?.ending === "failed") {
        return "It failed, and nothing was decided. Tell the user who was missing, and why.";
      }
      return "It has ended. Tell the user the result, and what was said against it.";
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

// Whom a debate waits for, and what they are asked.

interface DebateWait {
  readonly told: AgentDescription;
  /** What the agent does next. */
  readonly next: string;
}

// about ten thousand tokens; a host that is given more at once cuts it off itself
const MAX_SHOWN_PROMPT = 40_000;

/** Null where nobody is waited for. The host's seats come one at a time, and before anything that a person is asked. */
async function findDebateWait(
  app: Pick<Dissent, "protocols">,
  record: DebateRecord,
  promptFrom = 0,
): Promise<DebateWait | null> {
  const { id, events } = record;
  const { participants } = readOpening(events);
  const awaited = listAwaitedAnswers(events);
  const isHosts = (seat: string): boolean =>
    participants.find((one) => one.id === seat)?.model === HOST_MODEL;
  const hosted = awaited.find(({ by }) => isHosts(by));
  if (hosted) return createHostWait(app, record, { seat: hosted.by, promptFrom });
  const [seat] = awaited;
  if (seat) {
    const command = formatAnswerCommand(record);
    return {
      told: { who: "person", seat: seat.by, step: seat.key, command },
      next: `A person holds the seat ${seat.by}. Tell the user to answer: ${command}`,
    };
  }
  const question = findDecisionQuestion(events);
  if (!question || !isQuestionOpen(record, question)) return null;
  return {
    told: describeDecisionQuestion(id, question),
    next: "Call decide, so that the user answers. Do not answer for them.",
  };
}

/** An ended debate waits for nobody when its panel decided, or a person has. */
function isQuestionOpen({ events }: DebateRecord, { waits }: DecisionQuestion): boolean {
  const { outcome, decisions } = buildTranscript(events);
  return waits || (outcome?.ending === "open" && decisions.length === 0);
}

export function describeDecisionQuestion(
  debate: string,
  question: DecisionQuestion,
): AgentDescription {
  const { asks, choices, many } = question;
  return {
    who: "person",
    question: { quoted: quoteForAgent(asks) },
    choices: takeFirstEntries(choices).shown.map(({ id, label }) => ({
      id: quoteLabel(id),
      quoted: quoteForAgent(label, QUOTE_LIMITS.label),
    })),
    ...(many && { several: true }),
    command: formatDecideCommand(debate, question),
  };
}

async function createHostWait(
  app: Pick<Dissent, "protocols">,
  record: DebateRecord,
  { seat, promptFrom }: { seat: string; promptFrom: number },
): Promise<DebateWait | null> {
  const asked = (await listSeatReplyRequests(app, record)).find((one) => one.seat === seat);
  if (!asked) return null;
  const { key, prompt, schema, problems } = asked;
  const whole = stripSteeringCharacters(prompt);
  const end = promptFrom + MAX_SHOWN_PROMPT;
  const part = whole.slice(promptFrom, end);
  const rest = whole.length > end;
  return {
    told: {
      who: "host",
      seat,
      step: key,
      prompt: part,
      ...(rest && { prompt_goes_on_from: end }),
      reply_schema: schema,
      ...(problems.length > 0 && {
        problems: problems.map((one) => quoteForAgent(one, QUOTE_LIMITS.sentence)),
      }),
    },
    next: rest
      ? `You hold the seat ${seat}. Read on first: check_debate with prompt_from ${end}.`
      : `You hold the seat ${seat}. Reply with answer_seat, from the prompt alone.`,
  };
}
