/** K3, K7: turns a model's answer into a reply with its claims, or into the exact problems with it. */
import * as z from "zod";

import type { Claim, ClaimSeries } from "../../domain/claim.ts";
import type { CheckedEvidence, Evidence, EvidenceCheck } from "../../domain/evidence/evidence.ts";
import { isPlainJson, type Json } from "../../domain/json.ts";
import type { ReplySchema } from "../../domain/reply-schema.ts";
import type { Ask, Problem } from "../../protocol.ts";
import { describeReplyProblems } from "./describe-problems.ts";
import { fitReplyValue } from "./fit-reply.ts";
import { parseReply, type ReplyReader } from "./parse-reply.ts";

export interface Interpretation<Reply> {
  /** Present if the schema is satisfied, even if duties are unmet. */
  readonly reply?: Reply;
  readonly problems: readonly Problem[];
}

type QuoteCheck = (evidence: Evidence) => CheckedEvidence;

export function interpretReplyText<Reply>(
  ask: Ask<Reply>,
  text: string,
  quotes: EvidenceCheck,
): Interpretation<Reply> {
  const check = createSchemaCheck(ask.reply);
  const reading = parseReply(text, createReplyReader(ask.reply, check));
  if (!reading.found) return { problems: [{ text: reading.problem, duty: false }] };
  const read = check(reading.value);
  if (!read.success) {
    // only what fitting cannot put right is sent back
    const value = fitReplyValue(reading.value, createReplySchema(ask.reply));
    return interpretReply(ask, value, quotes);
  }
  const veil = ask.exchange?.deanonymizer;
  if (!veil) return acceptReply(ask, read.data, quotes);
  // R2: from here on everything speaks of real seats and claims
  const revealed = veil.restoreReply(JSON.parse(JSON.stringify(read.data)) as Json);
  const { problems, ...rest } = interpretReply(ask, revealed.reply, quotes);
  return { ...rest, problems: [...revealed.problems, ...problems] };
}

type SchemaCheck<Reply> = (value: Json) => z.ZodSafeParseResult<Reply>;

/** Each value is checked once, however often it is asked about. */
function createSchemaCheck<Reply>(reply: z.ZodType<Reply>): SchemaCheck<Reply> {
  const checked = new Map<Json, z.ZodSafeParseResult<Reply>>();
  return (value) => {
    const result = checked.get(value) ?? reply.safeParse(value);
    checked.set(value, result);
    return result;
  };
}

/** Reads a value as a reply: as it is, or else fitted to the schema where it misses it by form alone. */
export function createReplyReader(
  reply: z.ZodType,
  check: SchemaCheck<unknown> = createSchemaCheck(reply),
): ReplyReader {
  return (value) => {
    if (check(value).success) return value;
    const fitted = fitReplyValue(value, createReplySchema(reply));
    return check(fitted).success ? fitted : undefined;
  };
}

/** What a reply is written by; a type that no JSON Schema can express may be anything. */
function createReplySchema(reply: z.ZodType): ReplySchema {
  const known = schemas.get(reply);
  if (known) return known;
  const made = z.toJSONSchema(reply, { io: "input", unrepresentable: "any" }) as ReplySchema;
  schemas.set(reply, made);
  return made;
}

const schemas = new WeakMap<z.ZodType, ReplySchema>();

export function interpretReply<Reply>(
  ask: Ask<Reply>,
  value: Json,
  quotes: EvidenceCheck,
): Interpretation<Reply> {
  const parsed = ask.reply.safeParse(value);
  if (parsed.success) return acceptReply(ask, parsed.data, quotes);
  const texts = describeReplyProblems(parsed.error.issues, value, createReplySchema(ask.reply));
  return { problems: texts.map((problem) => ({ text: problem, duty: false })) };
}

/** A reply as the schema has it, with what else is wrong with it. */
function acceptReply<Reply>(
  ask: Ask<Reply>,
  read: Reply,
  quotes: EvidenceCheck,
): Interpretation<Reply> {
  // the JSON round trip is what a replay will see, so it is what the first run sees too
  const reply = isPlainJson(read) ? read : (JSON.parse(JSON.stringify(read)) as Reply);
  const quoted = selectQuoteCheck(ask, quotes);
  const problems = ask.check?.(reply, (evidence) => quoted(evidence).verified) ?? [];
  const veil = ask.exchange?.deanonymizer;
  if (!veil) return { reply, problems };
  return {
    reply,
    problems: problems.map((one) => ({ ...one, text: veil.describeForJournal(one.text) })),
  };
}

/** Claims with their ids: the participant's mark, the series if any, and a number that keeps counting over the debate. */
export function createClaims<Reply>(
  ask: Ask<Reply>,
  reply: Reply,
  speaker: {
    id: string;
    mark: string;
    countBefore: (series: ClaimSeries | "") => number;
    quotes: EvidenceCheck;
  },
): Claim[] {
  const quoted = selectQuoteCheck(ask, speaker.quotes);
  const counts = new Map<ClaimSeries | "", number>();
  const number = (series: ClaimSeries | ""): string => {
    const next = (counts.get(series) ?? speaker.countBefore(series)) + 1;
    counts.set(series, next);
    return `${speaker.mark}${series}${next}`;
  };
  return (ask.claims?.(reply) ?? []).map((draft) => ({
    id: number(draft.series ?? ""),
    by: speaker.id,
    text: draft.text,
    ...(draft.detail !== undefined && draft.detail !== "" && { detail: draft.detail }),
    about: draft.about,
    side: draft.side,
    evidence: draft.evidence.map(quoted),
    ...(draft.aside === true && { aside: draft.aside }),
  }));
}

/** K7: an ask may show texts that are not the brief's; words of theirs are checked against them. */
function selectQuoteCheck<Reply>({ texts }: Ask<Reply>, quotes: EvidenceCheck): QuoteCheck {
  return (evidence) => quotes(evidence, texts);
}
