/** FG1, FG2: limits that several processes share, on a real PostgreSQL. */
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { systemClock } from "../../src/clock.ts";
import { NO_TRAFFIC_LIMITS, type TrafficLimits } from "../../src/models/endpoint.ts";
import { openFleetDatabase, type FleetDatabase } from "../../src/team/fleet/fleet-database.ts";
import {
  type RateLimitLeases,
  createRateLimitLeases,
} from "../../src/team/fleet/worker/rate-limit-leases.ts";
import { NO_POSTGRES, postgres, createTestSchema } from "../support/fleet/postgres.ts";

interface Granted {
  readonly at: number;
  readonly late: number;
  readonly tokens: number;
}

/** The most that any stretch of time so long holds, wherever it begins. */
function mostWithin(
  uses: readonly { readonly atMs: number; readonly weight: number }[],
  periodMs: number,
): number {
  return Math.max(
    0,
    ...uses.map(({ atMs: from }) =>
      uses
        .filter(({ atMs }) => atMs >= from && atMs < from + periodMs)
        .reduce((sum, { weight }) => sum + weight, 0),
    ),
  );
}

describe.skipIf(NO_POSTGRES !== undefined)(NO_POSTGRES ?? "grants", () => {
  const databases: FleetDatabase[] = [];
  let grants: RateLimitLeases[];
  beforeAll(async () => {
    const url = createTestSchema(await postgres());
    for (let count = 0; count < 3; count++)
      databases.push(await openFleetDatabase(url, systemClock));
    grants = databases.map((database) => createRateLimitLeases(database));
  });
  afterAll(() => Promise.all(databases.map((database) => database.close())));

  let named = 0;
  const fresh = (): string => `provider-${++named}`;
  const never = new AbortController().signal;
  const limited = (changes: Partial<TrafficLimits>): TrafficLimits => ({
    ...NO_TRAFFIC_LIMITS,
    ...changes,
  });
  const readGrantRows = async (provider: string): Promise<readonly Granted[]> =>
    (await databases[0]?.read<Granted>(
      `SELECT at_ms AS at, late_ms AS late, tokens::int AS tokens
       FROM ${databases[0].schema}.grants WHERE provider = $1 ORDER BY id`,
      [provider],
    )) ?? [];

  /** Everything that was asked for is granted for some moment; nobody waits for it to come. */
  async function planned(
    provider: string,
    limits: TrafficLimits,
    tokens: readonly number[],
  ): Promise<readonly Granted[]> {
    const stop = new AbortController();
    const entered = tokens.map(async (wanted, index) => {
      await grants[index % 3]
        ?.enter({ provider, limits, tokens: wanted }, stop.signal)
        .catch(() => {});
    });
    const rows = await vi.waitUntil(
      async () => {
        const found = await readGrantRows(provider);
        return found.length >= tokens.length && found;
      },
      { timeout: 20_000, interval: 5 },
    );
    stop.abort();
    await Promise.all(entered);
    return rows;
  }

  test("FG1 whenever each grant is used while it may be, no second and no minute has too many", async () => {
    const limit = fc.option(fc.integer({ min: 1, max: 9 }));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          requestsPerSecond: limit,
          requestsPerMinute: fc.option(fc.integer({ min: 1, max: 30 })),
          tokensPerMinute: fc.option(fc.integer({ min: 100, max: 3_000 })),
        }),
        fc.array(fc.integer({ min: 0, max: 1_500 }), { minLength: 4, maxLength: 24 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 24, maxLength: 24 }),
        async (changes, tokens, moments) => {
          const limits = limited(changes);
          if (Object.values(changes).every((one) => one === null)) return;
          const rows = await planned(fresh(), limits, tokens);
          // at the first moment, at the last, and anywhere between
          for (const place of [() => 0, () => 1, (index: number) => moments[index] ?? 0]) {
            const uses = rows.map(({ at, late }, index) => ({
              atMs: at + (late - at) * place(index),
              weight: 1,
            }));
            const { requestsPerSecond, requestsPerMinute } = limits;
            if (requestsPerSecond !== null)
              expect(mostWithin(uses, 1_000)).toBeLessThanOrEqual(requestsPerSecond);
            if (requestsPerMinute !== null)
              expect(mostWithin(uses, 60_000)).toBeLessThanOrEqual(requestsPerMinute);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test("FG1 tokens: no minute has more, but for one request that alone is larger", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 100, max: 2_000 }),
        fc.array(fc.integer({ min: 1, max: 2_500 }), { minLength: 3, maxLength: 18 }),
        async (most, tokens) => {
          const rows = await planned(fresh(), limited({ tokensPerMinute: most }), tokens);
          for (const edge of ["at", "late"] as const) {
            const uses = rows.map((row) => ({ atMs: row[edge], weight: row.tokens }));
            const largest = Math.max(most, ...tokens);
            expect(mostWithin(uses, 60_000)).toBeLessThanOrEqual(largest);
            const fitting = uses.filter(({ weight }) => weight <= most);
            expect(mostWithin(fitting, 60_000)).toBeLessThanOrEqual(most);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  test("FG1 FG2 used as they come by three at once, no sliding second has more than the limit", async () => {
    const provider = fresh();
    const limits = limited({ requestsPerSecond: 10 });
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) =>
        grants[index % 3]?.enter({ provider, limits, tokens: 1 }, never),
      ),
    );

    // by the database's clock; a busy machine makes some void, and those count, too
    const uses = (await readGrantRows(provider)).map(({ at }) => ({ atMs: at, weight: 1 }));
    expect(uses.length).toBeGreaterThanOrEqual(40);
    expect(mostWithin(uses, 1_000)).toBeLessThanOrEqual(10);
  });

  test("FG2 a grant that comes too late is void, and the next may be used for longer", async () => {
    const provider = fresh();
    let nowMs = 0;
    // by this clock more than 100 milliseconds pass from the question to the use, and less than 200
    const slow = createRateLimitLeases(databases[0] as FleetDatabase, () => (nowMs += 60));
    const limits = limited({ requestsPerSecond: 5, tokensPerMinute: 1_000 });
    const used = await slow.enter({ provider, limits, tokens: 100 }, never);
    const rows = await readGrantRows(provider);

    expect(rows.map(({ tokens }) => tokens)).toEqual([0, 100]);
    const [first, second] = rows.map(({ at, late }) => late - at);
    expect(second).toBeGreaterThan(first ?? 0);
    used(40);
    await vi.waitUntil(async () => (await readGrantRows(provider))[1]?.tokens === 40, {
      timeout: 5_000,
    });
  });

  test("FG1 one that was stopped while it waited gives its tokens back, and its place counts on", async () => {
    const provider = fresh();
    const limits = limited({ requestsPerSecond: 1, tokensPerMinute: 500 });
    await grants[0]?.enter({ provider, limits, tokens: 100 }, never);
    const stop = new AbortController();
    const waiting = grants[1]?.enter({ provider, limits, tokens: 400 }, stop.signal);
    await vi.waitUntil(async () => (await readGrantRows(provider)).length === 2, {
      timeout: 5_000,
    });
    stop.abort();

    await expect(waiting).rejects.toMatchObject({ code: "no-answer" });
    await vi.waitUntil(async () => (await readGrantRows(provider))[1]?.tokens === 0, {
      timeout: 5_000,
    });
    await expect(
      grants[2]?.enter({ provider, limits, tokens: 400 }, AbortSignal.abort()),
    ).rejects.toMatchObject({ code: "no-answer" });
    expect(await readGrantRows(provider)).toHaveLength(2);
  });

  test("without limits nothing is asked of the database", async () => {
    const away = createRateLimitLeases({} as FleetDatabase);

    await expect(
      away.enter({ provider: "p", limits: NO_TRAFFIC_LIMITS, tokens: 9 }, never),
    ).resolves.toBeTypeOf("function");
  });

  test("FG1 a database that does not answer makes the request wait, and nothing else", async () => {
    const [database] = databases as [FleetDatabase];
    let failing = 2;
    const shaky: FleetDatabase = {
      ...database,
      async transaction(work) {
        if (failing-- > 0) throw Object.assign(new Error("away"), { code: "57P01" });
        return database.transaction(work);
      },
    };
    const provider = fresh();
    const limits = limited({ requestsPerSecond: 5 });
    await createRateLimitLeases(shaky).enter({ provider, limits, tokens: 1 }, never);
    expect(await readGrantRows(provider)).toHaveLength(1);

    failing = 1_000;
    const stop = new AbortController();
    const waiting = createRateLimitLeases(shaky).enter(
      { provider, limits, tokens: 1 },
      stop.signal,
    );
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: "no-answer" });
  });
});
