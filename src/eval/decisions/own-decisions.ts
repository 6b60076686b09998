/**
 * What a project's own decisions say, once people have recorded how they turned out: which strengths held, what the
 * blind vote would have said, which models were right, and which panel to seat.
 *
 * EV8. A share of fewer than 10 decisions is printed as a count, and nothing is recommended from fewer than 30.
 */
import { computeAudit } from "../../audit/audit.ts";
import { OUTCOME_STRENGTHS } from "../../audit/measures/outcome-strength.ts";
import { createDebateCase, type DebateCase } from "../../audit/project-stats.ts";
import { computeEffectiveVotes, computeMean } from "../../audit/statistics/statistics.ts";
import { computeErrorCorrelation } from "../../audit/strength-calibration.ts";
import { type Event, readOpening } from "../../domain/journal/event.ts";
import { findModelFamily } from "../../domain/vendor.ts";
import { countShare, type CountedShare } from "../metrics/rates.ts";

export interface DecisionCase extends DebateCase {
  readonly blindChoice: string | null;
  /** Seat to model. */
  readonly models: Readonly<Record<string, string>>;
  /** Models of the seats that voted, sorted. */
  readonly seating: string;
  readonly blindUsd: number;
}

export function createDecisionCase(events: readonly Event[]): DecisionCase | undefined {
  const found = createDebateCase(events);
  if (!found) return undefined;
  const { participants } = readOpening(events);
  const models = Object.fromEntries(participants.map(({ id, model }) => [id, model]));
  const voters = Object.keys(found.votes);
  return {
    ...found,
    blindChoice: computeAudit(events).value.blindChoice,
    models,
    seating: voters
      .map((seat) => models[seat] ?? "unknown")
      .sort()
      .join(" + "),
    blindUsd: found.costUsd - found.extraUsd,
  };
}

export interface ModelRecord {
  readonly model: string;
  /** Of its votes in judged decisions whose rightness is known. */
  readonly right: CountedShare;
  /** Stood against a decision that turned out wrong. */
  readonly warned: number;
  readonly debates: number;
}

export interface SeatingRecord {
  readonly seating: string;
  readonly debates: number;
  readonly right: CountedShare;
  readonly meanUsd: number;
  readonly families: number;
  readonly effectiveVotes: number;
}

export interface OwnDecisionsReport {
  readonly debates: number;
  readonly judged: { readonly right: number; readonly wrong: number; readonly partial: number };
  readonly byStrength: readonly { readonly strength: string; readonly right: CountedShare }[];
  readonly blind: {
    /** The blind vote had the same choice. */
    readonly same: CountedShare;
    /** It had another, and the decision was right, or wrong. */
    readonly debateRight: number;
    readonly debateWrong: number;
    readonly extraUsd: number;
  };
  readonly models: readonly ModelRecord[];
  readonly seatings: readonly SeatingRecord[];
  readonly correlation: number | null;
  readonly budgetUsd: number | null;
  readonly advice: string;
}

/** Assumed until decisions show it: seats of one model, and seats of different families. */
const ASSUMED = { same: 0.6, families: 0.44 };
const ENOUGH = 30;

export function reportDecisions(
  cases: readonly DecisionCase[],
  { budgetUsd }: { readonly budgetUsd: number | null },
): OwnDecisionsReport {
  const judged = cases.filter(({ verdict }) => verdict !== null);
  const clear = judged.filter(({ verdict }) => verdict !== "partial");
  const moved = clear.filter(({ blindChoice, choice }) => blindChoice !== choice);
  const correlation = computeErrorCorrelation(judged);
  const seatings = reportSeatings(cases, correlation);
  const count = (verdict: DebateCase["verdict"]): number =>
    judged.filter((one) => one.verdict === verdict).length;
  return {
    debates: cases.length,
    judged: { right: count("right"), wrong: count("wrong"), partial: count("partial") },
    byStrength: OUTCOME_STRENGTHS.map((strength) => {
      const own = clear.filter((one) => one.strength === strength);
      return { strength, right: countRight(own) };
    }).filter(({ right }) => right.of > 0),
    blind: {
      same: countShare(clear.length - moved.length, clear.length),
      debateRight: moved.filter(({ verdict }) => verdict === "right").length,
      debateWrong: moved.filter(({ verdict }) => verdict === "wrong").length,
      extraUsd: clear.reduce((sum, { extraUsd }) => sum + extraUsd, 0),
    },
    models: reportModels(clear),
    seatings,
    correlation,
    budgetUsd,
    advice: advisePanel(seatings, budgetUsd),
  };
}

function countRight(cases: readonly DecisionCase[]): CountedShare {
  return countShare(cases.filter(({ verdict }) => verdict === "right").length, cases.length);
}

/** If a decision was right its supporters were right and all others wrong; if wrong, only its supporters are known. */
function reportModels(clear: readonly DecisionCase[]): ModelRecord[] {
  const seen = new Map<
    string,
    { right: number; known: number; warned: number; debates: Set<string> }
  >();
  for (const { id, votes, models, choice, verdict } of clear) {
    for (const [seat, held] of Object.entries(votes)) {
      const model = models[seat] ?? "unknown";
      const own = seen.get(model) ?? { right: 0, known: 0, warned: 0, debates: new Set<string>() };
      own.debates.add(id);
      if (verdict === "right" || held === choice) own.known += 1;
      if (verdict === "right" && held === choice) own.right += 1;
      if (verdict === "wrong" && held !== choice) own.warned += 1;
      seen.set(model, own);
    }
  }
  return [...seen]
    .map(([model, { right, known, warned, debates }]) => ({
      model,
      right: countShare(right, known),
      warned,
      debates: debates.size,
    }))
    .sort((a, b) => b.debates - a.debates || (a.model < b.model ? -1 : 1));
}

function reportSeatings(
  cases: readonly DecisionCase[],
  correlation: number | null,
): SeatingRecord[] {
  const groups = Map.groupBy(
    cases.filter(({ seating }) => seating !== ""),
    ({ seating }) => seating,
  );
  return [...groups]
    .map(([seating, own]) => {
      const models = seating.split(" + ");
      const families = new Set(models.map(findModelFamily)).size;
      const assumed = families > 1 ? ASSUMED.families : ASSUMED.same;
      return {
        seating,
        debates: own.length,
        right: countRight(own.filter(({ verdict }) => verdict === "right" || verdict === "wrong")),
        meanUsd: computeMean(own.map(({ costUsd }) => costUsd)),
        families,
        effectiveVotes: computeEffectiveVotes(models.length, Math.max(0, correlation ?? assumed)),
      };
    })
    .sort((a, b) => b.debates - a.debates || (a.seating < b.seating ? -1 : 1));
}

/** By what was right where enough was judged; before that by independence, and that is said. */
function advisePanel(seatings: readonly SeatingRecord[], budgetUsd: number | null): string {
  const affordable = seatings.filter(({ meanUsd }) => budgetUsd === null || meanUsd <= budgetUsd);
  const within = budgetUsd === null ? "" : ` for at most $${budgetUsd.toFixed(2)} a debate`;
  if (seatings.length === 0)
    return "No decision has been made here yet, so nothing can be said about panels.";
  if (affordable.length === 0) return `No panel that was seated here costs so little${within}.`;
  const proven = affordable.filter(({ right }) => right.of >= ENOUGH);
  const best = proven.toSorted((a, b) => b.right.interval.low - a.right.interval.low)[0];
  if (best && proven.length > 1) {
    const others = proven.filter((one) => one !== best);
    const clear = others.every(({ right }) => right.interval.high < best.right.interval.low);
    return clear
      ? `Seat ${best.seating}${within}: right in ${best.right.count} of ${best.right.of}, and no other panel's interval reaches that.`
      : `No panel is shown to be better${within}: the intervals overlap. The cheapest is ${findCheapest(proven).seating}.`;
  }
  const [independent] = affordable.toSorted(
    (a, b) => b.effectiveVotes - a.effectiveVotes || a.meanUsd - b.meanUsd,
  );
  return (
    `Too few judged decisions to compare panels (${ENOUGH} each are needed). ` +
    `By independence alone${within}: ${independent?.seating ?? ""}, worth about ${(independent?.effectiveVotes ?? 0).toFixed(1)} votes.`
  );
}

function findCheapest(seatings: readonly SeatingRecord[]): { readonly seating: string } {
  return seatings.toSorted((a, b) => a.meanUsd - b.meanUsd)[0] ?? { seating: "" };
}

export function formatDecisionLines(report: OwnDecisionsReport): string[] {
  const { debates, judged, byStrength, blind, models, seatings, correlation } = report;
  const total = judged.right + judged.wrong + judged.partial;
  if (total === 0)
    return [
      `${debates} ${debates === 1 ? "debate has" : "debates have"} ended here, and nobody has recorded how a decision turned out.`,
      'Record one: dissent outcome <debate> right -m "what happened"',
      report.advice,
    ];
  return [
    `${total} of ${debates} decisions judged: ${judged.right} right, ${judged.wrong} wrong, ${judged.partial} partly.`,
    "",
    "By strength",
    ...byStrength.map(
      ({ strength, right }) => `  ${strength.padEnd(8)} right in ${formatCautiousShare(right)}`,
    ),
    "",
    `The blind vote had the same choice in ${formatCautiousShare(blind.same)}. Where it had another, the debate's choice was right ${blind.debateRight} times and wrong ${blind.debateWrong} times, for $${blind.extraUsd.toFixed(2)} more in all.`,
    "",
    "Models",
    ...models.map(
      ({ model, right, warned, debates: seen }) =>
        `  ${model}: ${seen} decisions, its vote was right in ${formatCautiousShare(right)}, warned against ${warned} that turned out wrong`,
    ),
    "",
    "Panels",
    ...seatings.map(
      ({ seating, debates: held, right, meanUsd, effectiveVotes }) =>
        `  ${seating}: ${held} debates, $${meanUsd.toFixed(2)} each, right in ${formatCautiousShare(right)}, worth about ${effectiveVotes.toFixed(1)} votes`,
    ),
    correlation === null
      ? "How far errors go together is not known yet, so independence is assumed (docs/audit.md)."
      : `Errors of two seats correlate by ${correlation.toFixed(2)} here, measured.`,
    "",
    report.advice,
  ];
}

const FEWEST_FOR_SHARE = 10;

function formatCautiousShare({ count, of, share, interval }: CountedShare): string {
  if (of < FEWEST_FOR_SHARE || share === null) return `${count} of ${of}`;
  const percent = (value: number): number => Math.round(value * 100);
  return `${count} of ${of} (${percent(interval.low)} to ${percent(interval.high)} %)`;
}
