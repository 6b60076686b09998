/** Findings, dropped findings and parts as rows of the result, with the field names that other programs read. */
import type { CheckedEvidence } from "../../../domain/evidence/evidence.ts";
import type { Json } from "../../../domain/json.ts";
import { formatShownPath } from "../prompts/shown-change.ts";
import type { JudgedFinding, JudgedReview } from "../rules/judge-findings.ts";
import type { Review } from "../rules/table.ts";
import { buildSuggestionPatch, formatPatchName } from "./suggestion-patch.ts";

type Row = Record<string, Json>;

export function listFindingRows(review: Review, { findings }: JudgedReview): Row[] {
  return findings.map((finding) => describeFinding(review, finding));
}

function describeFinding({ reviewers }: Review, finding: JudgedFinding): Row {
  const { id, members, fate, severity, confirmed, refuted, untold, silent, answer, earlier } =
    finding;
  const [first] = members;
  const seat = ({ by }: { readonly by: string }): string => by;
  return {
    id,
    fate,
    severity,
    path: first?.file.path ?? "",
    side: first?.place.side ?? "new",
    first_line: first?.place.first ?? 0,
    last_line: first?.place.last ?? 0,
    moved_from: first?.place.isMoved === true ? first.named.first : null,
    beside_the_change: first?.isBeside ?? false,
    quote: first?.place.words ?? "",
    claim: first?.claim ?? "",
    scenario: first?.scenario ?? "",
    suggestion: first?.suggestion ?? null,
    patch: buildSuggestionPatch(finding) === null ? null : formatPatchName(finding),
    found_by: members.map(seat),
    of: reviewers.length,
    also: members.slice(1).map(({ id: other, by, claim, scenario, severity: rated }) => ({
      id: other,
      by,
      severity: rated,
      claim,
      scenario,
    })),
    confirmed_by: confirmed.map(seat),
    refuted_by: refuted.map(seat),
    cannot_tell: untold.map(seat),
    silent: [...silent],
    verdicts: [...confirmed, ...refuted, ...untold].map(
      ({ by, given, verdict, reason, evidence, fault }) => ({
        by,
        given,
        counted: verdict,
        reason,
        fault,
        evidence: evidence.map(describeEvidence),
      }),
    ),
    answer: answer && {
      by: answer.by,
      given: answer.given,
      counted: answer.answer,
      reason: answer.reason,
    },
    defences: finding.defences.map(({ by, choice, reason }) => ({ by, choice, reason })),
    settled_in: earlier?.debate ?? null,
  };
}

function describeEvidence({ kind = "quote", source, quote, verified }: CheckedEvidence): Row {
  return { kind, source, quote, verified };
}

export function listDroppedRows({ dropped }: JudgedReview): Row[] {
  return dropped.map(({ id, by, file, quote, claim, why }) => ({
    id,
    by,
    file,
    quote,
    claim,
    why,
  }));
}

/** L1: who was shown what. */
export function listPartRows({ parts, reviewed }: Review): Row[] {
  return parts.map((part) => {
    const one = reviewed.find((candidate) => candidate.part.number === part.number);
    const files = Map.groupBy(part.pieces, ({ file }) => file.path);
    return {
      part: part.number,
      files: [...files].map(([path, pieces]) => ({
        path: formatShownPath(path),
        changed_lines: pieces.reduce(
          (sum, { lines }) => sum + lines.filter(({ sign }) => sign !== " ").length,
          0,
        ),
      })),
      read_by: one?.findings.spoken.map(({ by }) => by) ?? [],
      not_read_by: one?.findings.absent.map(({ by }) => by) ?? [],
    };
  });
}
