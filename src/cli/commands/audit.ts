import { recordOf } from "../../app/desk.ts";
import { auditedRecord, judgedHere } from "../../app/project/audited.ts";
import type { Audit } from "../../audit/audit.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import {
  calibrationWords,
  independenceLine,
  labelLine,
  survivalLine,
} from "../../reports/audit-words.ts";
import { jsonText } from "../../text/json-text.ts";
import type { Action } from "../program/program.ts";
import { firstLinesInRed } from "../render/summary.ts";
import { padded, plain, type Style } from "../terminal/terminal.ts";

/** What a debate was worth: from its journal alone, at no cost. */
export const audit: Action = async (session, [reference = "last"]) => {
  const record = await recordOf(session, reference);
  const found = await auditedRecord(record, await judgedHere(session));
  if (session.flags.json) {
    session.stdout.write(`${jsonText({ debate: record.id, ...found })}\n`);
    return 0;
  }
  const { style } = session;
  const transcript = transcriptOf(record.events);
  const { question, participants } = transcript;
  const nameOf = (seat: string): string =>
    plain(participants.find(({ id }) => id === seat)?.name ?? seat);
  const lines = [
    ...firstLinesInRed(transcript, style),
    style.bold(plain(question)),
    row(style, "Label", plain(`${labelLine(found)} ${calibrationWords(found)}`)),
    ...found.caps.slice(1).map((cap) => row(style, "", style.dim(plain(`also: ${cap}`)))),
    ...voteLines(found, style),
    ...flipLines(found, { style, nameOf }),
    ...attackLines(found, { style, nameOf }),
    ...evidenceLines(found, { style, nameOf }),
  ];
  session.stdout.write(`${lines.join("\n")}\n`);
  return 0;
};

/** Positions may be words of a model, and names of models a provider's. */
function voteLines(found: Audit, style: Style): string[] {
  if (found.tallies.final.cast === 0) return [];
  return [
    row(style, "Tallies", plain(found.tallies.sentence)),
    row(style, "Voices", plain(independenceLine(found))),
    row(style, "Robust", plain(found.robustness.sentence)),
  ];
}

interface Showing {
  readonly style: Style;
  readonly nameOf: (seat: string) => string;
}

function flipLines({ flips, tallies }: Audit, { style, nameOf }: Showing): string[] {
  if (flips.length === 0)
    return tallies.final.cast === 0 ? [] : [row(style, "Moved", "nobody changed its mind")];
  return flips.map(({ by, from, to, class: kind, cause, ground, towardMajority }, index) => {
    const colour = kind === "capitulated" ? style.red : style.green;
    const toward = towardMajority ? ", toward the majority" : "";
    const words = `${nameOf(by)} ${plain(from)}${style.sign.arrow}${plain(to)} ${colour(kind)}${cause === null ? "" : ` by ${cause}`}${toward}: ${plain(ground)}`;
    return row(style, index === 0 ? "Moved" : "", words);
  });
}

function attackLines({ unanswered, ledger }: Audit, { style, nameOf }: Showing): string[] {
  return ledger.entries
    .filter(({ claim }) => unanswered.includes(claim.id))
    .map(({ claim }, index) => {
      const words = `${style.bold(claim.id)} ${nameOf(claim.by)}: ${plain(claim.text)}`;
      return row(style, index === 0 ? "Open" : "", words);
    });
}

function evidenceLines(found: Audit, { style, nameOf }: Showing): string[] {
  const { entries, blindSeats, sources } = found.ledger;
  const proven = entries.filter(({ verified }) => verified).length;
  const unread = sources.filter(({ quotes }) => quotes === 0).map(({ id }) => plain(id));
  return [
    row(style, "Evidence", `${proven} of ${entries.length} claims are proven by a quote`),
    ...(blindSeats.length === 0
      ? []
      : [
          row(
            style,
            "",
            style.red(`quoted nothing that verifies: ${blindSeats.map(nameOf).join(", ")}`),
          ),
        ]),
    ...(unread.length === 0 ? [] : [row(style, "", `never quoted: ${unread.join(", ")}`)]),
    ...survivalLine(found).map((line) => row(style, "", plain(line))),
  ];
}

function row(style: Style, name: string, text: string): string {
  return `${style.bold(padded(name, 10))} ${text}`;
}
