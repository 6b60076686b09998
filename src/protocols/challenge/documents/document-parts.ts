/** Sections that both documents of `challenge` have. Words are quoted once: headline first, the argument below. */
import { describeEvidenceCheck, formatEvidenceWords } from "../../../domain/evidence/evidence.ts";
import { escapeMarkdown, formatBlockQuote } from "../../../text/markdown.ts";
import { formatCount } from "../../../text/plain-text.ts";
import { rateCapability } from "../preflight.ts";
import type { Objection } from "../prompts/prompt-input.ts";
import { type ObjectionFate, readObjectionFate } from "../rules/confrontation.ts";
import { isEchoed, listAbsenceLines, listNotes } from "../rules/notes.ts";
import { listObjections } from "../rules/objections.ts";
import { formatPositionText, listPositions, type PositionVersion } from "../rules/positions.ts";
import { type Debate, findSeatName, isUsersPlan, listTurns } from "../rules/table.ts";
import { listVerdicts } from "../rules/verdicts.ts";
import { titles as stepTitles } from "../titles.ts";

export function formatTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(titles),
    `|${titles.map(() => " --- |").join("")}`,
    ...rows.map((row) => line(row.map(escapeMarkdown))),
  ].join("\n");
}

export function joinSections(sections: readonly string[]): string {
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

/** K4: who was missing, right below the heading. */
export function writeDegradedLine(debate: Debate): string {
  const missing = listAbsenceLines(debate);
  return missing.length === 0 ? "" : `**Degraded:** ${missing.map(escapeMarkdown).join("; ")}.`;
}

/** Long positions stand in the history; the block says how they begin. */
export function shortenPosition(words: string, sentence: string): string {
  const whole = words.replace(/\s+/g, " ").trim();
  return whole.length <= 300
    ? escapeMarkdown(whole)
    : `${escapeMarkdown(sentence)} (in full under “Position history”)`;
}

const FATES: Readonly<Record<ObjectionFate, string>> = {
  resolved: "withdrawn by its author",
  minor: "minor, on record",
  lowered: "a minor rest is left, on record",
  granted: "stands; the proponent grants it",
  maintained: "stands; maintained by its author",
  escalated: "stands; its author says the point was missed",
  unreadable: "stands; nothing could be read",
  open: "stands",
};

export function isStandingFate(fate: ObjectionFate): boolean {
  return !["resolved", "minor", "lowered"].includes(fate);
}

/** K6: every objection under its own id, in its author's words, then what was said to it round by round. */
export function writeObjections(debate: Debate): string {
  const all = listObjections(debate).map((objection) => ({
    objection,
    fate: readObjectionFate(objection),
  }));
  const groups = [
    ["Standing objections", all.filter(({ fate }) => isStandingFate(fate))],
    ["Withdrawn objections", all.filter(({ fate }) => fate === "resolved")],
    [
      "Remarks that block nothing",
      all.filter(({ fate }) => fate === "minor" || fate === "lowered"),
    ],
  ] as const;
  return groups
    .filter(([, entries]) => entries.length > 0)
    .map(([title, entries]) => {
      const written = entries.map(({ objection, fate }) => writeObjection(debate, objection, fate));
      return `## ${title}\n\n${written.join("\n\n")}`;
    })
    .join("\n\n");
}

function writeObjection(debate: Debate, objection: Objection, fate: ObjectionFate): string {
  const { id, name, text, detail, filed, strength, parts, alternative, settled_by } = objection;
  const now = strength === filed ? filed : `${filed}, now ${strength}`;
  const about = parts.length === 0 ? "" : `, against part ${parts.join(", ")}`;
  const settles =
    settled_by === null || fate === "resolved"
      ? []
      : [`- Would be settled by: ${escapeMarkdown(settled_by)}`];
  return [
    `### ${id}: ${escapeMarkdown(text)}`,
    "",
    `${escapeMarkdown(name)}, ${now}${about}. ${capitalizeWords(FATES[fate])}.`,
    ...(detail === "" ? [] : ["", formatBlockQuote(detail)]),
    ...listBlock([
      ...objection.evidence.map(
        (one) => `- ${escapeMarkdown(formatEvidenceWords(one))} (${describeEvidenceCheck(one)})`,
      ),
      ...(objection.point === null
        ? []
        : [`- Worse than conceded in ${escapeMarkdown(objection.point)}`]),
      ...settles,
      ...(alternative === null ? [] : [`- Alternative, as advice: ${escapeMarkdown(alternative)}`]),
    ]),
    ...objection.rounds.flatMap((entry) => writeRound(objection, entry)),
    ...listBlock(writeRemark(debate, id)),
  ].join("\n");
}

function listBlock(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", ...lines];
}

function writeRound(
  { id, name }: Objection,
  { round, answer, rebuttal }: Objection["rounds"][number],
): string[] {
  const limit = answer?.limit ? ` Limit: ${answer.limit}` : "";
  const answered = answer
    ? [
        "",
        `Round ${round}, proponent: **${answer.disposition}**`,
        "",
        answer.objection === id
          ? formatBlockQuote(`${answer.explanation}${limit}`)
          : `The same answer as to ${escapeMarkdown(answer.objection)}.`,
      ]
    : ["", `Round ${round}: the proponent did not answer it.`];
  if (!rebuttal) return answered;
  const refused =
    rebuttal.problems.length === 0
      ? ""
      : ` (does not count: ${escapeMarkdown(rebuttal.problems.join("; "))})`;
  const named = [...rebuttal.because, ...rebuttal.because_parts.map((part) => `part ${part}`)].join(
    ", ",
  );
  const cause =
    rebuttal.choice === "ACCEPT" && named !== "" ? `, because of ${escapeMarkdown(named)}` : "";
  return [
    ...answered,
    "",
    `Round ${round}, ${escapeMarkdown(name)}: **${rebuttal.choice}**${cause}${refused}`,
    "",
    formatBlockQuote(rebuttal.reason),
  ];
}

function writeRemark({ remarks }: Debate, id: string): string[] {
  if (remarks?.kind !== "spoken") return [];
  const found = remarks.reply.remarks.find(({ objection }) => objection === id);
  return found ? [`- Proponent: ${escapeMarkdown(found.remark)}`] : [];
}

function capitalizeWords(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** H34: every version with its text, and every change with what caused it. */
export function writeHistory(debate: Debate): string {
  const entries = listPositions(debate)
    .filter(({ afterRound, changes }) => afterRound === 0 || changes.length > 0)
    .map((version) => writeVersion(debate, version));
  const unchanged = listPositions(debate).filter(
    ({ afterRound, changes }) => afterRound > 0 && changes.length === 0,
  );
  const still = unchanged.map(
    ({ afterRound, version }) => `Round ${afterRound} left v${version} unchanged.`,
  );
  return ["## Position history", ...entries, ...(still.length === 0 ? [] : [still.join(" ")])].join(
    "\n\n",
  );
}

function writeVersion(debate: Debate, version: PositionVersion): string {
  const { version: number, afterRound, changes } = version;
  const objections = new Map(listObjections(debate).map((one) => [one.id, one]));
  const whose = isUsersPlan(debate) ? "the user's own words" : "opening";
  const lines = changes.map(({ kind, part, because }) => {
    const causes = because.map((id) => {
      const author = objections.get(id)?.challenger;
      return author === undefined ? id : `${id} (${findSeatName(debate, author)})`;
    });
    const cause = causes.length === 0 ? "no reason was given" : causes.join(", ");
    return `- Part ${part} ${kind}. Changed because: ${escapeMarkdown(cause)}`;
  });
  return [
    `### v${number} (${afterRound === 0 ? whose : `after round ${afterRound}`})`,
    ...(lines.length === 0 ? [] : [lines.join("\n")]),
    formatBlockQuote(formatPositionText(version)),
  ].join("\n\n");
}

export function writeAuditTrail(debate: Debate): string {
  const verdicts = listVerdicts(debate).map((one) => [
    one.challenger.name,
    one.verdict ?? one.absent ?? "not asked",
    one.strength ?? "",
    one.blocking ? "yes" : "no",
    [
      one.pressed ? "pressed" : "",
      one.downgraded ? "downgraded_by_skepticism" : "",
      one.incoherent ? "incoherent" : "",
    ]
      .filter((remark) => remark !== "")
      .join(", "),
  ]);
  const turns = listTurns(debate).map((turn) => [
    stepTitles[turn.key.split("/", 1)[0] ?? ""] ?? turn.key,
    findSeatName(debate, turn.by),
    turn.kind === "spoken" ? turn.claims.map(({ id }) => id).join(", ") : `absent: ${turn.reason}`,
  ]);
  const count = debate.challengers.length;
  const echo = isEchoed(debate)
    ? " At least one challenger is the proponent's own model, so its agreement is weak evidence."
    : "";
  return [
    "## Audit trail",
    `${formatCount(count, "challenger")}, capability ${rateCapability(count)}.${echo}`,
    formatTable(["Challenger", "Verdict", "Strength", "Blocking", "Remarks"], verdicts),
    formatTable(["Step", "Who", "Claims"], turns),
    listNotes(debate)
      .map((note) => `- ${escapeMarkdown(note)}`)
      .join("\n"),
  ]
    .filter((section) => section !== "")
    .join("\n\n");
}
