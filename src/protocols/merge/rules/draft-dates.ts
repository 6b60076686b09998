/** A33: when a draft was last changed, as far as anybody says: by git or the front matter. */
import { type ParsedDocument, readSpanText } from "../../../documents/document.ts";
import type { MergeSettings } from "../settings.ts";

const STATED_DATE =
  /^\s*"?(?:last[-_ ]?(?:updated|modified)|updated|modified|date)"?\s*[:=]\s*["']?(\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?)/im;

/** In ms; null where nothing says it. What git knows counts before what the front matter says. */
export function findDraftDate(
  document: ParsedDocument,
  { dates }: Pick<MergeSettings, "dates">,
): number | null {
  const known = parseDate(dates[document.variant - 1] ?? "");
  if (known !== null) return known;
  const [first] = document.blocks;
  if (first?.kind !== "front-matter") return null;
  return parseDate(STATED_DATE.exec(readSpanText(document, first))?.[1] ?? "");
}

function parseDate(text: string): number | null {
  const ms = text === "" ? Number.NaN : Date.parse(text.replace(" ", "T"));
  return Number.isNaN(ms) ? null : ms;
}
