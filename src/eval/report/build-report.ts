/**
 * Everything an evaluation can say, computed from its cells alone.
 *
 * EV5. Figures are recomputed from journals: the same journals and seed give the same report, byte for byte.
 * EV6. No accuracy is claimed under 30 items, and no winner whose interval includes 0, or that Holm's correction over all
 *      comparisons takes back.
 */
import { computePairsNeeded } from "../../audit/statistics/statistics.ts";
import type { EvalArm } from "../arms/parse-arm.ts";
import type { FlawMark } from "../cells/flaw-marks.ts";
import type { EvalCell } from "../cells/read-cell.ts";
import { scoreEvalCell } from "../cells/score-cell.ts";
import type { EvalItem } from "../items/eval-item.ts";
import {
  comparePairedScores,
  EQUIVALENCE_MARGIN,
  FEWEST_ITEMS,
  type PairedComparison,
  type PairedScore,
} from "../statistics/paired-comparison.ts";
import { adjustByHolm } from "../statistics/test-power.ts";
import { type ArmReport, type ScoredItem, reportArm } from "./report-arm.ts";
import { type CanaryReport, reportCanaries } from "./report-canaries.ts";

export interface EvalReport {
  readonly seed: string | number;
  readonly suite: string;
  readonly models: readonly string[];
  readonly items: number;
  /** How many of each kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Debates that ended, of those that were planned. */
  readonly done: number;
  readonly total: number;
  readonly simulated: boolean;
  readonly notes: readonly string[];
  readonly arms: readonly ArmReport[];
  readonly comparisons: readonly ArmComparison[];
  readonly canaries: CanaryReport | null;
  /** Identity bias: conformity with names less conformity without, where both were run. */
  readonly identityBias: number | null;
  readonly flaws: readonly FlawReport[];
  /** Flaws whose recognition by words a reader corrected. */
  readonly corrected: number;
  /** Items on which one call says nothing: above 85 % or below 25 %. */
  readonly saturated: string | null;
}

export interface ArmComparison {
  readonly first: string;
  readonly second: string;
  readonly primary: boolean;
  readonly result: PairedComparison;
  /** After Holm, over all comparisons of this report. */
  readonly adjustedP: number | null;
  /** Items it would take to see this difference with 80 % power, by mid-p McNemar. */
  readonly itemsNeeded: number | null;
  readonly sentence: string;
}

/** One planted flaw, and which arms named it. */
export interface FlawReport {
  readonly item: string;
  readonly flaw: string;
  readonly kind: string;
  readonly gold: string;
  readonly foundBy: readonly { readonly arm: string; readonly words: string | null }[];
}

export interface ReportInput {
  readonly seed: string | number;
  readonly suite: string;
  readonly models: readonly string[];
  readonly arms: readonly EvalArm[];
  readonly items: readonly EvalItem[];
  readonly cells: readonly EvalCell[];
  readonly done: number;
  readonly total: number;
  readonly notes: readonly string[];
  readonly marks?: readonly FlawMark[];
}

export function buildEvalReport(input: ReportInput): EvalReport {
  const { arms, items, cells, seed, marks = [] } = input;
  const byId = new Map(items.map((item) => [item.id, item]));
  const scored = cells.flatMap((cell): ScoredItem[] => {
    const item = byId.get(cell.item);
    return item ? [{ cell, item, score: scoreEvalCell(cell, item, marks) }] : [];
  });
  const perArm = arms.map((arm) => ({
    arm,
    own: scored.filter(({ cell }) => cell.arm === arm.name),
  }));
  const reports = perArm
    .filter(({ own }) => own.length > 0)
    .map(({ arm, own }) => reportArm(arm, own, seed));
  const comparisons = compareArms(input, scored);
  return {
    seed,
    suite: input.suite,
    models: input.models,
    items: items.length,
    kinds: countKinds(items),
    done: input.done,
    total: input.total,
    simulated: input.models.some((model) => /^(?:sim|scripted|offline)(?:\/|$)/.test(model)),
    notes: input.notes,
    arms: reports,
    comparisons,
    canaries: reportCanaries(arms, scored),
    identityBias: computeIdentityBias(arms, reports),
    flaws: listFlaws(items, scored, arms),
    corrected: countCorrections(scored, marks),
    saturated: describeSaturation(reports),
  };
}

function countKinds(items: readonly EvalItem[]): Record<string, number> {
  const groups = Map.groupBy(items, ({ kind }) => kind);
  return Object.fromEntries([...groups].map(([kind, all]) => [kind, all.length]));
}

/** The debate against what its price would buy in votes comes first; every other pair with a debate follows. */
function listContrasts(arms: readonly EvalArm[], ran: ReadonlySet<string>): [EvalArm, EvalArm][] {
  const present = arms.filter(
    ({ name, kind }) => ran.has(name) && kind !== "canary" && kind !== "recheck",
  );
  const debates = present.filter(({ kind }) => kind === "debate" || kind === "free");
  const [lead = present.at(-1)] = debates.toSorted(
    (a, b) => Number(b.kind === "debate") - Number(a.kind === "debate"),
  );
  if (!lead) return [];
  const order: readonly EvalArm["kind"][] = [
    "sc-budget",
    "vote1",
    "samples",
    "single",
    "best-single",
    "self-refine",
    "noise-peer",
  ];
  const others = present
    .filter((arm) => arm !== lead)
    .toSorted((a, b) => rankArm(order, a.kind) - rankArm(order, b.kind));
  return others.map((other) => [lead, other]);
}

function rankArm(order: readonly EvalArm["kind"][], kind: EvalArm["kind"]): number {
  const at = order.indexOf(kind);
  return at === -1 ? order.length : at;
}

function compareArms({ arms, seed }: ReportInput, scored: readonly ScoredItem[]): ArmComparison[] {
  const contrasts = listContrasts(arms, new Set(scored.map(({ cell }) => cell.arm)));
  const made = contrasts.flatMap(([first, second], index) => {
    const pairs = pairScores(scored, first.name, second.name);
    if (pairs.length === 0) return [];
    const result = comparePairedScores(pairs, { seed: `${seed} ${first.name} ${second.name}` });
    return [{ first: first.name, second: second.name, primary: index === 0, result }];
  });
  const tested = made.flatMap(({ result }) => result.midP ?? []);
  const adjusted = adjustByHolm(tested);
  let next = 0;
  return made.map((one) => {
    const adjustedP = one.result.midP === null ? null : (adjusted[next++] ?? null);
    const comparison = { ...one, result: holdBackWinner(one.result, adjustedP) };
    return {
      ...comparison,
      adjustedP,
      itemsNeeded: countItemsNeeded(one.result),
      sentence: describeComparison(comparison),
    };
  });
}

/** Of several comparisons one leaves out 0 by chance: a winner also needs the corrected test. */
function holdBackWinner(result: PairedComparison, adjustedP: number | null): PairedComparison {
  const isWinner = result.verdict === "first" || result.verdict === "second";
  return isWinner && adjustedP !== null && adjustedP > 0.05
    ? { ...result, verdict: "open" }
    : result;
}

/** One pair per item; of a review one per planted flaw, and flaws of one text belong together. */
function pairScores(scored: readonly ScoredItem[], first: string, second: string): PairedScore[] {
  const of = (arm: string): Map<string, ScoredItem> =>
    new Map(scored.filter(({ cell }) => cell.arm === arm).map((one) => [one.item.id, one]));
  const others = of(second);
  return [...of(first)].flatMap(([id, one]): PairedScore[] => {
    const other = others.get(id);
    if (!other) return [];
    const { cluster } = one.item;
    if (one.item.kind === "review") {
      return one.score.flaws.map(({ flaw, finding }, index) => ({
        item: `${id} ${flaw}`,
        cluster: id,
        first: Number(finding !== null),
        second: Number(other.score.flaws[index]?.finding != null),
      }));
    }
    const [a, b] = [one.score.score, other.score.score];
    return a === null || b === null ? [] : [{ item: id, cluster, first: a, second: b }];
  });
}

function countItemsNeeded({ difference, discordant, pairs }: PairedComparison): number | null {
  if (!discordant || difference === 0 || pairs === 0) return null;
  const share = (discordant.onlyFirst + discordant.onlySecond) / pairs;
  return share > difference * difference ? computePairsNeeded(share, Math.abs(difference)) : null;
}

/** One sentence that claims what the numbers allow and no more (EV6). */
function describeComparison({
  first,
  second,
  result,
}: Pick<ArmComparison, "first" | "second" | "result">): string {
  const points = (share: number): string =>
    `${share >= 0 ? "+" : "-"}${Math.abs(share * 100).toFixed(1)}`;
  const { low, high } = result.interval;
  const figures = `${points(result.difference)} points, 95 % interval ${points(low)} to ${points(high)}, ${describePairs(result)}`;
  switch (result.verdict) {
    case "too-few":
      return `Too few to compare ${first} with ${second}: at least ${FEWEST_ITEMS} are needed (${figures}).`;
    case "first":
      return `${first} is better than ${second}: ${figures}.`;
    case "second":
      return `${second} is better than ${first}: ${figures}.`;
    case "equivalent":
      return `${first} and ${second} differ by less than ${EQUIVALENCE_MARGIN * 100} points: ${figures}.`;
    case "open":
      return `Not shown which of ${first} and ${second} is better: ${figures}.`;
  }
}

function describePairs({ pairs, clusters }: PairedComparison): string {
  return clusters < pairs ? `${pairs} cases in ${clusters} clusters` : `${pairs} items`;
}

function computeIdentityBias(
  arms: readonly EvalArm[],
  reports: readonly ArmReport[],
): number | null {
  const debates = arms.flatMap((arm) =>
    arm.kind === "debate" || arm.kind === "free" ? [arm] : [],
  );
  const findDelta = (name: string | undefined): number | null =>
    reports.find((report) => report.name === name)?.conformity?.delta ?? null;
  const named = findDelta(debates.find(({ settings }) => settings["anonymous"] !== true)?.name);
  const hidden = findDelta(debates.find(({ settings }) => settings["anonymous"] === true)?.name);
  return named === null || hidden === null ? null : named - hidden;
}

function countCorrections(scored: readonly ScoredItem[], marks: readonly FlawMark[]): number {
  return marks.filter(({ arm, item: id, flaw, found }) => {
    const own = scored.find(({ cell }) => cell.arm === arm && cell.item === id);
    const read = own && scoreEvalCell(own.cell, own.item).flaws.find((one) => one.flaw === flaw);
    return read !== undefined && (read.finding !== null) !== found;
  }).length;
}

function listFlaws(
  items: readonly EvalItem[],
  scored: readonly ScoredItem[],
  arms: readonly EvalArm[],
): FlawReport[] {
  return items.flatMap((item) =>
    item.flaws.map(({ id, kind, gold }) => ({
      item: item.id,
      flaw: id,
      kind,
      gold,
      foundBy: arms.flatMap(({ name }) => {
        const own = scored.find(({ cell }) => cell.item === item.id && cell.arm === name);
        if (!own) return [];
        const found = own.score.flaws.find(({ flaw }) => flaw === id)?.finding;
        return [{ arm: name, words: found?.words ?? null }];
      }),
    })),
  );
}

function describeSaturation(reports: readonly ArmReport[]): string | null {
  const single = reports.find(({ kind }) => kind === "single");
  const share = single?.accuracy.share ?? null;
  if (!single || share === null) return null;
  const percent = Math.round(share * 100);
  if (share > 0.85)
    return `One call of ${single.name} reaches ${percent} %: these items are too easy to tell arms apart.`;
  if (share < 0.25)
    return `One call of ${single.name} reaches ${percent} %: these items are too hard to tell arms apart.`;
  return null;
}
