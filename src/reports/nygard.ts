/** A debate as a decision record in Michael Nygard's form, for projects whose records have it. */
import { isDegraded } from "../domain/outcome.ts";
import type { Transcript } from "../domain/transcript.ts";
import { asMarkdown } from "../text/markdown.ts";
import {
  type AdrSetting,
  adrStatus,
  contextText,
  decisionText,
  dissentSections,
  optionLines,
  originLine,
  prosAndCons,
  recordDay,
  supersedesLine,
  trustLine,
} from "./adr.ts";
import { movementTable } from "./markdown.ts";
import { degradedLine } from "./words.ts";

export interface NygardSetting extends AdrSetting {
  /** As in `# 12. Use a queue`. */
  readonly number: number;
}

export function nygardRecord(transcript: Transcript, setting: NygardSetting): string {
  const { outcome, options } = transcript;
  return joined([
    ...headOf(transcript, { ...setting, title: asMarkdown(transcript.question) }),
    "## Context",
    ...(outcome && isDegraded(outcome) ? [`**${asMarkdown(degradedLine(transcript))}**`] : []),
    contextText(transcript),
    options.length === 0 ? "" : `The options were:\n\n${optionLines(transcript).join("\n")}`,
    "## Decision",
    decisionText(transcript),
    trustLine(transcript, setting.audit),
    "## Consequences",
    ...(outcome ? dissentSections(transcript, outcome) : []),
    prosAndCons(transcript).replaceAll(/^##(?=#? )/gm, "###"),
    originLine(transcript),
    markOf(transcript),
  ]);
}

/** A record the protocol has written itself, under the title, date and status that records here have. */
export function nygardAround(page: string, transcript: Transcript, setting: NygardSetting): string {
  const [title = "", ...rest] = page.trimEnd().split("\n");
  const status = /^- \*\*Status:\*\* (.*)$/m.exec(page)?.[1];
  const body = rest.join("\n").replace(/^- \*\*(?:Date|Status):\*\* .*\n?/gm, "");
  const moved = movementTable(transcript);
  return joined([
    ...headOf(transcript, { ...setting, title: title.replace(/^# /, ""), status }),
    trustLine(transcript, setting.audit),
    body.trim(),
    moved === "" ? "" : `## How positions moved\n\n${moved}`,
    originLine(transcript),
    markOf(transcript),
  ]);
}

function headOf(
  transcript: Transcript,
  {
    number,
    supersedes,
    title,
    status,
  }: NygardSetting & { readonly title: string; readonly status?: string | undefined },
): string[] {
  const own = adrStatus(transcript) === "accepted" ? "Accepted" : "Proposed";
  return [
    `# ${number}. ${title}`,
    `Date: ${recordDay(transcript)}`,
    "## Status",
    status ?? own,
    ...supersedes.map(supersedesLine),
  ];
}

/** The form has no front matter, and a record must still say which debate it comes from. */
function markOf({ id, head }: Transcript): string {
  return `<!-- dissent debate="${id}" chain="${head}" -->`;
}

function joined(sections: readonly string[]): string {
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}
