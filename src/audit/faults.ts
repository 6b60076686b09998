/** What can be wrong with a journal whose chain holds and whose replay went through. */
import { type Brief, quotable } from "../domain/brief.ts";
import type { DebateOpened, Event, ReplyRecorded } from "../domain/event.ts";
import { quoteChecker } from "../domain/evidence.ts";
import { sha256 } from "../kernel/chain.ts";
import { claimsOf, interpret } from "../kernel/interpret.ts";
import type { Ask } from "../protocol.ts";
import { firstDifference } from "./difference.ts";
import { isStep, nameOf } from "./order.ts";
import type { Fault } from "./verify.ts";

/** An ask as the replay rendered it. */
export interface Asked {
  readonly key: string;
  readonly ask: Ask<unknown>;
  readonly prompt: string;
}

/** The text behind each hash must be there, and be that text. */
export async function textFault(
  events: readonly Event[],
  text: (sha256: string) => Promise<string | undefined>,
): Promise<Fault | null> {
  for (const { fact, sequence } of events) {
    if (fact.type !== "artifact-published") continue;
    const words = await text(fact.sha256);
    if (isText(words, fact)) continue;
    return {
      where: `event ${sequence} (artifact-published)`,
      what: `the text of ${fact.name} is missing or was changed`,
    };
  }
  return null;
}

/** Whether these are the words that a hash and a length stand for. */
export function isText(
  words: string | undefined,
  recorded: { readonly sha256: string; readonly bytes: number },
): words is string {
  if (words === undefined || sha256(words) !== recorded.sha256) return false;
  return Buffer.byteLength(words) === recorded.bytes;
}

/** Replies must satisfy their ask, and their claims must be what their ask makes of them. */
export function claimFault(
  events: readonly Event[],
  { participants }: DebateOpened,
  { asked, brief }: { asked: readonly Asked[]; brief: Brief },
): Fault | null {
  const quotes = quoteChecker(quotable(brief));
  const inherited = new Set(
    events.flatMap(({ fact }) =>
      fact.type === "asks-committed" && fact.inherited ? [fact.step] : [],
    ),
  );
  const counts = new Map<string, number>();
  const asks = new Map(asked.map(({ key, ask }) => [key, ask]));
  for (const { sequence, fact } of events) {
    if (fact.type !== "reply-recorded") continue;
    const ask = asks.get(fact.key);
    const speaker = participants.find(({ id }) => id === fact.by);
    if (!ask || !speaker) continue;
    const where = `event ${sequence} (reply-recorded ${fact.key})`;
    const { reply, problems } = interpret(ask, fact.reply, quotes);
    const fatal = problems.find(({ duty }) => !duty);
    if (reply === undefined || fatal) {
      return {
        where,
        what: `the reply is not valid: ${fatal?.text ?? "its schema does not hold"}`,
      };
    }
    const claimsBefore = counts.get(fact.by) ?? 0;
    const claims = claimsOf(ask, reply, {
      id: speaker.id,
      mark: speaker.mark,
      claimsBefore,
      quotes,
    });
    counts.set(fact.by, claimsBefore + claims.length);
    const said = ask.says?.(reply) ?? null;
    // a fork may lay down other duties than those its inherited replies were held to
    const old = inherited.has(fact.key) || inherited.has(stepOf(fact.key));
    const unmet = old ? fact.unmet : problems.map(({ text }) => text);
    const computed = { reply, said, unmet, claims };
    const difference = firstDifference(pick(fact), computed, "reply-recorded");
    if (difference !== undefined) return { where, what: difference };
  }
  return null;
}

function pick(fact: ReplyRecorded): Pick<ReplyRecorded, "reply" | "said" | "unmet" | "claims"> {
  const { reply, said, unmet, claims } = fact;
  return { reply, said, unmet, claims };
}

function stepOf(key: string): string {
  return key.slice(0, key.lastIndexOf("/"));
}

/** What nobody asked for was put there by hand. */
export function strayFault(
  events: readonly Event[],
  { asked, reached }: { asked: readonly Asked[]; reached: readonly string[] },
): Fault | null {
  const keys = new Set(asked.map(({ key }) => key));
  const known = new Set(reached);
  for (const { sequence, fact } of events) {
    const stray =
      (SPEAKING.has(fact.type) && "key" in fact && !keys.has(fact.key)) ||
      (isStep(fact) && !known.has(nameOf(fact)));
    if (stray) {
      return {
        where: `event ${sequence} (${nameOf(fact)})`,
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
