/** The sentences in which every surface tells what a debate was worth. */
import type { Audit } from "../audit/audit.ts";
import type { LikeCases } from "../audit/strength-label.ts";

/** "CONTESTED: one vote decides." */
export function formatLabelLine({ label, rule }: Pick<Audit, "label" | "rule">): string {
  return label === null ? `No label: ${rule}.` : `${label}: ${rule}.`;
}

/** R15: a share only from decisions that were judged; until there are enough, this word. */
export function describeCalibration({
  label,
  likeCases,
}: Pick<Audit, "label" | "likeCases">): string {
  if (label === null) return "";
  if (likeCases === null) return "Uncalibrated.";
  const { count, of } = likeCases;
  return `Like cases were right in ${count} of ${of} (${Math.round((100 * count) / of)} %).`;
}

/**
 * What a Markdown document says of like cases; it rests on other debates, so it cannot be recomputed from one.
 * Nobody's words can stand there: a star that a person or a model wrote is escaped.
 */
export function parseLikeCases(text: string): LikeCases | null {
  const stated = /\*\* Like cases were right in (\d{1,9}) of (\d{1,9}) \(\d{1,3} %\)\./;
  const [, count, of] = stated.exec(text) ?? [];
  if (count === undefined || of === undefined) return null;
  return { count: Number(count), of: Number(of) };
}

/** "≈ 1.36 of 3 votes: one model, 3 hats (assumed correlation 0.6)." */
export function describeIndependence({ independence }: Pick<Audit, "independence">): string {
  const { voices, effectiveVotes, correlation, families, warning } = independence;
  if (voices === 0) return "Nobody voted.";
  const names = Object.keys(families);
  const who = warning ?? `${names.length} model families: ${names.join(", ")}`;
  const how = correlation.measured ? "measured" : "assumed";
  return `${voices} votes are worth about ${effectiveVotes.toFixed(2)} independent ones: ${who} (${how} correlation of errors ${correlation.rho}).`;
}

/** R14 in a line each; empty while nothing has been written. */
export function describeFidelity({ fidelity }: Pick<Audit, "fidelity">): string[] {
  if (fidelity === null) return [];
  const { required, covered, missing, facts, misattributed } = fidelity;
  return [
    `Dissent fidelity ${covered} of ${required}${missing.length === 0 ? "" : `, missing: ${missing.join(", ")}`}.`,
    `Proven claims still spoken of in the documents: ${facts.survived} of ${facts.proven}${facts.lost.length === 0 ? "" : `, lost: ${facts.lost.join(", ")}`}.`,
    ...(misattributed.length === 0
      ? []
      : [`Words that its speaker never said stand for: ${misattributed.join(", ")}.`]),
  ];
}

/** What the terminal says under the outcome: the label, the tallies where they differ, the votes it is worth. */
export function formatAuditLines(audit: Audit, nameOf: (seat: string) => string): string[] {
  const { tallies, flips, ledger } = audit;
  const hollow = flips.filter((flip) => flip.class === "capitulated").map(({ by }) => nameOf(by));
  const blind = ledger.blindSeats.map(nameOf);
  return [
    ...(audit.label === null ? [] : [`${formatLabelLine(audit)} ${describeCalibration(audit)}`]),
    ...(tallies.agree || tallies.final.cast === 0 ? [] : [tallies.sentence]),
    ...(hollow.length === 0
      ? []
      : [`Changed with nothing to support it: ${[...new Set(hollow)].join(", ")}.`]),
    ...(blind.length === 0 ? [] : [`Quoted nothing that verifies: ${blind.join(", ")}.`]),
  ];
}
