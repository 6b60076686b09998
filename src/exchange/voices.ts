/** R2, R3: the label and the order in which a reader is shown each of the others, drawn from the debate's salt. */
import type { Voice } from "../protocol.ts";

export interface VoiceOptions {
  /** Everyone at the table, in seat order. */
  readonly seats: readonly string[];
  readonly seededOrder: (name: string, count: number) => readonly number[];
  readonly step: string;
  readonly reader: string;
  readonly round: number;
  /** Labels in the place of names. */
  readonly hidden: boolean;
  readonly rotate: boolean;
}

/** One voice per group of seats, in the order in which this reader is shown them. */
export function assignVoices(
  groups: readonly (readonly string[])[],
  drawing: VoiceOptions,
): Voice[] {
  const { seededOrder: lots, step, reader, hidden } = drawing;
  const ranked = sortInSeatOrder(groups, drawing.seats);
  const drawn = lots(`labels/${step}/${reader}`, ranked.length);
  const voices = ranked.map((members, at) => ({
    label: hidden ? formatVoiceLabel(drawn[at] ?? at) : (members[0] ?? ""),
    members,
  }));
  return computeVoiceOrder(drawing, drawn).flatMap((at) => voices[at] ?? []);
}

const LABEL = "voice-";

function formatVoiceLabel(place: number): string {
  return `${LABEL}${place + 1}`;
}

/** With rotation the row of reader and round, over an order that all readers of the step share; else by label. */
function computeVoiceOrder(
  { seats, seededOrder: lots, step, reader, round, hidden, rotate }: VoiceOptions,
  drawn: readonly number[],
): number[] {
  const count = drawn.length;
  if (rotate) {
    const base = lots(`order/${step}`, count);
    const row = (seats.indexOf(reader) + round) % Math.max(1, countWilliamsRows(count));
    return computeWilliamsRow(count, row).flatMap((cell) => base[cell] ?? []);
  }
  const places = drawn.map((_, at) => at);
  return hidden ? places.toSorted((a, b) => (drawn[a] ?? 0) - (drawn[b] ?? 0)) : places;
}

function sortInSeatOrder(
  groups: readonly (readonly string[])[],
  seats: readonly string[],
): (readonly string[])[] {
  const rank = (id: string | undefined): number => seats.indexOf(id ?? "");
  return groups
    .filter((members) => members.length > 0)
    .map((members) => members.toSorted((a, b) => rank(a) - rank(b)))
    .toSorted(([a], [b]) => rank(a) - rank(b));
}

/**
 * R3: Williams' rows. Over all rows every position appears equally often in every place, and equally often right after
 * every other one. An even number of positions needs as many rows, an odd number twice as many.
 */
export function countWilliamsRows(size: number): number {
  return size % 2 === 0 ? size : 2 * size;
}

/** The positions 0 to size - 1 in the order of one row; rows go on from the first after the last. */
export function computeWilliamsRow(size: number, row: number): number[] {
  if (size === 0) return [];
  const at = row % countWilliamsRows(size);
  const cells = createZigzagOrder(size).map((cell) => (cell + at) % size);
  return at < size ? cells : cells.toReversed();
}

/** 0, 1, size - 1, 2, size - 2…: no two neighbours are the same distance apart. */
function createZigzagOrder(size: number): number[] {
  return Array.from({ length: size }, (_, place) =>
    place % 2 === 1 ? (place + 1) / 2 : (size - place / 2) % size,
  );
}
