/**
 * Giving tokens and taking them away.
 *
 * TM4. A token and the act that tells of it are one transaction, as are its end and the act that tells of that.
 */
import { randomUUID } from "node:crypto";

import { SetupError } from "../../errors.ts";
import type { Run } from "../postgres/postgres-connections.ts";
import { type NewAct, recordIn } from "./acts.ts";
import type { TeamTables } from "./database.ts";
import { checkedWish, type Grant, type Issuer, type Wish } from "./grant.ts";
import { microsWithin, spellMicros } from "./money.ts";
import { idIn, newToken, type NewToken, withoutTokens } from "./token-format.ts";
import { budgetMicros, GRANT_COLUMNS, grantFor, grantIn, type GrantRow } from "./token-rows.ts";

export interface Issued {
  /** Shown to whoever asked for it, and kept by nobody here. */
  readonly token: string;
  readonly grant: Grant;
}

export async function issue(tables: TeamTables, given: Wish, by: Issuer): Promise<Issued> {
  const issued = await issuedWhere(async () => true, tables, { given, by });
  if (issued === null) throw new TypeError("A token is issued wherever nothing is asked.");
  return issued;
}

/** Null where there is a token already: of several who ask at once, one gets the first. */
export function issueFirst(tables: TeamTables, given: Wish, by: Issuer): Promise<Issued | null> {
  const isFirst = async (run: Run, id: string): Promise<boolean> => {
    await run(`LOCK TABLE ${tables.schema}.tokens IN SHARE ROW EXCLUSIVE MODE`);
    // its own is there already when an earlier try was committed and nobody could say so
    const others = await run(`SELECT 1 FROM ${tables.schema}.tokens WHERE id <> $1 LIMIT 1`, [id]);
    return others.length === 0;
  };
  return issuedWhere(isFirst, tables, { given, by });
}

async function issuedWhere(
  may: (run: Run, id: string) => Promise<boolean>,
  tables: TeamTables,
  { given, by }: { readonly given: Wish; readonly by: Issuer },
): Promise<Issued | null> {
  const wish = checkedWish(given);
  const act = randomUUID();
  // that another token has the id happens once in a million times, when there is a million of them
  for (let left = MOST_TRIES; left > 0; left--) {
    const made = newToken();
    const grant = grantFor(made.id, wish);
    const said = actOf("token-issued", grant, by);
    const came = await tables.transaction(async (run) => {
      if (!(await may(run, made.id))) return "late";
      if (await isOver(run, tables, wish)) return "over";
      if (!(await add(run, tables, { made, wish }))) return "taken";
      await recordIn(run, tables, { ...said, id: act });
      return "there";
    });
    if (came === "there") return { token: made.token, grant };
    if (came === "late") return null;
    if (came === "over") throw endedAlready();
  }
  throw new Error("No id is free for a new token.");
}

const MOST_TRIES = 9;

async function isOver(run: Run, { now }: TeamTables, { expiresMs }: Wish): Promise<boolean> {
  const [row] = await run<{ over: boolean }>(
    `SELECT coalesce($1::bigint <= ${now}, false) AS over`,
    [expiresMs],
  );
  return row?.over === true;
}

/** Whether it is there now, be it from an earlier try of which nobody heard the end. */
async function add(
  run: Run,
  { schema, now }: TeamTables,
  { made, wish }: { readonly made: NewToken; readonly wish: Wish },
): Promise<boolean> {
  await run(
    `INSERT INTO ${schema}.tokens (id, hash, person, scopes, budget_micros, created_ms, expires_ms)
     VALUES ($1, $2, $3, $4, $5, ${now}, $6) ON CONFLICT (id) DO NOTHING`,
    [made.id, made.hash, wish.person, wish.scopes, budgetMicros(wish), wish.expiresMs],
  );
  const [row] = await run<{ hash: Buffer }>(`SELECT hash FROM ${schema}.tokens WHERE id = $1`, [
    made.id,
  ]);
  return row?.hash.equals(made.hash) === true;
}

/** By its id, or by the token itself. What was revoked before stays as it is. */
export async function revoke(tables: TeamTables, given: string, by: Issuer): Promise<Grant> {
  const { transaction, schema, now } = tables;
  const id = idIn(given) ?? given.replaceAll("\0", "");
  const act = randomUUID();
  const found = await transaction(async (run) => {
    const [row] = await run<GrantRow & { revoked: boolean }>(
      `SELECT ${GRANT_COLUMNS}, revoked_ms IS NOT NULL AS revoked FROM ${schema}.tokens
       WHERE id = $1 FOR NO KEY UPDATE`,
      [id],
    );
    if (row === undefined || row.revoked) return row;
    await run(`UPDATE ${schema}.tokens SET revoked_ms = ${now} WHERE id = $1`, [id]);
    await recordIn(run, tables, { ...actOf("token-revoked", grantIn(row), by), id: act });
    return row;
  });
  if (found === undefined) throw unknownToken(given);
  return grantIn(found);
}

export function unknownToken(id: string): SetupError {
  // whoever pasted too much must not find a secret in a log
  const shown = withoutTokens(id).slice(0, 40);
  return new SetupError("unknown-token", `There is no token "${shown}".`, {
    hint: "See what there is: dissent tokens list",
  });
}

function endedAlready(): SetupError {
  return new SetupError("usage", "A token cannot end before it begins.", {
    hint: "Name a time that is still to come.",
  });
}

function actOf(act: string, grant: Grant, by: Issuer): NewAct {
  const { id, person, from } = typeof by === "string" ? { id: null, person: by, from: "" } : by;
  return { by: { id, person }, act, debate: null, detail: described(grant), from };
}

function described({ id, person, scopes, budgetUsd, expiresMs }: Grant): string {
  const money = budgetUsd === null ? "no budget" : spellMicros(microsWithin(budgetUsd));
  const end = expiresMs === null ? "no end" : `until ${new Date(expiresMs).toISOString()}`;
  return `${id} of ${person}: ${scopes.join(", ")}; ${money}; ${end}`;
}
