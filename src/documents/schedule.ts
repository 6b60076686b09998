/** When things begin and end, as a document says it: a thing cannot begin before what it waits for has ended. */
import type { Days } from "./calendar.ts";
import { nodeOf } from "./dependencies.ts";
import type { Sentence } from "./sentences.ts";
import { tokensOf } from "./tokens.ts";
import type { Utterance } from "./utterance.ts";

export interface Scheduled {
  /** The thing, in its normal form. */
  readonly node: string;
  readonly edge: "begins" | "ends";
  readonly days: Days;
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
export function scheduleIn({ text, tokens }: Utterance): Scheduled[] {
  if (!tokens.some(({ kind }) => kind === "date")) return [];
  for (const [edge, pattern] of EDGES) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    return dated(groups["thing"] ?? "", edge, groups["rest"] ?? "").slice(0, 1);
  }
  const groups = LASTS.exec(text)?.groups;
  const [first, last, more] =
    groups === undefined ? [] : dated(groups["thing"] ?? "", "begins", groups["rest"] ?? "");
  const both = first !== undefined && last !== undefined && more === undefined;
  return both ? [first, { ...last, edge: "ends" }] : [];
}

/** A row with a column for when its first cell begins or ends. */
export function columnDates({ cells, head }: Sentence): Scheduled[] {
  return cells.slice(1).flatMap((cell, at) => columnDate(cells[0] ?? "", head[at + 1] ?? "", cell));
}

function columnDate(thing: string, head: string, cell: string): Scheduled[] {
  if (/^(?:start|begin|from)/i.test(head)) return dated(thing, "begins", cell).slice(0, 1);
  return /^(?:end|finish|due|until|deadline|to$)/i.test(head)
    ? dated(thing, "ends", cell).slice(0, 1)
    : [];
}

function dated(thing: string, edge: Scheduled["edge"], words: string): Scheduled[] {
  const node = nodeOf(thing);
  if (node === undefined) return [];
  return tokensOf(words).flatMap((token) =>
    token.kind === "date" && token.days.dimension === "date"
      ? [{ node, edge, days: token.days, date: token.text }]
      : [],
  );
}
