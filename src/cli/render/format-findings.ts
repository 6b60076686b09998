/** Findings as a table of at most 80 columns: where, what, who found and who refuted it, and the result. */
import type { Transcript } from "../../domain/journal/transcript.ts";
import {
  formatFindingPlace,
  isOpenFinding,
  readReportedFindings,
  type ReportedFinding,
  sortFindings,
} from "../../domain/outcome/reported-finding.ts";
import { findParticipantName } from "../../domain/participant.ts";
import {
  measureColumns,
  padToColumns,
  sanitizeForTerminal,
  type TerminalStyle,
  truncateToColumns,
} from "../terminal/terminal-style.ts";

const MOST_FINDINGS = 8;
/** Its heading, and how many there are more. */
const OTHER_LINES = 2;

const COLUMNS = [
  ["Severity", 8],
  ["Result", 11],
  ["Where", 25],
  ["Found by", 16],
  ["Refuted by", 16],
] as const;
const CLAIM_COLUMNS = 78;

/** Nothing where the protocol reports no findings; at least one of them, whatever the number of lines. */
export function formatFindingTable(
  { outcome, participants }: Pick<Transcript, "outcome" | "participants">,
  style: TerminalStyle,
  mostLines = Infinity,
): string[] {
  const findings = outcome && sortFindings(readReportedFindings(outcome) ?? []);
  if (!findings || findings.length === 0) return [];
  const findName = (seat: string): string => findParticipantName(participants, seat);
  const fitting = Math.max(1, Math.floor((mostLines - OTHER_LINES) / 2));
  const shown = findings.slice(0, Math.min(MOST_FINDINGS, fitting));
  const more = findings.length - shown.length;
  return [
    style.bold(formatCells(COLUMNS.map(([title]) => title))),
    ...shown.flatMap((finding) => formatFinding(finding, { style, findName })),
    ...(more > 0 ? [style.dim(`and ${more} more in the record`)] : []),
  ];
}

function formatFinding(
  finding: ReportedFinding,
  {
    style,
    findName,
  }: { readonly style: TerminalStyle; readonly findName: (seat: string) => string },
): string[] {
  const { severity, fate, claim, foundBy, refutedBy } = finding;
  const { ellipsis } = style.sign;
  const head = formatCells([
    severity,
    fate === "settled before" ? "settled" : fate,
    cutPlace(finding, COLUMNS[2][1], ellipsis),
    listNames(foundBy.map(findName), COLUMNS[3][1], ellipsis),
    listNames(refutedBy.map(findName), COLUMNS[4][1], ellipsis),
  ]);
  const words = truncateToColumns(sanitizeForTerminal(claim), CLAIM_COLUMNS, ellipsis);
  const isOpen = isOpenFinding(finding);
  return [isOpen ? head : style.dim(head), `  ${isOpen ? words : style.dim(words)}`];
}

function formatCells(cells: readonly string[]): string {
  return cells
    .map((cell, at) => padToColumns(cell, COLUMNS[at]?.[1] ?? 0))
    .join(" ")
    .trimEnd();
}

/** The end of a path says more than its beginning, and the lines say most. */
function cutPlace(finding: ReportedFinding, columns: number, ellipsis: string): string {
  const gone = finding.side === "old" ? " gone" : "";
  const place = sanitizeForTerminal(formatFindingPlace({ ...finding, side: "new" })) + gone;
  let shown = place;
  for (let letters = Array.from(place); measureColumns(shown) > columns; letters = letters.slice(1))
    shown = `${ellipsis}${letters.slice(1).join("")}`;
  return shown;
}

/** "Correctness +2", where not all of them fit. */
function listNames(names: readonly string[], columns: number, ellipsis: string): string {
  if (names.length === 0) return "-";
  const all = sanitizeForTerminal(names.join(", "));
  if (measureColumns(all) <= columns) return all;
  const more = names.length > 1 ? ` +${names.length - 1}` : "";
  const first = sanitizeForTerminal(names[0] ?? "");
  return `${truncateToColumns(first, columns - more.length, ellipsis)}${more}`;
}
