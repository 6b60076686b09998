/** Findings at lines of files, as a protocol lists them in its result: every surface shows them from here. */
import { type Json, toJsonFields, toJsonText, type JsonObject } from "../json.ts";
import type { Outcome } from "./outcome.ts";

export interface ReportedFinding {
  readonly id: string;
  /** What came of it: `confirmed`, `disputed`, `refuted` and so on. */
  readonly fate: string;
  /** `blocker`, `major` or `minor`. */
  readonly severity: string;
  readonly path: string;
  /** `old`: of lines that were removed. */
  readonly side: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly quote: string;
  readonly claim: string;
  readonly scenario: string;
  readonly suggestion: string | null;
  /** Seats. */
  readonly foundBy: readonly string[];
  readonly confirmedBy: readonly string[];
  readonly refutedBy: readonly string[];
  readonly verdicts: readonly FindingWord[];
  readonly answer: FindingWord | null;
}

export interface FindingWord {
  readonly by: string;
  /** As it counts. */
  readonly word: string;
  readonly reason: string;
}

const SEVERITIES = ["blocker", "major", "minor"];
const FATES = ["confirmed", "disputed", "unconfirmed", "refuted", "withdrawn", "settled before"];

/** Null where the protocol reports no findings. A journal may hold anything; what is no finding is left out. */
export function readReportedFindings(outcome: Pick<Outcome, "result">): ReportedFinding[] | null {
  const rows = outcome.result["findings"];
  if (!Array.isArray(rows) || !Array.isArray(outcome.result["parts"])) return null;
  return rows.flatMap((row: Json) => readFinding(toJsonFields(row)) ?? []);
}

/** What survived before what did not, and the worst first. */
export function sortFindings(findings: readonly ReportedFinding[]): ReportedFinding[] {
  const rank = (all: readonly string[], one: string): number =>
    all.includes(one) ? all.indexOf(one) : all.length;
  return findings.toSorted(
    (a, b) =>
      rank(FATES, a.fate) - rank(FATES, b.fate) ||
      rank(SEVERITIES, a.severity) - rank(SEVERITIES, b.severity),
  );
}

/** "src/pay.js:3-4", and whether these lines are gone. */
export function formatFindingPlace({ path, side, firstLine, lastLine }: ReportedFinding): string {
  const lines = firstLine === lastLine ? `${firstLine}` : `${firstLine}-${lastLine}`;
  return `${path}:${lines}${side === "old" ? " (removed)" : ""}`;
}

/** Those that call for something: the others did not survive. */
export function isOpenFinding({ fate }: Pick<ReportedFinding, "fate">): boolean {
  return fate === "confirmed" || fate === "disputed" || fate === "unconfirmed";
}

function readFinding(row: JsonObject): ReportedFinding | null {
  const [id, fate, severity, path] = ["id", "fate", "severity", "path"].map((field) =>
    toJsonText(row[field]),
  );
  const [firstLine, lastLine] = [readLine(row["first_line"]), readLine(row["last_line"])];
  if (!id || !fate || !severity || !path || firstLine === null || lastLine === null) return null;
  if (!FATES.includes(fate) || !SEVERITIES.includes(severity)) return null;
  return {
    id,
    fate,
    severity,
    path,
    side: toJsonText(row["side"]),
    firstLine,
    lastLine: Math.max(firstLine, lastLine),
    quote: toJsonText(row["quote"]),
    claim: toJsonText(row["claim"]),
    scenario: toJsonText(row["scenario"]),
    suggestion: toJsonText(row["suggestion"]) || null,
    foundBy: readTexts(row["found_by"]),
    confirmedBy: readTexts(row["confirmed_by"]),
    refutedBy: readTexts(row["refuted_by"]),
    verdicts: readList(row["verdicts"]).map((one) => readWord(toJsonFields(one))),
    answer: row["answer"] == null ? null : readWord(toJsonFields(row["answer"])),
  };
}

function readWord(row: JsonObject): FindingWord {
  return {
    by: toJsonText(row["by"]),
    word: toJsonText(row["counted"]),
    reason: toJsonText(row["reason"]),
  };
}

function readLine(value: Json | undefined): number | null {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null;
}

function readList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function readTexts(value: Json | undefined): string[] {
  return readList(value).filter((one) => typeof one === "string");
}
