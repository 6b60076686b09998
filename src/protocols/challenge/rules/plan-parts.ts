/** H6, H22: a person's plan in numbered parts, cut by code and never retyped. */
import type { PositionPart } from "../prompts/prompt-input.ts";
import { MOST_PARTS } from "../reply-values.ts";

/**
 * Paragraphs and list items, each with the heading above it; joined by line breaks they are the plan again. A plan with
 * too many of them is cut at its paragraphs, and if those are too many, at its headings.
 */
export function cutPlanIntoParts(plan: string): readonly PositionPart[] {
  const cuts = [cutAtItems, cutAtBlocks, cutAtHeadings].map((cut) => joinHeadings(cut(plan)));
  const texts = cuts.find((parts) => parts.length <= MOST_PARTS) ?? cuts.at(-1) ?? [plan];
  return texts.map((text, at) => ({ number: at + 1, text, confidence: null, open: null }));
}

interface PlanLine {
  readonly text: string;
  /** Inside a fenced block of code, where nothing is cut. */
  readonly code: boolean;
}

function readLines(plan: string): PlanLine[] {
  let fence: string | null = null;
  return plan.split(/\r\n?|\n/).map((text) => {
    const mark = /^ {0,3}(```+|~~~+)/.exec(text)?.[1];
    const inside = fence !== null;
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence) === true) fence = null;
    return { text, code: inside };
  });
}

const HEADING = /^ {0,3}#{1,6}\s/;
const ITEM = /^ {0,3}(?:[-+*•–]|\d{1,3}[.)])\s+\S/;

function cutWhere(
  plan: string,
  starts: (line: string, before: string | undefined) => boolean,
): string[] {
  const lines = readLines(plan);
  const parts: string[][] = [];
  lines.forEach(({ text, code }, at) => {
    const begins = parts.length === 0 || (!code && starts(text, lines[at - 1]?.text));
    if (begins) parts.push([text]);
    else parts.at(-1)?.push(text);
  });
  return parts.map((part) => part.join("\n").trimEnd()).filter((part) => part.trim() !== "");
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

/** A table stays whole, and so does an item with what is indented below it. */
function cutAtItems(plan: string): string[] {
  return cutWhere(
    plan,
    (line, before) =>
      HEADING.test(line) ||
      ITEM.test(line) ||
      (isBlank(before) && !isBlank(line) && !/^\s{2,}\S/.test(line)),
  );
}

function cutAtBlocks(plan: string): string[] {
  return cutWhere(
    plan,
    (line, before) =>
      HEADING.test(line) ||
      (isBlank(before) && !isBlank(line) && !/^\s{2,}\S/.test(line) && !ITEM.test(line)),
  );
}

function cutAtHeadings(plan: string): string[] {
  return cutWhere(plan, (line) => HEADING.test(line));
}

/** A heading says nothing alone, so it goes with what follows it. */
function joinHeadings(texts: readonly string[]): string[] {
  const parts: string[] = [];
  let headings = "";
  for (const text of texts) {
    const whole = headings === "" ? text : `${headings}\n\n${text}`;
    const isHeading = HEADING.test(text) && !text.trim().includes("\n");
    headings = isHeading ? whole : "";
    if (!isHeading) parts.push(whole);
  }
  return headings === "" ? parts : [...parts, headings];
}
