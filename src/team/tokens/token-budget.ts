/**
 * The budget of a token.
 *
 * TM5. A token never spends and reserves more than its budget, as long as no debate spends more than was reserved for
 *      it. Reserving and binding lock the token's row until the commit, and count everything again in whole
 *      micro-dollars.
 * TM6. A reservation that was bound to nothing is released after ten minutes by the database's clock. Binding later
 *      takes what is left by then, or is refused.
 * TM9. A debate is bound to one token for good. What it reserved and did not spend is released once, when it ends; it
 *      is not reserved again if the debate continues after all.
 */
import { randomUUID } from "node:crypto";

import { SetupError } from "../../errors.ts";
import type { RunStatement } from "../postgres/postgres-connections.ts";
import { toDatabaseKey } from "../postgres/postgres-write.ts";
import { createUnknownTokenError } from "./issue-tokens.ts";
import { convertMicrosToUsd, formatMicrosAsUsd, roundUpToMicros } from "./micro-dollars.ts";
import {
  buildAccountsSql,
  buildChargesSql,
  buildCostSql,
  buildLapsedSql,
  parseNullableNumber,
} from "./stored-tokens.ts";
import type { TeamConnection } from "./team-connection.ts";
import type { TokenGrant } from "./token-grant.ts";

export interface TokenReservation {
  /** Before the debate is sent to anyone: from then on it may spend. */
  bind(debate: string): Promise<void>;
  /** Nothing where it is bound. */
  giveBack(): Promise<void>;
}

// far above any budget; sums of it are still exact
const LARGEST_USD = 1e9;

/** Dollars that may still be reserved; null: no limit. */
export async function readTokenAllowance(
  tables: TeamConnection,
  { id }: TokenGrant,
): Promise<number | null> {
  const [row] = await tables.read<{ budget: string | null; taken: string }>(
    `SELECT budget_micros AS budget, coalesce(spent + held, 0) AS taken
     FROM ${tables.schema}.tokens LEFT JOIN (${buildAccountsSql(tables)}) AS accounts ON token = id
     WHERE id = $1`,
    [id],
  );
  if (row === undefined) throw createUnknownTokenError(id);
  return row.budget === null
    ? null
    : convertMicrosToUsd(Math.max(0, Number(row.budget) - Number(row.taken)));
}

/**
 * `usd` is what the debate may cost in all. Where it is there already, name it: only what goes beyond its
 * present reservation is then taken.
 */
export async function reserveTokenBudget(
  tables: TeamConnection,
  grant: TokenGrant,
  { usd, debate }: { readonly usd: number; readonly debate?: string | undefined },
): Promise<TokenReservation> {
  const ticket: ReservationTicket = {
    id: randomUUID(),
    token: grant.id,
    micros: parseCostMicros(usd),
  };
  const key = debate === undefined ? null : toDatabaseKey(debate);
  const refusal = await tables.transaction(async (run) => {
    const account = await lockTokenAccount(run, tables, { ...ticket, debate: key });
    const refused = findReservationRefusal(account, ticket, grant);
    if (refused) return refused;
    const further = Math.max(0, ticket.micros - account.own);
    await run(
      `INSERT INTO ${tables.schema}.reservations (id, token, micros, made_ms)
       VALUES ($1, $2, $3, ${tables.now}) ON CONFLICT (id) DO NOTHING`,
      [ticket.id, ticket.token, further],
    );
    return undefined;
  });
  if (refusal) throw refusal;
  return {
    bind: (bound) => bindReservation(tables, grant, { ...ticket, debate: toDatabaseKey(bound) }),
    async giveBack() {
      await tables.transaction((run) => deleteReservation(run, tables, ticket));
    },
  };
}

interface ReservationTicket {
  readonly id: string;
  readonly token: string;
  readonly micros: number;
}

type BoundReservationTicket = ReservationTicket & { readonly debate: string };

async function bindReservation(
  tables: TeamConnection,
  grant: TokenGrant,
  ticket: BoundReservationTicket,
): Promise<void> {
  const { schema, store } = tables;
  const refusal = await tables.transaction(async (run) => {
    const account = await lockTokenAccount(run, tables, ticket);
    const refused = findReservationRefusal(account, ticket, grant);
    if (refused) return refused;
    await run(
      `INSERT INTO ${schema}.bindings (debate, token, micros, before_micros)
       VALUES ($1, $2, 0, ${buildCostSql(`(SELECT summary FROM ${store}.debates WHERE id = $1)`)})
       ON CONFLICT (debate) DO NOTHING`,
      [ticket.debate, ticket.token],
    );
    const owner = await readDebateOwner(run, tables, ticket.debate);
    if (owner.token === ticket.token) {
      await run(
        `UPDATE ${schema}.bindings SET micros = greatest(micros, $2::bigint), closed = false
         WHERE debate = $1`,
        [ticket.debate, ticket.micros],
      );
    } else if (account.budget !== null || owner.budget !== null) {
      return createForeignTokenError(owner.person);
    }
    await deleteReservation(run, tables, ticket);
    return undefined;
  });
  if (refusal) throw refusal;
}

async function deleteReservation(
  run: RunStatement,
  { schema }: TeamConnection,
  { id }: ReservationTicket,
): Promise<void> {
  await run(`DELETE FROM ${schema}.reservations WHERE id = $1`, [id]);
}

interface TokenAccount {
  readonly budget: number | null;
  /** Revoked or expired meanwhile. */
  readonly over: boolean;
  /** What the debate itself is charged with, and everything else but the ticket. */
  readonly own: number;
  readonly others: number;
}

/** Nobody else reserves or binds for the token until the commit. */
async function lockTokenAccount(
  run: RunStatement,
  tables: TeamConnection,
  { id, token, debate }: ReservationTicket & { readonly debate: string | null },
): Promise<TokenAccount> {
  const { schema, now } = tables;
  const [row] = await run<{ budget: string | null; over: boolean }>(
    `SELECT budget_micros AS budget,
            revoked_ms IS NOT NULL OR coalesce(expires_ms <= ${now}, false) AS over
     FROM ${schema}.tokens WHERE id = $1 FOR NO KEY UPDATE`,
    [token],
  );
  // gone before they are counted, so that nothing counted out can be there again under another clock
  await run(`DELETE FROM ${schema}.reservations WHERE token = $1 AND ${buildLapsedSql(tables)}`, [
    token,
  ]);
  // one statement: a debate is counted as ended if and only if its reservation is given up
  const [sums] = await run<{ own: string; others: string }>(
    `WITH charges AS MATERIALIZED (SELECT * FROM (${buildChargesSql(tables)}) AS all_charges WHERE token = $1),
     closed AS (
       UPDATE ${schema}.bindings SET micros = spent, closed = true FROM charges
       WHERE bindings.debate = charges.debate AND settled AND NOT closed
     )
     SELECT coalesce(sum(spent + held) FILTER (WHERE debate = $2), 0)::bigint AS own,
            coalesce(sum(spent + held) FILTER (
              WHERE debate = $2 IS NOT TRUE AND ticket = $3 IS NOT TRUE
            ), 0)::bigint AS others
     FROM charges`,
    [token, debate, id],
  );
  return {
    budget: parseNullableNumber(row?.budget ?? null),
    over: row?.over ?? true,
    own: Number(sums?.own ?? 0),
    others: Number(sums?.others ?? 0),
  };
}

/** Why it may not be, in one line; undefined where it fits. */
function findReservationRefusal(
  { budget, over, own, others }: TokenAccount,
  { micros }: ReservationTicket,
  { id, person }: TokenGrant,
): SetupError | undefined {
  if (over) {
    return new SetupError("unknown-token", `The token ${id} of ${person} is no longer valid.`, {
      hint: "Ask for a new one: dissent team tokens create",
    });
  }
  const further = micros - own;
  if (budget === null || further <= 0 || others + own + further <= budget) return undefined;
  const left = formatMicrosAsUsd(Math.max(0, budget - others - own));
  return new SetupError(
    "budget-spent",
    `The token of ${person} has ${left} left, and this may cost up to ${formatMicrosAsUsd(further)}.`,
    { hint: "Lower the debate's budget, or ask for a token with a larger one." },
  );
}

async function readDebateOwner(
  run: RunStatement,
  { schema }: TeamConnection,
  debate: string,
): Promise<{ readonly token: string; readonly person: string; readonly budget: string | null }> {
  const [row] = await run<{ token: string; person: string; budget: string | null }>(
    `SELECT token, person, budget_micros AS budget
     FROM ${schema}.bindings JOIN ${schema}.tokens ON tokens.id = token WHERE debate = $1`,
    [debate],
  );
  if (row === undefined) throw new Error("A binding is gone that was just made.");
  return row;
}

/** Neither may one spend another's budget, nor put off on another what one's own does not cover. */
function createForeignTokenError(person: string): SetupError {
  return new SetupError("budget-spent", `The debate counts against another token, of ${person}.`, {
    hint: "Go on with that token, or fork the debate.",
  });
}

function parseCostMicros(usd: number): number {
  if (usd >= 0 && usd <= LARGEST_USD) return roundUpToMicros(usd);
  throw new SetupError("usage", "What a debate may cost is a number of dollars, 0 or more.", {
    hint: "Give the debate a budget, such as 2.",
  });
}
