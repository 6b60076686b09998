/**
 * Objections that quote a file, as SARIF 2.1.0, so that a code host shows each at its line. Conceded objections are
 * left out; unanswered ones are warnings, disputed ones notes. Where a protocol reports findings, these are shown.
 */
import type { Audit } from "../audit/audit.ts";
import type { LedgerEntry } from "../audit/measures/claim-ledger.ts";
import { foldText } from "../domain/evidence/evidence.ts";
import { type Event, readOpening } from "../domain/journal/event.ts";
import { buildTranscript } from "../domain/journal/transcript.ts";
import { isUnjudgedOutcome, NOBODY_JUDGED } from "../domain/outcome/judgement.ts";
import { type ReportedFinding, readReportedFindings } from "../domain/outcome/reported-finding.ts";
import { sanitizeLine } from "../text/markdown.ts";
import { buildFindingResults, type LineSpan } from "./sarif-findings.ts";

export interface SarifOptions {
  /** Texts of the brief's sources, by source id. */
  readonly texts: ReadonlyMap<string, string>;
  /** Where the file of a source is, relative to the repository; undefined if it is not in the repository. */
  readonly findPath: (source: string) => string | undefined;
  /** Where a finding is in the file now; its own lines, unless they were removed. */
  readonly findLines?: (finding: ReportedFinding) => LineSpan;
  readonly version: string;
}

export function buildSarifLog(
  events: readonly Event[],
  audit: Audit,
  setting: SarifOptions,
): object {
  const { outcome, decisions } = buildTranscript(events);
  const unjudged = outcome !== null && isUnjudgedOutcome(outcome, decisions);
  const findings = outcome && readReportedFindings(outcome);
  const results = findings
    ? buildFindingResults(findings, {
        debate: readOpening(events).debate,
        unjudged,
        findLines: setting.findLines ?? getOwnLines,
        locate: buildSarifLocation,
      })
    : audit.ledger.entries.flatMap((entry) =>
        buildSarifResults(events, entry, { ...setting, unjudged }),
      );
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Dissent",
            fullName: `Dissent ${setting.version}`,
            version: setting.version,
            semanticVersion: setting.version,
            informationUri: HOMEPAGE,
            rules: RULES.map(buildRuleDescriptor),
          },
        },
        columnKind: "utf16CodeUnits",
        ...(unjudged && {
          invocations: [
            { executionSuccessful: true, toolExecutionNotifications: [UNJUDGED_NOTIFICATION] },
          ],
        }),
        results,
      },
    ],
  };
}

const HOMEPAGE = "https://github.com/dissent/dissent";

interface SarifRule {
  readonly id: string;
  readonly name: string;
  readonly short: string;
  readonly full: string;
  readonly help: string;
  readonly level: "warning" | "note";
}

const RULES: readonly SarifRule[] = [
  {
    id: "open-challenge",
    name: "OpenChallenge",
    short: "An objection without an answer",
    full: "A participant objected to the plan, quoted this file, and got no answer.",
    help: "Change the lines that the objection quotes, or answer it in the brief and run the debate again.",
    level: "warning",
  },
  {
    id: "disputed-challenge",
    name: "DisputedChallenge",
    short: "An objection that was answered and not granted",
    full: "A participant objected to the plan and quoted this file. Someone answered, and the two still disagree.",
    help: "Read both sides in the record of the debate, then decide whether the lines should change.",
    level: "note",
  },
  {
    id: "confirmed-finding",
    name: "ConfirmedFinding",
    short: "A finding that survived the other reviewers",
    full: "A reviewer found this in the change, others confirmed it or found it too, and fewer refuted it.",
    help: "Change these lines, or say in the review why they are right. The record has every reviewer's words.",
    level: "warning",
  },
  {
    id: "open-finding",
    name: "OpenFinding",
    short: "A finding that reviewers disagree about",
    full: "A reviewer found this in the change, and the others disagreed or could not tell.",
    help: "Read both sides in the record of the review, then decide whether these lines should change.",
    level: "note",
  },
];

/** With everything that code hosts require of a rule before they show its results. */
function buildRuleDescriptor({ id, name, short, full, help, level }: SarifRule): object {
  return {
    id,
    name,
    shortDescription: { text: `${short}.` },
    fullDescription: { text: full },
    help: { text: help, markdown: help },
    helpUri: `${HOMEPAGE}/blob/main/docs/github-action.md`,
    defaultConfiguration: { level },
  };
}

/** K20: what a code host shows beside the results. */
const UNJUDGED_NOTIFICATION = { level: "warning", message: { text: NOBODY_JUDGED } };

function getOwnLines({ firstLine, lastLine }: ReportedFinding): LineSpan {
  return { first: firstLine, last: lastLine };
}

function buildSarifResults(
  events: readonly Event[],
  entry: LedgerEntry,
  setting: SarifOptions & { readonly unjudged: boolean },
): object[] {
  const { claim, standing } = entry;
  if (claim.side !== "attacks" || standing === "granted") return [];
  const locations = claim.evidence.flatMap(({ source, quote, verified }) => {
    const path = verified ? setting.findPath(source) : undefined;
    const lines =
      path === undefined ? null : findQuoteLines(setting.texts.get(source) ?? "", quote);
    return path === undefined || lines === null ? [] : [buildSarifLocation(path, lines)];
  });
  if (locations.length === 0) return [];
  const name = readOpening(events).participants.find(({ id }) => id === claim.by)?.name ?? claim.by;
  const text = `${claim.id}, ${sanitizeLine(name)}: ${sanitizeLine(claim.text)}`;
  return [
    {
      ruleId: standing === "open" ? "open-challenge" : "disputed-challenge",
      // a built-in reader raised this objection, and no model has weighed it
      level: standing === "open" && !setting.unjudged ? "warning" : "note",
      message: { text },
      locations,
      partialFingerprints: { "dissentClaim/v1": `${readOpening(events).brief.id}/${claim.id}` },
      properties: { debate: readOpening(events).debate, claim: claim.id, by: claim.by },
    },
  ];
}

function buildSarifLocation(path: string, { first, last }: LineSpan): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeRelativeUri(path), uriBaseId: "%SRCROOT%" },
      region: { startLine: first, endLine: last },
    },
  };
}

/** `#` and `?` are letters of a name here; encodeURI would leave them to begin a fragment or a query. */
function encodeRelativeUri(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** The first place of a quote, found as quotes are checked: white space, quote marks and dashes folded. */
export function findQuoteLines(text: string, quote: string): LineSpan | null {
  const wanted = foldText(quote);
  const starts: number[] = [];
  let whole = "";
  for (const line of text.split(/\r\n|\r|\n/)) {
    const words = foldText(line);
    if (whole !== "" && words !== "") whole += " ";
    starts.push(whole.length);
    whole += words;
  }
  const at = wanted === "" ? -1 : whole.indexOf(wanted);
  if (at === -1) return null;
  const lineAt = (place: number): number => starts.findLastIndex((start) => start <= place) + 1;
  return { first: lineAt(at), last: lineAt(at + wanted.length - 1) };
}
