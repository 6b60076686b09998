/** merge-summary.md: one page to read first. What the document is, what was decided, left out, and needs a look. */
import { CHECK_TITLES } from "../../../documents/apply/merge-log-page.ts";
import type { TextSpan } from "../../../documents/document.ts";
import { formatInertText } from "../../../text/markdown.ts";
import { formatCount } from "../../../text/plain-text.ts";
import { BY_OTHERS } from "../plan/places-elsewhere.ts";
import { convergenceScore } from "../rules/convergence.ts";
import {
  computeAgreement,
  buildVoteMatrix,
  findAgreedReason,
  unresolvedIn,
} from "../rules/matrix.ts";
import { listStageAbsences } from "../rules/notes.ts";
import { calledBy, type Finished, findMergeName, variantNumbered } from "../rules/table.ts";
import { baseReason } from "./base-page.ts";
import { cutLine, describeChanges, describeRenumbered } from "./change-lines.ts";
import { formatListOr, joinPageParts, formatPercentage } from "./page-parts.ts";
import { describeReplacedIds } from "./replaced-ids.ts";
import { skipReason } from "./transcript-page.ts";

/** The same facts for the page and for the terminal, as plain lines. */
export interface MergeSummary {
  readonly document: string;
  readonly decided: readonly string[];
  readonly changes: readonly string[];
  readonly leftOut: readonly string[];
  readonly attention: readonly string[];
}

export function summarizeMerge(finished: Finished, output: string): MergeSummary {
  return {
    document: describeDocument(finished, output),
    decided: [
      `Base: ${findVariantTitle(finished, finished.plan.into)}, because ${baseReason(finished)}`,
      describeAgreement(finished),
    ],
    changes: listMadeChanges(finished),
    leftOut: listLeftOut(finished),
    attention: listAttention(finished),
  };
}

const MOST_CHANGES = 10;
const MOST_LEFT_OUT = 8;
const MOST_TO_SEE = 12;

export function summaryPage(finished: Finished, output: string): string {
  const { document, decided, changes, leftOut, attention } = summarizeMerge(finished, output);
  const show = (lines: readonly string[], most: number, where: string): string =>
    formatListOr(shortenLines(lines, most, where).map(formatInertText), "Nothing.");
  return joinPageParts([
    "# Merge summary",
    formatInertText(document),
    "## What was decided",
    formatListOr([
      ...decided.map(formatInertText),
      ...shortenLines(changes, MOST_CHANGES, "refactor-plan.md").map(formatInertText),
    ]),
    "## What was left out",
    show(leftOut, MOST_LEFT_OUT, "refactor-plan.md"),
    "## What needs your eyes",
    show(attention, MOST_TO_SEE, "merge-log.md"),
    "## The rest",
    formatListOr([
      "diff-analysis.md: how the variants differ",
      "debate-transcript.md: who argued what, and the vote on every point",
      "base-selection.md: scores and why this base",
      "refactor-plan.md: every change, with the reason, and what was not changed",
      "merge-log.md: what happened to each change, and the checks",
    ]),
  ]);
}

function shortenLines(lines: readonly string[], most: number, where: string): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${lines.length - most + 1} more in ${where}`];
}

const MOST_SHORT_LINES = 6;

/** For a terminal: what needs a look first, then what was decided. */
export function listShortLines(finished: Finished, output: string): string[] {
  const { decided, leftOut, attention } = summarizeMerge(finished, output);
  const made = finished.merged.records.filter(({ status }) => status === "applied").length;
  const seen = attention.length === 0 ? ["nothing needs your eyes"] : attention;
  return [
    ...shortenLines(seen, MOST_SHORT_LINES - 2, "adversarial/merge-summary.md"),
    ...decided,
    `${formatCount(made, "change")} made, ${formatCount(leftOut.length, "difference")} left out; read adversarial/merge-summary.md first`,
  ].map(cutLine);
}

function describeDocument(finished: Finished, output: string): string {
  const { plan, merged, analysis } = finished;
  const base = findVariantTitle(finished, plan.into);
  const made = merged.records.filter(({ status }) => status === "applied").length;
  const names = finished.variants.map(({ title }) => title);
  const from = `It was made from ${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}.`;
  if (analysis.identical)
    return `${output} is ${base}, unchanged: ${skipReason(finished)}. ${from}`;
  const unjudged = finished.advocates.every(({ model }) => model === "offline")
    ? " No model or person judged it: the built-in readers only compared words."
    : "";
  const failed = merged.checks
    .filter(({ passed }) => !passed)
    .map(({ name }) => CHECK_TITLES[name]);
  const checks =
    failed.length === 0
      ? " All checks passed."
      : ` It did not pass ${failed.length === 1 ? "the check" : "the checks"} ${failed.map((one) => `“${one}”`).join(", ")}.`;
  return `${output} is ${base} with ${formatCount(made, "change")} from the others. ${from}${checks}${unjudged}`;
}

function describeAgreement(finished: Finished): string {
  const { agreed, points, converged } = computeAgreement(finished);
  if (finished.statements === null) return `No debate: ${skipReason(finished)}`;
  const share = formatPercentage(convergenceScore({ agreed, points }));
  const state = converged === false ? ", which is too few; the base was chosen by score" : "";
  const needed = `${formatPercentage(finished.settings.convergence)} needed`;
  return `${agreed} of ${points} points agreed (${share}, ${needed})${state}`;
}

/** Changes that carry out one decision are one line. */
function listMadeChanges(finished: Finished): string[] {
  const { plan, merged } = finished;
  const made = new Set(
    merged.records.filter(({ status }) => status === "applied").map(({ number }) => number),
  );
  const reasons = collectReasons(finished);
  const groups = Map.groupBy(
    plan.changes.filter(({ number }) => made.has(number)),
    ({ point }) => point,
  );
  return [...groups].map(([point, changes]) =>
    describeChanges(finished, changes, reasons.get(point) ?? findPointSummary(finished, point)),
  );
}

/** By point: why, in the words of one who voted for what was agreed on. */
function collectReasons(finished: Finished): ReadonlyMap<string, string> {
  return new Map(
    buildVoteMatrix(finished).flatMap((row) => {
      const reason = findAgreedReason(row);
      return reason === undefined ? [] : [[row.point.id, reason] as const];
    }),
  );
}

const CAME_ALONG = /its words c[ao]me with that one$/;

/** Nothing of the drafts' words is left out with these. */
const HEADINGS: ReadonlySet<string> = new Set(["headings", "depth"]);

/** What the others say and the document does not; open points are under what needs a look. */
function listLeftOut(finished: Finished): string[] {
  const { plan, merged, points } = finished;
  // what came with another change is not left out
  const records = merged.records.filter(
    ({ status, remarks }) => status !== "applied" && !remarks.some((one) => CAME_ALONG.test(one)),
  );
  const open = new Set(unresolvedIn(buildVoteMatrix(finished)).map(({ point }) => point.id));
  const inside = new Set(points.flatMap(({ id, within }) => (within === null ? [] : [id])));
  const kinds = new Map(points.map(({ id, kind }) => [id, kind]));
  // these are told under what needs a look
  const hand = new Set(finished.byHand);
  const own = plan.unmade.filter(
    ({ point, variant }) => variant === plan.into && !inside.has(point),
  );
  return [
    ...records.map(
      ({ number, remarks }) => `Change #${number}: ${cutLine(remarks.join("; ")) || "not made"}`,
    ),
    ...plan.unmade
      .filter(
        ({ point, variant, reason }) =>
          variant !== plan.into &&
          !open.has(point) &&
          !inside.has(point) &&
          !hand.has(point) &&
          !HEADINGS.has(kinds.get(point) ?? "") &&
          !reason.endsWith(BY_OTHERS),
      )
      .map(({ point, variant, reason }) => {
        const by = (variant ?? 0) === 0 ? "" : `${calledBy(finished, variant ?? 0)}, `;
        return `${by}${point}: ${cutLine(findPointSummary(finished, point))} (${cutLine(reason)})`;
      }),
    ...(own.length === 0
      ? []
      : [`On ${formatCount(own.length, "point")} the base's own text was kept`]),
  ];
}

const BY_HAND = /, so it has to be done by hand$/;

/** Failed checks, open points, what has to be done by hand, and who was missing. */
function listAttention(finished: Finished): string[] {
  const { merged, points, byHand, plan } = finished;
  const base = variantNumbered(finished, plan.into)?.document;
  const stillStands = ({ start, end }: TextSpan): boolean =>
    base === undefined || merged.text.includes(base.text.slice(start, end));
  const failed = merged.checks.flatMap(({ problems }) => problems);
  const open = unresolvedIn(buildVoteMatrix(finished)).map(
    ({ point }) => `${point.id} is open and stays as the base has it: ${cutLine(point.summary)}`,
  );
  const hand = byHand.map((id) => {
    const reason = plan.unmade.find(({ point }) => point === id)?.reason ?? "";
    const why = reason === "" ? "" : ` (${reason.replace(BY_HAND, "")})`;
    return `${id} was agreed on and has to be put in by hand: ${cutLine(findPointSummary(finished, id))}${why}`;
  });
  const inside = points
    .filter(
      ({ category, within, sides }) =>
        category === "contradiction" && within === plan.into && sides.every(stillStands),
    )
    .map(({ id, summary }) => `${id}: the base contradicts itself: ${cutLine(summary)}`);
  const high = plan.changes
    .filter(({ risk, approved }) => risk === "High" && approved)
    .map(({ number }) => `Change #${number} restructures the document`);
  const old = merged.checks.reduce((sum, { notes }) => sum + notes.length, 0);
  const missing = listStageAbsences(finished).map(
    ({ by, step }) => `${findMergeName(finished, by)} did not answer in ${step}`,
  );
  const made = new Set(
    merged.records.flatMap(({ number, status }) => (status === "applied" ? [number] : [])),
  );
  const renumbered = describeRenumbered(plan.changes.filter(({ number }) => made.has(number)));
  return [
    ...failed,
    ...hand,
    ...renumbered,
    ...describeReplacedIds(finished),
    ...open,
    ...inside,
    ...high,
    ...missing,
    ...(old === 0
      ? []
      : [`${formatCount(old, "flaw")} that a variant already had, see merge-log.md`]),
  ];
}

function findPointSummary({ points }: Finished, id: string): string {
  return points.find((point) => point.id === id)?.summary ?? "";
}

function findVariantTitle(finished: Finished, variant: number): string {
  return variantNumbered(finished, variant)?.title ?? calledBy(finished, variant);
}
