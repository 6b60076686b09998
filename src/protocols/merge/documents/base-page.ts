/** base-selection.md: counts, verdicts with their quotes, both passes, the scores, and the reason for this base. */
import {
  compareFractions,
  formatFraction,
  type ExactFraction,
  createFraction,
  multiplyFractions,
} from "../../../documents/exact-fraction.ts";
import type { VariantMetric } from "../../../documents/metrics/variant-metric.ts";
import { type MetricName, METRIC_WEIGHTS } from "../../../documents/metrics/variant-metrics.ts";
import { describeAbsenceReason, type Turn } from "../../../domain/round.ts";
import { formatInertText } from "../../../text/markdown.ts";
import { DIMENSIONS } from "../prompts/prompt-input.ts";
import { CRITERIA } from "../rules/criteria.ts";
import { disputesIn, isJudged, type CriterionJudgement, metBy } from "../rules/evaluation.ts";
import { buildVoteMatrix } from "../rules/matrix.ts";
import { listJudgements, computeMargin } from "../rules/scoring.ts";
import { type TiebreakLevel, computeCandidateScore } from "../rules/select-base.ts";
import { type Based, calledBy, listDocuments, type Scored } from "../rules/table.ts";
import {
  shortenCell,
  formatDebateDay,
  formatListOr,
  overrideSection,
  joinPageParts,
  formatMarkdownRows,
  findTitledVariant,
} from "./page-parts.ts";

export function basePage(based: Based): string {
  return joinPageParts([
    "# Base selection",
    formatListOr([
      `Generated: ${formatDebateDay(based)}`,
      ...listDocuments(based).map(({ variant }) => findTitledVariant(based, variant)),
    ]),
    formatQuantitativeScores(based),
    formatQualitativeScores(based),
    biasLog(based),
    formatCombinedScores(based),
    formatSelection(based),
    overrideSection(based, "after-base"),
  ]);
}

const NAMES: Readonly<Record<MetricName, string>> = {
  rc: "RC requirement coverage",
  ic: "IC internal consistency",
  sr: "SR specificity",
  dc: "DC dependency completeness",
  sc: "SC section coverage",
};

const METRICS = Object.keys(NAMES) as MetricName[];

function formatQuantitativeScores({ metrics, ...based }: Based): string {
  const all = { ...based, metrics };
  const head = ["Metric", "Weight", ...metrics.map(({ variant }) => calledBy(all, variant))];
  const rows = METRICS.map((name) => [
    NAMES[name],
    `${METRIC_WEIGHTS[name]} %`,
    ...metrics.map(
      (one) => `${formatFraction(one[name].value, 4)} (${one[name].num}/${one[name].den})`,
    ),
  ]);
  const total = [
    "**Quantitative**",
    "",
    ...metrics.map(({ quant }) => `**${formatFraction(quant, 4)}**`),
  ];
  return [
    "## Quantitative scoring",
    "Counted by code; the same on every run. The counts stand beside the shares.",
    formatMarkdownRows(head, [...rows, total]),
    ...metrics.map((one) => formatCountedMetric(calledBy(all, one.variant), one)),
  ].join("\n\n");
}

const MOST_ITEMS = 8;

/** What was counted, as far as it speaks against the variant: that is what a reader can check. */
function formatCountedMetric(
  name: string,
  metrics: Readonly<Record<MetricName, VariantMetric>>,
): string {
  const lines = METRICS.flatMap((key) => {
    const { basis, note, items } = metrics[key];
    const missing = items.filter((item) => !item.counted);
    const shown = missing.slice(0, MOST_ITEMS).map(({ text, line, why }) => {
      const at = line === null ? "" : ` (line ${line})`;
      return `“${formatInertText(shortenCell(text))}”${at}: ${formatInertText(why)}`;
    });
    const rest = missing.length > MOST_ITEMS ? [`and ${missing.length - MOST_ITEMS} more`] : [];
    const remark = note === null ? "" : ` ${formatInertText(note)}.`;
    const against = [...shown, ...rest].join("; ");
    return [
      `${key.toUpperCase()}, ${formatInertText(basis)}.${remark}${against === "" ? "" : ` Not counted: ${against}`}`,
    ];
  });
  return `### ${name}: what was counted\n\n${formatListOr(lines)}`;
}

function formatQualitativeScores(based: Based): string {
  if (based.base.selection === null) {
    return "## Qualitative scoring\n\nNot done: the variants are substantially identical.";
  }
  if (!isJudged(based)) {
    return "## Qualitative scoring\n\nNobody judged the criteria, so the score is the quantitative half alone.";
  }
  const variants = listDocuments(based).map(({ variant }) => variant);
  const head = ["Dimension", ...variants.map((variant) => calledBy(based, variant))];
  const summary = DIMENSIONS.map((dimension) => {
    const ids = CRITERIA.filter((one) => one.dimension === dimension).map(({ id }) => id);
    return [
      dimension,
      ...variants.map((variant) => `${metBy(listJudgements(based), variant, ids)}/${ids.length}`),
    ];
  });
  const total = [
    "**All**",
    ...variants.map((variant) => `**${metBy(listJudgements(based), variant)}/${CRITERIA.length}**`),
  ];
  return [
    "## Qualitative scoring",
    ...DIMENSIONS.map((dimension) => dimensionTable(based, dimension)),
    `### Summary\n\n${formatMarkdownRows(head, [...summary, total])}`,
  ].join("\n\n");
}

function dimensionTable(based: Scored, dimension: string): string {
  const rows = CRITERIA.filter((one) => one.dimension === dimension).flatMap(({ id, text }) =>
    listJudgements(based)
      .filter(({ criterion }) => criterion === id)
      .map((one, index) => [
        index === 0 ? `${id}: ${text}` : "",
        calledBy(based, one.variant),
        one.verdict,
        formatJudgementEvidence(one),
      ]),
  );
  const title = `${dimension.charAt(0).toUpperCase()}${dimension.slice(1)}`;
  return `### ${title}\n\n${formatMarkdownRows(["Criterion", "Variant", "Verdict", "Claim and evidence"], rows)}`;
}

function formatJudgementEvidence({
  forward,
  reverse,
  again,
  verdict,
  remark,
}: CriterionJudgement): string {
  const told =
    [again, forward, reverse].find((one) => one?.counted === verdict) ?? forward ?? reverse;
  const quote =
    told?.quote === null || !told ? "" : ` “${formatInertText(shortenCell(told.quote))}”`;
  const searched = told?.searched ?? null;
  const silence =
    searched === null
      ? ""
      : ` Looked for and not found: ${formatInertText(shortenCell(searched))}.`;
  const overruled = remark === null ? "" : ` (${formatInertText(remark)})`;
  return `${formatInertText(shortenCell(told?.claim ?? "not judged"))}${quote}${silence}${overruled}`;
}

/** A32, s: both passes as they were given, and what the third look changed. */
function biasLog(based: Based): string {
  if (based.base.selection === null || !based.evaluator) return "";
  const disputes = disputesIn(based);
  const changed = disputes.filter(({ variant, criterion, forward }) => {
    const one = listJudgements(based).find(
      (all) => all.variant === variant && all.criterion === criterion,
    );
    return one !== undefined && one.verdict !== forward.verdict;
  }).length;
  const rows = disputes.map(({ variant, criterion, forward, reverse }) => {
    const one = listJudgements(based).find(
      (all) => all.variant === variant && all.criterion === criterion,
    );
    return [
      criterion,
      calledBy(based, variant),
      forward.verdict,
      reverse.verdict,
      one?.again ? one.again.verdict : "not heard",
      one?.verdict ?? "",
    ];
  });
  const head = ["Criterion", "Variant", "Input order", "Reversed", "Third look", "Counted"];
  return [
    "## Position-bias log",
    formatListOr([
      `Pass in input order: ${passLine(based.forward)}`,
      `Pass in reversed order: ${passLine(based.reverse)}`,
      `Disagreements: ${disputes.length}, of which ${changed} ended otherwise than the first pass`,
    ]),
    ...(rows.length === 0 ? [] : [formatMarkdownRows(head, rows)]),
  ].join("\n\n");
}

function passLine(
  turn: Turn<{ readonly appraisals: readonly { readonly verdict: string }[] }> | null,
): string {
  if (!turn) return "not asked";
  if (turn.kind === "absent") return describeAbsenceReason(turn.reason);
  const met = turn.reply.appraisals.filter(({ verdict }) => verdict === "MET").length;
  return `${met} of ${turn.reply.appraisals.length} called met`;
}

function formatCombinedScores(based: Based): string {
  const { candidates, selection } = based.base;
  if (!selection) return "";
  const rows = candidates.map((one) => [
    calledBy(based, one.variant),
    formatFraction(one.quant, 4),
    one.met === null ? "not judged" : (one.met / CRITERIA.length).toFixed(4),
    formatFraction(computeCandidateScore(one), 4),
    `${one.won}`,
  ]);
  const margin = computeMargin(candidates);
  const close = selection.contenders.map((variant) => calledBy(based, variant));
  const tie =
    selection.level === "score"
      ? "not needed: the best is ahead by 0.05 or more"
      : `${close.join(", ")} are within 0.05; ${LEVELS[selection.level]}`;
  const best = candidates
    .map(computeCandidateScore)
    .reduce((a, b) => (compareFractions(a, b) < 0 ? b : a));
  const relative = `${formatFraction(multiplyFractions(formatShare(margin, best), createFraction(100)), 1)} % of the best`;
  return [
    "## Combined scoring",
    formatMarkdownRows(["Variant", "Quantitative", "Qualitative", "Score", "Points won"], rows),
    formatListOr([
      `Margin: ${formatFraction(margin, 4)}, which is ${relative}`,
      `Tiebreak: ${tie}`,
    ]),
  ].join("\n\n");
}

function formatShare(part: ExactFraction, whole: ExactFraction): ExactFraction {
  return whole.num === 0n
    ? createFraction(0)
    : multiplyFractions(part, { num: whole.den, den: whole.num });
}

const LEVELS: Readonly<Record<TiebreakLevel, string>> = {
  score: "decided by the score",
  points: "decided by the points won in the debate",
  correctness: "decided by the criteria of correctness; points are even within 0.05 of their share",
  order: "decided by the order of input; points and correctness are even",
  preference: "decided by a person's preference; the scores are close",
  recency: "decided by recency: it was changed last; scores and debate are even",
  length:
    "decided by length: it says most, so the least has to be added; scores and debate are even",
};

const REASONS: Readonly<Record<TiebreakLevel, string>> = {
  score: "it has the best score",
  points: "it won more points in the debate; the scores are close",
  correctness: "it meets more criteria of correctness; scores and points are close",
  order: "it comes first; everything else is even",
  preference: "a person prefers it; the scores are close",
  recency: "it was changed last; scores and debate are even",
  length: "it says most, so the least has to be added; scores and debate are even",
};

/** Why this variant is the base, in words that follow "because". */
export function baseReason(based: Based): string {
  const { base } = based;
  if (based.analysis.identical)
    return "the variants are substantially identical, so the first in input order serves as well as any";
  if (!base.byPerson) return REASONS[base.selection?.level ?? "order"];
  const other = base.selection
    ? `; the score alone would have chosen ${calledBy(based, base.selection.variant)}`
    : "";
  return `a person chose it${other}`;
}

function formatSelection(based: Based): string {
  const { base } = based;
  const rows = buildVoteMatrix(based);
  const won = rows.filter(({ winner }) => winner === base.variant);
  const others = rows.filter(({ winner }) => (winner ?? 0) > 0 && winner !== base.variant);
  const line = ({ point, confidence }: (typeof rows)[number]): string =>
    `${point.id} (${confidence} %): ${formatInertText(shortenCell(point.summary))}`;
  return [
    "## Selected base",
    `**${findTitledVariant(based, base.variant)}**: ${baseReason(based)}.`,
    `Strengths to preserve:\n\n${formatListOr(won.map(line))}`,
    `Strengths of others to incorporate:\n\n${formatListOr(others.map((row) => `${line(row)}, from ${calledBy(based, row.winner ?? 0)}`))}`,
  ].join("\n\n");
}
