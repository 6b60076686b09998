import type { Estimate } from "../debates/estimate.ts";
import { reassignModels } from "../debates/fork.ts";
/** What a debate may cost, and whether a person has to agree to it first. */
import type { DebateRecord, Dissent } from "../dissent.ts";
import { readCurrentLimits } from "../domain/current-limits.ts";
import { type Limits, readOpening } from "../domain/event.ts";
import { SetupError } from "../errors.ts";
import { formatDollars } from "../reports/summary-text.ts";
import { sanitizeLine } from "../text/markdown.ts";
import { describePriceEstimate } from "./estimate-words.ts";

export interface DebateExpense {
  readonly estimate: Estimate;
  readonly limits: Limits;
  readonly confirmAboveUsd: number;
  /** References that were found and named by nobody. */
  readonly found: readonly string[];
}

/** K12: under a cap in dollars every call must have a price, unless a person allowed otherwise. */
export function refuseUnpricedModels(
  { estimate, limits }: Pick<DebateExpense, "estimate" | "limits">,
  hint = "Allow it with --allow-unpriced, say its price under endpoints in dissent.yaml, or leave the cap out.",
): void {
  const reason = explainUnpricedModels(estimate, limits);
  if (reason !== null) throw new SetupError("unpriced-model", reason, { hint });
}

export function explainUnpricedModels({ unpriced }: Estimate, limits: Limits): string | null {
  if (limits.usd === null || limits.unpriced === true || unpriced.length === 0) return null;
  const names = unpriced.map(sanitizeLine).join(", ");
  return `Nobody knows what ${names} costs, so a cap of ${formatDollars(limits.usd)} cannot be kept.`;
}

/** Null where nothing has to be agreed to. */
export function explainConfirmationNeeded({
  estimate,
  limits,
  confirmAboveUsd,
  found,
}: DebateExpense): string | null {
  const { usd, unpriced } = estimate;
  if (usd !== null && usd.max > confirmAboveUsd) {
    const price = describePriceEstimate(estimate, limits) ?? "";
    return `This may cost ${price}, which is above ${formatDollars(confirmAboveUsd)}`;
  }
  const strangers = unpriced.filter((reference) => found.includes(reference));
  if (strangers.length === 0 || limits.unpriced === true) return null;
  return `Nobody named ${strangers.map(sanitizeLine).join(", ")}, and nobody knows the price`;
}

/** As if all of it were held again: what the fork keeps is not paid for twice, so it is rather too much. */
export async function estimateForkExpense(
  app: Dissent,
  request: {
    readonly record: DebateRecord;
    readonly models: Readonly<Record<string, string>>;
    readonly confirmAboveUsd: number;
  },
): Promise<DebateExpense> {
  const { record, models, confirmAboveUsd } = request;
  const { brief, settings, protocol, ...opened } = readOpening(record.events);
  const limits = readCurrentLimits(record.events);
  const participants = reassignModels(opened.participants, models);
  const calls = app.protocols.find(({ id }) => id === protocol)?.calls(participants, settings) ?? {
    min: 0,
    max: 0,
  };
  const estimate = await app.estimate({ brief, participants, limits, calls });
  return { estimate, limits, confirmAboveUsd, found: [] };
}
