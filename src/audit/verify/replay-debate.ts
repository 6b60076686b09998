/** Runs a recorded debate again without calling anyone: the journal must have every answer. */
import type { Clock } from "../../clock.ts";
import type { Brief, Source } from "../../domain/brief.ts";
import { ANNOTATION_TYPES } from "../../domain/journal/annotation-facts.ts";
import { type DebateOpened, type Event, readOpening } from "../../domain/journal/event.ts";
import type { Outcome } from "../../domain/outcome/outcome.ts";
import { type Journal, createJournal } from "../../kernel/journal/journal.ts";
import { joinPromptText } from "../../kernel/prompt-digest.ts";
import { runDebate } from "../../kernel/run-debate.ts";
import type { Protocol } from "../../protocol.ts";
import {
  describeCheckedEvidence,
  type EvidenceTally,
  tallyEvidence,
} from "../measures/evidence-tally.ts";
import { formatFactName, findOrderFault, findStepSequenceFault } from "./event-order.ts";
import { findContradictionFault } from "./journal-contradictions.ts";
import {
  type RenderedAsk,
  findClaimFault,
  isRecordedText,
  findStrayFault,
  findTextFault,
} from "./journal-faults.ts";
import { type IsolationReport, checkPromptIsolation } from "./prompt-isolation.ts";
import type { VerificationFault } from "./verify.ts";

/** The rules call for something the journal does not have. */
export class ReplayGapError extends Error {}

export interface ReplayResult {
  readonly outcome: Outcome | null;
  readonly holds: readonly string[];
  readonly evidence: EvidenceTally | null;
  readonly fault: VerificationFault | null;
}

export async function replayDebate(
  events: readonly Event[],
  protocol: Protocol,
  text: (sha256: string) => Promise<string | undefined>,
): Promise<ReplayResult> {
  const opened = readOpening(events);
  const brief = await loadRecordedBrief(opened, text);
  if ("where" in brief) return { outcome: null, holds: [], evidence: null, fault: brief };
  const recordedOnly = events.filter(({ fact }) => !REMARKS.has(fact.type));
  const asked: RenderedAsk[] = [];
  const reached: string[] = [];
  const journal = createJournal(recordedOnly, { clock: NO_CLOCK, append: () => Promise.resolve() });
  const settled = hasDebateEnded(events);
  let outcome: Outcome | null = null;
  let stopped: { readonly by: unknown } | undefined;
  try {
    outcome = await rerunProtocol(protocol, brief, { journal, settled, asked, reached, text });
  } catch (error) {
    stopped = { by: error };
  }
  const outside = await loadOutsideTexts(events, text);
  const fault =
    findOrderFault(events) ??
    findContradictionFault(events) ??
    findClaimFault(events, opened, { asked, brief, outside });
  // a reply that was tampered with says more than the step that revealed it
  if (stopped && !fault) throw stopped.by;
  const shown = { ...brief, sources: [...brief.sources, ...[...outside.values()].flat()] };
  const isolation = checkPromptIsolation(events, { brief: shown, asked });
  const later = async (): Promise<VerificationFault | null> =>
    (await findTextFault(events, text)) ??
    findIsolationFault(isolation) ??
    findStrayFault(events, { asked, reached }) ??
    findStepSequenceFault(events, reached);
  const evidence = tallyEvidence(events);
  const checked = evidence.failing.length === 0 ? describeCheckedEvidence(evidence) : "";
  return {
    outcome,
    fault: fault ?? (await later()),
    holds: [
      `${asked.length} prompts rendered again, hashes match`,
      ...(checked === "" ? [] : [checked]),
      ...isolation.holds,
    ],
    evidence,
  };
}

function findIsolationFault({ finding }: IsolationReport): VerificationFault | null {
  if (!finding) return null;
  const { key, rule, what, excerpt } = finding;
  return { where: `prompt of ${key}`, what: `${rule}: ${what}: "${excerpt}"` };
}

/** Every ask of a recorded debate, rendered again: those that wait for a person included. */
export async function renderRecordedAsks(
  events: readonly Event[],
  protocol: Protocol,
  text: (sha256: string) => Promise<string | undefined>,
): Promise<readonly RenderedAsk[]> {
  const brief = await loadRecordedBrief(readOpening(events), text);
  if ("where" in brief) return [];
  const asked: RenderedAsk[] = [];
  const recordedOnly = events.filter(({ fact }) => !REMARKS.has(fact.type));
  const journal = createJournal(recordedOnly, { clock: NO_CLOCK, append: () => Promise.resolve() });
  await rerunProtocol(protocol, brief, { journal, settled: false, asked, reached: [], text });
  return asked;
}

/** Events that happen around a debate rather than in it. */
const REMARKS: ReadonlySet<string> = new Set([
  "debate-paused",
  "debate-resumed",
  "debate-settled",
  ...ANNOTATION_TYPES,
]);

const NO_CLOCK: Clock = { nowMs: () => 0, after: () => () => {} };

function hasDebateEnded(events: readonly Event[]): boolean {
  return events.some(({ fact }) => fact.type === "debate-settled");
}

interface ReplayRun {
  readonly journal: Journal;
  readonly settled: boolean;
  readonly asked: RenderedAsk[];
  /** The steps of the rules, in order. */
  readonly reached: string[];
  readonly text: (sha256: string) => Promise<string | undefined>;
}

async function rerunProtocol(
  protocol: Protocol,
  brief: Brief,
  { journal, settled, asked, reached, text }: ReplayRun,
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
        throw new ReplayGapError(
          `the rules call for ${formatFactName(fact)}, and the journal has none there`,
        );
      else throw unreplayable;
    },
  };
  try {
    await runDebate({
      protocol,
      brief,
      readText: text,
      readOutside: async () => {
        throw settled
          ? new ReplayGapError("the rules look for something the journal does not have")
          : unreplayable;
      },
      journal: recordOnly,
      limits: {
        ...readOpening(journal.events).limits,
        calls: null,
        tokens: null,
        usd: null,
        wallMs: null,
      },
      findSeatModel: ({ id }) => ({
        id,
        worstCase({ key }) {
          throw settled
            ? new ReplayGapError(`the rules call for an answer to ${key}, and the journal has none`)
            : unreplayable;
        },
        answer: () => {
          throw unreplayable;
        },
      }),
      clock: NO_CLOCK,
      steering: { pause: never, drop: never },
      onAsk: (key, ask) => {
        asked.push({ key, ask, prompt: joinPromptText(ask.prompt) });
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

/** Sources that were read outside, by the number of their event; one whose text is missing is left out. */
async function loadOutsideTexts(
  events: readonly Event[],
  text: (sha256: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<number, readonly Source[]>> {
  const found = new Map<number, readonly Source[]>();
  for (const { fact, sequence } of events) {
    if (fact.type !== "outside-read") continue;
    const read = await Promise.all(
      fact.sources.map(async (source) => ({ ...source, text: await text(source.sha256) })),
    );
    found.set(
      sequence,
      read.flatMap((source) =>
        isRecordedText(source.text, source) ? [{ ...source, text: source.text }] : [],
      ),
    );
  }
  return found;
}

async function loadRecordedBrief(
  { brief }: DebateOpened,
  text: (sha256: string) => Promise<string | undefined>,
): Promise<Brief | VerificationFault> {
  const sources = [];
  for (const source of brief.sources) {
    const words = await text(source.sha256);
    if (!isRecordedText(words, source)) {
      return {
        where: "event 0 (debate-opened)",
        what: `the text of source ${source.id} is missing or was changed`,
      };
    }
    sources.push({ ...source, text: words });
  }
  return { ...brief, sources };
}
