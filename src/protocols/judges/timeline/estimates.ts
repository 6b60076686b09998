/** What an effort judge gave for an option as a whole: its uncertainty and value, with what was corrected. */
import {
  fieldIn,
  numberIn,
  readRecordedFields,
  type Row,
  textIn,
} from "../../../timeline/reading.ts";
import { formatGivenFigures } from "../rules/given-figures.ts";
import { type EffortEvaluation, UNCERTAINTIES } from "../rules/lens.ts";

export interface EffortEstimate extends Pick<EffortEvaluation, "uncertainty" | "value"> {
  /** By which it can be attacked; null in journals that had none. */
  readonly id: string | null;
  /** What it was before the judge corrected it, and why. */
  readonly corrected: { readonly from: string; readonly reason: string } | null;
}

/** What cannot be read stays as it was, where there was something. */
export function readEstimate(row: Row, before?: EffortEstimate): EffortEstimate | null {
  const effort = readRecordedFields<EffortEvaluation>(row);
  const given = fieldIn(effort, "uncertainty");
  const uncertainty = UNCERTAINTIES.find((one) => one === given) ?? before?.uncertainty;
  const value = numberIn(effort, "value") ?? before?.value;
  if (uncertainty === undefined || value === undefined) return null;
  return { uncertainty, value, id: before?.id ?? null, corrected: null };
}

export function correctEstimate(before: EffortEstimate, made: Row | undefined): EffortEstimate {
  const after = made && readEstimate(made, before);
  if (!made || !after) return before;
  const from = formatGivenFigures(before);
  if (from === formatGivenFigures(after)) return before;
  const reason = textIn(readRecordedFields<{ reason: string }>(made), "reason") ?? "";
  return { ...after, corrected: { from, reason } };
}
