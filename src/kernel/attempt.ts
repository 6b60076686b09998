/**
 * One ask to one model: deadline, one repair, absence.
 *
 * A1. A model that fails becomes an absence; it never stops the debate. One exception: a key that is refused before
 *     anyone has spoken pauses the debate, because nothing is lost by waiting for another key.
 * A2. A reply that was received is journaled before anything else is asked, valid or not,
 *     so that a crash between a reply and its repair pays for neither twice.
 * A3. A call that was dropped by a person or a defect leaves no trace: it is made again on resume.
 */
import * as z from "zod";

import type { Clock } from "../clock.ts";
import { isAwaited } from "../domain/awaited.ts";
import type {
  ParticipantAbsent,
  ReplyRecorded,
  ReplyRejected,
  Speaker,
  Usage,
} from "../domain/event.ts";
import type { Json } from "../domain/json.ts";
import type { Participant } from "../domain/participant.ts";
import type { AbsenceReason } from "../domain/round.ts";
import type { Model, ModelRequest } from "../model.ts";
import type { Ask, Problem } from "../protocol.ts";
import type { Budget } from "./budget.ts";
import { type Call, type Heard, hear, type Hearing, LONGEST_RAW } from "./hear.ts";
import { claimsOf, interpretText, type QuoteCheck } from "./interpret.ts";
import type { Journal } from "./journal.ts";
import { hearPerson } from "./person-turn.ts";
import { KeyRefused, LimitReached } from "./suspension.ts";

export interface AttemptSetting extends Hearing {
  readonly debate: string;
  readonly journal: Journal;
  readonly budget: Budget;
  readonly onLimit: "pause" | "finish";
  readonly clock: Clock;
  readonly quotes: QuoteCheck;
  readonly fence: (label: string, text: string) => string;
  /** Who listens to a call in place of this process, deadline and all. */
  readonly hear?: (hearing: Hearing, call: Call) => Promise<Heard>;
}

export interface Putting<Reply> {
  readonly key: string;
  readonly participant: Participant;
  readonly model: Model;
  readonly ask: Ask<Reply>;
}

export async function attempt<Reply>(
  setting: AttemptSetting,
  putting: Putting<Reply>,
): Promise<ReplyRecorded | ParticipantAbsent> {
  const rejected = setting.journal.index.rejected.get(putting.key);
  if (rejected) return repair(setting, putting, rejected);

  const heard = await askOnce(setting, putting, requestOf(setting, putting, 1));
  if (!heard.answered) {
    const absence = absenceOf(putting, heard);
    if (heard.keyRefused && nobodySpoke(setting.journal)) throw new KeyRefused(absence);
    return recorded(setting, absence);
  }
  const { reply, problems } = interpretText(putting.ask, heard.text, setting.quotes);
  if (reply !== undefined && problems.length === 0) {
    const fact = replyOf(setting, putting, { reply, unmet: [], heard });
    await setting.journal.record(fact);
    return fact;
  }
  const fact: ReplyRejected = {
    type: "reply-rejected",
    key: putting.key,
    by: putting.participant.id,
    // the author of the reply reads these, so they are in its terms
    problems: problems.map(({ text }) => putting.ask.exchange?.veil?.tell(text) ?? text),
    raw: heard.text,
    speaker: speakerOf(putting.model, heard),
    usage: heard.usage,
    latencyMs: heard.latencyMs,
  };
  await setting.journal.record(fact);
  return repair(setting, putting, fact);
}

/** Neither a reply nor one that had to be repaired was recorded: nothing was said or paid for. */
export function nobodySpoke({ index }: Journal): boolean {
  if (index.rejected.size > 0) return false;
  return [...index.turns.values()].every(({ type }) => type === "participant-absent");
}

async function repair<Reply>(
  setting: AttemptSetting,
  putting: Putting<Reply>,
  rejected: ReplyRejected,
): Promise<ReplyRecorded | ParticipantAbsent> {
  const first = interpretText(putting.ask, rejected.raw, setting.quotes);
  const request = requestOf(setting, putting, 2);
  const prompt = [...request.prompt, { shared: false, text: repairText(setting, rejected) }];
  const heard = await askOnce(setting, putting, { ...request, prompt });
  const second = heard.answered
    ? interpretText(putting.ask, heard.text, setting.quotes)
    : { problems: [] };
  for (const { reply, problems } of [second, first]) {
    if (reply === undefined || !problems.every(({ duty }) => duty)) continue;
    const accepted = { reply, unmet: textsOf(problems), heard };
    if (reply === second.reply) return recorded(setting, replyOf(setting, putting, accepted));
    const { speaker } = rejected;
    return recorded(setting, replyOf(setting, putting, { ...accepted, speaker }));
  }
  const lost = heard.answered
    ? { reason: "unreadable" as const, detail: textsOf(second.problems).join("; "), called: true }
    : heard;
  const raw = heard.answered ? heard.text : rejected.raw;
  return recorded(setting, absenceOf(putting, { ...heard, ...lost, raw }));
}

async function recorded<Turn extends ReplyRecorded | ParticipantAbsent>(
  { journal }: AttemptSetting,
  turn: Turn,
): Promise<Turn> {
  await journal.record(turn);
  return turn;
}

function repairText(setting: AttemptSetting, { problems, raw }: ReplyRejected): string {
  const list = problems.map((problem) => `- ${problem}`).join("\n");
  return [
    "Your reply could not be accepted:",
    list,
    "This is what you replied:",
    setting.fence("your reply", raw),
    "Reply again, whole, as one JSON object, with exactly these problems mended.",
  ].join("\n\n");
}

function requestOf<Reply>(
  setting: AttemptSetting,
  { key, participant, ask }: Putting<Reply>,
  attemptNumber: number,
): ModelRequest {
  return {
    prompt: ask.prompt,
    schema: () => z.toJSONSchema(ask.reply) as Json,
    matter: ask.matter,
    participant,
    attempt: attemptNumber,
    key: `${setting.debate}/${key}`,
  };
}

/** Reserves, listens, settles. A call that does not fit is not started (K12). */
function askOnce<Reply>(
  setting: AttemptSetting,
  { key, model, participant }: Putting<Reply>,
  request: ModelRequest,
): Promise<Heard> {
  if (model.awaits !== undefined) {
    return hearPerson(setting.journal, { key, participant, attempt: request.attempt });
  }
  const reservation = setting.budget.reserve(model.worstCase(request));
  if (!reservation.granted) {
    if (setting.onLimit === "pause") throw new LimitReached(reservation.limit);
    return Promise.resolve(notCalled(reservation.limit));
  }
  return (setting.hear ?? hear)(setting, { key, model, request }).then((heard) => {
    reservation.settle(heard.usage);
    return heard;
  });
}

function notCalled(detail: string): Heard & { answered: false } {
  return {
    answered: false,
    called: false,
    reason: "over-budget",
    detail,
    raw: null,
    served: null,
    version: null,
    provider: null,
    usage: NO_USAGE,
    latencyMs: 0,
  };
}

interface Accepted<Reply> {
  readonly reply: Reply;
  readonly unmet: readonly string[];
  /** The last call, which this reply settles. */
  readonly heard: Heard;
  /** Who said it, where that was in an earlier call. */
  readonly speaker?: Speaker;
}

function replyOf<Reply>(
  setting: AttemptSetting,
  { participant, key, ask, model }: Putting<Reply>,
  { reply, unmet, heard, speaker }: Accepted<Reply>,
): ReplyRecorded {
  const { id, mark } = participant;
  const claimsBefore = setting.journal.index.claimCount.get(id) ?? 0;
  const fact: ReplyRecorded = {
    type: "reply-recorded",
    key,
    by: id,
    reply: reply as ReplyRecorded["reply"],
    said: ask.says?.(reply) ?? null,
    claims: claimsOf(ask, reply, { id, mark, claimsBefore, quotes: setting.quotes }),
    unmet,
    speaker: speaker ?? speakerOf(model, heard),
    usage: heard.usage,
    latencyMs: heard.latencyMs,
  };
  return isUncalled(heard) ? { ...fact, called: false } : fact;
}

type Absent = Omit<Heard, "answered"> & {
  reason: AbsenceReason;
  detail: string;
  raw: string | null;
  called: boolean;
};

function absenceOf<Reply>(
  { key, participant, model }: Putting<Reply>,
  heard: Absent,
): ParticipantAbsent {
  return {
    type: "participant-absent",
    key,
    by: participant.id,
    reason: heard.reason,
    detail: heard.detail,
    raw: heard.raw?.slice(0, LONGEST_RAW) ?? null,
    called: heard.called,
    speaker: speakerOf(model, heard),
    usage: heard.usage,
    latencyMs: heard.latencyMs,
  };
}

function speakerOf(
  { id }: Model,
  { provider, served, version }: Pick<Heard, "provider" | "served" | "version">,
): Speaker {
  return {
    provider: provider ?? id.split("/", 1)[0] ?? id,
    requested: id,
    served,
    version,
  };
}

/** No model was called: the budget did not allow it, or a person or a host answered. */
function isUncalled(heard: Heard): boolean {
  return isAwaited(heard.provider ?? "") || (!heard.answered && !heard.called);
}

function textsOf(problems: readonly Problem[]): string[] {
  return problems.map(({ text }) => text);
}

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
