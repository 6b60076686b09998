/**
 * The activity log: who did what, when and from where.
 *
 * TM7. Entries are added and never changed: no code does it, and the database refuses it.
 * TM8. Tokens, the database's password and known keys are removed before anything is stored, and no field exceeds its
 *      limit.
 */
import { randomUUID } from "node:crypto";

import { cutText } from "../../text/cut-text.ts";
import type { RunStatement } from "../postgres/postgres-connections.ts";
import type { TeamConnection } from "./team-connection.ts";
import type { TokenGrant } from "./token-grant.ts";

export interface NewActivityEntry {
  /** Null: nobody known. Without an id: on the command line, where no token is needed. */
  readonly by: { readonly id: TokenGrant["id"] | null; readonly person: string } | null;
  /** started, decided, answered, forked, asked, resumed, paused, reverted, token-issued, token-revoked, refused */
  readonly act: string;
  readonly debate: string | null;
  readonly detail: string;
  /** The address of the client. */
  readonly from: string;
}

export interface ActivityEntry extends NewActivityEntry {
  /** Counts up; gaps mean nothing. */
  readonly number: number;
  /** By the database's clock. */
  readonly atMs: number;
}

export interface ActivityQuery {
  readonly debate?: string;
  readonly person?: string;
  readonly limit?: number;
  readonly beforeMs?: number;
  /** Only acts of a lower number: to go on where a page ended, also in the middle of a millisecond. */
  readonly before?: number;
}

const MOST_ACTS = 1_000;
const USUAL_ACTS = 100;

const LONGEST = { act: 40, detail: 2_000, debate: 200, person: 160, address: 200 };

/** Inside another's transaction, so that neither is there without the other; an id that is there stays as it is. */
export async function recordActivityInTransaction(
  run: RunStatement,
  { schema, now, clean }: TeamConnection,
  given: NewActivityEntry & { readonly id: string },
): Promise<void> {
  const kept = (text: string | null, longest: number): string | null =>
    text === null ? null : cutText(clean(text), longest);
  const { id, by, act, debate, detail, from } = given;
  await run(
    `INSERT INTO ${schema}.acts (id, at_ms, token, person, act, debate, detail, address)
     VALUES ($1, ${now}, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING`,
    [
      id,
      kept(by?.id ?? null, LONGEST.person),
      kept(by?.person.normalize("NFC") ?? null, LONGEST.person),
      kept(act, LONGEST.act),
      kept(debate, LONGEST.debate),
      kept(detail, LONGEST.detail),
      kept(from, LONGEST.address),
    ],
  );
}

export async function recordActivity(tables: TeamConnection, act: NewActivityEntry): Promise<void> {
  const id = randomUUID();
  await tables.transaction((run) => recordActivityInTransaction(run, tables, { ...act, id }));
}

/** Newest first. */
export async function listActivity(
  { read, schema, clean }: TeamConnection,
  { debate, person, limit = USUAL_ACTS, beforeMs, before }: ActivityQuery,
): Promise<readonly ActivityEntry[]> {
  const rows = await read<ActivityRow>(
    `SELECT number, at_ms, token, person, act, debate, detail, address FROM ${schema}.acts
     WHERE ($1::text IS NULL OR debate = $1) AND ($2::text IS NULL OR person = $2)
       AND ($3::bigint IS NULL OR at_ms < $3) AND ($4::bigint IS NULL OR number < $4)
     ORDER BY number DESC LIMIT $5`,
    [
      debate === undefined ? null : cutText(clean(debate), LONGEST.debate),
      person === undefined ? null : cutText(clean(person.normalize("NFC").trim()), LONGEST.person),
      toSafeInteger(beforeMs),
      toSafeInteger(before),
      Math.max(1, Math.min(MOST_ACTS, toSafeInteger(limit) ?? USUAL_ACTS)),
    ],
  );
  return rows.map(parseActivityRow);
}

interface ActivityRow {
  readonly number: string;
  readonly at_ms: string;
  readonly token: string | null;
  readonly person: string | null;
  readonly act: string;
  readonly debate: string | null;
  readonly detail: string;
  readonly address: string;
}

function parseActivityRow(row: ActivityRow): ActivityEntry {
  const { number, at_ms, token, person, act, debate, detail, address: from } = row;
  const by = person === null ? null : { id: token, person };
  return { number: Number(number), atMs: Number(at_ms), by, act, debate, detail, from };
}

/** A number that came from far away as PostgreSQL takes one. */
function toSafeInteger(number: number | undefined): number | null {
  if (number === undefined || Number.isNaN(number)) return null;
  const most = Number.MAX_SAFE_INTEGER;
  return Math.trunc(Math.max(-most, Math.min(most, number)));
}
