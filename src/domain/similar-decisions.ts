/**
 * Earlier decisions: which debates asked a similar question, and which of them a choice contradicts.
 *
 * SD1. Two debates are similar if their questions and option labels share two content words, and four in ten of all
 *      content words in both. Only the summaries beside the journals are read.
 * SD2. Two debates ask the same question if they share the brief id, or the option labels and seven in ten words.
 * SD3. Accepted is what a person decided, or else what a panel decided. In force is a person's latest decision on
 *      that question, or else the latest of a panel.
 */
import { computeJaccardLikeness, countSharedRuns } from "../text/novelty.ts";
import { listNamingWords } from "../text/substance.ts";
import type { DebateSummary } from "./journal/summary.ts";

/** As much of a brief as tells what is asked. */
interface DebateQuestion {
  readonly brief: string;
  readonly question: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

export interface EarlierDecision {
  readonly debate: string;
  readonly question: string;
  readonly choice: string;
  readonly label: string | null;
  readonly by: "person" | "panel";
  readonly decidedMs: number;
}

const ALIKE = 0.4;
const SAME = 0.7;
const FEWEST_SHARED = 2;
const MOST_OFFERED = 3;

/** SD1: at most three, the latest decision first. */
export function findSimilarDecisions(
  asked: DebateQuestion,
  debates: readonly DebateSummary[],
): EarlierDecision[] {
  const words = listQuestionWords(asked);
  return debates
    .filter((one) => areQuestionsAlike(words, listQuestionWords(one)))
    .flatMap((one) => findAcceptedDecision(one) ?? [])
    .sort(compareLatestFirst)
    .slice(0, MOST_OFFERED);
}

/** SD2, SD3: the decision in force that this debate's choice contradicts; null if there is none. */
export function findContradictedDecision(
  debate: DebateSummary,
  debates: readonly DebateSummary[],
): EarlierDecision | null {
  const own = findAcceptedDecision(debate);
  if (own === null) return null;
  const same = debates.filter((one) => one.id !== debate.id && isSameQuestion(debate, one));
  const earlier = same
    .flatMap((one) => findAcceptedDecision(one) ?? [])
    .filter(({ decidedMs }) => decidedMs <= own.decidedMs)
    .sort(compareLatestFirst);
  const inForce = earlier.find(({ by }) => by === "person") ?? earlier[0];
  const other = same.find(({ id }) => id === inForce?.debate);
  if (!inForce || !other) return null;
  const agrees = haveSameLabels(debate, other)
    ? formatChoiceName(own) === formatChoiceName(inForce)
    : own.choice === inForce.choice;
  return agrees ? null : inForce;
}

/** SD3: null where nothing was accepted, or where recorded replies were played. */
export function findAcceptedDecision(debate: DebateSummary): EarlierDecision | null {
  if (debate.recorded) return null;
  const { id, question, options, decided, decidedMs, ending } = debate;
  const choice = decided ?? (ending === "decided" ? debate.choice : null);
  if (choice === null || decidedMs === null) return null;
  const label = options.find((option) => option.id === choice)?.label ?? null;
  const by = decided === null ? "panel" : "person";
  return { debate: id, question, choice, label, by, decidedMs };
}

function isSameQuestion(a: DebateQuestion, b: DebateQuestion): boolean {
  // a plan without options may share its id, "plan", with any other
  if (a.brief === b.brief && a.options.length > 0 && b.options.length > 0) return true;
  const [mine, other] = [listQuestionWords(a), listQuestionWords(b)];
  return (
    haveSameLabels(a, b) &&
    areQuestionsAlike(mine, other) &&
    computeJaccardLikeness(mine, other) >= SAME
  );
}

function areQuestionsAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return countSharedRuns(a, b) >= FEWEST_SHARED && computeJaccardLikeness(a, b) >= ALIKE;
}

function listQuestionWords({ question, options }: DebateQuestion): ReadonlySet<string> {
  const text = [question, ...options.map(({ label }) => label)].join("\n");
  return new Set([...listNamingWords(text)].filter((word) => !ASKING.has(word)));
}

/** Words that questions have in common, whatever they are about. */
const ASKING = new Set(
  "does did hold how if may might must shall should than there what when where whether which who why".split(
    " ",
  ),
);

function haveSameLabels(a: DebateQuestion, b: DebateQuestion): boolean {
  const [mine, other] = [a, b].map(({ options }) =>
    options
      .map(({ label }) => foldLabel(label))
      .sort()
      .join("\n"),
  );
  return mine === other;
}

function formatChoiceName({ label, choice }: EarlierDecision): string {
  return label === null ? choice : foldLabel(label);
}

function foldLabel(label: string): string {
  return label.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

function compareLatestFirst(a: EarlierDecision, b: EarlierDecision): number {
  return b.decidedMs - a.decidedMs || (a.debate < b.debate ? 1 : -1);
}
