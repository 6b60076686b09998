/** Sections that both documents of `challenge` have. */
import { escapeMarkdown, formatBlockQuote } from "../../../text/markdown.ts";
import { capabilityOf } from "../preflight.ts";
import type { ObjectionAnswer, Objection } from "../prompts/prompt-input.ts";
import { fateOf } from "../rules/confrontation.ts";
import { isEchoed, notesOf } from "../rules/notes.ts";
import { objectionsOf, standing } from "../rules/objections.ts";
import { positionsOf } from "../rules/positions.ts";
import { TITLES } from "../rules/steps.ts";
import { type Debate, nameOf, turnsOf } from "../rules/table.ts";
import { judged } from "../rules/verdicts.ts";

export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(titles),
    `|${titles.map(() => " --- |").join("")}`,
    ...rows.map((row) => line(row.map(escapeMarkdown))),
  ].join("\n");
}

export function capabilityLine(debate: Debate): string {
  const count = debate.challengers.length;
  const echo = isEchoed(debate)
    ? " At least one challenger is the proponent's own model, so its agreement is weak evidence."
    : "";
  return `${count} challenger${count === 1 ? "" : "s"}, capability ${capabilityOf(count)}.${echo}`;
}

export function evolutionSection(debate: Debate): string {
  const rows = positionsOf(debate).map(({ version, afterRound, changed, because, by, causes }) => [
    `v${version}`,
    afterRound === 0 ? "opening" : `after round ${afterRound}`,
    afterRound === 0 ? "" : changed ? (because ?? "no reason was given") : "unchanged",
    changed ? [...by.map((id) => nameOf(debate, id)), ...causes].join(", ") : "",
  ]);
  const titles = ["Version", "When", "Changed because", "Caused by"];
  return `## Evolution of the position\n\n${table(titles, rows)}`;
}

interface Answered {
  readonly objection: Objection;
  readonly round: number;
  readonly answer: ObjectionAnswer;
}

function answersIn(debate: Debate): Answered[] {
  return objectionsOf(debate).flatMap((objection) =>
    objection.rounds.flatMap(({ round, answer }) => (answer ? [{ objection, round, answer }] : [])),
  );
}

export function acceptedSection(debate: Debate): string {
  const rows = answersIn(debate)
    .filter(({ answer }) => answer.disposition !== "REJECT")
    .map(({ objection, round, answer }) => [
      `${objection.id} ${objection.name}`,
      `round ${round}, ${answer.disposition}`,
      answer.critique_summary,
      answer.position_delta ?? answer.accepted_part ?? "",
      answer.limit ?? "",
    ]);
  if (rows.length === 0) return "";
  const titles = ["Objection", "When", "Critique", "What changes", "Limit"];
  return `## Accepted critiques\n\n${table(titles, rows)}`;
}

export function rejectedSection(debate: Debate): string {
  const rows = answersIn(debate)
    .filter(({ answer }) => answer.disposition === "REJECT")
    .map(({ objection, round, answer }) => [
      `${objection.id} ${objection.name}`,
      `round ${round}`,
      answer.critique_summary,
      answer.explanation,
      fateOf(objection),
    ]);
  if (rows.length === 0) return "";
  const titles = ["Objection", "When", "Critique", "Why it was rejected", "What became of it"];
  return `## Rejected critiques\n\n${table(titles, rows)}`;
}

/** K6: remaining objections, word for word. */
export function openSection(debate: Debate): string {
  const entries = standing(debate).map((objection) => {
    const words = objection.newest?.text ?? "Its reply could not be read; the journal keeps it.";
    return `**${objection.id}** ${escapeMarkdown(objection.name)} (${fateOf(objection)}):\n\n${formatBlockQuote(words)}`;
  });
  return entries.length === 0 ? "" : `## Standing objections\n\n${entries.join("\n\n")}`;
}

export function auditSection(debate: Debate): string {
  const verdicts = judged(debate).map((one) => [
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
  const turns = turnsOf(debate).map((turn) => [
    TITLES[turn.key.split("/", 1)[0] ?? ""] ?? turn.key,
    nameOf(debate, turn.by),
    turn.kind === "spoken" ? turn.claims.map(({ id }) => id).join(", ") : `absent: ${turn.reason}`,
  ]);
  const notes = notesOf(debate).map((note) => `- ${escapeMarkdown(note)}`);
  return [
    "## Audit trail",
    "",
    table(["Challenger", "Verdict", "Strength", "Blocking", "Remarks"], verdicts),
    "",
    table(["Step", "Who", "Claims"], turns),
    ...(notes.length === 0 ? [] : ["", ...notes]),
  ].join("\n");
}
