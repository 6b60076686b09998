/** What can still be wrong with a journal whose chain and replay are fine. */
import { type Brief, listQuotableTexts, type Source } from "../../domain/brief.ts";
import { countClaims, formatCountKey } from "../../domain/claim.ts";
import { createEvidenceCheck } from "../../domain/evidence/evidence.ts";
import type { DebateOpened, Event, ReplyRecorded } from "../../domain/journal/event.ts";
import { sha256 } from "../../kernel/journal/hash-chain.ts";
import { createClaims, interpretReply } from "../../kernel/replies/interpret-reply.ts";
import type { Ask } from "../../protocol.ts";
import { formatFactName, isStepFact, parseStepFromKey } from "./event-order.ts";
import type { VerificationFault } from "./verify.ts";

/** An ask as the replay rendered it. */
export interface RenderedAsk {
  readonly key: string;
  readonly ask: Ask<unknown>;
  readonly prompt: string;
}

/** The text behind each hash must be there, and be that text. */
export async function findTextFault(
  events: readonly Event[],
  text: (sha256: string) => Promise<string | undefined>,
): Promise<VerificationFault | null> {
  for (const { fact, sequence } of events) {
    if (fact.type === "outside-read") {
      for (const source of fact.sources) {
        if (isRecordedText(await text(source.sha256), source)) continue;
        return {
          where: `event ${sequence} (outside-read ${fact.key})`,
          what: `the text of source ${source.id} is missing or was changed`,
        };
      }
    }
    if (fact.type !== "artifact-published") continue;
    const words = await text(fact.sha256);
    if (isRecordedText(words, fact)) continue;
    return {
      where: `event ${sequence} (artifact-published)`,
      what: `the text of ${fact.name} is missing or was changed`,
    };
  }
  return null;
}

/** Whether these words match a hash and a length. */
export function isRecordedText(
  words: string | undefined,
  recorded: { readonly sha256: string; readonly bytes: number },
): words is string {
  if (words === undefined || sha256(words) !== recorded.sha256) return false;
  return Buffer.byteLength(words) === recorded.bytes;
}

interface ClaimCheckInput {
  readonly asked: readonly RenderedAsk[];
  readonly brief: Brief;
  /** What was read outside, by the number of its event. */
  readonly outside: ReadonlyMap<number, readonly Source[]>;
}

/** Replies must satisfy their ask, and their claims must be what their ask makes of them. */
export function findClaimFault(
  events: readonly Event[],
  { participants }: DebateOpened,
  { asked, brief, outside }: ClaimCheckInput,
): VerificationFault | null {
  let texts = listQuotableTexts(brief);
  let quotes = createEvidenceCheck(texts);
  const inherited = new Set(
    events.flatMap(({ fact }) =>
      fact.type === "asks-committed" && fact.inherited ? [fact.step] : [],
    ),
  );
  const counts = new Map<string, number>();
  const asks = new Map(asked.map(({ key, ask }) => [key, ask]));
  for (const { sequence, fact } of events) {
    const read = outside.get(sequence) ?? [];
    if (read.length > 0) {
      // K7: a reply was checked against what was known when it came
      texts = new Map([...texts, ...read.map(({ id, text }) => [id, text] as const)]);
      quotes = createEvidenceCheck(texts);
    }
    if (fact.type !== "reply-recorded") continue;
    const ask = asks.get(fact.key);
    const speaker = participants.find(({ id }) => id === fact.by);
    if (!ask || !speaker) continue;
    const where = `event ${sequence} (reply-recorded ${fact.key})`;
    const { reply, problems } = interpretReply(ask, fact.reply, quotes);
    const fatal = problems.find(({ duty }) => !duty);
    if (reply === undefined || fatal) {
      return {
        where,
        what: `the reply is not valid: ${fatal?.text ?? "its schema does not hold"}`,
      };
    }
    const claims = createClaims(ask, reply, {
      id: speaker.id,
      mark: speaker.mark,
      countBefore: (series) => counts.get(formatCountKey(fact.by, series)) ?? 0,
      quotes,
    });
    countClaims(counts, fact.by, claims);
    const said = ask.says?.(reply) ?? null;
    // a fork may have other duties than its inherited replies were checked against
    const old = inherited.has(fact.key) || inherited.has(parseStepFromKey(fact.key));
    const unmet = old ? fact.unmet : problems.map(({ text }) => text);
    const computed = { reply, said, unmet, claims };
    const difference = describeFirstDifference(pickReplyFields(fact), computed, "reply-recorded");
    if (difference !== undefined) return { where, what: difference };
  }
  return null;
}

function pickReplyFields(
  fact: ReplyRecorded,
): Pick<ReplyRecorded, "reply" | "said" | "unmet" | "claims"> {
  const { reply, said, unmet, claims } = fact;
  return { reply, said, unmet, claims };
}

/** What nobody asked for was put there by hand. */
export function findStrayFault(
  events: readonly Event[],
  { asked, reached }: { asked: readonly RenderedAsk[]; reached: readonly string[] },
): VerificationFault | null {
  const keys = new Set(asked.map(({ key }) => key));
  const known = new Set(reached);
  for (const { sequence, fact } of events) {
    const stray =
      (SPEAKING.has(fact.type) && "key" in fact && !keys.has(fact.key)) ||
      (isStepFact(fact) && !known.has(formatFactName(fact)));
    if (stray) {
      return {
        where: `event ${sequence} (${formatFactName(fact)})`,
        what: "the rules never asked for it",
      };
    }
  }
  return null;
}

const SPEAKING: ReadonlySet<string> = new Set([
  "reply-recorded",
  "participant-absent",
  "reply-rejected",
  "answer-awaited",
  "person-answered",
]);

/** The first place where two values differ, as a person would point at it. */
export function describeFirstDifference(
  recorded: unknown,
  computed: unknown,
  path: string,
): string | undefined {
  if (Object.is(recorded, computed)) return undefined;
  const alike = Array.isArray(recorded) === Array.isArray(computed);
  if (!isPlainRecord(recorded) || !isPlainRecord(computed) || !alike) {
    return `${path} is recorded as ${formatDiffValue(recorded)}, recomputed as ${formatDiffValue(computed)}`;
  }
  const keys = new Set([...Object.keys(recorded), ...Object.keys(computed)]);
  for (const key of keys) {
    const difference = describeFirstDifference(recorded[key], computed[key], `${path}.${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function isPlainRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function formatDiffValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
