import { roundDownToMicros, convertMicrosToUsd } from "./micro-dollars.ts";
/** A token as it stands in its table, and as a grant. */
import type { TokenGrant, TokenScope, TokenRequest } from "./token-grant.ts";

export const GRANT_COLUMNS = "id, person, scopes, budget_micros, expires_ms";

/** The driver hands over what may be too large for a number as a text. */
export interface GrantRow {
  readonly id: string;
  readonly person: string;
  readonly scopes: readonly TokenScope[];
  readonly budget_micros: string | null;
  readonly expires_ms: string | null;
}

export function parseGrantRow({
  id,
  person,
  scopes,
  budget_micros,
  expires_ms,
}: GrantRow): TokenGrant {
  const micros = parseNullableNumber(budget_micros);
  const budgetUsd = micros === null ? null : convertMicrosToUsd(micros);
  return { id, person, scopes, budgetUsd, expiresMs: parseNullableNumber(expires_ms) };
}

/** As it will be read again: a part of a micro-dollar is not kept. */
export function createTokenGrant(id: string, wish: TokenRequest): TokenGrant {
  const micros = computeBudgetMicros(wish);
  return { id, ...wish, budgetUsd: micros === null ? null : convertMicrosToUsd(micros) };
}

export function computeBudgetMicros({ budgetUsd }: Pick<TokenGrant, "budgetUsd">): number | null {
  return budgetUsd === null ? null : roundDownToMicros(budgetUsd);
}

export function parseNullableNumber(text: string | null): number | null {
  return text === null ? null : Number(text);
}
