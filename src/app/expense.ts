import type { Estimate } from "../debates/estimate.ts";
import { reseated } from "../debates/fork.ts";
/** What a debate may cost, and whether a person has to agree to it first. */
import type { DebateRecord, Dissent } from "../dissent.ts";
import { type Limits, opening } from "../domain/event.ts";
import { limitsNow } from "../domain/limits-now.ts";
import { SetupError } from "../errors.ts";
import { money } from "../reports/words.ts";
import { oneLine } from "../text/markdown.ts";
import { priceWords } from "./estimate-words.ts";

export interface Expense {
  readonly estimate: Estimate;
  readonly limits: Limits;
  readonly confirmAboveUsd: number;
  /** References that were found and named by nobody. */
  readonly found: readonly string[];
}

/** K12: under a cap in dollars every call must have a price, unless a person allowed otherwise. */
export function refuseUnpriced(
  { estimate, limits }: Pick<Expense, "estimate" | "limits">,
  hint = "Allow it with --allow-unpriced, say its price under endpoints in dissent.yaml, or leave the cap out.",
): void {
  const reason = unpricedReason(estimate, limits);
  if (reason !== null) throw new SetupError("unpriced-model", reason, { hint });
}

export function unpricedReason({ unpriced }: Estimate, limits: Limits): string | null {
  if (limits.usd === null || limits.unpriced === true || unpriced.length === 0) return null;
  const names = unpriced.map(oneLine).join(", ");
  return `Nobody knows what ${names} costs, so a cap of ${money(limits.usd)} cannot be kept.`;
}

/** Null where nothing has to be agreed to. */
export function reasonToAsk({ estimate, limits, confirmAboveUsd, found }: Expense): string | null {
  const { usd, unpriced } = estimate;
  if (usd !== null && usd.max > confirmAboveUsd) {
    const price = priceWords(estimate, limits) ?? "";
    return `This may cost ${price}, which is above ${money(confirmAboveUsd)}`;
  }
  const strangers = unpriced.filter((reference) => found.includes(reference));
  if (strangers.length === 0 || limits.unpriced === true) return null;
  return `Nobody named ${strangers.map(oneLine).join(", ")}, and nobody knows the price`;
}

/** As if all of it were held again: what the fork keeps is not paid for twice, so it is rather too much. */
export async function forkExpense(
  app: Dissent,
  request: {
    readonly record: DebateRecord;
    readonly models: Readonly<Record<string, string>>;
    readonly confirmAboveUsd: number;
  },
): Promise<Expense> {
  const { record, models, confirmAboveUsd } = request;
  const { brief, settings, protocol, ...opened } = opening(record.events);
  const limits = limitsNow(record.events);
  const participants = reseated(opened.participants, models);
  const calls = app.protocols.find(({ id }) => id === protocol)?.calls(participants, settings) ?? {
    min: 0,
    max: 0,
  };
  const estimate = await app.estimate({ brief, participants, limits, calls });
  return { estimate, limits, confirmAboveUsd, found: [] };
}
