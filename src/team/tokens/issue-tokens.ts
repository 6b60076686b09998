/**
 * Creates and revokes tokens.
 *
 * TM4. Creating a token and logging it is one transaction, and so is revoking it and logging that.
 */
import { randomUUID } from "node:crypto";

import { SetupError } from "../../errors.ts";
import type { RunStatement } from "../postgres/postgres-connections.ts";
import { type NewActivityEntry, recordActivityInTransaction } from "./activity-log.ts";
import { formatMicrosAsUsd, roundDownToMicros } from "./micro-dollars.ts";
import {
  GRANT_COLUMNS,
  type GrantRow,
  computeBudgetMicros,
  createTokenGrant,
  parseGrantRow,
} from "./stored-tokens.ts";
import type { TeamConnection } from "./team-connection.ts";
import { type GeneratedToken, generateToken, parseTokenId, redactTokens } from "./token-format.ts";
import {
  type TokenGrant,
  type TokenIssuer,
  type TokenRequest,
  validateTokenRequest,
} from "./token-grant.ts";

export interface IssuedToken {
  /** Shown to the requester, and stored nowhere here. */
  readonly token: string;
  readonly grant: TokenGrant;
}

export async function issueToken(
  tables: TeamConnection,
  given: TokenRequest,
  by: TokenIssuer,
): Promise<IssuedToken> {
  const issued = await issueTokenIf(async () => true, tables, { given, by });
  if (issued === null) throw new TypeError("A token is issued wherever nothing is asked.");
  return issued;
}

/** Null where there is a token already: of several who ask at once, one gets the first. */
export function issueFirstToken(
  tables: TeamConnection,
  given: TokenRequest,
  by: TokenIssuer,
): Promise<IssuedToken | null> {
  const isFirst = async (run: RunStatement, id: string): Promise<boolean> => {
    await run(`LOCK TABLE ${tables.schema}.tokens IN SHARE ROW EXCLUSIVE MODE`);
    // its own is there already when an earlier try was committed and nobody could say so
    const others = await run(`SELECT 1 FROM ${tables.schema}.tokens WHERE id <> $1 LIMIT 1`, [id]);
    return others.length === 0;
  };
  return issueTokenIf(isFirst, tables, { given, by });
}

async function issueTokenIf(
  may: (run: RunStatement, id: string) => Promise<boolean>,
  tables: TeamConnection,
  { given, by }: { readonly given: TokenRequest; readonly by: TokenIssuer },
): Promise<IssuedToken | null> {
  const wish = validateTokenRequest(given);
  const act = randomUUID();
  // that another token has the id happens once in a million times, when there is a million of them
  for (let left = MOST_TRIES; left > 0; left--) {
    const made = generateToken();
    const grant = createTokenGrant(made.id, wish);
    const said = createTokenActivity("token-issued", grant, by);
    const came = await tables.transaction(async (run) => {
      if (!(await may(run, made.id))) return "late";
      if (await isExpiryPast(run, tables, wish)) return "over";
      if (!(await insertToken(run, tables, { made, wish }))) return "taken";
      await recordActivityInTransaction(run, tables, { ...said, id: act });
      return "there";
    });
    if (came === "there") return { token: made.token, grant };
    if (came === "late") return null;
    if (came === "over") throw createPastExpiryError();
  }
  throw new Error("No id is free for a new token.");
}

const MOST_TRIES = 9;

async function isExpiryPast(
  run: RunStatement,
  { now }: TeamConnection,
  { expiresMs }: TokenRequest,
): Promise<boolean> {
  const [row] = await run<{ over: boolean }>(
    `SELECT coalesce($1::bigint <= ${now}, false) AS over`,
    [expiresMs],
  );
  return row?.over === true;
}

/** Whether it is there now, possibly from an earlier try whose result was lost. */
async function insertToken(
  run: RunStatement,
  { schema, now }: TeamConnection,
  { made, wish }: { readonly made: GeneratedToken; readonly wish: TokenRequest },
): Promise<boolean> {
  await run(
    `INSERT INTO ${schema}.tokens (id, hash, person, scopes, budget_micros, created_ms, expires_ms)
     VALUES ($1, $2, $3, $4, $5, ${now}, $6) ON CONFLICT (id) DO NOTHING`,
    [made.id, made.hash, wish.person, wish.scopes, computeBudgetMicros(wish), wish.expiresMs],
  );
  const [row] = await run<{ hash: Buffer }>(`SELECT hash FROM ${schema}.tokens WHERE id = $1`, [
    made.id,
  ]);
  return row?.hash.equals(made.hash) === true;
}

/** By its id, or by the token itself. What was revoked before stays as it is. */
export async function revokeStoredToken(
  tables: TeamConnection,
  given: string,
  by: TokenIssuer,
): Promise<TokenGrant> {
  const { transaction, schema, now } = tables;
  const id = parseTokenId(given) ?? given.replaceAll("\0", "");
  const act = randomUUID();
  const found = await transaction(async (run) => {
    const [row] = await run<GrantRow & { revoked: boolean }>(
      `SELECT ${GRANT_COLUMNS}, revoked_ms IS NOT NULL AS revoked FROM ${schema}.tokens
       WHERE id = $1 FOR NO KEY UPDATE`,
      [id],
    );
    if (row === undefined || row.revoked) return row;
    await run(`UPDATE ${schema}.tokens SET revoked_ms = ${now} WHERE id = $1`, [id]);
    await recordActivityInTransaction(run, tables, {
      ...createTokenActivity("token-revoked", parseGrantRow(row), by),
      id: act,
    });
    return row;
  });
  if (found === undefined) throw createUnknownTokenError(given);
  return parseGrantRow(found);
}

export function createUnknownTokenError(id: string): SetupError {
  // a person who pasted too much must not find a secret in a log
  const shown = redactTokens(id).slice(0, 40);
  return new SetupError("unknown-token", `There is no token "${shown}".`, {
    hint: "See what there is: dissent team tokens list",
  });
}

function createPastExpiryError(): SetupError {
  return new SetupError("usage", "A token cannot end before it begins.", {
    hint: "Name a time that is still to come.",
  });
}

function createTokenActivity(act: string, grant: TokenGrant, by: TokenIssuer): NewActivityEntry {
  const { id, person, from } = typeof by === "string" ? { id: null, person: by, from: "" } : by;
  return { by: { id, person }, act, debate: null, detail: describeTokenGrant(grant), from };
}

function describeTokenGrant({ id, person, scopes, budgetUsd, expiresMs }: TokenGrant): string {
  const money = budgetUsd === null ? "no budget" : formatMicrosAsUsd(roundDownToMicros(budgetUsd));
  const end = expiresMs === null ? "no end" : `until ${new Date(expiresMs).toISOString()}`;
  return `${id} of ${person}: ${scopes.join(", ")}; ${money}; ${end}`;
}
