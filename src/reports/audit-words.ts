/** The sentences in which every surface tells what a debate was worth. */
import type { Audit } from "../audit/audit.ts";

/** "CONTESTED: one vote decides." */
export function labelLine({ label, rule }: Pick<Audit, "label" | "rule">): string {
  return label === null ? `No label: ${rule}.` : `${label}: ${rule}.`;
}

/** R15: a probability only from a calibration; until there is one, this word. */
export function calibrationWords(chance: { percent: number; cases: number } | null): string {
  if (chance === null) return "Uncalibrated.";
  return `Like cases were right ${chance.percent} % of ${chance.cases} times.`;
}

/** "≈ 1.36 of 3 votes: one model, 3 hats (assumed correlation 0.6)." */
export function independenceLine({ independence }: Pick<Audit, "independence">): string {
  const { voices, effectiveVotes, correlation, families, warning } = independence;
  if (voices === 0) return "Nobody voted.";
  const names = Object.keys(families);
  const who = warning ?? `${names.length} model families: ${names.join(", ")}`;
  const how = correlation.measured ? "measured" : "assumed";
  return `${voices} votes are worth about ${effectiveVotes.toFixed(2)} independent ones: ${who} (${how} correlation of errors ${correlation.rho}).`;
}

/** R14 in a line each; empty while nothing has been written. */
export function survivalLine({ fidelity }: Pick<Audit, "fidelity">): string[] {
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
export function auditLines(audit: Audit): string[] {
  const { tallies, flips, ledger } = audit;
  const hollow = flips.filter((flip) => flip.class === "capitulated").map(({ by }) => by);
  return [
    `${labelLine(audit)} ${calibrationWords(null)}`,
    ...(tallies.agree || tallies.final.cast === 0 ? [] : [tallies.sentence]),
    ...(hollow.length === 0 ? [] : [`Changed with nothing to support it: ${hollow.join(", ")}.`]),
    ...(ledger.blindSeats.length === 0
      ? []
      : [`Quoted nothing that verifies: ${ledger.blindSeats.join(", ")}.`]),
  ];
}
