/** debate-transcript.md: all arguments, the scoring matrix, and how much agreement there was. */
import { type Round, describeAbsenceReason, type Spoken } from "../../../domain/round.ts";
import { formatInertText } from "../../../text/markdown.ts";
import type { Concession, NewWinner, Winner } from "../prompts/prompt-input.ts";
import type {
  FinalArgumentReply,
  AdvocateRebuttalReply,
  AdvocateStatementReply,
} from "../replies.ts";
import { listDebaters, statementsIn } from "../rules/advocates.ts";
import { convergenceScore } from "../rules/convergence.ts";
import { computeAgreement, lastRound, buildVoteMatrix, unresolvedIn } from "../rules/matrix.ts";
import { calledBy, type Debated, findVariantNumber } from "../rules/table.ts";
import { changesIn } from "../rules/vote-changes.ts";
import { formatChoiceKey } from "../rules/vote-choice.ts";
import { matrixSection, voteName } from "./matrix-section.ts";
import {
  formatDebateDay,
  formatListOr,
  overrideSection,
  joinPageParts,
  formatPercentage,
  quotesLine,
  findSpeakerName,
  findTitledVariant,
} from "./page-parts.ts";

export function transcriptPage(debated: Debated): string {
  const held = debated.statements !== null;
  return joinPageParts([
    "# Debate transcript",
    formatMetadata(debated),
    held ? "" : `## Round 1\n\nNo debate was held: ${skipReason(debated)}.`,
    held ? statementRound(debated) : "",
    turnRound(debated, "Round 2: rebuttals, in turn", {
      round: debated.rebuttals,
      formatTurnText: rebuttalText,
    }),
    turnRound(debated, "Round 3: final arguments, in turn", {
      round: debated.finals,
      formatTurnText: finalText,
    }),
    matrixSection(debated),
    changesSection(debated),
    formatAssessment(debated),
    overrideSection(debated, "after-debate"),
  ]);
}

/** Why nothing was debated, for people. */
export function skipReason({ analysis }: Debated): string {
  return analysis.identical
    ? "the variants are substantially identical"
    : "there is no point to decide";
}

function formatMetadata(debated: Debated): string {
  const { settings, analysis } = debated;
  const agreement = computeAgreement(debated);
  const advocates = listDebaters(debated).map(({ id, name, model }) => {
    const by = settings.blind ? "" : `, ${formatInertText(model)}`;
    return `${formatInertText(name)} for ${findTitledVariant(debated, findVariantNumber(debated, id))}${by}`;
  });
  const twins = analysis.nearDuplicates.map(
    ({ variant, of }) => `${calledBy(debated, variant)} nearly repeats ${calledBy(debated, of)}`,
  );
  return [
    "## Metadata",
    "",
    formatListOr([
      `Generated: ${formatDebateDay(debated)}`,
      `Depth: ${settings.depth}`,
      `Rounds held: ${debated.statements === null ? 0 : lastRound(debated)}`,
      `Convergence: ${formatPercentage(convergenceScore(agreement))} (${agreement.agreed} of ${agreement.points})`,
      `Threshold: ${formatPercentage(settings.convergence)}`,
      `Focus: ${settings.focus.length === 0 ? "all" : settings.focus.map(formatInertText).join(", ")}`,
      ...(debated.priority.length === 0 ? [] : [`Priority: ${debated.priority.join(", ")}`]),
      `Advocates: ${advocates.join("; ")}`,
      ...(twins.length === 0 ? [] : [`Without an advocate of their own: ${twins.join("; ")}`]),
    ]),
  ].join("\n");
}

function statementRound(debated: Debated): string {
  const silent = (debated.statementsAgain?.absent ?? []).map(
    ({ by, reason }) =>
      `${findSpeakerName(debated, by)} ${describeAbsenceReason(reason)}, also when asked again.`,
  );
  return [
    "## Round 1: statements, at once",
    ...statementsIn(debated).map((turn) => statementText(debated, turn)),
    ...silent,
  ].join("\n\n");
}

function statementText(
  debated: Debated,
  { by, reply, claims }: Spoken<AdvocateStatementReply>,
): string {
  const { summary, strengths, steelmen, weaknesses, concessions, winners } = reply;
  const claim = (index: number): string => claims[index]?.id ?? "";
  const quotes = (index: number): string => quotesLine(claims[index]?.evidence ?? []);
  const after = strengths.length + weaknesses.length;
  return [
    formatSpeakerHeading(debated, by),
    formatInertText(summary),
    formatBlock(
      "Strengths",
      strengths.map(({ text }, at) => `**${claim(at)}** ${formatInertText(text)}${quotes(at)}`),
    ),
    formatBlock(
      "The best case for the others",
      steelmen.map(
        ({ variant, text }) => `${calledBy(debated, variant)}: ${formatInertText(text)}`,
      ),
    ),
    formatBlock(
      "Weaknesses of the others",
      weaknesses.map(({ variant, text }, index) => {
        const at = strengths.length + index;
        return `**${claim(at)}** ${calledBy(debated, variant)}: ${formatInertText(text)}${quotes(at)}`;
      }),
    ),
    formatBlock(
      "Concessions",
      concessions.map((one) => concessionLine(debated, one)),
    ),
    formatBlock(
      "Winners",
      winners.map((winner, index) => `**${claim(after + index)}** ${winnerLine(debated, winner)}`),
    ),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function turnRound<Reply>(
  debated: Debated,
  title: string,
  {
    round,
    formatTurnText,
  }: {
    round: Round<Reply> | null;
    formatTurnText: (debated: Debated, turn: Spoken<Reply>) => string;
  },
): string {
  if (!round) return "";
  const silent = round.absent.map(
    ({ by, reason }) =>
      `${findSpeakerName(debated, by)} ${describeAbsenceReason(reason)}; what it said before stands.`,
  );
  return [
    `## ${title}`,
    ...round.spoken.map((turn) => formatTurnText(debated, turn)),
    ...silent,
  ].join("\n\n");
}

function rebuttalText(
  debated: Debated,
  { by, reply, claims }: Spoken<AdvocateRebuttalReply>,
): string {
  const { responses, assessments, concessions, changes } = reply;
  const quotes = (index: number): string => {
    const evidence = claims[index]?.evidence ?? [];
    return evidence.length === 0 ? "" : quotesLine(evidence);
  };
  return [
    formatSpeakerHeading(debated, by),
    formatBlock(
      "Answers to criticism",
      responses.map(
        ({ criticism, answer, text }, at) =>
          `**${claims[at]?.id ?? ""}** to ${formatInertText(criticism)}, ${answer === "counter" ? "countered" : "conceded"}: ${formatInertText(text)}${quotes(at)}`,
      ),
    ),
    formatBlock(
      "The others, seen again",
      assessments.map(
        ({ variant, text }) => `${calledBy(debated, variant)}: ${formatInertText(text)}`,
      ),
    ),
    formatBlock(
      "Concessions",
      concessions.map((one) => concessionLine(debated, one)),
    ),
    formatBlock(
      "New winners",
      changes.map(
        (change, index) =>
          `**${claims[responses.length + index]?.id ?? ""}** ${winnerLine(debated, change)}`,
      ),
    ),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function finalText(debated: Debated, { by, reply, claims }: Spoken<FinalArgumentReply>): string {
  const { argument, concessions, winners } = reply;
  return [
    formatSpeakerHeading(debated, by),
    `**${claims[0]?.id ?? ""}** ${formatInertText(argument)}`,
    formatBlock(
      "Concessions",
      concessions.map((one) => concessionLine(debated, one)),
    ),
    formatBlock(
      "Winners",
      winners.map(
        (winner, index) => `**${claims[index + 1]?.id ?? ""}** ${winnerLine(debated, winner)}`,
      ),
    ),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function formatSpeakerHeading(debated: Debated, by: string): string {
  return `### ${findSpeakerName(debated, by)}, for ${calledBy(debated, findVariantNumber(debated, by))}`;
}

function formatBlock(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}:\n\n${formatListOr(lines)}`;
}

function winnerLine(debated: Debated, winner: Winner | NewWinner): string {
  const causes =
    "causes" in winner && winner.causes.length > 0
      ? ` (because of ${winner.causes.map(formatInertText).join(", ")})`
      : "";
  const point = debated.points.find(({ id }) => id === winner.point);
  const choice = voteName(debated)(formatChoiceKey(point, winner));
  return `${formatInertText(winner.point)}: ${formatInertText(choice)}. ${formatInertText(winner.because)}${causes}`;
}

function concessionLine(debated: Debated, { point, variant, text }: Concession): string {
  const what =
    point === null
      ? ""
      : `${formatInertText(point)}${variant === null ? "" : ` to ${calledBy(debated, variant)}`}: `;
  return `${what}${formatInertText(text)}`;
}

function changesSection(debated: Debated): string {
  const lines = changesIn(debated).map(({ by, round, from, to, reason, causes, standing }) => {
    const why =
      standing === "explained" ? causes.join(", ") || "its own evidence" : "no valid cause";
    return `${findSpeakerName(debated, by)} in round ${round}: ${formatInertText(from)} became ${formatInertText(to)} (${why}). ${formatInertText(reason)}`;
  });
  return lines.length === 0 ? "" : `## Changes of mind\n\n${formatListOr(lines)}`;
}

function formatAssessment(debated: Debated): string {
  const { agreed, points, converged, overruled } = computeAgreement(debated);
  const { settings } = debated;
  const open = unresolvedIn(buildVoteMatrix(debated)).map(({ point }) => point.id);
  const status =
    converged === null ? "not checked (depth quick)" : converged ? "CONVERGED" : "NOT_CONVERGED";
  return [
    "## Convergence assessment",
    "",
    formatListOr([
      `Resolved: ${agreed} of ${points}`,
      `Alignment: ${formatPercentage(convergenceScore({ agreed, points }))}`,
      `Threshold: ${formatPercentage(settings.convergence)}`,
      `Status: ${status}${overruled ? ", as a person decided" : ""}`,
      `Unresolved: ${open.length === 0 ? "none" : open.join(", ")}`,
      ...(converged === false ? ["What is unresolved stays as the base has it (A44)."] : []),
    ]),
  ].join("\n");
}
