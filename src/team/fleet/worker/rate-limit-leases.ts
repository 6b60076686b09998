/**
 * Leases for one request to a provider, under limits that all workers share.
 *
 * FG1. No second and no minute, wherever it starts, has more requests or tokens than the limit. Every lease is valid
 *      from one time to another, and the next lease over the limit starts a whole period after the latter.
 * FG2. Times are the database's; a worker's own clock only measures how long ago it asked.
 */
import { setTimeout as timer } from "node:timers/promises";

import type { Clock } from "../../../clock.ts";
import { NO_TRAFFIC_LIMITS, type TrafficLimits } from "../../../models/endpoint.ts";
import type { TrafficSource } from "../../../models/traffic-source.ts";
import { createStoppedError } from "../../../models/traffic/abortable-wait.ts";
import { type Traffic, createTrafficRegistry } from "../../../models/traffic/traffic.ts";
import type { RunStatement } from "../../postgres/postgres-connections.ts";
import type { FleetDatabase } from "../fleet-database.ts";

export interface RateLimitLeases {
  /** Resolves when the request may be sent, at once and not later; the result takes what it really used. */
  enter(entry: RateLimitRequest, signal: AbortSignal): Promise<(usedTokens: number | null) => void>;
}

export interface RateLimitRequest {
  readonly provider: string;
  readonly limits: TrafficLimits;
  readonly tokens: number;
}

interface RateLimitLease {
  readonly id: string;
  /** Until it may be used, from when it was asked for. */
  readonly waitMs: number;
}

/** A request leaves the process slightly after it was admitted. */
const MARGIN_MS = 150;
// a grant that was not used within this is void; a slow way to the database needs more
const USABLE_MS = 100;
const LONGEST_USABLE_MS = 10_000;
// a database that is away comes back; that is not a failure of the model, whose request waits as long as it may
const AGAIN_AFTER_MS = 500;

export function createRateLimitLeases(
  database: FleetDatabase,
  now: () => number = () => performance.now(),
): RateLimitLeases {
  return {
    async enter(entry, signal) {
      const { limits } = entry;
      if (hasNoRateLimit(limits)) return () => {};
      for (let usableMs = USABLE_MS; ; usableMs = Math.min(usableMs * 2, LONGEST_USABLE_MS)) {
        if (signal.aborted) throw createStoppedError(signal);
        const askedMs = now();
        const grant = await acquireRateLimitLease(database, entry, usableMs).catch(() => null);
        if (!grant) {
          await timer(AGAIN_AFTER_MS, undefined, { signal }).catch(() => {});
          continue;
        }
        const heardMs = now();
        try {
          if (grant.waitMs > 0) await timer(grant.waitMs, undefined, { signal });
        } catch {
          void correctTokenUsage(database, grant, 0);
          throw createStoppedError(signal);
        }
        // timers may be early by a part of a millisecond
        while (now() < heardMs + grant.waitMs) await timer(1);
        if (now() <= askedMs + grant.waitMs + usableMs) {
          return (used) =>
            void (used === null ? undefined : correctTokenUsage(database, grant, used));
        }
        await correctTokenUsage(database, grant, 0);
      }
    },
  };
}

export function hasNoRateLimit(limits: TrafficLimits): boolean {
  return (
    (limits.requestsPerSecond ?? limits.requestsPerMinute ?? limits.tokensPerMinute ?? null) ===
    null
  );
}

async function acquireRateLimitLease(
  { transaction, schema }: FleetDatabase,
  { provider, limits, tokens }: RateLimitRequest,
  usableMs: number,
): Promise<RateLimitLease> {
  return transaction(async (run) => {
    await run("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`${schema} ${provider}`]);
    const table = `${schema}.grants`;
    const [earliest] = await run<{ now_ms: number; last_ms: number | null }>(
      `SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now_ms,
         (SELECT max(at_ms) FROM ${table} WHERE provider = $1) AS last_ms`,
      [provider],
    );
    const nowMs = earliest?.now_ms ?? 0;
    const { requestsPerSecond, requestsPerMinute, tokensPerMinute } = limits;
    const bounds = [
      nowMs,
      earliest?.last_ms ?? 0,
      await findStartAfterRequests(run, {
        table,
        provider,
        most: requestsPerSecond ?? null,
        periodMs: 1_000,
      }),
      await findStartAfterRequests(run, {
        table,
        provider,
        most: requestsPerMinute,
        periodMs: 60_000,
      }),
      await findStartAfterTokens(run, { table, provider, most: tokensPerMinute, tokens }),
    ];
    const atMs = Math.max(...bounds);
    const [row] = await run<{ id: string }>(
      `INSERT INTO ${table} (provider, at_ms, late_ms, tokens) VALUES ($1, $2, $3, $4) RETURNING id`,
      [provider, atMs, atMs + usableMs + MARGIN_MS, tokens],
    );
    return { id: row?.id ?? "", waitMs: atMs - nowMs };
  });
}

/** FG1: so many before it must all be over for a whole period. */
async function findStartAfterRequests(
  run: RunStatement,
  bound: { table: string; provider: string; most: number | null; periodMs: number },
): Promise<number> {
  const { table, provider, most, periodMs } = bound;
  if (most === null) return 0;
  const [row] = await run<{ late_ms: number }>(
    `SELECT late_ms FROM ${table} WHERE provider = $1 ORDER BY late_ms DESC OFFSET $2 LIMIT 1`,
    [provider, most - 1],
  );
  return row ? row.late_ms + periodMs : 0;
}

/** A request larger than a minute allows waits for an empty one. */
async function findStartAfterTokens(
  run: RunStatement,
  bound: { table: string; provider: string; most: number | null; tokens: number },
): Promise<number> {
  const { table, provider, most, tokens } = bound;
  if (most === null) return 0;
  const [row] = await run<{ late_ms: number | null }>(
    `SELECT max(late_ms) AS late_ms FROM (
       SELECT late_ms, sum(tokens) OVER (ORDER BY late_ms DESC, id DESC) AS used
       FROM ${table} WHERE provider = $1
         AND late_ms > extract(epoch FROM clock_timestamp())::float8 * 1000 - 60000
     ) AS lately WHERE used + $2 > $3`,
    [provider, Math.min(tokens, most), most],
  );
  return row?.late_ms == null ? 0 : row.late_ms + 60_000;
}

/** What was really used; a correction that is lost only makes the limit a little narrower. */
async function correctTokenUsage(
  { transaction, schema }: FleetDatabase,
  { id }: RateLimitLease,
  used: number,
): Promise<void> {
  await transaction((run) =>
    run(`UPDATE ${schema}.grants SET tokens = $2 WHERE id = $1`, [
      id,
      Math.max(0, Math.ceil(used)),
    ]),
  ).catch(() => {});
}

// The way to each provider as all workers share it: limits in the database, the rest in each process.

export function createFleetTraffic(grants: RateLimitLeases, clock: Clock): TrafficSource {
  const local = createTrafficRegistry(clock);
  return async ({ limits, ...setting }): Promise<Traffic> => {
    // how many at once is the queue's to count
    const traffic = local({ ...setting, limits: NO_TRAFFIC_LIMITS });
    return {
      ...traffic,
      async enter(entry, signal) {
        const pass = await traffic.enter(entry, signal);
        try {
          const used = await grants.enter(
            { provider: setting.name, limits, tokens: entry.tokens },
            signal,
          );
          return {
            spoke: () => pass.spoke(),
            leave(end) {
              used(end.usedTokens);
              pass.leave(end);
            },
          };
        } catch (error) {
          pass.leave({ health: "unknown", why: "", usedTokens: null });
          throw error;
        }
      },
    };
  };
}
