/** CONTRACT: the rules of one kind of debate, as a plain async function over the floor. */
import type * as z from "zod";

import type { Brief, Source } from "./domain/brief.ts";
import type { ClaimDraft } from "./domain/claim.ts";
import type { Evidence } from "./domain/evidence/evidence.ts";
import type { ReplySummary } from "./domain/journal/event.ts";
import type { Json } from "./domain/json.ts";
import type { OfferedChoice } from "./domain/outcome/choice-reason.ts";
import type { Outcome } from "./domain/outcome/outcome.ts";
import type { DecisionRule } from "./domain/outcome/possible-endings.ts";
import type { Participant, Seat } from "./domain/participant.ts";
import type { Round, Turn } from "./domain/round.ts";
import type { PromptInput, PromptSegment } from "./model.ts";

/** What is wrong with a reply. A duty is asked for once and then noted; anything else makes it invalid. */
export interface Problem {
  readonly text: string;
  readonly duty: boolean;
}

/** Seats that a reader is shown as one, under a label or under their name. */
export interface Voice {
  readonly label: string;
  readonly members: readonly string[];
}

/** The way back from labels and ids that say nothing to real ones (R2). */
export interface Deanonymizer {
  /** A reply as it was given, with real seats and claims; what nobody was shown is a problem. */
  restoreReply(reply: Json): { readonly reply: Json; readonly problems: readonly Problem[] };
  /** Words about a reply, as its author may read them. */
  describeForAuthor(words: string): string;
  /** Words about a reply, as the journal keeps them. */
  describeForJournal(words: string): string;
}

/** How an ask shows the others, where their names, order or number are part of the rules (R2-R4). */
export interface ExchangeShown {
  readonly step: string;
  readonly round: number;
  readonly hidden: boolean;
  readonly rotate: boolean;
  readonly oneVoice: boolean;
  /** In the order shown. */
  readonly voices: readonly Voice[];
  /** Parts of the prompt that are the reader's own and contain nothing of the exchange; so is its first segment. */
  readonly own: readonly string[];
  /** Words that appear in the prompt in this order, list by list; each names a voice. */
  readonly order: readonly (readonly string[])[];
  readonly deanonymizer: Deanonymizer | null;
}

/** A prompt with the schema of its answer. */
export interface Ask<Reply> {
  readonly prompt: readonly PromptSegment[];
  readonly reply: z.ZodType<Reply>;
  readonly promptInput: PromptInput;
  /** Keys of the turns whose words the prompt shows; none makes the ask blind. */
  readonly reveals?: readonly string[];
  /** Texts beside the brief's that this reply can quote, by source id. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Set where the exchange is anonymous, rotated, or speaks with one voice. */
  readonly exchange?: ExchangeShown;
  /** Problems the schema cannot see. Quotes are checked by `quoted`. */
  check?(reply: Reply, quoted: (evidence: Evidence) => boolean): readonly Problem[];
  claims?(reply: Reply): readonly ClaimDraft[];
  /** An empty form for a person in this seat; else one is made from the schema. */
  blank?(): Json;
  /** The reply in one line, for terminal, page and reports. */
  says?(reply: Reply): ReplySummary;
}

/** A question put to a person; the debate sleeps until it is answered. */
export interface Escalation {
  readonly question: string;
  readonly choices: readonly OfferedChoice[];
  /** Several choices may be given at once; their ids then contain no comma. */
  readonly many?: true;
  /** K20: the answer judges the question itself, and not only how the debate continues. */
  readonly judges?: true;
}

export interface EscalationAnswer {
  /** Where several were given, joined by commas in the order of the choices. */
  readonly choice: string;
  /** Each of them, where `many` allowed several; left out otherwise. */
  readonly choices?: readonly string[];
  readonly reason: string;
  readonly by: string;
}

/** Puts untrusted text between markers that its author could not foresee (K15). */
export type Fence = (label: string, text: string) => string;

/** What code read outside of the debate. */
export interface OutsideReading {
  readonly answer: Json;
  /** Texts that can be quoted from here on, under ids that are new in the debate. */
  readonly sources: readonly Source[];
}

/** Reads what a request names; throws where that cannot be read from here. */
export type OutsideReader = (request: Json) => Promise<OutsideReading>;

/** What a protocol can do while it runs. Step names are unique within a debate. */
export interface Floor {
  readonly participants: readonly Participant[];
  readonly fence: Fence;
  /** The numbers 0 to count - 1 in an order drawn for this name: the same whenever this debate is run again. */
  readonly seededOrder: (name: string, count: number) => readonly number[];
  /** One participant. */
  ask<Reply>(step: string, participant: Participant, ask: Ask<Reply>): Promise<Turn<Reply>>;
  /** All at once, none sees another; every prompt is fixed before the first is sent. */
  round<Reply>(
    step: string,
    participants: readonly Participant[],
    createAsk: (participant: Participant) => Ask<Reply>,
  ): Promise<Round<Reply>>;
  /** One after another, each may see the earlier. */
  turns<Reply>(
    step: string,
    participants: readonly Participant[],
    createAsk: (participant: Participant, earlier: Round<Reply>) => Ask<Reply>,
  ): Promise<Round<Reply>>;
  escalate(step: string, escalation: Escalation): Promise<EscalationAnswer>;
  publish(name: string, text: string): Promise<void>;
  /** Has code read something outside of the debate, once: every replay gets what was recorded. */
  look(step: string, request: Json): Promise<OutsideReading>;
  /**
   * K20: an outcome as far as those who have spoken so far can carry it. Whatever a protocol returns is weighed; call
   * it before, where a document tells the outcome.
   */
  weighed(outcome: Outcome): Outcome;
  /** The time, read once per step and the same on every replay. */
  now(step: string): Promise<number>;
}

/** Something a person should know before a debate is opened. */
export interface Notice {
  readonly text: string;
  /** An error stops before anything is spent. */
  readonly level: "warning" | "error";
}

export interface CallBounds {
  readonly min: number;
  readonly max: number;
}

/** Flags that mean the same in every protocol that has them. */
export type GeneralFlag =
  | "maxRounds"
  | "consensus"
  | "preset"
  | "blindFirst"
  | "specialists"
  | "mandatory"
  | "class"
  | "opening"
  | "rewrite"
  | "available"
  | "anonymous"
  | "rotate"
  | "oneVoice"
  | "repo";

/** Options to choose from, a plan in the person's own words to attack, drafts to make one document of, or a change. */
export type ProtocolInput = "options" | "plan" | "drafts" | "change";

/** Whether it works on files of a person, which a form or a host's question cannot bring along. */
export function needsFiles(input: ProtocolInput | undefined): boolean {
  return input === "drafts" || input === "change";
}

/** A table that can fit the question: seats may be added, or another preset taken, where a model proposes it. */
export interface OpenTable {
  /** How many seats a proposal may add. */
  readonly most: number;
  /** Values of the flag `preset`, each with what it is for. */
  readonly presets?: Readonly<Record<string, string>>;
}

export interface Protocol<Settings = unknown> {
  readonly id: string;
  /** Raised when prompts or rules change, so that a journal is never continued under other rules. */
  readonly version: number;
  readonly summary: string;
  readonly settings: z.ZodType<Settings>;
  /** What it cannot do without, beside a question; left out, it needs nothing more. */
  readonly input?: ProtocolInput;
  /** Who sits by default. */
  readonly seats: readonly Seat[];
  /** Who sits for this brief, where that depends on it; `files` are the names in the project. */
  seating?(brief: Brief, settings: Settings, files: readonly string[]): readonly Seat[];
  /** Set where a model may propose who else sits. */
  readonly openTable?: OpenTable;
  preflight?(
    brief: Brief,
    participants: readonly Participant[],
    settings: Settings,
  ): readonly Notice[];
  /** Settings under which it starts with the blind round and goes on only where that pays. */
  readonly auto?: Readonly<Record<string, unknown>>;
  /** Whether prompts contain a source whole; all do where it is left out. For estimates. */
  readonly isShown?: (source: { readonly id: string }) => boolean;
  /** Deadline of one call, unless the person sets another. */
  deadlineMs(settings: Settings): number;
  /** Which settings the general flags speak of, where the protocol has them. */
  readonly flags?: Readonly<Partial<Record<GeneralFlag, string>>>;
  /** What people call its steps: `openings` is "Round 1, sealed". A trailing number of a step is added. */
  readonly titles?: Readonly<Record<string, string>>;
  /** What the outcome depends on, to show what is still possible while a debate runs. */
  deciding?(settings: Settings): DecisionRule;
  /** How many model calls a debate can take, repairs not counted. */
  calls(participants: readonly Participant[], settings: Settings): CallBounds;
  run(floor: Floor, brief: Brief, settings: Settings): Promise<Outcome>;
}

/** Lets a protocol's settings be inferred from their schema. */
export function defineProtocol<Settings>(protocol: Protocol<Settings>): Protocol<Settings> {
  return protocol;
}

/** The flow of a protocol, loaded when its first debate runs: planning one, and looking at one, needs none of it. */
export function createLateFlow<Settings>(
  load: () => Promise<Protocol<Settings>["run"]>,
): Protocol<Settings>["run"] {
  let flow: ReturnType<typeof load> | undefined;
  return async (floor, brief, settings) => (await (flow ??= load()))(floor, brief, settings);
}

/** What an outcome depends on under recorded settings; null if the journal has settings that no debate can have. */
export function decidingUnder(protocol: Protocol | undefined, settings: Json): DecisionRule | null {
  const read = protocol?.settings.safeParse(settings);
  return read?.success === true ? (protocol?.deciding?.(read.data) ?? null) : null;
}

export type { Brief, Option } from "./domain/brief.ts";
export type { Outcome } from "./domain/outcome/outcome.ts";
export type { Participant, Seat } from "./domain/participant.ts";
export type { Absence, Round, Spoken, Turn } from "./domain/round.ts";
export { outcome } from "./domain/outcome/outcome.ts";
export { parseShare, reachesShare, tally, TWO_THIRDS } from "./domain/outcome/tally.ts";
export { FENCE_RULE, text } from "./text/text.ts";
