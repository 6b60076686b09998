/** Findings of a review as SARIF results: those that call for something, each at its lines. */
import { foldText } from "../domain/evidence/evidence.ts";
import {
  isOpenFinding,
  type ReportedFinding,
  sortFindings,
} from "../domain/outcome/reported-finding.ts";
import { sanitizeLine } from "../text/markdown.ts";
import { endSentence } from "../text/sentence.ts";

export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

export interface SarifFindingOptions {
  readonly debate: string;
  /** K20: built-in readers judged, which blocks nothing. */
  readonly unjudged: boolean;
  /** Where it is in the file after the change. */
  readonly findLines: (finding: ReportedFinding) => LineSpan;
  readonly locate: (path: string, lines: LineSpan) => object;
}

const SEVERITY_LEVELS: Readonly<Record<string, string>> = { blocker: "error", major: "warning" };

export function buildFindingResults(
  findings: readonly ReportedFinding[],
  { debate, unjudged, findLines, locate }: SarifFindingOptions,
): object[] {
  const seen = new Map<string, number>();
  return sortFindings(findings.filter(isOpenFinding)).map((finding) => {
    const { id, fate, severity, path, claim, scenario, foundBy, confirmedBy, refutedBy } = finding;
    const isConfirmed = fate === "confirmed";
    return {
      ruleId: isConfirmed ? "confirmed-finding" : "open-finding",
      level: isConfirmed && !unjudged ? (SEVERITY_LEVELS[severity] ?? "note") : "note",
      message: { text: formatMessage(claim, scenario) },
      locations: [locate(path, findLines(finding))],
      partialFingerprints: { "dissentFinding/v1": countFingerprint(finding, seen) },
      properties: {
        debate,
        finding: id,
        severity,
        result: fate,
        foundBy: foundBy.join(", "),
        confirmedBy: confirmedBy.join(", "),
        refutedBy: refutedBy.join(", "),
      },
    };
  });
}

function formatMessage(claim: string, scenario: string): string {
  const [what, how] = [claim, scenario].map((text) => sanitizeLine(text).trim());
  return [endSentence(what ?? ""), ...(how ? [endSentence(how)] : [])].join(" ");
}

/** The same from push to push while the lines are, whatever the words of the claim; several of them stay apart. */
function countFingerprint({ path, quote }: ReportedFinding, seen: Map<string, number>): string {
  const place = `${path}:${foldText(quote).slice(0, 200)}`;
  const count = (seen.get(place) ?? 0) + 1;
  seen.set(place, count);
  return `${place}:${count}`;
}
