/** J8, J18: one page per judge and round, written by code from the judge's answers. */
import { findOption } from "../../../domain/brief.ts";
import type { Claim } from "../../../domain/claim.ts";
import { describeEvidenceCheck, formatEvidenceWords } from "../../../domain/evidence/evidence.ts";
import { isUncausedChange } from "../../../domain/outcome/change-cause.ts";
import { type Round, findSpokenTurn, type Spoken } from "../../../domain/round.ts";
import { escapeMarkdown } from "../../../text/markdown.ts";
import type { Recommendation, JudgeResponse } from "../replies.ts";
import { confidenceWord } from "../rules/confidence.ts";
import { listCorrectedRows } from "../rules/corrections.ts";
import { formatGivenFigures } from "../rules/given-figures.ts";
import { isHeadline, shortenToHeadline } from "../rules/headline.ts";
import { listBestOptions, type LensEvaluation, findLens, scoreForLens } from "../rules/lens.ts";
import { finalVotes, type Panel } from "../rules/votes.ts";

export interface ArtifactPage {
  readonly name: string;
  readonly text: string;
}

export function openingPages(panel: Panel, openings: Round<Recommendation>): ArtifactPage[] {
  return openings.spoken.flatMap(({ by, reply, claims, unmet }) => {
    const judge = panel.judges.find(({ id }) => id === by);
    if (!judge) return [];
    const lines = [
      ...formatPageHeading(panel, by, 1),
      ...formatRecommendation(panel, reply),
      ...scoreLines(findLens(judge.id, judge.stance), reply),
      ...(reply.evaluations as readonly LensEvaluation[]).flatMap((one) =>
        evaluationLines(panel, one),
      ),
      ...claimLines(
        "Claims",
        claims.filter(({ aside }) => aside !== true),
      ),
      ...formatParagraph("Against my own choice", reply.self_challenge),
      ...formatParagraph("What would change my mind", reply.would_change_my_mind),
      ...formatParagraph("What is missing", reply.missing),
      ...unmetLines(unmet),
    ];
    return [{ name: `sadd/debate-${panel.brief.id}-${by}.md`, text: lines.join("\n") }];
  });
}

/** K5: what counts comes first; a reverted vote is shown as what it was, and not as chosen. */
export function responsePages(
  panel: Panel,
  openings: Round<Recommendation>,
  responses: Round<JudgeResponse>,
): ArtifactPage[] {
  const { changes } = finalVotes(panel, openings, responses);
  return responses.spoken.flatMap((turn) => {
    const { by, reply, claims, unmet } = turn;
    const judge = panel.judges.find(({ id }) => id === by);
    const opening = findSpokenTurn(openings, by);
    if (!judge || !opening) return [];
    const change = changes.find((one) => one.by === by);
    const isReverted = change?.standing === "reverted";
    const challenges = new Set(reply.challenges.map(({ claim }) => claim));
    const conceded = new Set(reply.concedes.map(({ claim }) => claim));
    const lines = [
      ...formatPageHeading(panel, by, 2),
      ...(isReverted
        ? [
            `> The vote for ${escapeMarkdown(change.to)} was reverted: ${escapeMarkdown(change.reason)}.`,
            `> The vote of round 1 counts, with its words.`,
            "",
          ]
        : []),
      ...formatRecommendation(panel, isReverted ? opening.reply : reply),
      ...claimLines(
        "Challenges",
        claims.filter(({ about, side }) => side === "attacks" && challenges.has(about)),
      ),
      ...claimLines(
        "Conceded",
        claims.filter(({ about, side }) => side === "supports" && conceded.has(about)),
      ),
      ...correctionLines(findLens(judge.id, judge.stance), opening, { reply, isReverted }),
      ...(isReverted ? [] : formatParagraph("Withdrawn claims", reply.withdraws?.join(", "))),
      ...claimLines(
        "New claims",
        claims.filter(({ about }) => findOption(panel.brief, about)),
      ),
      "## Did I change my mind?",
      "",
      ...changeLines(opening.reply, { reply, isReverted }),
      "",
      ...(isReverted
        ? []
        : [
            ...formatParagraph("Against my own choice", reply.self_challenge),
            ...formatParagraph("What would change my mind", reply.would_change_my_mind),
            ...formatParagraph("What is missing", reply.missing),
          ]),
      ...unmetLines(unmet.filter((duty) => !isUncausedChange(duty))),
    ];
    return [{ name: `sadd/debate-${panel.brief.id}-${by}-r2.md`, text: lines.join("\n") }];
  });
}

function formatParagraph(title: string, words: string | null | undefined): string[] {
  return words ? [`## ${title}`, "", escapeMarkdown(words), ""] : [];
}

function formatPageHeading({ brief, judges }: Panel, by: string, round: number): string[] {
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

function formatRecommendation(
  { brief }: Panel,
  {
    option,
    confidence,
    headline,
    conditions,
  }: Pick<Recommendation, "option" | "confidence" | "headline" | "conditions">,
): string[] {
  return [
    "## My Recommendation",
    "",
    `**Chosen Option:** ${option} ${escapeMarkdown(findOption(brief, option)?.label ?? "")}  `,
    `**Confidence:** ${confidenceWord(confidence)} (${confidence}%)`,
    "",
    escapeMarkdown(headline),
    "",
    ...(conditions.length === 0
      ? []
      : ["Only if:", "", ...conditions.map((one) => `- ${escapeMarkdown(one)}`), ""]),
  ];
}

function scoreLines(lens: ReturnType<typeof findLens>, reply: Recommendation): string[] {
  const scores = (reply.evaluations as readonly LensEvaluation[]).map((one) =>
    scoreForLens(lens, one),
  );
  const best = listBestOptions(lens, scores);
  const isAgainst = best.length > 0 && !best.includes(reply.option);
  const why = reply.against_own_scores ?? "no reason is given";
  const horizon = "horizon_months" in reply ? `, over ${reply.horizon_months} months` : "";
  return [
    "## Options",
    "",
    `Totals, computed from the rows${horizon}:`,
    "",
    ...scores.map(({ option, shown }) => `- ${option}: ${shown}`),
    "",
    ...(isAgainst
      ? [
          `My own table puts ${best.join(", ")} first; I recommend ${reply.option} because: ${escapeMarkdown(why)}`,
          "",
        ]
      : []),
  ];
}

/** A table holds headlines; what is longer stands in full below it. */
function evaluationLines({ brief }: Panel, evaluation: LensEvaluation): string[] {
  const label = escapeMarkdown(findOption(brief, evaluation.option)?.label ?? "");
  const title = `### ${evaluation.option} ${label}`;
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
  const long = evaluation.rows.filter(({ description }) => !isHeadline(description));
  return [
    title,
    "",
    "| Row | Given | Why |",
    "| --- | --- | --- |",
    ...evaluation.rows.map(
      (row) =>
        `| ${row.kind.replace("_", " ")} | ${formatGivenFigures(row)} | ${escapeMarkdown(shortenToHeadline(row.description))} |`,
    ),
    "",
    ...("uncertainty" in evaluation
      ? [`Uncertainty × ${evaluation.uncertainty}, value ${evaluation.value} of 10.`, ""]
      : []),
    ...long.flatMap(({ kind, description }) => [
      `**${kind.replace("_", " ")}:** ${escapeMarkdown(description)}`,
      "",
    ]),
  ];
}

function claimLines(title: string, claims: readonly Claim[]): string[] {
  if (claims.length === 0) return [];
  const lines = claims.flatMap(({ id, about, side, text, detail, evidence }) => [
    // a headline that was cut is the beginning of its detail
    `- **${id}** ${side} ${escapeMarkdown(about)}: ${escapeMarkdown(text.endsWith("…") ? (detail ?? text) : text)}`,
    ...(detail === undefined || text.endsWith("…") ? [] : ["", `  ${escapeMarkdown(detail)}`, ""]),
    ...evidence.map(
      (one) => `  - ${escapeMarkdown(formatEvidenceWords(one))} (${describeEvidenceCheck(one)})`,
    ),
  ]);
  return [`## ${title}`, "", ...lines, ""];
}

interface AnsweredRound {
  readonly reply: JudgeResponse;
  readonly isReverted: boolean;
}

function correctionLines(
  lens: ReturnType<typeof findLens>,
  opening: Spoken<Recommendation>,
  { reply, isReverted }: AnsweredRound,
): string[] {
  const rows = isReverted ? [] : listCorrectedRows(lens, opening, reply);
  if (rows.length === 0) return [];
  const lines = rows.map(
    ({ claim, option, kind, from, to, reason }) =>
      `- **${claim}** ${option} ${kind.replace("_", " ")}: ${from} becomes ${to}. ${escapeMarkdown(reason)}`,
  );
  return ["## Corrected rows", "", ...lines, ""];
}

function changeLines(
  before: Pick<Recommendation, "option" | "confidence">,
  { reply, isReverted }: AnsweredRound,
): string[] {
  const { option, changed_because, confidence, confidence_because } = reply;
  const sure =
    confidence_because === null || isReverted
      ? []
      : [
          "",
          `Confidence ${before.confidence} to ${confidence}: ${escapeMarkdown(confidence_because)}`,
        ];
  if (before.option === option) return [`No. ${option} stands.`, ...sure];
  const causes = changed_because?.claims.map(escapeMarkdown).join(", ");
  const words = `${escapeMarkdown(changed_because?.explanation ?? "not stated")}${causes ? ` (${causes})` : ""}`;
  if (isReverted) {
    return [
      `It does not count. ${before.option} stands; ${option} was named without a valid cause.`,
      "",
      `What was given as the cause: ${words}`,
    ];
  }
  return [
    `Yes. New recommendation: ${option} (was ${before.option}).`,
    "",
    `What convinced me: ${words}`,
    ...sure,
  ];
}

function unmetLines(unmet: readonly string[]): string[] {
  if (unmet.length === 0) return [];
  const lines = unmet.map((duty) => `- ${escapeMarkdown(duty)}`);
  return ["## Incomplete", "", "Asked for once more, and still missing:", "", ...lines, ""];
}
