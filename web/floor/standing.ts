/** Who stood where in each step: what the braid draws and the table beside it says. */
import { type Braid, type BraidCell, positionsByStep } from "../../src/timeline/moment.ts";
import type { Lane, Move, SeatCard, Step, Story } from "../../src/timeline/story.ts";

export interface Column {
  readonly step: Step;
  /** Not everyone who was asked in it has answered at the moment shown. */
  readonly isOpen: boolean;
  /** Begins after the moment shown. */
  readonly isAhead: boolean;
  readonly stands: readonly Stand[];
}

export interface Stand {
  readonly seat: SeatCard;
  readonly kind: "held" | "pending" | "absent";
  /** Where it stands, or stood last; null where it never took a position. */
  readonly lane: Lane | null;
  readonly confidence: number | null;
  /** The change that brought it here. */
  readonly move: Move | null;
}

/** Columns that are still ahead keep their places, so that nothing jumps while the reader moves. */
export function columnsOf(story: Story, at: number): readonly Column[] {
  const last = newestColumns(story);
  if (at >= story.last) return last;
  const ahead = last.filter(({ step }) => step.at > at);
  return [
    ...standing(story, positionsByStep(story, at)),
    ...ahead.map(({ step }) => ({ step, isOpen: false, isAhead: true, stands: [] })),
  ];
}

const newest = new WeakMap<Story, readonly Column[]>();

/** Found once for a story: a moment of it is asked for with every frame of a drag. */
export function newestColumns(story: Story): readonly Column[] {
  const known = newest.get(story) ?? standing(story, positionsByStep(story, story.last));
  newest.set(story, known);
  return known;
}

function standing(story: Story, shown: Braid): Column[] {
  const lanes = new Map(story.lanes.map((lane) => [lane.id, lane]));
  return shown.columns.map((step, place) => {
    const stands = standsIn(shown, place, lanes);
    return { step, isOpen: stands.some(({ kind }) => kind === "pending"), isAhead: false, stands };
  });
}

function standsIn({ rows }: Braid, place: number, lanes: ReadonlyMap<string, Lane>): Stand[] {
  return rows.flatMap(({ seat, cells }): Stand[] => {
    const cell = cells[place];
    const kind = cell && kindOf(cell);
    if (cell === undefined || kind === null || kind === undefined) return [];
    const lane = lanes.get(cell.position ?? "") ?? null;
    return [{ seat, kind, lane, confidence: cell.confidence, move: cell.move }];
  });
}

/** Null where a thread only passes through. */
function kindOf({ pending, turn, carried }: BraidCell): Stand["kind"] | null {
  if (pending) return "pending";
  if (turn === null) return null;
  if (turn.absent !== null) return "absent";
  return carried ? null : "held";
}

/** "Scores 2" and "to the lead alone" of "Scores, to the lead alone (2)". */
export function titleLines(title: string): readonly [string, string] {
  const [, named = title, number] = /^(.*) \((\d+)\)$/.exec(title) ?? [];
  const [, head = named, rest = ""] = /^([^,:]+)[,:] (.+)$/.exec(named) ?? [];
  return [number === undefined ? head : `${head} ${number}`, rest];
}

/** What a change rested on, in a few words. */
export function causeOf({ class: kind, cause }: Pick<Move, "class" | "cause">): string {
  if (cause === null) return "unexplained";
  switch (kind) {
    case "persuaded":
      return `persuaded by ${cause}`;
    case "reasoned-unverified":
      return `by ${cause}, unproven`;
    case "self-corrected":
      return `own claim ${cause}`;
    case "capitulated":
      return "unexplained";
  }
}
