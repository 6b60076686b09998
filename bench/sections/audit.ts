/** Section 9: reading a journal and measuring what the debate was worth. */
import type { AuditAnswer } from "../measures/audit.ts";
import { measure } from "../measures/measurement.ts";
import { median, type Pace, type Section } from "./section.ts";

const LENGTHS = [100, 1_000, 10_000];

export async function audit(pace: Pace): Promise<Section> {
  const rows: AuditAnswer[] = [];
  for (const events of LENGTHS) {
    const answers: AuditAnswer[] = [];
    for (let process = 0; process < (pace === "full" ? 5 : 3); process++) {
      answers.push(await measure({ measure: "audit", events }));
    }
    rows.push(middle(answers));
  }
  const longest = rows.at(-1);
  return {
    title: "9. Audit of one journal (ms of processor time, a new process each, median)",
    columns: ["", "MB", "changes of mind", "read", "audit", "both, again"],
    rows: rows.map(({ events, bytes, flips, read, audit: own, again }) => [
      `${events} events`,
      bytes / 1_048_576,
      flips,
      read,
      own,
      again,
    ]),
    bars: [
      {
        text: "s for a journal of 10,000 events",
        measured: longest ? (longest.read + longest.audit) / 1_000 : Number.NaN,
        limit: 1,
      },
    ],
  };
}

function middle(answers: readonly AuditAnswer[]): AuditAnswer {
  const of = (name: keyof AuditAnswer): number => median(answers.map((answer) => answer[name]));
  return {
    events: of("events"),
    bytes: of("bytes"),
    flips: of("flips"),
    read: of("read"),
    audit: of("audit"),
    again: of("again"),
  };
}
