/** Starts a new debate that shares another's beginning and may differ in participants, facts or rules. */

import type { Clock } from "../clock.ts";
import { listHostSeats } from "../domain/awaited.ts";
import { ADDED_FACT_TITLE, type Brief } from "../domain/brief.ts";
import { ANNOTATION_TYPES } from "../domain/journal/annotation-facts.ts";
import { type DebateOpened, type Event, type Fact, readOpening } from "../domain/journal/event.ts";
import type { DebateRecord } from "../domain/journal/record.ts";
import { readStepName } from "../domain/journal/steps.ts";
import type { Participant } from "../domain/participant.ts";
import { ReplayError, SetupError, StoreError } from "../errors.ts";
import { ATTESTATION } from "../kernel/attest-dissents.ts";
import { sha256 } from "../kernel/journal/hash-chain.ts";
import { createJournal } from "../kernel/journal/journal.ts";
import { runDebate } from "../kernel/run-debate.ts";
import { rejectSharedHost } from "../plan.ts";
import type { Protocol } from "../protocol.ts";
import type { Store } from "../store.ts";
import { isBlankText } from "../text/substance.ts";

export interface ForkPoint {
  /** The step to rerun, such as `responses`, or the number of the first event to leave out. */
  readonly at?: string | number | undefined;
  /** Nobody is asked again: every answer is kept, and only what follows from them is worked out anew. */
  readonly keep?: "answers" | undefined;
}

/** How many events of the original the fork keeps. */
export function countKeptEvents(events: readonly Event[], { at, keep }: ForkPoint): number {
  if (keep === "answers") return events.length;
  const steps = events.flatMap(({ fact, sequence }) =>
    fact.type === "asks-committed" ? [{ step: fact.step, sequence }] : [],
  );
  if (typeof at === "number" || /^\d+$/.test(at ?? "")) {
    const sequence = Number(at);
    if (sequence < 1 || sequence > events.length) {
      throw new SetupError("usage", `Event ${sequence} is not between 1 and ${events.length}.`, {
        hint: `Fork at a step instead${steps[0] ? `: --at ${steps[0].step}` : "."}`,
      });
    }
    return sequence;
  }
  // annotations of an outcome that will change are not a step of the debate
  const held = steps.filter(({ step }) => step !== ATTESTATION);
  const found = at === undefined ? held.at(-1) : steps.find(({ step }) => step === at);
  if (!found) {
    const known = steps.map(({ step }) => step).join(", ");
    throw new SetupError("usage", `The debate has no step "${at ?? "to hold again"}".`, {
      hint: `Fork at one of: ${known === "" ? "none yet" : known}, or at an event number.`,
    });
  }
  return found.sequence;
}

/** The facts a fork starts with: the original's, under a new opening. */
export function createForkFacts(
  events: readonly Event[],
  { kept, keep }: Pick<ForkPoint, "keep"> & { readonly kept: number },
  opened: Omit<DebateOpened, "type" | "forkedFrom" | "salt" | "format">,
): Fact[] {
  const original = readOpening(events);
  const last = events[kept - 1];
  const first: DebateOpened = {
    ...opened,
    type: "debate-opened",
    format: original.format,
    // the same salt keeps prompts that did not change the same, byte for byte
    salt: original.salt,
    forkedFrom: { debate: original.debate, sequence: kept, head: last?.hash ?? "" },
  };
  const copied = events
    .slice(1, kept)
    .map(({ fact }) => fact)
    .filter(({ type }) => !AROUND.has(type) && !(keep && type === "artifact-published"))
    .filter((fact) => !isAttestationFact(fact))
    .map((fact): Fact => (fact.type === "asks-committed" ? { ...fact, inherited: true } : fact));
  return [first, ...copied];
}

const AROUND: ReadonlySet<string> = new Set([
  "debate-paused",
  "debate-resumed",
  "debate-settled",
  ...ANNOTATION_TYPES,
]);

/** K6: a dissenter who confirmed their wording for one outcome was not asked about another. */
function isAttestationFact(fact: Fact): boolean {
  const place = "key" in fact ? fact.key : "step" in fact ? fact.step : "";
  return readStepName(place) === ATTESTATION;
}

export interface ForkRules {
  readonly protocol: Protocol;
  readonly brief: Brief;
  /** Texts of the original. */
  readonly readText: DebateRecord["text"];
}

/**
 * K1, K9: what is kept must be what the fork's own rules produce, seat by seat. Otherwise someone would be asked in a
 * step that was committed without them, or an answer would be recorded that nobody asked for.
 */
export async function rejectUnfitFork(facts: readonly Fact[], rules: ForkRules): Promise<void> {
  const { asked, published, diverged } = await replayFork(facts, rules);
  const unfit = facts.find((fact) => {
    if (fact.type === "artifact-published") return !published.has(fact.name);
    if (fact.type !== "asks-committed") return false;
    return (
      joinSortedIds(fact.asks.map(({ by }) => by)) !== joinSortedIds(asked.get(fact.step) ?? [])
    );
  });
  if (!unfit && !(diverged instanceof ReplayError)) {
    if (diverged === undefined) return;
    throw diverged;
  }
  const step = unfit?.type === "asks-committed" ? unfit.step : undefined;
  const artifact = unfit?.type === "artifact-published" ? unfit.name : undefined;
  const place = step ?? artifact ?? (diverged as ReplayError).step;
  throw new SetupError("bad-settings", `The fork would not come to "${place}" as it was held.`, {
    hint: `Fork ${step === undefined ? "at a step before it" : "at that step or before it"}: --at ${step ?? "<step>"}`,
  });
}

function joinSortedIds(ids: readonly string[]): string {
  return ids.toSorted().join(" ");
}

interface ForkReplay {
  readonly asked: ReadonlyMap<string, readonly string[]>;
  readonly published: ReadonlySet<string>;
  readonly diverged: unknown;
}

/**
 * Who is asked in which step and what is published, as far as the kept part goes; and what was thrown before its end.
 */
async function replayFork(
  facts: readonly Fact[],
  { protocol, brief, readText }: ForkRules,
): Promise<ForkReplay> {
  const events = facts.map((fact, sequence) => ({ ...UNCHAINED, sequence, fact }));
  const asked = new Map<string, string[]>();
  const published = new Set<string>();
  const ended = new Error("the end of what is kept");
  const end = (): never => {
    throw ended;
  };
  // what follows from the answers may be noted anew; the first thing that does not is the end
  const record = async ({ type }: Fact): Promise<void> => {
    if (type !== "artifact-published" && type !== "debate-resumed") end();
  };
  let step = "";
  try {
    await runDebate({
      protocol,
      brief,
      readText,
      readOutside: end,
      journal: {
        ...createJournal(events, { clock: NO_CLOCK, append: end }),
        record,
      },
      limits: { ...readOpening(events).limits, calls: null, tokens: null, usd: null, wallMs: null },
      findSeatModel: ({ id }) => ({ id, worstCase: end, answer: end }),
      clock: NO_CLOCK,
      onReach: (what) => {
        const [kind, name = ""] = what.split(" ");
        if (kind === "artifact-published") published.add(name);
        if (kind !== "asks-committed") return;
        step = name;
        asked.set(step, []);
      },
      onAsk: (key) => asked.get(step)?.push(key.slice(key.lastIndexOf("/") + 1)),
    });
  } catch (error) {
    return { asked, published, diverged: error === ended ? undefined : error };
  }
  return { asked, published, diverged: undefined };
}

const UNCHAINED = { atMs: 0, previous: "", hash: "" };
const NO_CLOCK: Clock = { nowMs: () => 0, after: () => () => {} };

/** The original's participants, with other models where asked for. */
export function reassignModels(
  participants: readonly Participant[],
  models: Readonly<Record<string, string>>,
): Participant[] {
  const stranger = Object.keys(models).find((id) => !participants.some((one) => one.id === id));
  if (stranger !== undefined) {
    const known = participants.map(({ id }) => id).join(", ");
    throw new SetupError("unknown-seat", `There is no seat "${stranger}" in this debate.`, {
      hint: `Seats: ${known}.`,
    });
  }
  const seated = participants.map((one) => ({ ...one, model: models[one.id] ?? one.model }));
  // where a host had several seats before, that was allowed
  if (listHostSeats(participants).length < 2) rejectSharedHost(seated);
  return seated;
}

/** New facts become sources of their own: F1, F2… */
export function addFactsToBrief(brief: Brief, facts: readonly string[]): Brief {
  if (facts.some(isBlankText)) {
    throw new SetupError("usage", "A new fact has no words.", {
      hint: "Write down what became known, or leave it out.",
    });
  }
  const before = brief.sources.filter(({ id }) => /^F\d+$/.test(id)).length;
  const added = facts.map((text, index) => ({
    id: `F${before + index + 1}`,
    title: ADDED_FACT_TITLE,
    sha256: sha256(text),
    bytes: Buffer.byteLength(text),
    text,
  }));
  return { ...brief, sources: [...brief.sources, ...added] };
}

/** What the original had published or read before the fork belongs to the fork too. */
export async function copyKeptTexts(
  record: Pick<DebateRecord, "text">,
  kept: readonly Fact[],
  store: Store,
): Promise<void> {
  for (const fact of kept) {
    for (const { name, hash } of listKeptTexts(fact)) {
      const text = await record.text(hash);
      if (text === undefined)
        throw new StoreError("store-corrupt", `The text of ${name} is missing.`);
      await store.putBlob(hash, text);
    }
  }
}

function listKeptTexts(fact: Fact): readonly { name: string; hash: string }[] {
  if (fact.type === "artifact-published") return [{ name: fact.name, hash: fact.sha256 }];
  if (fact.type !== "outside-read") return [];
  return fact.sources.map(({ id, sha256: hash }) => ({ name: `source ${id}`, hash }));
}
