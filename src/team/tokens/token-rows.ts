/** A token as it stands in its table, and as a grant. */
import type { Grant, Scope, Wish } from "./grant.ts";
import { microsWithin, usdOf } from "./money.ts";

export const GRANT_COLUMNS = "id, person, scopes, budget_micros, expires_ms";

/** The driver hands over what may be too large for a number as a text. */
export interface GrantRow {
  readonly id: string;
  readonly person: string;
  readonly scopes: readonly Scope[];
  readonly budget_micros: string | null;
  readonly expires_ms: string | null;
}

export function grantIn({ id, person, scopes, budget_micros, expires_ms }: GrantRow): Grant {
  const micros = numberOf(budget_micros);
  const budgetUsd = micros === null ? null : usdOf(micros);
  return { id, person, scopes, budgetUsd, expiresMs: numberOf(expires_ms) };
}

/** As it will be read again: a part of a micro-dollar is not kept. */
export function grantFor(id: string, wish: Wish): Grant {
  const micros = budgetMicros(wish);
  return { id, ...wish, budgetUsd: micros === null ? null : usdOf(micros) };
}

export function budgetMicros({ budgetUsd }: Pick<Grant, "budgetUsd">): number | null {
  return budgetUsd === null ? null : microsWithin(budgetUsd);
}

export function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}
