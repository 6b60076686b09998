/** Reads a brief as a plan to be attacked: what it proposes, and what speaks for and against it. */
import { BODY_SOURCE, type Brief, listQuotableTexts } from "../../../domain/brief.ts";
import { foldText } from "../../../domain/evidence.ts";
import type { RiskKind } from "../../retired-readers/cues.ts";
import { type Sign, signsOf } from "../../retired-readers/find-cues.ts";
import { type BriefPassage, passagesOf } from "../../retired-readers/passages.ts";
import { isCommon, stemsOf } from "../../retired-readers/words.ts";

export interface Burden {
  readonly kind: RiskKind | "uncertainty";
  readonly weight: number;
}

export interface PlanStatement {
  readonly passage: BriefPassage;
  /** What goes wrong, and what keeps it from going wrong; never both. */
  readonly harm: Burden | null;
  readonly relief: Burden | null;
  readonly gain: number;
  /** Says what is to be done. */
  readonly proposal: boolean;
  /** Says what cannot be changed: "there is no budget for…". */
  readonly firm: boolean;
  /** Stems that few other statements have. */
  readonly telling: ReadonlySet<string>;
}

export interface ProposalPlan {
  readonly statements: readonly PlanStatement[];
}

/** Every seat reads the same brief object; it is read for the first of them. */
const plans = new WeakMap<Brief, ProposalPlan>();

export function readPlan(brief: Brief): ProposalPlan {
  const known = plans.get(brief);
  if (known) return known;
  const plan = { statements: statementsIn(brief) };
  plans.set(brief, plan);
  return plan;
}

function statementsIn(brief: Brief): PlanStatement[] {
  const sources = [...listQuotableTexts(brief)].toSorted(
    ([a], [b]) => Number(b === BODY_SOURCE) - Number(a === BODY_SOURCE),
  );
  const passages = sources
    .flatMap(([id, text]) => passagesOf(id, text))
    .filter(({ said, quote }) => said !== "" && foldText(quote).length >= SHORTEST);
  const counts = new Map<string, number>();
  const stems = passages.map(
    ({ said }) => new Set(stemsOf(said).filter((stem) => !isCommon(stem))),
  );
  for (const stem of stems.flatMap((set) => [...set]))
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const most = Math.max(2, Math.floor(passages.length / 6));
  return passages.map((passage, index) => {
    const telling = [...(stems[index] ?? [])].filter((stem) => (counts.get(stem) ?? 0) <= most);
    return statementOf(passage, new Set(telling));
  });
}

/** A shorter quote proves nothing and would not count as found. */
const SHORTEST = 3;

function statementOf(passage: BriefPassage, telling: ReadonlySet<string>): PlanStatement {
  const { signs, doubtful } = signsOf(passage.said);
  const harm = heaviest(signs.flatMap(harmIn));
  const relief = heaviest(signs.flatMap(reliefIn));
  const gain = Math.max(
    0,
    ...signs.map(({ cue, denied }) => (cue.sense === "gain" && !denied ? cue.weight : 0)),
  );
  const trouble = passage.under.some((words) => TODAY.test(words)) ? harm : null;
  return {
    passage,
    ...netOf(trouble ? null : harm && doubtful ? lighter(harm, 1) : harm, relief),
    gain: Math.max(gain, trouble?.weight ?? 0),
    proposal: proposes(passage),
    firm: FIRM.test(passage.said),
    telling,
  };
}

/** These headings introduce the problem that a plan solves, not problems it causes. */
const TODAY = /^(?:why|reasons?|problem|motivation|background|today|situation)\b/i;

function harmIn({ cue, denied }: Sign): Burden[] {
  switch (cue.sense) {
    case "harm":
    case "unknown":
      return denied ? [] : [{ kind: cue.kind, weight: cue.weight }];
    case "lack":
      return denied ? [] : [{ kind: "user", weight: cue.weight }];
    case "relief":
      return denied ? [{ kind: cue.kind, weight: cue.weight }] : [];
    case "gain":
    case "known":
      return [];
  }
}

function reliefIn({ cue, denied }: Sign): Burden[] {
  switch (cue.sense) {
    case "relief":
    case "known":
      return denied ? [] : [{ kind: cue.kind, weight: cue.weight }];
    case "harm":
    case "unknown":
      return denied ? [{ kind: cue.kind, weight: cue.weight }] : [];
    case "gain":
    case "lack":
      return [];
  }
}

function heaviest(burdens: readonly Burden[]): Burden | null {
  return burdens.toSorted((a, b) => b.weight - a.weight)[0] ?? null;
}

/** "A failed write is retried" eases more than it hurts. */
function netOf(
  harm: Burden | null,
  relief: Burden | null,
): { harm: Burden | null; relief: Burden | null } {
  if (!harm || !relief) return { harm, relief };
  return relief.weight >= harm.weight
    ? { harm: null, relief }
    : { harm: lighter(harm, relief.weight), relief: null };
}

function lighter({ kind, weight }: Burden, by: number): Burden {
  return { kind, weight: Math.max(1, weight - by) };
}

const PROPOSING =
  /\b(?:we|i|the team) (?:will|want to|propose|plan to|intend to|should|are going to|move|replace|adopt|switch)\b/i;
const IMPERATIVE =
  /^(?:adopt|add|build|buy|drop|introduce|keep|migrate|move|open|put|replace|rewrite|split|start|stop|store|switch|turn|use)\b/i;
const PLANNED = /\b(?:plan|proposal|position|decision|what we (?:do|want|propose))\b/i;

function proposes({ said, under }: BriefPassage): boolean {
  return PROPOSING.test(said) || IMPERATIVE.test(said) || PLANNED.test(under[0] ?? "");
}

const FIRM =
  /\b(?:must|is fixed|are fixed|not negotiable|no (?:time|budget|money|room) (?:for|to)|cannot (?:wait|be (?:moved|postponed|delayed|changed))|by (?:law|contract)|not an option|ruled out|already signed|no second)\b/i;

/** What the plan says it does, in up to three statements. */
export function proposals({ statements }: ProposalPlan): PlanStatement[] {
  return statements.filter(({ proposal }) => proposal).slice(0, 3);
}

/** Strongest first; between equals in the order of the brief. */
export function supports({ statements }: ProposalPlan): PlanStatement[] {
  const worth = ({ gain, relief }: PlanStatement): number => Math.max(gain, relief?.weight ?? 0);
  return (
    statements
      // what is proposed is no ground for proposing it
      .filter((one) => worth(one) > 0 && !one.harm && !one.proposal)
      .toSorted((a, b) => worth(b) - worth(a))
  );
}

export function harms({ statements }: ProposalPlan): (PlanStatement & { harm: Burden })[] {
  return statements
    .flatMap((one) => (one.harm ? [{ ...one, harm: one.harm }] : []))
    .toSorted((a, b) => b.harm.weight - a.harm.weight);
}

/** How many telling words two statements have in common. */
export function sharedBy(a: PlanStatement, b: PlanStatement): number {
  return [...a.telling].filter((stem) => b.telling.has(stem)).length;
}

export function statementWith(
  { statements }: ProposalPlan,
  quote: string,
): PlanStatement | undefined {
  const words = foldText(quote);
  return (
    statements.find(({ passage }) => foldText(passage.quote) === words) ??
    statements.find(({ passage }) => foldText(passage.quote).includes(words))
  );
}
