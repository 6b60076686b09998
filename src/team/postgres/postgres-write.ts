/**
 * One transaction for a group of changes.
 *
 * PW1. A change to a debate locks it until the commit, so position and lease are checked and used by one transaction
 *      at a time. Everyone takes locks in the same order, so there is no deadlock.
 * PW2. If nobody knows whether a commit got through, the group is tried again under the same locks: a line that is
 *      already at its place, byte for byte, was written by the first try.
 */
import type { StoreError } from "../../errors.ts";
import type { JournalAddition } from "../../store.ts";
import { formatSearchText } from "../../stores/search-words.ts";
import {
  type StoreChange,
  findChangedDebate,
  type WriteDraft,
  createWriteDraft,
  applyStoreChange,
  type DebateWriteState,
} from "./postgres-changes.ts";
import type { RunStatement } from "./postgres-connections.ts";

export interface WriteGroupResult {
  /** For each change in order: why it was not made, if it was not. */
  readonly faults: readonly (StoreError | undefined)[];
  /** The debates that have new lines. */
  readonly debates: readonly string[];
}

export interface WriteGroupOptions {
  readonly schema: string;
  readonly channel: string;
  /** Whether an earlier try may have been committed. */
  readonly isAgain: boolean;
}

export async function writeChangeGroup(
  run: RunStatement,
  group: readonly StoreChange[],
  writing: WriteGroupOptions,
): Promise<WriteGroupResult> {
  const touched = [...new Set(group.flatMap((change) => findChangedDebate(change) ?? []))];
  const standings = await lockDebateWriteStates(run, touched, writing);
  const draft = createWriteDraft();
  const faults: (StoreError | undefined)[] = [];
  for (const change of group) {
    const standing = standings.get(findChangedDebate(change) ?? "") ?? {
      next: 0,
      token: null,
      held: false,
    };
    const isThere =
      writing.isAgain && change.kind === "append" && standing.next > change.addition.expected;
    if (isThere && (await areLinesStored(run, change.addition, writing))) faults.push(undefined);
    else faults.push(applyStoreChange(draft, change, standing));
  }
  await executeWriteDraft(run, draft, writing);
  return { faults, debates: [...new Set(draft.lines.map(({ debate }) => debate))] };
}

async function lockDebateWriteStates(
  run: RunStatement,
  debates: readonly string[],
  { schema }: WriteGroupOptions,
): Promise<ReadonlyMap<string, DebateWriteState>> {
  if (debates.length === 0) return new Map();
  const keys = debates.map(toDatabaseKey);
  await run(
    `SELECT pg_advisory_xact_lock(lock) FROM (
       SELECT DISTINCT hashtextextended($2 || key, 1) AS lock FROM unnest($1::text[]) AS key ORDER BY 1
     ) AS locks`,
    [keys, `${schema} `],
  );
  // a statement of its own: the one before saw the tables as they were when it began to wait
  const rows = await run<DebateWriteState>(
    `SELECT coalesce((
              SELECT sequence + 1 FROM ${schema}.events
              WHERE debate = asked.key ORDER BY sequence DESC LIMIT 1
            ), 0) AS next,
            leases.token, coalesce(leases.until_ms > ${schema}.now_ms(), false) AS held
     FROM unnest($1::text[]) WITH ORDINALITY AS asked (key, place)
     LEFT JOIN ${schema}.leases ON leases.debate = asked.key
     ORDER BY asked.place`,
    [keys],
  );
  return new Map(
    debates.flatMap((debate, index) => {
      const row = rows[index];
      return row === undefined ? [] : [[debate, { ...row }] as const];
    }),
  );
}

/** Whether these very lines are there. */
async function areLinesStored(
  run: RunStatement,
  { debate, expected, lines }: JournalAddition,
  { schema }: WriteGroupOptions,
): Promise<boolean> {
  const rows = await run<{ line: Buffer }>(
    `SELECT line FROM ${schema}.events
     WHERE debate = $1 AND sequence >= $2 AND sequence < $3 ORDER BY sequence`,
    [toDatabaseKey(debate), expected, expected + lines.length],
  );
  return (
    rows.length === lines.length &&
    rows.every(({ line }, index) => line.equals(Buffer.from(lines[index] ?? "")))
  );
}

async function executeWriteDraft(
  run: RunStatement,
  draft: WriteDraft,
  { schema, channel }: WriteGroupOptions,
): Promise<void> {
  const { lines, texts, summaries, leases } = draft;
  if (lines.length > 0) {
    await run(
      `INSERT INTO ${schema}.events (debate, sequence, line)
       SELECT key, sequence, substring($5::bytea FROM start FOR size)
       FROM unnest($1::text[], $2::integer[], $3::integer[], $4::integer[])
         AS added (key, sequence, start, size)`,
      [
        lines.map(({ debate }) => toDatabaseKey(debate)),
        lines.map(({ sequence }) => sequence),
        ...packTextBytes(lines.map(({ line }) => line)),
      ],
    );
  }
  if (texts.size > 0) {
    // in one order for all: two who add the same texts crosswise would wait for each other
    const sorted = [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1));
    await run(
      `INSERT INTO ${schema}.blobs (sha256, content)
       SELECT sha256, substring($4::bytea FROM start FOR size)
       FROM unnest($1::text[], $2::integer[], $3::integer[]) AS added (sha256, start, size)
       ON CONFLICT DO NOTHING`,
      [
        sorted.map(([sha256]) => toDatabaseKey(sha256)),
        ...packTextBytes(sorted.map(([, text]) => text)),
      ],
    );
  }
  if (summaries.size > 0) await writeSummaries(run, summaries, schema);
  if (leases.size > 0) await writeLeases(run, leases, schema);
  const debates = [
    ...new Set(lines.map(({ debate }) => formatNotificationPayload(toDatabaseKey(debate)))),
  ];
  if (debates.length > 0) {
    await run("SELECT pg_notify($1, key) FROM unnest($2::text[]) AS key", [channel, debates]);
  }
}

async function writeSummaries(
  run: RunStatement,
  summaries: WriteDraft["summaries"],
  schema: string,
): Promise<void> {
  const rows = [...summaries];
  await run(
    `INSERT INTO ${schema}.debates (id, status, opened_ms, summary, words)
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[])
     ON CONFLICT (id) DO UPDATE
     SET status = excluded.status, summary = excluded.summary, words = excluded.words`,
    [
      rows.map(([debate]) => toDatabaseKey(debate)),
      rows.map(([, { status }]) => status),
      rows.map(([, { openedMs }]) => openedMs),
      rows.map(([, summary]) => JSON.stringify(summary)),
      rows.map(([, { id, question, gist }]) => formatSearchText(id, question, gist)),
    ],
  );
}

/** The expiry of a lease is computed by the database's clock, which all processes share. */
async function writeLeases(
  run: RunStatement,
  leases: WriteDraft["leases"],
  schema: string,
): Promise<void> {
  const given = [...leases]
    .filter(([, lease]) => lease === null)
    .map(([debate]) => toDatabaseKey(debate));
  const taken = [...leases].flatMap(([debate, lease]) => (lease ? [{ debate, ...lease }] : []));
  if (given.length > 0) {
    await run(`DELETE FROM ${schema}.leases WHERE debate = ANY ($1::text[])`, [given]);
  }
  if (taken.length === 0) return;
  await run(
    `INSERT INTO ${schema}.leases (debate, token, until_ms)
     SELECT key, token, ${schema}.now_ms() + ttl
     FROM unnest($1::text[], $2::text[], $3::bigint[]) AS taken (key, token, ttl)
     ON CONFLICT (debate) DO UPDATE SET token = excluded.token, until_ms = excluded.until_ms`,
    [
      taken.map(({ debate }) => toDatabaseKey(debate)),
      taken.map(({ token }) => token),
      taken.map(({ ttlMs }) => Math.round(ttlMs)),
    ],
  );
}

/** Texts as bytes in one parameter, each by its first byte, counted from one, and its size. */
function packTextBytes(
  texts: readonly string[],
): [starts: number[], sizes: number[], bytes: Buffer] {
  const pieces = texts.map((text) => Buffer.from(text));
  const starts: number[] = [];
  let start = 1;
  for (const { length } of pieces) {
    starts.push(start);
    start += length;
  }
  return [starts, pieces.map(({ length }) => length), Buffer.concat(pieces)];
}

/** PostgreSQL stores no NUL in a text; ids have none, and asking for one that has must not be an error. */
export function toDatabaseKey(id: string): string {
  return id.replaceAll("\\", "\\\\").replaceAll("\0", "\\0");
}

/** A notification is limited to 8000 bytes; an empty one wakes everybody. */
function formatNotificationPayload(key: string): string {
  return Buffer.byteLength(key) < 8_000 ? key : "";
}
