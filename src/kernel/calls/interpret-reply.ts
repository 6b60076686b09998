/** K3, K7: turns a model's answer into a reply with its claims, or into the exact problems with it. */
import type { Claim } from "../../domain/claim.ts";
import { type CheckedEvidence, type Evidence, createQuoteChecker } from "../../domain/evidence.ts";
import { isPlainJson, type Json } from "../../domain/json.ts";
import type { Ask, Problem } from "../../protocol.ts";
import { parseReply } from "./parse-reply.ts";

export interface Interpretation<Reply> {
  /** Present if the schema is satisfied, even if duties are unmet. */
  readonly reply?: Reply;
  readonly problems: readonly Problem[];
}

export type QuoteCheck = (evidence: Evidence) => CheckedEvidence;

export function interpretReplyText<Reply>(
  ask: Ask<Reply>,
  text: string,
  quotes: QuoteCheck,
): Interpretation<Reply> {
  const reading = parseReply(text, (value) => ask.reply.safeParse(value).success);
  if (!reading.found) return { problems: [{ text: reading.problem, duty: false }] };
  const veil = ask.exchange?.deanonymizer;
  const read = veil ? ask.reply.safeParse(reading.value) : undefined;
  if (!veil || !read?.success) return interpretReply(ask, reading.value, quotes);
  // R2: from here on everything speaks of real seats and claims
  const revealed = veil.restoreReply(JSON.parse(JSON.stringify(read.data)) as Json);
  const { problems, ...rest } = interpretReply(ask, revealed.reply, quotes);
  return { ...rest, problems: [...revealed.problems, ...problems] };
}

export function interpretReply<Reply>(
  ask: Ask<Reply>,
  value: Json,
  quotes: QuoteCheck,
): Interpretation<Reply> {
  const parsed = ask.reply.safeParse(value);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => ({
      text: `${path.length === 0 ? "the reply" : path.join(".")}: ${message}`,
      duty: false,
    }));
    return { problems };
  }
  // the JSON round trip is what a replay will see, so it is what the first run sees too
  const reply = isPlainJson(parsed.data)
    ? parsed.data
    : (JSON.parse(JSON.stringify(parsed.data)) as Reply);
  const quoted = selectQuoteCheck(ask, quotes);
  const problems = ask.check?.(reply, (evidence) => quoted(evidence).verified) ?? [];
  const veil = ask.exchange?.deanonymizer;
  if (!veil) return { reply, problems };
  return {
    reply,
    problems: problems.map((one) => ({ ...one, text: veil.describeForJournal(one.text) })),
  };
}

/** Claims with their ids: the participant's mark and a number that keeps counting over the debate. */
export function createClaims<Reply>(
  ask: Ask<Reply>,
  reply: Reply,
  speaker: { id: string; mark: string; claimsBefore: number; quotes: QuoteCheck },
): Claim[] {
  const quoted = selectQuoteCheck(ask, speaker.quotes);
  return (ask.claims?.(reply) ?? []).map((draft, index) => ({
    id: `${speaker.mark}${speaker.claimsBefore + index + 1}`,
    by: speaker.id,
    text: draft.text,
    about: draft.about,
    side: draft.side,
    evidence: draft.evidence.map(quoted),
  }));
}

/** K7: an ask may show texts that are not the brief's; words of theirs are checked against them. */
function selectQuoteCheck<Reply>({ texts }: Ask<Reply>, quotes: QuoteCheck): QuoteCheck {
  if (!texts) return quotes;
  const known = checkers.get(texts) ?? createQuoteChecker(texts);
  checkers.set(texts, known);
  return (evidence) => (texts.has(evidence.source) ? known(evidence) : quotes(evidence));
}

// the texts of one debate are the same for all of its asks, and folding them takes time
const checkers = new WeakMap<ReadonlyMap<string, string>, QuoteCheck>();
