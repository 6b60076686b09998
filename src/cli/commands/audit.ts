/** Shows the audit of a debate, computed from its journal at no cost. */
import { examineRecord, loadStrengthCalibration } from "../../app/project/audit-record.ts";
import { readDebateRecord } from "../../app/project/project-debates.ts";
import type { Audit } from "../../audit/audit.ts";
import {
  describeCheckedEvidence,
  describeUncheckedEvidence,
  type EvidenceTally,
  tallyEvidence,
} from "../../audit/measures/evidence-tally.ts";
import { sealRecord } from "../../domain/journal/sealed-steps.ts";
import { findParticipantName } from "../../domain/participant.ts";
import {
  describeCalibration,
  describeIndependence,
  describeFidelity,
} from "../../reports/audit-text.ts";
import { formatStrengthLine } from "../../reports/verdict-card.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CommandHandler } from "../program/program.ts";
import { formatWarningLines } from "../render/format-summary.ts";
import {
  padToColumns,
  sanitizeForTerminal,
  type TerminalStyle,
} from "../terminal/terminal-style.ts";

export const runAuditCommand: CommandHandler = async (cli, [reference = "last"]) => {
  const record = sealRecord(await readDebateRecord(cli, reference));
  const judged = await loadStrengthCalibration(cli);
  const { transcript, audit: found } = await examineRecord(record, judged);
  if (cli.flags.json) {
    cli.stdout.write(`${stringifyForTerminal({ debate: record.id, ...found })}\n`);
    return 0;
  }
  const { style } = cli;
  const { question, participants } = transcript;
  const findName = (seat: string): string =>
    sanitizeForTerminal(findParticipantName(participants, seat));
  const lines = [
    ...formatWarningLines(transcript, style),
    style.bold(sanitizeForTerminal(question)),
    formatAuditRow(
      style,
      "Strength",
      sanitizeForTerminal(`${formatStrengthLine(found)} ${describeCalibration(found)}`),
    ),
    ...found.reasons
      .slice(3)
      .map((reason) =>
        formatAuditRow(style, "", style.dim(sanitizeForTerminal(`also: ${reason}`))),
      ),
    ...formatVoteLines(found, style),
    ...formatFlipLines(found, { style, findName }),
    ...formatUnansweredLines(found, { style, findName }),
    ...formatEvidenceLines(found, { style, findName, evidence: tallyEvidence(record.events) }),
  ];
  cli.stdout.write(`${lines.join("\n")}\n`);
  return 0;
};

/** Positions may be words of a model, and names of models a provider's. */
function formatVoteLines(found: Audit, style: TerminalStyle): string[] {
  if (found.tallies.final.cast === 0) return [];
  return [
    formatAuditRow(style, "Tallies", sanitizeForTerminal(found.tallies.sentence)),
    formatAuditRow(style, "Voices", sanitizeForTerminal(describeIndependence(found))),
    formatAuditRow(style, "Robust", sanitizeForTerminal(found.robustness.sentence)),
  ];
}

interface AuditLineOptions {
  readonly style: TerminalStyle;
  readonly findName: (seat: string) => string;
}

function formatFlipLines(
  { flips, tallies }: Audit,
  { style, findName }: AuditLineOptions,
): string[] {
  if (flips.length === 0)
    return tallies.final.cast === 0
      ? []
      : [formatAuditRow(style, "Moved", "no one changed their mind")];
  return flips.map(({ by, from, to, class: kind, cause, ground, towardMajority }, index) => {
    const colour = kind === "capitulated" ? style.red : style.green;
    const toward = towardMajority ? ", toward the majority" : "";
    const words = `${findName(by)} ${sanitizeForTerminal(from)}${style.sign.arrow}${sanitizeForTerminal(to)} ${colour(kind)}${cause === null ? "" : ` by ${cause}`}${toward}: ${sanitizeForTerminal(ground)}`;
    return formatAuditRow(style, index === 0 ? "Moved" : "", words);
  });
}

function formatUnansweredLines(
  { unanswered, ledger }: Audit,
  { style, findName }: AuditLineOptions,
): string[] {
  return ledger.entries
    .filter(({ claim }) => unanswered.includes(claim.id))
    .map(({ claim }, index) => {
      const words = `${style.bold(claim.id)} ${findName(claim.by)}: ${sanitizeForTerminal(claim.text)}`;
      return formatAuditRow(style, index === 0 ? "Open" : "", words);
    });
}

function formatEvidenceLines(
  found: Audit,
  { style, findName, evidence }: AuditLineOptions & { readonly evidence: EvidenceTally },
): string[] {
  const { entries, blindSeats, sources } = found.ledger;
  const proven = entries.filter(({ verified }) => verified).length;
  const unread = sources
    .filter(({ quotes }) => quotes === 0)
    .map(({ id }) => sanitizeForTerminal(id));
  return [
    formatAuditRow(
      style,
      "Evidence",
      `${proven} of ${entries.length} claims have a quote that was found in its source`,
    ),
    ...[describeCheckedEvidence(evidence), describeUncheckedEvidence(evidence)]
      .filter((line) => line !== "")
      .map((line) => formatAuditRow(style, "", sanitizeForTerminal(line))),
    ...(blindSeats.length === 0
      ? []
      : [
          formatAuditRow(
            style,
            "",
            style.red(`quoted nothing that verifies: ${blindSeats.map(findName).join(", ")}`),
          ),
        ]),
    ...(unread.length === 0
      ? []
      : [formatAuditRow(style, "", `never quoted: ${unread.join(", ")}`)]),
    ...describeFidelity(found).map((line) => formatAuditRow(style, "", sanitizeForTerminal(line))),
  ];
}

function formatAuditRow(style: TerminalStyle, name: string, text: string): string {
  return `${style.bold(padToColumns(name, 10))} ${text}`;
}
