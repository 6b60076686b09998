/** Holds a recorded debate again with nobody to ask: the journal must have every answer. */
import type { Clock } from "../clock.ts";
import { AFTERWORDS } from "../domain/afterwords.ts";
import type { Brief } from "../domain/brief.ts";
import { type DebateOpened, type Event, opening } from "../domain/event.ts";
import type { Outcome } from "../domain/outcome.ts";
import { holdDebate } from "../kernel/hold-debate.ts";
import { type Journal, journalOf } from "../kernel/journal.ts";
import type { Protocol } from "../protocol.ts";
import { contradictionFault } from "./contradictions.ts";
import { type Asked, claimFault, isText, strayFault, textFault } from "./faults.ts";
import { type Isolation, isolationOf } from "./isolation.ts";
import { nameOf, orderFault, sequenceFault } from "./order.ts";
import type { Fault } from "./verify.ts";

/** The rules call for something the journal does not hold. */
export class Gap extends Error {}

export interface Replayed {
  readonly outcome: Outcome | null;
  readonly holds: readonly string[];
  readonly fault: Fault | null;
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
  const reached: string[] = [];
  const journal = journalOf(recordedOnly, { clock: NO_CLOCK, append: () => Promise.resolve() });
  const settled = hasEnded(events);
  let outcome: Outcome | null = null;
  let stopped: { readonly by: unknown } | undefined;
  try {
    outcome = await rehold(protocol, brief, { journal, settled, asked, reached });
  } catch (error) {
    stopped = { by: error };
  }
  const fault =
    orderFault(events) ??
    contradictionFault(events) ??
    claimFault(events, opened, { asked, brief });
  // a reply that was tampered with says more than the step at which that came to light
  if (stopped && !fault) throw stopped.by;
  const isolation = isolationOf(events, { brief, asked });
  const later = async (): Promise<Fault | null> =>
    (await textFault(events, text)) ??
    isolationFault(isolation) ??
    strayFault(events, { asked, reached }) ??
    sequenceFault(events, reached);
  const turns = [...journal.index.turns.values()];
  const quotes = turns.flatMap((turn) =>
    turn.type === "reply-recorded" ? turn.claims.flatMap(({ evidence }) => evidence) : [],
  );
  const verified = quotes.filter((quote) => quote.verified).length;
  return {
    outcome,
    fault: fault ?? (await later()),
    holds: [
      `${asked.length} prompts rendered again, hashes match`,
      `${verified} of ${quotes.length} quotes occur in their sources`,
      ...isolation.holds,
    ],
  };
}

function isolationFault({ finding }: Isolation): Fault | null {
  if (!finding) return null;
  const { key, rule, what, excerpt } = finding;
  return { where: `prompt of ${key}`, what: `${rule}: ${what}: "${excerpt}"` };
}

/** Every ask of a recorded debate, rendered again: those that wait for a person included. */
export async function asksIn(
  events: readonly Event[],
  protocol: Protocol,
  text: (sha256: string) => Promise<string | undefined>,
): Promise<readonly Asked[]> {
  const brief = await readBrief(opening(events), text);
  if ("where" in brief) return [];
  const asked: Asked[] = [];
  const recordedOnly = events.filter(({ fact }) => !REMARKS.has(fact.type));
  const journal = journalOf(recordedOnly, { clock: NO_CLOCK, append: () => Promise.resolve() });
  await rehold(protocol, brief, { journal, settled: false, asked, reached: [] });
  return asked;
}

/** Events that happen around a debate rather than in it. */
const REMARKS: ReadonlySet<string> = new Set([
  "debate-paused",
  "debate-resumed",
  "debate-settled",
  ...AFTERWORDS,
]);

const NO_CLOCK: Clock = { nowMs: () => 0, after: () => () => {} };

function hasEnded(events: readonly Event[]): boolean {
  return events.some(({ fact }) => fact.type === "debate-settled");
}

interface Reholding {
  readonly journal: Journal;
  readonly settled: boolean;
  readonly asked: Asked[];
  /** What the rules came to, in their order. */
  readonly reached: string[];
}

async function rehold(
  protocol: Protocol,
  brief: Brief,
  { journal, settled, asked, reached }: Reholding,
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
        throw new Gap(`the rules call for ${nameOf(fact)}, and the journal has none there`);
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
        worstCase({ key }) {
          throw settled
            ? new Gap(`the rules call for an answer to ${key}, and the journal has none`)
            : unreplayable;
        },
        answer: () => {
          throw unreplayable;
        },
      }),
      clock: NO_CLOCK,
      steering: { pause: never, drop: never },
      onAsk: (key, ask, prompt) => {
        asked.push({ key, ask, prompt });
      },
      onReach: (what) => {
        reached.push(what);
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
    if (!isText(words, source)) {
      return {
        where: "event 0 (debate-opened)",
        what: `the text of source ${source.id} is missing or was changed`,
      };
    }
    sources.push({ ...source, text: words });
  }
  return { ...brief, sources };
}
