/** A debate as a decision record in Michael Nygard's format, for projects that use it. */
import type { Transcript } from "../domain/journal/transcript.ts";
import { isDegradedOutcome } from "../domain/outcome/outcome.ts";
import { escapeMarkdown, restoreBoldLines } from "../text/markdown.ts";
import {
  type AdrRecordOptions,
  findAdrStatus,
  formatContextText,
  formatDecisionOutcome,
  formatDissentSections,
  formatAdrOptionLines,
  formatPersonsChoice,
  formatProsAndCons,
  formatRecordDay,
  formatSupersedesLine,
  formatVerdictStrength,
} from "./adr-record.ts";
import { formatMoveSentences, formatOriginLine, formatPanelNote } from "./record-origin.ts";
import { formatDegradedLine } from "./summary-text.ts";

export interface NygardRecordOptions extends AdrRecordOptions {
  /** As in `# 12. Use a queue`. */
  readonly number: number;
}

export function formatNygardRecord(transcript: Transcript, setting: NygardRecordOptions): string {
  const { outcome, options } = transcript;
  return joinPageSections([
    ...formatNygardHead(transcript, { ...setting, title: escapeMarkdown(transcript.question) }),
    "## Context",
    ...(outcome && isDegradedOutcome(outcome)
      ? [`**${escapeMarkdown(formatDegradedLine(transcript))}**`]
      : []),
    formatContextText(transcript, setting),
    options.length === 0
      ? ""
      : `The options were:\n\n${formatAdrOptionLines(transcript).join("\n")}`,
    "## Decision",
    formatDecisionOutcome(transcript),
    formatVerdictStrength(transcript, setting.audit),
    "## Consequences",
    ...(outcome ? formatDissentSections(transcript, outcome) : []),
    formatProsAndCons(transcript).replaceAll(/^##(?=#? )/gm, "###"),
    ...formatMoveSentences(transcript),
    formatOriginLine(transcript, setting.besideJournal),
    formatDebateMark(transcript),
  ]);
}

/** A record the protocol has written itself, under the title, date and status that records here have. */
export function wrapNygardPage(
  page: string,
  transcript: Transcript,
  setting: NygardRecordOptions,
): string {
  const [title = "", ...rest] = page.trimEnd().split("\n");
  const status = /^- \*\*Status:\*\* (.*)$/m.exec(page)?.[1];
  const body = rest.join("\n").replace(/^- \*\*(?:Date|Status):\*\* .*\n?/gm, "");
  return joinPageSections([
    ...formatNygardHead(transcript, { ...setting, title: title.replace(/^# /, ""), status }),
    formatVerdictStrength(transcript, setting.audit),
    formatPersonsChoice(transcript),
    restoreBoldLines(body.trim()),
    ...formatMoveSentences(transcript),
    ...formatPanelNote(transcript),
    formatOriginLine(transcript, setting.besideJournal),
    formatDebateMark(transcript),
  ]);
}

function formatNygardHead(
  transcript: Transcript,
  {
    number,
    supersedes,
    title,
    status,
  }: NygardRecordOptions & { readonly title: string; readonly status?: string | undefined },
): string[] {
  const own = findAdrStatus(transcript) === "accepted" ? "Accepted" : "Proposed";
  return [
    `# ${number}. ${title}`,
    `Date: ${formatRecordDay(transcript)}`,
    "## Status",
    status ?? own,
    ...supersedes.map(formatSupersedesLine),
  ];
}

/** The form has no front matter, and a record must still say which debate it comes from. */
function formatDebateMark({ id, head }: Transcript): string {
  return `<!-- dissent debate="${id}" chain="${head}" -->`;
}

function joinPageSections(sections: readonly string[]): string {
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}
