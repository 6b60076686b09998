/** Compares two debates: how each ended, who stands elsewhere, who moved because of what, which facts differ. */
import type { Audit } from "../audit/audit.ts";
import { type Event, readOpening } from "../domain/journal/event.ts";
import type { Transcript } from "../domain/journal/transcript.ts";
import { describeOutcomeLabel } from "./summary-text.ts";

export interface ComparedDebate {
  readonly events: readonly Event[];
  readonly transcript: Transcript;
  readonly audit: Pick<Audit, "flips" | "strength">;
}

export interface ComparedEnding {
  readonly debate: string;
  readonly protocol: string;
  /** Null while it runs. */
  readonly outcome: string | null;
  readonly choice: string | null;
  readonly summary: string;
  readonly strength: Audit["strength"];
  readonly decided: string | null;
}

export interface ComparedMove {
  readonly from: string;
  readonly to: string;
  /** The claim that caused it, with its words; null where nothing did. */
  readonly because: string | null;
}

export interface ComparedSeat {
  readonly seat: string;
  readonly name: string;
  /** The last position in each debate; null where the seat does not exist or said nothing. */
  readonly positions: readonly [string | null, string | null];
  readonly moves: readonly [readonly ComparedMove[], readonly ComparedMove[]];
  readonly models: readonly [string | null, string | null];
}

export interface DebateComparison {
  readonly endings: readonly [ComparedEnding, ComparedEnding];
  readonly sameEnding: boolean;
  readonly questions: readonly [string, string];
  readonly seats: readonly ComparedSeat[];
  /** Sources that only one of the two had, by title. */
  readonly facts: readonly [readonly string[], readonly string[]];
  readonly settings: readonly {
    readonly name: string;
    readonly values: readonly [string, string];
  }[];
  readonly protocols: readonly [string, string];
}

export function compareDebates(first: ComparedDebate, second: ComparedDebate): DebateComparison {
  const [a, b] = [first, second].map(describeEnding) as [ComparedEnding, ComparedEnding];
  const openings = [readOpening(first.events), readOpening(second.events)] as const;
  return {
    endings: [a, b],
    sameEnding: a.outcome === b.outcome && a.choice === b.choice,
    questions: [first.transcript.question, second.transcript.question],
    seats: listComparedSeats(first, second),
    facts: [
      listSourcesOfOne(openings[0].brief.sources, openings[1].brief.sources),
      listSourcesOfOne(openings[1].brief.sources, openings[0].brief.sources),
    ],
    settings: listChangedSettings(openings[0].settings, openings[1].settings),
    protocols: [first.transcript.protocol, second.transcript.protocol],
  };
}

function describeEnding({ transcript, audit }: ComparedDebate): ComparedEnding {
  const { outcome } = transcript;
  return {
    debate: transcript.id,
    protocol: transcript.protocol,
    outcome: outcome === null ? null : describeOutcomeLabel(outcome),
    choice: outcome?.choice ?? null,
    summary: outcome?.summary ?? "not ended yet",
    strength: audit.strength,
    decided: transcript.decisions.at(-1)?.choice ?? null,
  };
}

function listComparedSeats(first: ComparedDebate, second: ComparedDebate): ComparedSeat[] {
  const seats = new Map(
    [...second.transcript.participants, ...first.transcript.participants].map((seat) => [
      seat.id,
      seat,
    ]),
  );
  const order = [...first.transcript.participants, ...second.transcript.participants];
  return [...new Set(order.map(({ id }) => id))].map((seat) => ({
    seat,
    name: seats.get(seat)?.name ?? seat,
    positions: [findLastPosition(first, seat), findLastPosition(second, seat)],
    moves: [listMoves(first, seat), listMoves(second, seat)],
    models: [findSeatModel(first, seat), findSeatModel(second, seat)],
  }));
}

function findLastPosition({ transcript }: ComparedDebate, seat: string): string | null {
  const turns = transcript.steps.flatMap(({ turns: all }) => all);
  return turns.findLast(({ by, said }) => by === seat && said?.position)?.said?.position ?? null;
}

function findSeatModel({ transcript }: ComparedDebate, seat: string): string | null {
  return transcript.participants.find(({ id }) => id === seat)?.model ?? null;
}

function listMoves({ transcript, audit }: ComparedDebate, seat: string): ComparedMove[] {
  const claims = transcript.steps.flatMap(({ turns }) => turns.flatMap((turn) => turn.claims));
  return audit.flips
    .filter(({ by }) => by === seat)
    .map(({ from, to, cause }) => {
      const text = claims.find(({ id }) => id === cause)?.text;
      return { from, to, because: text === undefined ? cause : `${cause}: ${text}` };
    });
}

type NamedSource = { readonly id: string; readonly title: string; readonly sha256: string };

function listSourcesOfOne(own: readonly NamedSource[], others: readonly NamedSource[]): string[] {
  const known = new Set(others.map(({ sha256 }) => sha256));
  return own
    .filter(({ sha256 }) => !known.has(sha256))
    .map(({ id, title }) => (title === "" || title === id ? id : `${id}: ${title}`));
}

function listChangedSettings(a: unknown, b: unknown): DebateComparison["settings"] {
  const [first, second] = [readSettings(a), readSettings(b)];
  return [...new Set([...Object.keys(first), ...Object.keys(second)])]
    .map((name) => ({
      name,
      values: [formatSetting(first[name]), formatSetting(second[name])] as const,
    }))
    .filter(({ values: [one, other] }) => one !== other);
}

function readSettings(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === "object" ? { ...value } : {};
}

function formatSetting(value: unknown): string {
  return value === undefined
    ? "not set"
    : typeof value === "string"
      ? value
      : JSON.stringify(value);
}
