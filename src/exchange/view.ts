/** What one reader of one step is shown of the others: as it is, or as the settings of the exchange ask for. */
import { type Brief, quotable } from "../domain/brief.ts";
import type { Participant } from "../domain/participant.ts";
import type { Segment } from "../model.ts";
import type { Ask, Floor, Voice } from "../protocol.ts";
import { nameFinder, type NameFinder } from "./names.ts";
import type { ExchangeSettings } from "./settings.ts";
import { type Cover, veilOf } from "./veil.ts";
import { voicesFor } from "./voices.ts";

type Fence = Floor["fence"];

/** The exchange of one debate; null where nothing about it is special. */
export interface Exchange {
  readonly settings: ExchangeSettings;
  readonly participants: readonly Participant[];
  readonly lots: Floor["lots"];
  readonly names: NameFinder;
  readonly brief: string;
}

export function exchangeOf(
  { participants, lots }: Pick<Floor, "participants" | "lots">,
  settings: ExchangeSettings,
  brief: Brief,
): Exchange | null {
  if (!settings.anonymous && !settings.rotate && !settings.one_voice) return null;
  const texts = [brief.question, ...quotable(brief).values()];
  return {
    settings,
    participants,
    lots,
    names: nameFinder(participants, texts),
    brief: texts.join("\n").toLowerCase(),
  };
}

export interface Showing {
  readonly step: string;
  /** Counts the steps of the exchange, so that the order goes on rotating. */
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

/** What of a prompt is the reader's own, and what must stand in it in which order. */
export interface Bound {
  readonly own: readonly string[];
  readonly order: readonly (readonly string[])[];
}

export interface View {
  /** Labels stand for names. */
  readonly hidden: boolean;
  /** R4: what several hold is shown once, and nothing is counted. */
  readonly oneVoice: boolean;
  /** In the order shown. */
  readonly voices: readonly Voice[];
  readonly nameOf: (seat: string) => string;
  readonly idOf: (claim: string) => string;
  /** Another claim that is shown says the same. */
  readonly leftOut: (claim: string) => boolean;
  readonly conceal: <T>(value: T) => T;
  /** For words of others: what is put together from several is looked through once more as a whole. */
  readonly fencing: (fence: Fence) => Fence;
  /** By the voice of whoever said it; as given, where order is not part of the settings. */
  readonly inOrder: <T>(said: readonly T[], speaker: (one: T) => string) => readonly T[];
  /** The ask with what a reader of its answer, and an auditor, must know. */
  readonly bind: <Reply>(ask: Ask<Reply>, bound: Bound) => Ask<Reply>;
}

/** Everyone by name, in seat order. */
export const PLAIN: View = {
  hidden: false,
  oneVoice: false,
  voices: [],
  nameOf: (seat) => seat,
  idOf: (claim) => claim,
  leftOut: () => false,
  conceal: (value) => value,
  fencing: (fence) => fence,
  inOrder: (said) => said,
  bind: (ask) => ask,
};

export function viewOf(exchange: Exchange | null | undefined, showing: Showing): View {
  if (!exchange) return PLAIN;
  const { participants, lots, settings } = exchange;
  const { step, round, reader, groups } = showing;
  const hidden = hides(settings);
  const voices = voicesFor(groups, {
    seats: participants.map(({ id }) => id),
    lots,
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
  const cover = hidden ? coverFor(exchange, showing, { voices, rank, oneVoice }) : null;
  const { nameOf, idOf, conceal } = cover ?? PLAIN;
  return {
    hidden,
    oneVoice,
    voices,
    nameOf,
    idOf,
    leftOut: (claim) => showing.same?.has(claim) ?? false,
    conceal,
    fencing: (fence) => (label, text) => fence(label, conceal(text)),
    inOrder: (said, speaker) => said.toSorted((a, b) => rank(speaker(a)) - rank(speaker(b))),
    bind: (ask, bound) => ({
      ...ask,
      prompt: ask.prompt.map(ownAfterFirst),
      exchange: {
        ...bound,
        step,
        round,
        hidden,
        rotate: settings.rotate,
        oneVoice,
        voices,
        veil: cover,
      },
    }),
  };
}

/** A list of names is a count, so whoever shows a position once does not say whose it is. */
function hides({ anonymous, one_voice }: ExchangeSettings): boolean {
  return anonymous || one_voice;
}

function coverFor(
  { participants, names, brief }: Exchange,
  { reader, claims, same = new Map(), offices = [] }: Showing,
  {
    voices,
    rank,
    oneVoice,
  }: { voices: readonly Voice[]; rank: (seat: string) => number; oneVoice: boolean },
): Cover {
  const shown = claims.filter(({ id }) => !same.has(id));
  return veilOf({
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

/** The matter is the same for all; what a reader is shown of the others no longer is. */
function ownAfterFirst(segment: Segment, place: number): Segment {
  return place === 0 ? segment : { ...segment, shared: false };
}
