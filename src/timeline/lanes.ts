/**
 * What colour, letter and shape mean in a debate.
 *
 * LN1. A lane keeps its place: options of the brief come first, other positions follow in the order in which they
 *      were first taken, and no later event moves or renames one.
 * LN2. A participant who answers for a position instead of judging one has no lane: its versions are not sides to
 *      take.
 */
import type { DebateOpened } from "../domain/journal/event.ts";
import { VERDICTS } from "../domain/outcome/objection.ts";
import type { DecisionRule } from "../domain/outcome/possible-endings.ts";
import type { PositionLane, TimelineTurn } from "./debate-timeline.ts";

type NamedLane = Pick<PositionLane, "id" | "label" | "description"> & { readonly sign?: string };

const LONGEST_LETTER = 3;

export function buildPositionLanes(
  opened: DebateOpened,
  turns: readonly TimelineTurn[],
  deciding: DecisionRule | null,
): PositionLane[] {
  const lanes: PositionLane[] = [];
  const known = new Set<string>();
  const letters = new Set<string>();
  const add = ({ id, label, description, sign }: NamedLane, at: number): void => {
    if (known.has(id)) return;
    const letter = findFreeLetter(sign ?? id, letters);
    known.add(id);
    letters.add(letter.toLowerCase());
    lanes.push({ id, letter, label, description, hue: lanes.length, at });
  };
  for (const named of listOpeningLanes(opened, deciding)) add(named, 0);
  for (const { said, seat, at } of turns) {
    if (!said?.position || !isThreadedSeat(seat, deciding)) continue;
    add({ id: said.position, label: said.position, description: "" }, at);
  }
  return lanes;
}

/** LN2 */
export function isThreadedSeat(seat: string, deciding: DecisionRule | null): boolean {
  return deciding?.by !== "withdrawal" || seat !== deciding.proponent;
}

/** The lane that a claim means by what it is about; a document goes by two names. */
export function resolveLaneId(about: string): string {
  const variant = VARIANT.exec(about)?.[1];
  return variant === undefined ? about : formatVariantName(Number(variant));
}

function listOpeningLanes(opened: DebateOpened, deciding: DecisionRule | null): NamedLane[] {
  // options may be named there too, and nobody supports one: a verdict is the position
  if (deciding?.by === "withdrawal") return listVerdictLanes();
  const { options } = opened.brief;
  return options.length > 0 ? [...options] : listVariantLanes(opened);
}

function listVerdictLanes(): NamedLane[] {
  return VERDICTS.map((id) => ({ id, label: VERDICT_LABELS[id], description: "" }));
}

const VERDICT_LABELS = { agree: "Agrees", partial: "Agrees in part", disagree: "Disagrees" };

const VARIANT = /^variant-([1-9]\d?)$/;
const ADVOCATE = /^advocate-([1-9]\d?)$/;

/** Drafts that were given; those that are written in the debate are known by who argues for them. */
function listVariantLanes({ brief, participants }: DebateOpened): NamedLane[] {
  const given = brief.sources.flatMap(({ id, title }) =>
    parseNumberedMatch(VARIANT.exec(id), title),
  );
  const found =
    given.length > 0
      ? given
      : participants.flatMap(({ id }) => parseNumberedMatch(ADVOCATE.exec(id), ""));
  return found
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, title }) => ({
      id: formatVariantName(number),
      label: title === "" ? formatVariantName(number) : title,
      description: "",
      sign: formatVariantLetter(number),
    }));
}

function parseNumberedMatch(
  match: RegExpExecArray | null,
  title: string,
): { number: number; title: string }[] {
  return match?.[1] === undefined ? [] : [{ number: Number(match[1]), title }];
}

function formatVariantName(number: number): string {
  return `Variant ${formatVariantLetter(number)}`;
}

function formatVariantLetter(number: number): string {
  return String.fromCharCode(64 + number);
}

/** A position in a sentence still gets a sign of its own: its first letters, else two of them and a number. */
function findFreeLetter(sign: string, taken: ReadonlySet<string>): string {
  const letters = sign.match(/[\p{L}\p{N}]/gu) ?? [];
  const short = letters.slice(0, LONGEST_LETTER).join("");
  const isFree = (letter: string): boolean => letter !== "" && !taken.has(letter.toLowerCase());
  if (isFree(short)) return short;
  for (let number = 2; ; number++) {
    const room = LONGEST_LETTER - String(number).length;
    const letter = `${letters.slice(0, Math.max(room, 0)).join("")}${number}`;
    if (isFree(letter)) return letter;
  }
}
