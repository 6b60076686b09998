/**
 * Asks one model one thing: a deadline, one repair, and an absence if it still fails.
 *
 * KA1. A model that fails becomes an absence; it never stops the debate. One exception: if a key is refused before
 *      anyone has answered, the debate pauses, because waiting for another key loses nothing.
 * KA2. Every reply is journaled as soon as it arrives, valid or not, before anything else is asked. A crash between a
 *      reply and its repair pays for neither twice.
 * KA3. A call that a person or a defect cancelled leaves no trace. It is made again on resume.
 */
import * as z from "zod";

import type { Clock } from "../../clock.ts";
import { isAwaitedProvider } from "../../domain/awaited.ts";
import { formatCountKey } from "../../domain/claim.ts";
import { computeOnce } from "../../domain/compute-once.ts";
import type { EvidenceCheck } from "../../domain/evidence/evidence.ts";
import type {
  ParticipantAbsent,
  ReplyRecorded,
  ReplyRejected,
  Speaker,
} from "../../domain/journal/event.ts";
import type { Json } from "../../domain/json.ts";
import type { Participant } from "../../domain/participant.ts";
import type { AbsenceReason } from "../../domain/round.ts";
import type { Model, ModelRequest } from "../../model.ts";
import type { Ask, Problem } from "../../protocol.ts";
import type { Budget } from "../budget.ts";
import type { Journal } from "../journal/journal.ts";
import { createClaims, interpretReplyText } from "../replies/interpret-reply.ts";
import { KeyRefused, LimitReached } from "../suspension.ts";
import {
  type ModelCall,
  type CallResult,
  callModel,
  type CallOptions,
  LONGEST_RAW,
  NO_USAGE,
} from "./call-model.ts";
import { awaitPersonAnswer } from "./person-turn.ts";

export interface AttemptOptions extends CallOptions {
  readonly debate: string;
  readonly journal: Journal;
  readonly budget: Budget;
  readonly onLimit: "pause" | "finish";
  readonly clock: Clock;
  readonly quotes: EvidenceCheck;
  readonly fence: (label: string, text: string) => string;
  /** Who listens to a call in place of this process, deadline and all. */
  readonly callModel?: (hearing: CallOptions, call: ModelCall) => Promise<CallResult>;
}

export interface SeatedAsk<Reply> {
  readonly key: string;
  readonly participant: Participant;
  readonly model: Model;
  readonly ask: Ask<Reply>;
}

export async function attemptAsk<Reply>(
  setting: AttemptOptions,
  putting: SeatedAsk<Reply>,
): Promise<ReplyRecorded | ParticipantAbsent> {
  const rejected = setting.journal.index.rejected.get(putting.key);
  if (rejected) return requestRepair(setting, putting, rejected);

  const heard = await askOnce(setting, putting, createModelRequest(setting, putting, 1));
  if (!heard.answered) {
    const absence = createAbsenceFact(putting, heard);
    if (heard.keyRefused && hasNoReplies(setting.journal)) throw new KeyRefused(absence);
    return recordTurn(setting, absence);
  }
  const { reply, problems } = interpretReplyText(putting.ask, heard.text, setting.quotes);
  if (reply !== undefined && problems.length === 0) {
    const fact = createReplyFact(setting, putting, { reply, unmet: [], heard });
    await setting.journal.record(fact);
    return fact;
  }
  const fact: ReplyRejected = {
    type: "reply-rejected",
    key: putting.key,
    by: putting.participant.id,
    // the author of the reply reads these, so they are in its terms
    problems: problems.map(
      ({ text }) => putting.ask.exchange?.deanonymizer?.describeForAuthor(text) ?? text,
    ),
    raw: heard.text,
    speaker: createSpeaker(putting.model, heard),
    usage: heard.usage,
    latencyMs: heard.latencyMs,
  };
  await setting.journal.record(fact);
  return requestRepair(setting, putting, fact);
}

/** Neither a reply nor a rejected one was recorded: nothing was said or paid for. */
export function hasNoReplies({ index }: Journal): boolean {
  if (index.rejected.size > 0) return false;
  return [...index.turns.values()].every(({ type }) => type === "participant-absent");
}

async function requestRepair<Reply>(
  setting: AttemptOptions,
  putting: SeatedAsk<Reply>,
  rejected: ReplyRejected,
): Promise<ReplyRecorded | ParticipantAbsent> {
  const first = interpretReplyText(putting.ask, rejected.raw, setting.quotes);
  const request = createModelRequest(setting, putting, 2);
  const prompt = [
    ...request.prompt,
    { shared: false, text: formatRepairPrompt(setting, rejected) },
  ];
  const heard = await askOnce(setting, putting, { ...request, prompt });
  const second = heard.answered
    ? interpretReplyText(putting.ask, heard.text, setting.quotes)
    : { problems: [] };
  for (const { reply, problems } of [second, first]) {
    if (reply === undefined || !problems.every(({ duty }) => duty)) continue;
    const accepted = { reply, unmet: listProblemTexts(problems), heard };
    if (reply === second.reply)
      return recordTurn(setting, createReplyFact(setting, putting, accepted));
    const { speaker } = rejected;
    return recordTurn(setting, createReplyFact(setting, putting, { ...accepted, speaker }));
  }
  const lost = heard.answered
    ? {
        reason: "unreadable" as const,
        detail: listProblemTexts(second.problems).join("; "),
        called: true,
      }
    : heard;
  const raw = heard.answered ? heard.text : rejected.raw;
  return recordTurn(setting, createAbsenceFact(putting, { ...heard, ...lost, raw }));
}

async function recordTurn<Turn extends ReplyRecorded | ParticipantAbsent>(
  { journal }: AttemptOptions,
  turn: Turn,
): Promise<Turn> {
  await journal.record(turn);
  return turn;
}

function formatRepairPrompt(setting: AttemptOptions, { problems, raw }: ReplyRejected): string {
  const list = problems.map((problem) => `- ${problem}`).join("\n");
  return [
    "Your reply could not be used. This is wrong with it:",
    list,
    "This is what you replied:",
    setting.fence("your reply", raw),
    "Reply again with the whole JSON object. Change what is named above, and keep the rest as it was.",
  ].join("\n\n");
}

function createModelRequest<Reply>(
  setting: AttemptOptions,
  { key, participant, ask }: SeatedAsk<Reply>,
  attemptNumber: number,
): ModelRequest {
  return {
    prompt: ask.prompt,
    schema: () => createReplySchema(ask.reply),
    promptInput: ask.promptInput,
    participant,
    attempt: attemptNumber,
    key: `${setting.debate}/${key}`,
  };
}

const createReplySchema = computeOnce((reply: z.ZodType) => z.toJSONSchema(reply) as Json);

/** Reserves, calls, and books the actual use. A call that does not fit is not started (K12). */
function askOnce<Reply>(
  setting: AttemptOptions,
  { key, model, participant }: SeatedAsk<Reply>,
  request: ModelRequest,
): Promise<CallResult> {
  if (model.awaits !== undefined) {
    return awaitPersonAnswer(setting.journal, { key, participant, attempt: request.attempt });
  }
  const reservation = setting.budget.reserve(model.worstCase(request));
  if (!reservation.granted) {
    if (setting.onLimit === "pause") throw new LimitReached(reservation.limit);
    return Promise.resolve(createUncalledResult(reservation.limit));
  }
  // what cannot be reached from here is not asked from elsewhere
  const call = model.unreachable ? callModel : (setting.callModel ?? callModel);
  return call(setting, { key, model, request }).then((heard) => {
    reservation.settle(heard.usage);
    return heard;
  });
}

function createUncalledResult(detail: string): CallResult & { answered: false } {
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

interface AcceptedReply<Reply> {
  readonly reply: Reply;
  readonly unmet: readonly string[];
  /** The last call, which this reply completes. */
  readonly heard: CallResult;
  /** Who said it, where that was in an earlier call. */
  readonly speaker?: Speaker;
}

function createReplyFact<Reply>(
  setting: AttemptOptions,
  { participant, key, ask, model }: SeatedAsk<Reply>,
  { reply, unmet, heard, speaker }: AcceptedReply<Reply>,
): ReplyRecorded {
  const { id, mark } = participant;
  const { claimCount } = setting.journal.index;
  const countBefore = (series: string): number => claimCount.get(formatCountKey(id, series)) ?? 0;
  const fact: ReplyRecorded = {
    type: "reply-recorded",
    key,
    by: id,
    reply: reply as ReplyRecorded["reply"],
    said: ask.says?.(reply) ?? null,
    claims: createClaims(ask, reply, { id, mark, countBefore, quotes: setting.quotes }),
    unmet,
    speaker: speaker ?? createSpeaker(model, heard),
    usage: heard.usage,
    latencyMs: heard.latencyMs,
  };
  return isUncalledResult(heard) ? { ...fact, called: false } : fact;
}

type AbsentResult = Omit<CallResult, "answered"> & {
  reason: AbsenceReason;
  detail: string;
  raw: string | null;
  called: boolean;
};

function createAbsenceFact<Reply>(
  { key, participant, model }: SeatedAsk<Reply>,
  heard: AbsentResult,
): ParticipantAbsent {
  return {
    type: "participant-absent",
    key,
    by: participant.id,
    reason: heard.reason,
    detail: heard.detail,
    raw: heard.raw?.slice(0, LONGEST_RAW) ?? null,
    called: heard.called,
    speaker: createSpeaker(model, heard),
    usage: heard.usage,
    latencyMs: heard.latencyMs,
  };
}

function createSpeaker(
  { id }: Model,
  { provider, served, version }: Pick<CallResult, "provider" | "served" | "version">,
): Speaker {
  return {
    provider: provider ?? id.split("/", 1)[0] ?? id,
    requested: id,
    served,
    version,
  };
}

/** No model was called: the budget did not allow it, or a person or a host answered. */
function isUncalledResult(heard: CallResult): boolean {
  return isAwaitedProvider(heard.provider ?? "") || (!heard.answered && !heard.called);
}

function listProblemTexts(problems: readonly Problem[]): string[] {
  return problems.map(({ text }) => text);
}
