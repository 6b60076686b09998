/** Holds a recorded debate again with nobody to ask: the journal must have every answer. */
import type { Clock } from "../clock.ts";
import { type Brief, quotable } from "../domain/brief.ts";
import { type DebateOpened, type Event, opening, type ReplyRecorded } from "../domain/event.ts";
import { quoteChecker } from "../domain/evidence.ts";
import type { Outcome } from "../domain/outcome.ts";
import { sha256 } from "../kernel/chain.ts";
import { holdDebate } from "../kernel/hold-debate.ts";
import { claimsOf, interpret } from "../kernel/interpret.ts";
import { type Journal, journalOf } from "../kernel/journal.ts";
import { leakIn } from "../kernel/leak.ts";
import { ModelError } from "../model.ts";
import type { Ask, Protocol } from "../protocol.ts";
import { firstDifference } from "./difference.ts";
import type { Fault } from "./verify.ts";

/** The rules call for something the journal does not hold. */
export class Gap extends Error {}

export interface Replayed {
  readonly outcome: Outcome | null;
  readonly holds: readonly string[];
  readonly fault: Fault | null;
}

interface Asked {
  readonly key: string;
  readonly ask: Ask<unknown>;
  readonly prompt: string;
}

export async function replay(
  events: readonly Event[],
  protocol: Protocol,
  text: (sha256: string) => Promise<string | undefined>,
): Promise<Replayed> {
  const opened = opening(events);
  const brief = await readBrief(opened, text);
  if ("where" in brief) return { outcome: null, holds: [], fault: brief };
  const recordedOnly = events.filter(({ fact }) => !REMARKS.has(fact.type));
  const asked: Asked[] = [];
  const journal = journalOf(recordedOnly, { clock: NO_CLOCK, append: () => Promise.resolve() });
  const outcome = await rehold(protocol, brief, { journal, settled: hasEnded(events), asked });
  const fault =
    textFault(events, await missingTexts(events, text)) ??
    claimFault(events, opened, { asked, brief }) ??
    leakFault(journal, brief, asked) ??
    strayFault(events, asked);
  const turns = [...journal.index.turns.values()];
  const quotes = turns.flatMap((turn) =>
    turn.type === "reply-recorded" ? turn.claims.flatMap(({ evidence }) => evidence) : [],
  );
  const verified = quotes.filter((quote) => quote.verified).length;
  return {
    outcome,
    fault,
    holds: [
      `${asked.length} prompts rendered again, hashes match`,
      `${verified} of ${quotes.length} quotes occur in their sources`,
      "no blind prompt holds a peer's words",
    ],
  };
}

/** Events that happen around a debate rather than in it. */
const REMARKS: ReadonlySet<string> = new Set([
  "debate-paused",
  "debate-resumed",
  "debate-settled",
  "decision-recorded",
]);

const NO_CLOCK: Clock = { nowMs: () => 0, after: () => () => {} };

function hasEnded(events: readonly Event[]): boolean {
  return events.some(({ fact }) => fact.type === "debate-settled");
}

async function rehold(
  protocol: Protocol,
  brief: Brief,
  { journal, settled, asked }: { journal: Journal; settled: boolean; asked: Asked[] },
): Promise<Outcome | null> {
  const never = new AbortController().signal;
  let outcome: Outcome | null = null;
  const unreplayable = new Error("end of the record");
  const recordOnly: Journal = {
    ...journal,
    async record(fact) {
      if (fact.type === "debate-settled")
        outcome = JSON.parse(JSON.stringify(fact.outcome)) as Outcome;
      else if (fact.type === "debate-resumed") return;
      else if (settled)
        throw new Gap(`the rules call for ${fact.type}, and the journal has none there`);
      else throw unreplayable;
    },
  };
  try {
    await holdDebate({
      protocol,
      brief,
      journal: recordOnly,
      limits: {
        ...opening(journal.events).limits,
        calls: null,
        tokens: null,
        usd: null,
        wallMs: null,
      },
      modelOf: ({ id }) => ({
        id,
        worstCase: () => ({ tokens: 0, usd: 0 }),
        // oxlint-disable-next-line require-yield -- nobody is there to answer
        async *answer() {
          throw settled
            ? new Gap(`the rules call for an answer of ${id} that is not recorded`)
            : new ModelError("unavailable", "not recorded");
        },
      }),
      clock: NO_CLOCK,
      steering: { pause: never, drop: never },
      redact: (words) => words,
      onAsk: (key, ask, prompt) => {
        asked.push({ key, ask, prompt });
      },
    });
  } catch (error) {
    if (error !== unreplayable) throw error;
  }
  return outcome;
}

async function readBrief(
  { brief }: DebateOpened,
  text: (sha256: string) => Promise<string | undefined>,
): Promise<Brief | Fault> {
  const sources = [];
  for (const source of brief.sources) {
    const words = await text(source.sha256);
    if (words === undefined || sha256(words) !== source.sha256) {
      return {
        where: "event 0 (debate-opened)",
        what: `the text of source ${source.id} is missing or was changed`,
      };
    }
    sources.push({ ...source, text: words });
  }
  return { ...brief, sources };
}

async function missingTexts(
  events: readonly Event[],
  text: (sha256: string) => Promise<string | undefined>,
): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  for (const { fact } of events) {
    if (fact.type !== "artifact-published") continue;
    const words = await text(fact.sha256);
    if (words === undefined || sha256(words) !== fact.sha256) missing.add(fact.name);
  }
  return missing;
}

function textFault(events: readonly Event[], missing: ReadonlySet<string>): Fault | null {
  const at = events.find(
    ({ fact }) => fact.type === "artifact-published" && missing.has(fact.name),
  );
  if (at?.fact.type !== "artifact-published") return null;
  return {
    where: `event ${at.sequence} (artifact-published)`,
    what: `the text of ${at.fact.name} is missing or was changed`,
  };
}

/** Replies must satisfy their ask, and their claims must be what their ask makes of them. */
function claimFault(
  events: readonly Event[],
  { participants }: DebateOpened,
  { asked, brief }: { asked: readonly Asked[]; brief: Brief },
): Fault | null {
  const quotes = quoteChecker(quotable(brief));
  const counts = new Map<string, number>();
  for (const { sequence, fact } of events) {
    if (fact.type !== "reply-recorded") continue;
    const ask = asked.find(({ key }) => key === fact.key)?.ask;
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
    const computed = { reply, unmet: problems.map(({ text }) => text), claims };
    const difference = firstDifference(pick(fact), computed, "reply-recorded");
    if (difference !== undefined) return { where, what: difference };
  }
  return null;
}

function pick({
  reply,
  unmet,
  claims,
}: ReplyRecorded): Pick<ReplyRecorded, "reply" | "unmet" | "claims"> {
  return { reply, unmet, claims };
}

function leakFault({ index }: Journal, brief: Brief, asked: readonly Asked[]): Fault | null {
  const allowed = [brief.question, ...quotable(brief).values()];
  for (const { key, ask, prompt } of asked) {
    if ((ask.reveals ?? []).length > 0) continue;
    const [step = "", by] = key.split("/");
    const peers = [...index.turns.values()].flatMap((turn) =>
      turn.type === "reply-recorded" && turn.by !== by && turn.key.startsWith(`${step}/`)
        ? [turn.reply]
        : [],
    );
    const leak = leakIn(prompt, peers, allowed);
    if (leak !== undefined)
      return { where: `prompt of ${key}`, what: `a peer's words are in it: "${leak}"` };
  }
  return null;
}

/** A reply nobody asked for was put there by hand. */
function strayFault(events: readonly Event[], asked: readonly Asked[]): Fault | null {
  const keys = new Set(asked.map(({ key }) => key));
  for (const { sequence, fact } of events) {
    const speaks =
      fact.type === "reply-recorded" ||
      fact.type === "participant-absent" ||
      fact.type === "reply-rejected";
    if (speaks && !keys.has(fact.key)) {
      return {
        where: `event ${sequence} (${fact.type} ${fact.key})`,
        what: "the rules never asked for it",
      };
    }
  }
  return null;
}
