/** A brief as every protocol's prompts show it: fenced, with the ids to quote it by. */
import { type Brief, formatOptionSource, formatOptionText } from "../domain/brief.ts";
import type { Fence } from "../protocol.ts";

/** Each option's words, between fences. */
export function renderBriefOptions(brief: Brief, fence: Fence): string {
  return brief.options
    .map((option) => fence(`source ${formatOptionSource(option.id)}`, formatOptionText(option)))
    .join("\n");
}

/** Every source with words, or the sentence that there is none. */
export function renderBriefSources(brief: Brief, fence: Fence): string {
  const sources = brief.sources
    .filter(({ text }) => text.trim() !== "")
    .map(({ id, title, text }) => fence(`source ${id} (${formatPlainTitle(title)})`, text))
    .join("\n\n");
  return sources === "" ? "There is no further material." : `Material\n${sources}`;
}

/** K7, as explained to participants who are asked for evidence. */
export const QUOTE_RULE = [
  "Evidence is a source id and the exact words quoted from it. Quotes are checked against the source;",
  "a quote that does not occur there counts for nothing.",
].join("\n");

/** A title comes from a file name, so it is kept to one plain line. */
function formatPlainTitle(title: string): string {
  return title.replace(/[^\p{L}\p{N} ._/-]/gu, "").slice(0, 80);
}
