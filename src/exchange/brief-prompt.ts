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

/** K7, as explained to participants whose evidence has a kind: in few words, with what a search counts as found. */
export const SHORT_EVIDENCE_RULE = [
  "Evidence has a kind, and code checks it. What turns out wrong counts for nothing.",
  "- quote: exact words of a source, and its id: the first word after `source` in a marker, such as brief or option-A.",
  "  White space and the style of quote marks do not matter; words and markup do.",
  '- calculation: one line such as "6.7 TB / 40 MB/s = 46.5 h" or "2026-03-01 + 30 d = 2026-03-31". What stands on the',
  '  left must be in the sources ("six weeks" as 6 weeks). `source`: where, or empty for several.',
  "- silence: words or phrases, by commas, that `source` does not have; empty: that no source has. Upper and lower case",
  '  are the same, and "roll" is found in "rollback", not in "payroll". At least 3 letters each.',
  "- knowledge: generally known, in no source; shown as not checked. `source`: empty.",
].join("\n");

/** The same at more length. */
export const EVIDENCE_RULE = writeEvidenceRule([
  "brief, option-A or",
  "S1, or the id of a point, such as cost-3",
]);

/** With ids that can be quoted here: what ends the first line of it, and what begins the second. */
export function writeEvidenceRule([first, second]: readonly [string, string]): string {
  return [
    "Evidence has a kind, and code checks it:",
    `- quote: the exact words of a source and its id: the first word after \`source\` in a marker, such as ${first}`,
    `  ${second}. White space and the style of quote marks do not matter; words and markup do.`,
    '- calculation: one line such as "6.7 TB / 40 MB/s = 46.5 h" or "2026-03-01 + 30 d = 2026-03-31". Figures and dates on',
    '  the left must stand in the sources (write "six weeks" as 6 weeks); the result is worked out again. `source` is where',
    "  they are, or empty for several.",
    "- silence: words that you looked for and that do not occur, separated by commas. `source` is where, or empty for all.",
    "- knowledge: a generally known fact that stands in no source; shown as not checked. `source` is empty.",
    "What turns out wrong counts for nothing.",
  ].join("\n");
}

/** A title comes from a file name, so it is kept to one plain line. */
function formatPlainTitle(title: string): string {
  return title.replace(/[^\p{L}\p{N} ._/-]/gu, "").slice(0, 80);
}
