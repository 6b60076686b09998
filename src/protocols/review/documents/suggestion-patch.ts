/**
 * L10: a suggestion as a patch, where a reviewer wrote new text for the quoted lines and all of the file is known, so that
 * the context around it is the file's own.
 */
import type { JudgedFinding } from "../rules/judge-findings.ts";

export function formatPatchName({ id }: Pick<JudgedFinding, "id">): string {
  return `suggestions/${id}.patch`;
}

export function isSuggestionFile(path: string): boolean {
  return /^suggestions\/[^/]+\.patch$/.test(path);
}

const CONTEXT = 3;

/** Null where there is no text to put in, or nothing would change. */
export function buildSuggestionPatch(finding: Pick<JudgedFinding, "members">): string | null {
  const member = finding.members.find(({ replacement }) => replacement !== null);
  if (!member || member.replacement === null) return null;
  const { file, place, replacement } = member;
  // git quotes such a path in a way of its own
  if (file.text === null || place.side !== "new" || /["\\\u0000-\u001f\u007f]/.test(file.path))
    return null;
  const isClosed = file.text.endsWith("\n");
  const lines = file.text.split("\n");
  if (isClosed) lines.pop();
  const return_ = lines[place.first - 1]?.endsWith("\r") === true ? "\r" : "";
  const wanted =
    replacement === ""
      ? []
      : replacement
          .replace(/\r?\n$/, "")
          .split(/\r?\n/)
          .map((line) => line + return_);
  const before = lines.slice(place.first - 1, place.last);
  if (before.length === 0 || before.join("\n") === wanted.join("\n")) return null;
  const start = Math.max(0, place.first - 1 - CONTEXT);
  const end = Math.min(lines.length, place.last + CONTEXT);
  const [head, tail] = [lines.slice(start, place.first - 1), lines.slice(place.last, end)];
  const isAtEnd = end === lines.length && !isClosed;
  const old = head.length + before.length + tail.length;
  const after = head.length + wanted.length + tail.length;
  const body = [
    ...head.map((line) => ` ${line}`),
    ...before.map(
      (line, at) => `-${line}${markEnd(isAtEnd && tail.length === 0 && at === before.length - 1)}`,
    ),
    ...wanted.map(
      (line, at) => `+${line}${markEnd(isAtEnd && tail.length === 0 && at === wanted.length - 1)}`,
    ),
    ...tail.map((line, at) => ` ${line}${markEnd(isAtEnd && at === tail.length - 1)}`),
  ];
  return [
    `diff --git a/${file.path} b/${file.path}`,
    `--- a/${file.path}${/\s/.test(file.path) ? "\t" : ""}`,
    `+++ b/${file.path}${/\s/.test(file.path) ? "\t" : ""}`,
    `@@ -${formatRange(start, old)} +${formatRange(start, after)} @@`,
    ...body,
    "",
  ].join("\n");
}

function markEnd(isLast: boolean): string {
  return isLast ? "\n\\ No newline at end of file" : "";
}

/** An empty range begins at the line before it. */
function formatRange(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`;
}
