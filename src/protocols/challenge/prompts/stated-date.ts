/** The date that a brief gives as its own, so that a plan is judged as of that day and not of today. */
import type { Brief } from "../../../domain/brief.ts";

const MONTHS =
  "January|February|March|April|May|June|July|August|September|October|November|December";
const DATE = String.raw`\d{4}-\d{2}-\d{2}|\d{1,2}\.? (?:${MONTHS}) \d{4}|(?:${MONTHS}) \d{1,2}, \d{4}`;
/** "As of 2026-03-01", "Date: 12 March 2026", at the start of a line. */
const STATED = new RegExp(
  String.raw`^[\s>*_#-]*(?:as of|date|dated|status date|last updated)\b[\s*_:]*(${DATE})\b`,
  "im",
);

export function findStatedDate({ sources }: Pick<Brief, "sources">): string | null {
  const [first] = sources;
  return (first && STATED.exec(first.text)?.[1]) ?? null;
}
