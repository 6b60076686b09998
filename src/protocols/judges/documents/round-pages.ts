/** J8, J18: one page per judge and round, written by code from the judge's answers. */
import { findOption } from "../../../domain/brief.ts";
import type { Claim } from "../../../domain/claim.ts";
import { type Round, findSpokenTurn } from "../../../domain/round.ts";
import { escapeMarkdown } from "../../../text/markdown.ts";
import type { Recommendation, JudgeResponse } from "../replies.ts";
import { confidenceWord } from "../rules/confidence.ts";
import { type LensEvaluation, lensOf, score } from "../rules/lens.ts";
import type { Panel } from "../rules/votes.ts";

export interface ArtifactPage {
  readonly name: string;
  readonly text: string;
}

export function openingPages(panel: Panel, openings: Round<Recommendation>): ArtifactPage[] {
  return openings.spoken.flatMap(({ by, reply, claims }) => {
    const judge = panel.judges.find(({ id }) => id === by);
    if (!judge) return [];
    const lens = lensOf(judge.id, judge.stance);
    const lines = [
      ...heading(panel, by, 1),
      ...recommendation(panel, reply),
      "## Options",
      "",
      ...reply.evaluations.flatMap((one) => evaluationLines(panel, one, score(lens, one).shown)),
      ...claimLines(claims),
      "## Against my own choice",
      "",
      escapeMarkdown(reply.self_challenge),
      "",
      "## What would change my mind",
      "",
      escapeMarkdown(reply.would_change_my_mind),
      "",
    ];
    return [{ name: `sadd/debate-${panel.brief.id}-${by}.md`, text: lines.join("\n") }];
  });
}

export function responsePages(
  panel: Panel,
  openings: Round<Recommendation>,
  responses: Round<JudgeResponse>,
): ArtifactPage[] {
  return responses.spoken.map(({ by, reply, claims }) => {
    const before = findSpokenTurn(openings, by)?.reply.option;
    const lines = [
      ...heading(panel, by, 2),
      ...recommendation(panel, reply),
      "## Challenges",
      "",
      ...reply.challenges.flatMap(({ judge, claim, counter_argument }) => [
        `### To ${escapeMarkdown(judge)} on ${escapeMarkdown(claim)}`,
        "",
        escapeMarkdown(counter_argument),
        "",
      ]),
      ...claimLines(claims),
      "## Did I change my mind?",
      "",
      ...changeLines(before, reply),
      "",
    ];
    return { name: `sadd/debate-${panel.brief.id}-${by}-r2.md`, text: lines.join("\n") };
  });
}

function heading({ brief, judges }: Panel, by: string, round: number): string[] {
  const judge = judges.find(({ id }) => id === by);
  return [
    `# ${judge?.name ?? by} judge`,
    "",
    `**Question:** ${escapeMarkdown(brief.question)}  `,
    `**Stance:** ${(judge?.stance ?? "neutral").toUpperCase()}  `,
    `**Round:** ${round}`,
    "",
  ];
}

function recommendation(
  { brief }: Panel,
  { option, confidence, headline }: Pick<Recommendation, "option" | "confidence" | "headline">,
): string[] {
  return [
    "## My Recommendation",
    "",
    `**Chosen Option:** ${option} ${escapeMarkdown(findOption(brief, option)?.label ?? "")}  `,
    `**Confidence:** ${confidenceWord(confidence)} (${confidence}%)`,
    "",
    escapeMarkdown(headline),
    "",
  ];
}

function evaluationLines({ brief }: Panel, evaluation: LensEvaluation, total: string): string[] {
  const label = escapeMarkdown(findOption(brief, evaluation.option)?.label ?? "");
  const title = `### ${evaluation.option} ${label}: ${total}`;
  if (!("rows" in evaluation)) {
    const { strengths, weaknesses } = evaluation;
    return [
      title,
      "",
      `- For: ${escapeMarkdown(strengths)}`,
      `- Against: ${escapeMarkdown(weaknesses)}`,
      "",
    ];
  }
  const rows = evaluation.rows.map((row) => {
    const { kind, description, ...figures } = row;
    const cells = [kind, escapeMarkdown(description), ...Object.values(figures).map(String)];
    return `| ${cells.join(" | ")} |`;
  });
  const {
    kind: _,
    description: __,
    ...figures
  } = evaluation.rows[0] ?? { kind: "", description: "" };
  const columns = ["Kind", "Description", ...Object.keys(figures)];
  const effort = "uncertainty" in evaluation ? [effortLine(evaluation)] : [];
  return [
    title,
    "",
    `| ${columns.join(" | ")} |`,
    `|${columns.map(() => " --- |").join("")}`,
    ...rows,
    "",
    ...effort,
  ];
}

function effortLine({ uncertainty, value }: { uncertainty: number; value: number }): string {
  return `Uncertainty × ${uncertainty}, value ${value}/10.\n`;
}

function claimLines(claims: readonly Claim[]): string[] {
  if (claims.length === 0) return [];
  const lines = claims.flatMap(({ id, about, side, text, evidence }) => [
    `- **${id}** ${side} ${escapeMarkdown(about)}: ${escapeMarkdown(text)}`,
    ...evidence.map(({ source, quote, verified }) => {
      const mark = verified ? "verified" : "NOT FOUND in the source";
      return `  - ${escapeMarkdown(source)}: “${escapeMarkdown(quote)}” (${mark})`;
    }),
  ]);
  return ["## Claims", "", ...lines, ""];
}

function changeLines(
  before: string | undefined,
  { option, changed_because }: JudgeResponse,
): string[] {
  if (before === option) return [`No. ${option} stands.`];
  const causes = changed_because?.claims.map(escapeMarkdown).join(", ");
  return [
    `Yes. New recommendation: ${option} (was ${before ?? "none"}).`,
    "",
    `What convinced me: ${escapeMarkdown(changed_because?.explanation ?? "not stated")}${causes ? ` (${causes})` : ""}`,
  ];
}
