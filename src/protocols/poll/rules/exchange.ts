/** Who sits in a poll, what their letters mean, and what one of them is shown of the others. */
import type { Brief, Option } from "../../../domain/brief.ts";
import type { Seat } from "../../../domain/participant.ts";
import type { Round, Spoken } from "../../../domain/round.ts";
import { isPollVote, type PollReply } from "../replies.ts";
import type { PollInsertion, PollSettings } from "../settings.ts";

export type PollRounds = Round<PollReply>[];

export function listSeats(count: number): Seat[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `seat${index + 1}`,
    name: `Seat ${index + 1}`,
    role: "seat",
    stance: null,
  }));
}

export interface ShownPoint {
  readonly id: string;
  readonly text: string;
  /** It came with evidence, and that passed the check. */
  readonly backed: boolean;
  readonly verified: boolean;
}

/** One position as a reader sees it; `members` are seats that hold it. */
export interface ShownPosition {
  readonly label: string;
  readonly members: readonly string[];
  /** An option's id, or the answer in words. */
  readonly holds: string;
  readonly points: readonly ShownPoint[];
}

export interface PollSeatView {
  /** The reader's answers so far, oldest first. */
  readonly own: readonly string[];
  /** Round by round, oldest first. */
  readonly others: readonly (readonly ShownPosition[])[];
  readonly inserted: readonly PollInsertion[];
  /** Keys of the turns whose words are shown. */
  readonly reveals: readonly string[];
}

export interface ExchangeMoment {
  readonly round: number;
  readonly earlier: readonly Round<PollReply>[];
}

export interface LetteredOption {
  readonly letter: string;
  readonly option: Option;
}

/** The options of one seat in the order in which that seat is shown them: no option keeps a favoured place. */
export function orderOptions(
  { options }: Pick<Brief, "options">,
  { task, shuffle }: Pick<PollSettings, "task" | "shuffle">,
  order: (count: number) => readonly number[],
): LetteredOption[] {
  if (task !== "choose") return [];
  const places = shuffle ? order(options.length) : options.map((_, index) => index);
  return places.flatMap((place, index) => {
    const option = options[place];
    return option ? [{ letter: formatLetter(index), option }] : [];
  });
}

/** A to Z, then AA, AB… */
function formatLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : formatLetter(Math.floor(index / 26) - 1) + last;
}

/** What a reply holds, whatever letter it had for it. */
export type ReadHeld = (by: string, reply: PollReply) => string;

export function viewExchange(
  { settings, seats, held }: { settings: PollSettings; seats: readonly string[]; held: ReadHeld },
  reader: string,
): (moment: ExchangeMoment) => PollSeatView {
  const seen = listNeighbours(settings, seats, reader);
  return ({ round, earlier }) => {
    const mine = earlier.flatMap(({ spoken }) => spoken.filter(({ by }) => by === reader));
    const shown =
      settings.sees === "others" || settings.sees === "earlier"
        ? earlier.map(({ spoken }) => spoken.filter(({ by }) => seen.has(by)))
        : [];
    return {
      own: mine.map(({ by, reply }) => held(by, reply)),
      others: shown.map((turns) => showPositions(turns, settings, held)),
      inserted: round >= settings.inserted_from ? settings.inserted : [],
      reveals: [...mine, ...shown.flat()].map(({ key }) => key),
    };
  };
}

function listNeighbours(
  { graph, sees }: PollSettings,
  seats: readonly string[],
  reader: string,
): ReadonlySet<string> {
  const at = seats.indexOf(reader);
  const count = seats.length;
  const isSeen = (other: number): boolean => {
    if (other === at) return false;
    if (graph === "full" || sees === "earlier") return true;
    if (graph === "star") return at === 0 || other === 0;
    return other === (at + 1) % count || other === (at + count - 1) % count;
  };
  return new Set(seats.filter((_, other) => isSeen(other)));
}

/** An unknown letter stays as it is, and is a problem of the reply. */
export function readHeldOption(reply: PollReply, options: readonly LetteredOption[]): string {
  if (!isPollVote(reply)) return reply.findings.map(({ headline }) => headline).join("; ");
  if (!("option" in reply)) return normalizeAnswer(reply.answer);
  const letter = reply.option.toUpperCase();
  return options.find((one) => one.letter === letter)?.option.id ?? reply.option;
}

/** Two spellings of one short answer count as one. */
export function normalizeAnswer(answer: string): string {
  return answer
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}\b)/g, "")
    .replace(/[\s.!]+$/u, "")
    .replace(/\s+/gu, " ")
    .trim();
}

function showPositions(
  turns: readonly Spoken<PollReply>[],
  { names, one_voice }: PollSettings,
  held: ReadHeld,
): ShownPosition[] {
  const groups = one_voice
    ? [...Map.groupBy(turns, ({ by, reply }) => held(by, reply)).values()]
    : turns.map((turn) => [turn]);
  return groups.map((group, index) => {
    const [first] = group;
    if (!first) throw new TypeError("A group of turns has a turn.");
    return {
      label: names && !one_voice ? first.by : `voice ${index + 1}`,
      members: group.map(({ by }) => by),
      holds: held(first.by, first.reply),
      points: group.flatMap(({ claims }) =>
        claims.map(({ id, text, evidence }) => ({
          id,
          text,
          backed: evidence.length > 0,
          verified: evidence.some(({ verified }) => verified),
        })),
      ),
    };
  });
}
