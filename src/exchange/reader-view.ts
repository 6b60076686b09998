/** What one reader of one step is shown of the others: as it is, or as the exchange settings require. */
import { type Brief, listQuotableTexts } from "../domain/brief.ts";
import type { Participant } from "../domain/participant.ts";
import type { PromptSegment } from "../model.ts";
import type { Ask, Floor, Voice, Fence } from "../protocol.ts";
import { type Anonymizer, createAnonymizer } from "./anonymizer.ts";
import type { ExchangeSettings } from "./exchange-settings.ts";
import { createNameFinder, type NameFinder } from "./name-finder.ts";
import { assignVoices } from "./voices.ts";

/** The exchange of one debate; null where nothing about it is special. */
export interface ExchangeContext {
  readonly settings: ExchangeSettings;
  readonly participants: readonly Participant[];
  readonly seededOrder: Floor["seededOrder"];
  readonly names: NameFinder;
  readonly brief: string;
}

export function createExchange(
  { participants, seededOrder }: Pick<Floor, "participants" | "seededOrder">,
  settings: ExchangeSettings,
  brief: Brief,
): ExchangeContext | null {
  if (!settings.anonymous && !settings.rotate && !settings.one_voice) return null;
  const texts = [brief.question, ...listQuotableTexts(brief).values()];
  return {
    settings,
    participants,
    seededOrder,
    names: createNameFinder(participants, texts),
    brief: texts.join("\n").toLowerCase(),
  };
}

export interface ReaderViewOptions {
  readonly step: string;
  /** Counts the steps of the exchange, so that the order keeps rotating. */
  readonly round: number;
  readonly reader: string;
  /** Who may be shown; those of one group speak with one voice. */
  readonly groups: readonly (readonly string[])[];
  readonly claims: readonly { readonly id: string; readonly by: string }[];
  /** Claims left out because another says the same. */
  readonly same?: ReadonlyMap<string, string>;
  /** Seats that the rules address by their role, such as a proponent. */
  readonly offices?: readonly string[];
  /** Positions can no longer change, so that numbers may be shown (R4). */
  readonly sealed?: boolean;
}

/** Which parts of a prompt are the reader's own, and what must appear in which order. */
export interface PromptBinding {
  readonly own: readonly string[];
  readonly order: readonly (readonly string[])[];
}

export interface ReaderView {
  /** Labels replace names. */
  readonly hidden: boolean;
  /** R4: a shared position is shown once, and nothing is counted. */
  readonly oneVoice: boolean;
  /** In the order shown. */
  readonly voices: readonly Voice[];
  readonly findName: (seat: string) => string;
  readonly findClaimId: (claim: string) => string;
  /** Another claim that is shown says the same. */
  readonly leftOut: (claim: string) => boolean;
  readonly anonymize: <T>(value: T) => T;
  /** For words of others: what is put together from several is looked through once more as a whole. */
  readonly fencing: (fence: Fence) => Fence;
  /** By the voice of the author; as given if the settings do not cover order. */
  readonly inOrder: <T>(said: readonly T[], speaker: (one: T) => string) => readonly T[];
  /** The ask with what a reader of its answer, and an auditor, must know. */
  readonly bind: <Reply>(ask: Ask<Reply>, bound: PromptBinding) => Ask<Reply>;
}

/** Everyone by name, in seat order. */
export const PLAIN_VIEW: ReaderView = {
  hidden: false,
  oneVoice: false,
  voices: [],
  findName: (seat) => seat,
  findClaimId: (claim) => claim,
  leftOut: () => false,
  anonymize: (value) => value,
  fencing: (fence) => fence,
  inOrder: (said) => said,
  bind: (ask) => ask,
};

export function createReaderView(
  exchange: ExchangeContext | null | undefined,
  showing: ReaderViewOptions,
): ReaderView {
  if (!exchange) return PLAIN_VIEW;
  const { participants, seededOrder, settings } = exchange;
  const { step, round, reader, groups } = showing;
  const hidden = hidesNames(settings);
  const voices = assignVoices(groups, {
    seats: participants.map(({ id }) => id),
    seededOrder,
    step,
    reader,
    round,
    hidden,
    rotate: settings.rotate,
  });
  const rank = (seat: string): number => {
    const at = voices.findIndex(({ members }) => members.includes(seat));
    return at === -1 ? voices.length : at;
  };
  const oneVoice = settings.one_voice && showing.sealed !== true;
  const cover = hidden
    ? createReaderAnonymizer(exchange, showing, { voices, rank, oneVoice })
    : null;
  const { findName, findClaimId, anonymize: conceal } = cover ?? PLAIN_VIEW;
  return {
    hidden,
    oneVoice,
    voices,
    findName,
    findClaimId,
    leftOut: (claim) => showing.same?.has(claim) ?? false,
    anonymize: conceal,
    fencing: (fence) => (label, text) => fence(label, conceal(text)),
    inOrder: (said, speaker) => said.toSorted((a, b) => rank(speaker(a)) - rank(speaker(b))),
    bind: (ask, bound) => ({
      ...ask,
      prompt: ask.prompt.map(unshareAfterFirst),
      exchange: {
        ...bound,
        step,
        round,
        hidden,
        rotate: settings.rotate,
        oneVoice,
        voices,
        deanonymizer: cover,
      },
    }),
  };
}

/** A list of names is a count, so a position that is shown once does not say whose it is. */
function hidesNames({ anonymous, one_voice }: ExchangeSettings): boolean {
  return anonymous || one_voice;
}

function createReaderAnonymizer(
  { participants, names, brief }: ExchangeContext,
  { reader, claims, same = new Map(), offices = [] }: ReaderViewOptions,
  {
    voices,
    rank,
    oneVoice,
  }: { voices: readonly Voice[]; rank: (seat: string) => number; oneVoice: boolean },
): Anonymizer {
  const shown = claims.filter(({ id }) => !same.has(id));
  return createAnonymizer({
    participants,
    reader,
    voices,
    offices: new Set(offices),
    // numbered as they are shown: by seat they would tell whose they are
    claims: shown.toSorted((a, b) => rank(a.by) - rank(b.by)),
    same,
    names,
    brief,
    countless: oneVoice,
  });
}

/** The prompt input is the same for all; what a reader is shown of the others is not. */
function unshareAfterFirst(segment: PromptSegment, place: number): PromptSegment {
  return place === 0 ? segment : { ...segment, shared: false };
}
