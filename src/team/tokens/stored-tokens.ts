/**
 * Looks tokens up and lists them.
 *
 * TM3. A revoked or expired token is refused from the next request on, by every process of the team: each request
 *      reads it again, and only the database's clock decides whether it has expired.
 * TM10. The last use of a token is updated at most once a minute, and no request waits for it.
 */
import { convertMicrosToUsd, roundDownToMicros, MICROS_ROUNDING_NOISE } from "./micro-dollars.ts";
import type { TeamConnection } from "./team-connection.ts";
import { isSameToken, parseTokenId } from "./token-format.ts";
import type { TokenGrant, TokenRequest, TokenScope } from "./token-grant.ts";

export interface StoredToken extends TokenGrant {
  readonly createdMs: number;
  /** To the minute. */
  readonly lastUsedMs: number | null;
  readonly revokedMs: number | null;
  readonly spentUsd: number;
  /** Reserved beyond that, by debates that have not ended and by those being opened. */
  readonly reservedUsd: number;
}

const NOTED_EVERY_MS = 60_000;

/** One read by the public part; what cannot be a token costs none. */
export async function findTokenGrant(
  tables: TeamConnection,
  token: string,
): Promise<TokenGrant | null> {
  const id = parseTokenId(token);
  if (id === undefined) return null;
  const { read, schema, now } = tables;
  const [row] = await read<GrantRow & { hash: Buffer; over: boolean; due: boolean }>(
    `SELECT ${GRANT_COLUMNS}, hash,
            revoked_ms IS NOT NULL OR coalesce(expires_ms <= ${now}, false) AS over,
            coalesce(last_used_ms, 0) <= ${now} - ${NOTED_EVERY_MS} AS due
     FROM ${schema}.tokens WHERE id = $1`,
    [id],
  );
  if (!isSameToken(token, row?.hash) || row === undefined || row.over) return null;
  if (row.due) await recordTokenUse(tables, id);
  return parseGrantRow(row);
}

/** At most once a minute for all processes together, and without waiting for the row's lock. */
async function recordTokenUse(
  { transaction, schema, now }: TeamConnection,
  id: string,
): Promise<void> {
  const noting = transaction((run) =>
    run(
      `UPDATE ${schema}.tokens SET last_used_ms = ${now} WHERE id = (
         SELECT id FROM ${schema}.tokens
         WHERE id = $1 AND coalesce(last_used_ms, 0) <= ${now} - ${NOTED_EVERY_MS}
         FOR NO KEY UPDATE SKIP LOCKED
       )`,
      [id],
    ),
  );
  // nobody is sent away because a note could not be made
  await noting.catch(() => []);
}

interface StoredTokenRow extends GrantRow {
  readonly created_ms: string;
  readonly last_used_ms: string | null;
  readonly revoked_ms: string | null;
  readonly spent: string;
  readonly held: string;
}

/** Newest first. */
export async function listStoredTokens(tables: TeamConnection): Promise<readonly StoredToken[]> {
  const rows = await tables.read<StoredTokenRow>(
    `SELECT ${GRANT_COLUMNS}, created_ms, last_used_ms, revoked_ms,
            coalesce(spent, 0) AS spent, coalesce(held, 0) AS held
     FROM ${tables.schema}.tokens LEFT JOIN (${buildAccountsSql(tables)}) AS accounts ON token = id
     ORDER BY created_ms DESC, id`,
  );
  return rows.map((row) => ({
    ...parseGrantRow(row),
    createdMs: Number(row.created_ms),
    lastUsedMs: parseNullableNumber(row.last_used_ms),
    revokedMs: parseNullableNumber(row.revoked_ms),
    spentUsd: convertMicrosToUsd(Number(row.spent)),
    reservedUsd: convertMicrosToUsd(Number(row.held)),
  }));
}

// A token as in its table, and as a grant.

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

// What tokens have spent and reserved, read from the debates bound to them.  * A debate has spent what its summary says, minus what was there when it was bound: a fork begins with turns that the original debate has paid for. Until it ends, the rest of its reservation stays reserved. A binding is closed once its debate is seen to have ended: its cost is then stored, and its summary is not read again, however many debates a token has.

/** A reservation that nobody has bound for so long belongs to a process that is gone. */
const LAPSES_AFTER_MS = 600_000;

export function buildLapsedSql({ now }: TeamConnection): string {
  return `made_ms <= ${now} - ${LAPSES_AFTER_MS}`;
}

/** Each binding and reservation: token, debate or ticket, spent, reserved, and whether the debate has ended. */
export function buildChargesSql({ schema, store }: TeamConnection): string {
  return `
    SELECT bindings.token, bindings.debate, NULL::uuid AS ticket,
           coalesce(status = 'settled', false) AS settled, used.spent,
           CASE WHEN status = 'settled' THEN 0 ELSE greatest(bindings.micros - used.spent, 0) END AS held
    FROM ${schema}.bindings LEFT JOIN ${store}.debates ON debates.id = bindings.debate
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN closed AND status = 'settled' THEN bindings.micros
        ELSE greatest(${buildCostSql("summary")} - bindings.before_micros, 0)
      END AS spent
    ) AS used
    UNION ALL
    SELECT token, NULL, id, false, 0, micros FROM ${schema}.reservations`;
}

/** What each token has spent and reserved, if anything. */
export function buildAccountsSql(tables: TeamConnection): string {
  const { schema } = tables;
  return `
    SELECT token, sum(spent)::bigint AS spent, sum(held)::bigint AS held
    FROM (${buildChargesSql(tables)}) AS charges
    WHERE ticket IS NULL OR ticket NOT IN (SELECT id FROM ${schema}.reservations WHERE ${buildLapsedSql(tables)})
    GROUP BY token`;
}

/**
 * The cost in a summary, in micro-dollars. Extracted as text: a summary also contains words of models, and PostgreSQL
 * refuses to read JSON with certain characters; but a key with its quotes can be nothing else.
 */
export function buildCostSql(summary: string): string {
  const rest = `split_part(${summary}, ',"costUsd":', 2)`;
  const usd = `substring(${rest} FROM '^[0-9.eE+-]+')::numeric`;
  return `coalesce(greatest(ceil(${usd} * 1000000 - ${MICROS_ROUNDING_NOISE}), 0), 0)::bigint`;
}
