/** Holds what a debate came to against what is known of its item. */
import { acceptsAnswer, type EvalItem, namesFlaw } from "../items/eval-item.ts";
import type { FlawMark } from "./flaw-marks.ts";
import type { EvalCell, CellFinding } from "./read-cell.ts";

export interface FoundFlaw {
  readonly flaw: string;
  /** The finding that names it, for a person to check. */
  readonly finding: CellFinding | null;
}

export interface CellScore {
  readonly arm: string;
  readonly item: string;
  readonly debate: string;
  /** 0 to 1; null where nothing is known of the item. */
  readonly score: number | null;
  /** Of the blind, the audited and the outcome's own answer. */
  readonly blind: number | null;
  readonly audited: number | null;
  readonly decided: number | null;
  /** No seat said anything readable in the last round. */
  readonly unparsed: boolean;
  readonly flaws: readonly FoundFlaw[];
  /** Findings that name no planted flaw: valid or not, nobody knows. */
  readonly other: number;
}

export function scoreEvalCell(
  cell: EvalCell,
  item: EvalItem,
  marks: readonly FlawMark[] = [],
): CellScore {
  const shared = {
    arm: cell.arm,
    item: cell.item,
    debate: cell.debate,
    unparsed: isUnparsed(cell, item),
  };
  if (item.kind === "review") return { ...shared, ...scoreReview(cell, item, marks) };
  const rate = (answer: string | null): number | null => scoreAnswer(item, answer);
  return {
    ...shared,
    score: rate(cell.final),
    blind: rate(cell.blind),
    audited: rate(cell.audited),
    decided: cell.ending === "decided" && cell.choice !== null ? rate(cell.choice) : null,
    flaws: [],
    other: 0,
  };
}

function isUnparsed(
  { turns, findings, unreadable, ending }: EvalCell,
  { kind }: EvalItem,
): boolean {
  if (kind === "review") return findings.length === 0 && unreadable > 0;
  const last = Math.max(1, ...turns.map(({ round }) => round));
  const spoken = turns.filter(({ round }) => round === last);
  return ending === "failed" || spoken.every(({ position }) => position === null);
}

/** 1 or 0; null where nothing is known. */
export function scoreAnswer(item: EvalItem, answer: string | null): number | null {
  if (item.kind === "choice") return Number(answer === item.answer);
  if (item.kind === "text") return Number(answer !== null && acceptsAnswer(item.accepts, answer));
  return null;
}

function scoreReview(
  { findings, arm, item }: EvalCell,
  { flaws }: EvalItem,
  marks: readonly FlawMark[],
): Pick<CellScore, "score" | "blind" | "audited" | "decided" | "flaws" | "other"> {
  const found = flaws.map((flaw) => {
    const finding = findings.find(({ words }) => namesFlaw(flaw, words)) ?? null;
    const mark = marks.find((one) => one.arm === arm && one.item === item && one.flaw === flaw.id);
    if (mark === undefined || mark.found === (finding !== null)) return { flaw: flaw.id, finding };
    return { flaw: flaw.id, finding: mark.found ? { by: "a reader", words: mark.why } : null };
  });
  const share = found.filter(({ finding }) => finding !== null).length / flaws.length;
  const named = findings.filter(({ words }) => flaws.some((flaw) => namesFlaw(flaw, words)));
  return {
    score: share,
    blind: null,
    audited: share,
    decided: share,
    flaws: found,
    other: findings.length - named.length,
  };
}
