/** The change as every prompt shows it: the same bytes first for all, every line with its old and its new number. */
import { BODY_SOURCE } from "../../../domain/brief.ts";
import { renderBriefSources } from "../../../exchange/brief-prompt.ts";
import { sharedSegment } from "../../../exchange/prompt-segments.ts";
import type { PromptSegment } from "../../../model.ts";
import type { Fence } from "../../../protocol.ts";
import { stripToPlainLine } from "../../../text/plain-text.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import type { ChangePart, ShownPiece } from "../change/change-parts.ts";
import { type ChangedFile, formatFileSource, isChangeSource } from "../change/change.ts";
import type { DiffLine } from "../change/diff-shape.ts";
import type { ReviewTable } from "../rules/table.ts";

/** With what was looked up, and how to quote it. */
export function showChange(table: ReviewTable, part: ChangePart, fence: Fence): PromptSegment[] {
  const { brief } = table;
  const others = brief.sources.filter(
    (source) => source.id !== BODY_SOURCE && !isChangeSource(source),
  );
  return [
    showChangedLines(table, part, fence),
    ...(others.length === 0
      ? []
      : [sharedSegment(renderBriefSources({ ...brief, sources: others }, fence))]),
    sharedSegment(QUOTING),
  ];
}

/** What a request for files is shown of it as well. */
export function showChangedLines(
  table: ReviewTable,
  part: ChangePart,
  fence: Fence,
): PromptSegment {
  const { parts } = table;
  const which = parts.length === 1 ? "" : `, part ${part.number} of ${parts.length}`;
  const words = text`
    ${showHead(table, fence)}

    The change${which}. Every line has its number before, its number after, a sign (+ added, - removed), and its text.
    ${showPieces(part, fence)}
    ${showOmissions(table, part)}
  `;
  return sharedSegment(words.replace(/\n{3,}/g, "\n\n"));
}

/** A change of several parts is too long to be shown at once: then the names of its files are. */
export function showChangedNames(table: ReviewTable, fence: Fence): PromptSegment {
  const names = table.change.files.map(
    ({ path, added, removed }) => `${formatShownPath(path)} +${added} -${removed}`,
  );
  return sharedSegment(text`
    ${showHead(table, fence)}

    The files that the change touches; it is reviewed in ${table.parts.length} parts.
    ${fence("changed files", names.join("\n"))}
  `);
}

function showHead({ brief }: ReviewTable, fence: Fence): string {
  const body = brief.sources.find(({ id }) => id === BODY_SOURCE)?.text.trim() ?? "";
  return text`
    Reviewers look for defects that a change brings in, before it is merged: each alone first, then each finding is put
    before the others. What they refute is not reported.
    ${FENCE_RULE}

    About the change
    ${fence("source brief", [brief.question, body].filter((line) => line !== "").join("\n\n"))}
  `;
}

const QUOTING = [
  "Code checks every quote. Quote the text of whole lines, without numbers and signs. The source of a changed file is the",
  "id in its marker: file-2 after the change, old-2 before it. Other kinds of evidence: calculation, one line such as",
  '"3 * 40 ms = 120 ms" over figures of the sources; silence, words that you looked for and that do not occur, separated',
  "by commas, in a source or in all (empty); knowledge, a generally known fact that is shown as not checked.",
].join("\n");

function showPieces({ pieces }: ChangePart, fence: Fence): string {
  const files = Map.groupBy(pieces, ({ file }) => file.number);
  return [...files.values()]
    .flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const { file } = first;
      const shown = own.map(showPiece).join("\n");
      const label = `source ${formatFileSource(file.number)} (${describeFile(file)})`;
      return [fence(label, shown === "" ? "(no line was changed)" : shown)];
    })
    .join("\n\n");
}

function showPiece({ lines, isApart, file }: ShownPiece): string {
  const width =
    `${Math.max(1, ...file.hunks.flatMap((hunk) => hunk.lines.map((line) => line.new ?? line.old ?? 0)))}`
      .length;
  const gap = isApart && lines[0] !== file.hunks[0]?.lines[0] ? ["..."] : [];
  return [...gap, ...lines.map((line) => showLine(line, width))].join("\n");
}

function showLine({ sign, old, new: after, text: words }: DiffLine, width: number): string {
  const number = (value: number | null): string => `${value ?? ""}`.padStart(width);
  return `${number(old)} ${number(after)} ${sign}${words.replace(/\r$/, "\u240d")}`;
}

/** A path is anyone's words, kept to one plain line. */
export function formatShownPath(path: string): string {
  return stripToPlainLine(path).replace(/[<>]/g, "?").slice(0, 200);
}

function describeFile({ path, oldPath, status, isSubmodule }: ChangedFile): string {
  const name = formatShownPath(path);
  const from = oldPath === path ? "" : ` from ${formatShownPath(oldPath)}`;
  return `${name}, ${isSubmodule ? "submodule " : ""}${status}${from}`;
}

const WHY: Readonly<Record<NonNullable<ChangedFile["hidden"]>, string>> = {
  binary: "binary",
  lock: "lock file",
  generated: "generated",
  vendored: "vendored",
};

export function describeOmission({ path, hidden, added, removed }: ChangedFile): string {
  const size = hidden === "binary" ? "" : `, +${added} -${removed}`;
  return `${formatShownPath(path)} (${hidden === null ? "" : WHY[hidden]}${size})`;
}

/** Most names of files that a prompt lists. */
const MOST_NAMES = 60;

/** What is not shown here, so that nobody takes it for missing. */
function showOmissions({ change, parts }: ReviewTable, part: ChangePart): string {
  const hidden = change.files.filter((file) => file.hidden !== null).map(describeOmission);
  const shown = new Set(part.pieces.map(({ file }) => file.number));
  const elsewhere = change.files
    .filter((file) => file.hidden === null && !shown.has(file.number))
    .map(({ path }) => formatShownPath(path));
  return [
    ...(hidden.length === 0 ? [] : [`Also changed, lines not shown: ${listNames(hidden)}.`]),
    ...(elsewhere.length === 0 || parts.length === 1
      ? []
      : [`Reviewed in other parts: ${listNames(elsewhere)}.`]),
  ].join("\n");
}

function listNames(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
