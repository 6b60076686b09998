import type { DocumentSentence } from "../markdown/document-sentences.ts";
/** When things begin and end, as a document says it: a thing cannot begin before what it waits for has ended. */
import type { DayRange } from "./date-ranges.ts";
import { tokenizeSentence } from "./sentence-tokens.ts";
import type { SentenceUtterance } from "./sentence-utterance.ts";
import { normalizeStepName } from "./step-dependencies.ts";

export interface ScheduledDate {
  /** The thing, in its normal form. */
  readonly node: string;
  readonly edge: "begins" | "ends";
  readonly days: DayRange;
  /** The date as written. */
  readonly date: string;
}

const BEGINS =
  /^(?<thing>.+?) (?:(?:must|will|shall|should) )?(?:starts?|begins?|launch(?:es)?|goes live|kicks off)\b(?<rest>.*)$/i;
const ENDS =
  /^(?<thing>.+?) (?:(?:must|will|shall|should) )?(?:ends?|finish(?:es)?|completes?|(?:is|be|are) (?:finished|completed?|done|due|delivered))\b(?<rest>.*)$/i;
const EDGES = [
  ["begins", BEGINS],
  ["ends", ENDS],
] as const;
/** "Phase 1: 2026-03-01 to 2026-05-01". */
const LASTS = /^(?<thing>[^:]{1,60}):(?<rest>.*)$/;

/** What a sentence says by itself. */
export function findScheduledDates({ text, tokens }: SentenceUtterance): ScheduledDate[] {
  if (!tokens.some(({ kind }) => kind === "date")) return [];
  for (const [edge, pattern] of EDGES) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    return createScheduledDates(groups["thing"] ?? "", edge, groups["rest"] ?? "").slice(0, 1);
  }
  const groups = LASTS.exec(text)?.groups;
  const [first, last, more] =
    groups === undefined
      ? []
      : createScheduledDates(groups["thing"] ?? "", "begins", groups["rest"] ?? "");
  const both = first !== undefined && last !== undefined && more === undefined;
  return both ? [first, { ...last, edge: "ends" }] : [];
}

/** A row with a column for when its first cell begins or ends. */
export function findColumnDates({ cells, head }: DocumentSentence): ScheduledDate[] {
  return cells
    .slice(1)
    .flatMap((cell, at) => readColumnDate(cells[0] ?? "", head[at + 1] ?? "", cell));
}

function readColumnDate(thing: string, head: string, cell: string): ScheduledDate[] {
  if (/^(?:start|begin|from)/i.test(head))
    return createScheduledDates(thing, "begins", cell).slice(0, 1);
  return /^(?:end|finish|due|until|deadline|to$)/i.test(head)
    ? createScheduledDates(thing, "ends", cell).slice(0, 1)
    : [];
}

function createScheduledDates(
  thing: string,
  edge: ScheduledDate["edge"],
  words: string,
): ScheduledDate[] {
  const node = normalizeStepName(thing);
  if (node === undefined) return [];
  return tokenizeSentence(words).flatMap((token) =>
    token.kind === "date" && token.days.dimension === "date"
      ? [{ node, edge, days: token.days, date: token.text }]
      : [],
  );
}
