/** The sections of a board's decision: headline first, lists instead of tables; points that the text names stand at its end. */
import { readBriefProblem } from "../../../domain/brief-problem.ts";
import type { Outcome } from "../../../domain/outcome/outcome.ts";
import { escapeMarkdown, formatBlockQuote } from "../../../text/markdown.ts";
import type { Synthesis } from "../replies.ts";
import {
  type BoardHearing,
  describeChoice,
  findBoardName,
  pointsBefore,
} from "../rules/board-debate.ts";
import { changesIn } from "../rules/changes.ts";
import { assignedOpposition, formalDissents, standingDissents } from "../rules/closing/dissents.ts";
import {
  findAlternative,
  listUnaddressed,
  listUnregisteredRisks,
  type RegisteredRisk,
  registerRisks,
} from "../rules/closing/register.ts";
import type { SynthesisSupport } from "../rules/closing/support.ts";
import {
  closingDissents,
  disputedIn,
  type Drafted,
  finalReviews,
  incompleteIn,
} from "../rules/closing/synthesis.ts";
import { readPointWords, splitHeadline } from "../rules/points.ts";
import { listSharedTerms } from "../rules/positions.ts";
import { foldedItem, formatBulletLines, formatParagraphs } from "./written-text.ts";

export interface DecidedBoard {
  /** As far as those who spoke can carry it. */
  readonly outcome: Pick<Outcome, "ending" | "confidence">;
  readonly hearing: BoardHearing;
  readonly drafted: Drafted;
  readonly synthesis: Synthesis;
  readonly author: string;
  readonly support: SynthesisSupport;
}

export function formatNames(hearing: BoardHearing, ids: readonly string[]): string {
  const names = ids.map((id) => escapeMarkdown(findBoardName(hearing, id)));
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The problem in the words of the brief, and what could be chosen. */
export function contextSection({ hearing: { brief } }: DecidedBoard): string[] {
  const problem = readBriefProblem(brief);
  const options = brief.options.map(({ id, label, description }) => {
    const more = description === "" ? "" : `: ${description}`;
    return escapeMarkdown(`${id} (${label})${more}`);
  });
  return [
    ...(problem === "" ? [] : problem.split("\n\n").map(escapeMarkdown)),
    options.length === 0
      ? "The question came without options: adopt, reject or defer."
      : `The options were:\n\n${formatBulletLines(options)}`,
  ];
}

/** Five lines that can stand alone: what, whether it is decided, on what condition, what comes first, who is against. */
export function decisionSection(decided: DecidedBoard): string[] {
  const { hearing, synthesis, support, outcome } = decided;
  const { verdict, majority, behind, of } = support;
  const { approach, conditions, next_step } = synthesis;
  return [
    `**${escapeMarkdown(describeChoice(hearing, verdict))}:** ${escapeMarkdown(approach)}`,
    formatBulletLines([
      outcome.ending === "decided"
        ? `Decided: ${behind.length} of ${of} go along.`
        : `Not decided, a person decides: ${majority ? "" : "only "}${behind.length} of ${of} go along.`,
      ...(next_step === null ? [] : [`Next step: ${escapeMarkdown(next_step)}`]),
      ...formatDissentLines(decided),
    ]),
    ...(conditions.length === 0
      ? []
      : [
          "Conditions:",
          formatBulletLines(conditions.map((condition) => escapeMarkdown(condition))),
        ]),
  ];
}

/** Who goes along and formally dissents from something else, such as a fallback, does not dissent from the decision. */
function formatDissentLines({ hearing, drafted, support: { behind } }: DecidedBoard): string[] {
  const all = listDissenters(hearing, drafted);
  const against = all.filter((id) => !behind.includes(id));
  const beside = all
    .filter((id) => behind.includes(id))
    .map((id) => {
      const about = standingDissents(hearing).filter(({ seat }) => seat.id === id);
      const subjects = [...new Set(about.map((one) => nameSubject(hearing, one.about)))];
      return `${formatNames(hearing, [id])} (from ${escapeMarkdown(subjects.join(", "))})`;
    });
  return [
    against.length === 0
      ? "Nobody dissents from it."
      : `Dissenting: ${formatNames(hearing, against)}.`,
    ...(beside.length === 0
      ? []
      : [`Goes along, with a formal dissent from something else: ${beside.join(", ")}.`]),
  ];
}

function listDissenters(hearing: BoardHearing, drafted: Drafted): string[] {
  const against = new Set([
    ...standingDissents(hearing).map(({ seat }) => seat.id),
    ...closingDissents(drafted).map(({ by }) => by),
  ]);
  return hearing.seats.map(({ id }) => id).filter((id) => against.has(id));
}

/** Paragraphs as they were written. */
export function reasonsSection({ synthesis }: DecidedBoard): string[] {
  return formatParagraphs(synthesis.reasoning);
}

export function rejectedSection({ hearing, synthesis }: DecidedBoard): string[] {
  const rejected = synthesis.rejected.map(({ point, reasoning }) => {
    const known = findAlternative(hearing, point);
    const held =
      known && known.held_by.length > 0 ? ` (${formatNames(hearing, known.held_by)})` : "";
    return foldedItem(known?.text ?? point, held, [
      ...wholeWords(hearing, point),
      ...formatParagraphs(reasoning),
    ]);
  });
  const missing = listUnaddressed(hearing, synthesis).map(({ text, held_by }) =>
    foldedItem(text, ` (${formatNames(hearing, held_by)})`, ["Not answered by the synthesis."]),
  );
  const all = [...rejected, ...missing];
  return [all.length === 0 ? "None was put forward." : all.join("\n")];
}

/** Of an alternative whose headline is cut short. */
function wholeWords(hearing: BoardHearing, id: string): string[] {
  const point = pointsBefore(hearing).find((one) => one.id === id);
  return point?.text.endsWith("…") ? [formatBlockQuote(readPointWords(point))] : [];
}

const LEVEL_WEIGHTS: Readonly<Record<string, number>> = { low: 1, medium: 2, high: 3 };

function weighRisk({ likelihood, impact }: Pick<RegisteredRisk, "likelihood" | "impact">): number {
  return (LEVEL_WEIGHTS[likelihood] ?? 0) * (LEVEL_WEIGHTS[impact] ?? 0);
}

/** The gravest first. */
export function risksSection(decided: DecidedBoard): string[] {
  const { hearing, synthesis } = decided;
  const rows = registerRisks(hearing, synthesis)
    .toSorted((a, b) => weighRisk(b) - weighRisk(a))
    .map(({ risk, likelihood, impact, mitigation, raised_by }) =>
      foldedItem(
        risk,
        ` (likelihood ${likelihood}, impact ${impact}; ${formatNames(hearing, raised_by)})`,
        formatParagraphs(mitigation),
      ),
    );
  const left = listUnregisteredRisks(hearing, synthesis).map(
    ({ by, text }) => `- ${escapeMarkdown(text)} (${formatNames(hearing, [by])})`,
  );
  return [
    rows.length === 0 ? "None is listed." : rows.join("\n"),
    ...(left.length === 0 ? [] : ["Raised in the debate and not weighed:", left.join("\n")]),
  ];
}

/** K6: copied, attributed, never edited; with what the synthesis answers each. */
export function dissentsSection({ hearing, drafted, synthesis, support }: DecidedBoard): string[] {
  const answers = new Map(synthesis.answers.map(({ claim, reason }) => [claim, reason]));
  const standing = standingDissents(hearing).flatMap(({ id, seat, text, about, assigned }) => [
    `**${escapeMarkdown(seat.name)}**, from ${escapeMarkdown(nameSubject(hearing, about))}${assigned ? " (assigned to oppose)" : ""}:`,
    formatBlockQuote(text),
    `Answer: ${escapeMarkdown(answers.get(id) ?? "the synthesis gives none.")}`,
  ]);
  const closing = closingDissents(drafted).flatMap(({ by, text }) => [
    `**${formatNames(hearing, [by])}**, from this decision:`,
    formatBlockQuote(text),
  ]);
  const withdrawn = formalDissents(hearing)
    .filter(({ status }) => status === "withdrawn")
    .map(
      ({ seat, text, withdrawal }) =>
        `- ${escapeMarkdown(seat.name)} withdrew “${escapeMarkdown(splitHeadline(text).text)}”: ${escapeMarkdown(withdrawal?.reason ?? "")}`,
    );
  const assigned = assignedOpposition(hearing, support.verdict).map(
    ({ by, text, alternative }) =>
      `- ${formatNames(hearing, [by])}, opposition as assigned, not counted as dissent: ${escapeMarkdown(text.replace(/\.$/, ""))}${alternative === null ? "" : `; instead: ${escapeMarkdown(splitHeadline(alternative).text)}`}`,
  );
  const none = standing.length + closing.length === 0 ? ["None."] : [];
  return [
    ...none,
    ...standing,
    ...closing,
    ...(withdrawn.length === 0 ? [] : [withdrawn.join("\n")]),
    ...(assigned.length === 0 ? [] : [assigned.join("\n")]),
  ];
}

function nameSubject(hearing: BoardHearing, about: string): string {
  const option = hearing.brief.options.find(({ id }) => id === about);
  if (option) return `${option.id} (${option.label})`;
  return about === "proposal" ? "the proposal" : about;
}

/** They go along, and do not count among those who do. */
function listUncounted({ hearing, drafted, support }: DecidedBoard): string[] {
  const dissenting = new Set(standingDissents(hearing).map(({ seat }) => seat.id));
  return (finalReviews(drafted)?.spoken ?? [])
    .filter(({ by, reply }) => reply.stand === "go along" && !support.behind.includes(by))
    .map(({ by }) => {
      const why = dissenting.has(by)
        ? "has not withdrawn the dissent above, so is not counted"
        : "gives no reason, so is not counted";
      return `${formatNames(hearing, [by])} goes along with the text too, but ${why}.`;
    });
}

export function decidersSection(decided: DecidedBoard): string[] {
  const { hearing, author, support, outcome } = decided;
  const { behind, holders, verdict, limits } = support;
  const moved = changesIn(hearing).map(({ by, from, to, round, standing, reason }) => {
    const why = standing === "explained" ? escapeMarkdown(reason) : "no valid cause named";
    return `- ${formatNames(hearing, [by])} moved from ${escapeMarkdown(describeChoice(hearing, from))} to ${escapeMarkdown(describeChoice(hearing, to))} in round ${round}: ${why}`;
  });
  const shared = listSharedTerms(hearing)
    .filter(({ held_by }) => held_by.length > 1)
    .map(
      ({ kind, text, held_by }) =>
        `${kind === "condition" ? "Condition" : "Next step"}, ${formatNames(hearing, held_by)}: ${escapeMarkdown(text)}`,
    );
  const nobody = "nobody";
  return [
    formatBulletLines([
      `Written by the ${formatNames(hearing, [author])}, after ${hearing.rounds.length} rounds of response.`,
      `Chose ${escapeMarkdown(describeChoice(hearing, verdict))} before the text was written: ${formatNames(hearing, holders) || nobody}.`,
      `Go along with the text: ${formatNames(hearing, behind) || nobody}.`,
      ...listUncounted(decided),
      ...(limits.length === 0
        ? []
        : [`Confidence ${outcome.confidence} because ${escapeMarkdown(limits.join("; "))}.`]),
    ]),
    ...(moved.length === 0 ? [] : ["Who changed their mind:", moved.join("\n")]),
    ...(shared.length === 0
      ? []
      : ["What several asked for at the end:", formatBulletLines(shared)]),
  ];
}

/** F13: in the reviewers' own words. */
export function disputesSection({ hearing, drafted }: DecidedBoard): string[] {
  const told = (what: string) => (remark: { by: string; text: string }) => [
    `**${formatNames(hearing, [remark.by])}** ${what}:`,
    formatBlockQuote(remark.text),
  ];
  return [
    ...disputedIn(drafted).flatMap(
      told("says the text is wrong about them (disputed representation)"),
    ),
    ...incompleteIn(drafted).flatMap(told("adds what is missing")),
  ];
}

/** What the text calls by its id, in one line each, so that the page can be read alone. */
export function referredSection({ hearing, synthesis }: DecidedBoard): string[] {
  const { reasoning, conditions, next_step, rejected, risk_register, answers } = synthesis;
  const words = [
    reasoning,
    ...conditions,
    next_step ?? "",
    ...rejected.map((one) => one.reasoning),
    ...risk_register.map(({ mitigation }) => mitigation),
    ...answers.map(({ reason }) => reason),
    ...changesIn(hearing).map(({ reason }) => reason),
  ].join("\n");
  const named = new Set(words.match(/(?<![\w-])[a-z][a-z0-9-]*-[a-z]?\d+(?![\w-])/g));
  const points = pointsBefore(hearing).filter(({ id }) => named.has(id));
  if (points.length === 0) return [];
  const lines = points.map(
    ({ id, by, text }) =>
      `**${escapeMarkdown(id)}** (${formatNames(hearing, [by])}): ${escapeMarkdown(text)}`,
  );
  return ["## Points referred to", formatBulletLines(lines)];
}
