/** The budget of a token on a real PostgreSQL, whoever reserves, binds, gives back, spends and ends at once. */
import * as fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { DebateSummary } from "../../src/domain/journal/summary.ts";
import type { Team } from "../../src/team/tokens/team.ts";
import type { TokenReservation } from "../../src/team/tokens/token-budget.ts";
import type { TokenGrant } from "../../src/team/tokens/token-grant.ts";
import { NO_POSTGRES, schemaIn } from "../support/fleet/postgres.ts";
import { teamPlace, type TeamPlace } from "../support/team/team-place.ts";

const SPENT = { code: "budget-spent" };

describe.skipIf(NO_POSTGRES !== undefined)(NO_POSTGRES ?? "postgres", () => {
  let place: TeamPlace;
  let teams: readonly [Team, Team, Team];
  let here: Team;
  let there: Team;
  beforeAll(async () => {
    place = await teamPlace();
    teams = [await place.open(), await place.open(), await place.open()];
    [here, there] = teams;
  });

  async function granted(budgetUsd: number | null, person = "ann"): Promise<TokenGrant> {
    const wish = { person, scopes: ["run"], budgetUsd, expiresMs: null } as const;
    return (await here.issue(wish, "root")).grant;
  }

  async function listed({ id }: TokenGrant): Promise<{ spent: number; reserved: number }> {
    const found = (await there.tokens()).find((token) => token.id === id);
    return { spent: found?.spentUsd ?? -1, reserved: found?.reservedUsd ?? -1 };
  }

  let count = 0;
  let ann: TokenGrant;
  let debate: string;
  beforeEach(async () => {
    ann = await granted(5);
    debate = `debate-${count++}`;
  });

  describe("a reservation", () => {
    test("TM5 counts from the moment it is made, for every process, and says in one line what does not fit", async () => {
      await here.reserve(ann, 4.6);

      expect(await there.allowance(ann)).toBe(0.4);
      expect(await listed(ann)).toEqual({ spent: 0, reserved: 4.6 });
      const refused = there.reserve(ann, 1.2);
      await expect(refused).rejects.toMatchObject({
        ...SPENT,
        message: "The token of ann has $0.40 left, and this may cost up to $1.20.",
      });
      await there.reserve(ann, 0.4);
      expect(await here.allowance(ann)).toBe(0);
      await here.reserve(ann, 0);
    });

    test("given back, it is free at once, and giving back twice is giving back once", async () => {
      const one = await here.reserve(ann, 3);
      const other = await here.reserve(ann, 2);

      await one.giveBack();
      await one.giveBack();

      expect(await there.allowance(ann)).toBe(3);
      await place.debate(debate, {});
      await other.bind(debate);
      await other.giveBack();
      expect(await there.allowance(ann)).toBe(3);
    });

    test.each([-1, Number.NaN, Infinity, 1e10])(
      "%d dollars are refused in one line",
      async (usd) => {
        await expect(here.reserve(ann, usd)).rejects.toMatchObject({ code: "usage" });
      },
    );

    test("a token without a budget is never refused, and what it spends is counted", async () => {
      const free = await granted(null);
      await place.debate(debate, { costUsd: 0 });
      await (await here.reserve(free, 1_000_000)).bind(debate);
      await place.debate(debate, { costUsd: 12.5 });

      expect(await here.allowance(free)).toBeNull();
      expect(await listed(free)).toEqual({ spent: 12.5, reserved: 999_987.5 });
    });

    test("TM5 cents that are no binary fractions add up exactly", async () => {
      const cents = await granted(0.3);
      for (const _ of [1, 2, 3]) await here.reserve(cents, 0.1);

      expect(await here.allowance(cents)).toBe(0);
      await expect(here.reserve(cents, 0.000_001)).rejects.toMatchObject(SPENT);
    });
  });

  describe("a debate", () => {
    test("holds what was reserved until it ends, then only what it cost", async () => {
      const reserved = await here.reserve(ann, 3);
      await place.debate(debate, {});
      await reserved.bind(debate);

      await place.debate(debate, { costUsd: 0.1 + 0.2 });
      expect(await listed(ann)).toEqual({ spent: 0.3, reserved: 2.7 });
      for (const status of ["paused", "waiting"] as const) {
        await place.debate(debate, { costUsd: 1, status });
        expect(await listed(ann)).toEqual({ spent: 1, reserved: 2 });
      }
      await place.debate(debate, { costUsd: 1.25, status: "settled" });
      expect(await listed(ann)).toEqual({ spent: 1.25, reserved: 0 });
      expect(await there.allowance(ann)).toBe(3.75);
    });

    test("that cost more than was reserved counts with what it cost, and nothing is left to take", async () => {
      await place.debate(debate, {});
      await (await here.reserve(ann, 1)).bind(debate);
      await place.debate(debate, { costUsd: 7 });

      expect(await here.allowance(ann)).toBe(0);
      await expect(here.reserve(ann, 0.01)).rejects.toMatchObject(SPENT);
    });

    test("TM9 a fork pays for what it asks, not for the turns it begins with", async () => {
      await place.debate(debate, { costUsd: 2 });
      await (await here.reserve(ann, 3)).bind(debate);
      expect(await listed(ann)).toEqual({ spent: 0, reserved: 3 });

      await place.debate(debate, { costUsd: 2.5, status: "settled" });
      expect(await listed(ann)).toEqual({ spent: 0.5, reserved: 0 });
    });

    test("that is to cost more takes only what goes beyond its reservation", async () => {
      await place.debate(debate, {});
      await (await here.reserve(ann, 3)).bind(debate);

      await expect(there.reserve(ann, 6, debate)).rejects.toMatchObject({
        message: "The token of ann has $2.00 left, and this may cost up to $3.00.",
      });
      const further = await there.reserve(ann, 5, debate);
      expect(await here.allowance(ann)).toBe(0);
      await further.bind(debate);
      expect(await listed(ann)).toEqual({ spent: 0, reserved: 5 });
      await (await there.reserve(ann, 4, debate)).bind(debate);
      expect(await listed(ann)).toEqual({ spent: 0, reserved: 5 });
    });

    test("TM9 is bound to one token for good, and another's budget neither pays for it nor is passed by", async () => {
      const [bob, free, other] = [
        await granted(9, "bob"),
        await granted(null),
        await granted(null),
      ];
      await place.debate(debate, {});
      await (await here.reserve(ann, 1)).bind(debate);
      const foreign = await here.reserve(bob, 1);
      await expect(foreign.bind(debate)).rejects.toMatchObject({
        ...SPENT,
        message: "The debate counts against another token, of ann.",
      });
      await foreign.giveBack();
      await expect((await here.reserve(free, 1)).bind(debate)).rejects.toMatchObject(SPENT);
      expect(await listed(ann)).toEqual({ spent: 0, reserved: 1 });
      expect(await listed(bob)).toEqual({ spent: 0, reserved: 0 });

      await place.debate(`${debate}-free`, {});
      await (await here.reserve(free, 1)).bind(`${debate}-free`);
      await (await here.reserve(other, 1)).bind(`${debate}-free`);
      expect((await listed(other)).reserved).toBe(0);
    });

    test("TM9 what an ended debate left over and another has taken does not come back", async () => {
      await place.debate(debate, {});
      await (await here.reserve(ann, 5)).bind(debate);
      await place.debate(debate, { costUsd: 1, status: "settled" });
      await here.reserve(ann, 4);

      await place.debate(debate, { costUsd: 1, status: "running" });

      expect(await listed(ann)).toEqual({ spent: 1, reserved: 4 });
    });

    test("words of models in its summary are no costs and no failure", async () => {
      const words = `\0\ud800 ,"costUsd":9 {"costUsd":9} \\",\\"costUsd\\":9`;
      await place.debate(debate, {});
      await (await here.reserve(ann, 1)).bind(debate);
      await place.debate(debate, {
        question: words,
        gist: words,
        options: [{ id: "costUsd", label: '","costUsd":9' }],
        costUsd: 1e-7,
        status: "settled",
        judged: "right",
      });

      expect(await listed(ann)).toEqual({ spent: 0.000_001, reserved: 0 });
    });
  });

  test("TM6 what a process reserved before it died comes back after ten minutes of the database's clock", async () => {
    const apart = await teamPlace();
    const team = await apart.open();
    const wish = { person: "ann", scopes: ["run"], budgetUsd: 5, expiresMs: null } as const;
    const { grant } = await team.issue(wish, "root");
    const nowMs = await team.nowMs();
    await apart.stopClock(nowMs);
    const [dead, slow] = [await team.reserve(grant, 3), await team.reserve(grant, 2)];

    await apart.stopClock(nowMs + 599_999);
    await expect(team.reserve(grant, 1)).rejects.toMatchObject(SPENT);
    expect(await team.allowance(grant)).toBe(0);
    await apart.stopClock(nowMs + 600_000);
    expect(await team.allowance(grant)).toBe(5);
    await team.reserve(grant, 2.5);
    // late, but there is enough left
    await slow.bind("slow");
    expect(await team.allowance(grant)).toBe(0.5);
    await expect(dead.bind("dead")).rejects.toMatchObject(SPENT);
    expect(await team.allowance(grant)).toBe(0.5);
    // not even by a clock that was set back
    await apart.stopClock(nowMs);
    expect(await team.allowance(grant)).toBe(0.5);
  });

  test("TM5 of fifty who reserve at once through three processes, as many get it as there is money for", async () => {
    const asked = Array.from({ length: 50 }, (_, index) =>
      (teams[index % 3] ?? here).reserve(ann, 0.3),
    );
    const ends = await Promise.allSettled(asked);

    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(16);
    for (const end of ends) {
      if (end.status === "rejected") expect(end.reason).toMatchObject(SPENT);
    }
    expect(await here.allowance(ann)).toBe(0.2);
  });

  type Step =
    | { readonly kind: "reserve"; readonly micros: number; readonly raise: boolean }
    | { readonly kind: "bind" | "giveBack"; readonly which: number }
    | { readonly kind: "spend" | "settle"; readonly which: number; readonly share: number };

  const which = fc.nat(9);
  const share = fc.constantFrom(0, 0.1, 0.5, 0.999_999, 1);
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("reserve" as const),
        micros: fc.integer({ min: 0, max: 700_000 }),
        raise: fc.boolean(),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("bind" as const), which }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("giveBack" as const), which }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom("spend" as const, "settle" as const),
        which,
        share,
      }),
    },
  );
  /** Steps of one batch are taken at once, by different processes. */
  const batches = fc.array(fc.array(fc.tuple(fc.nat(2), step), { minLength: 1, maxLength: 6 }), {
    minLength: 3,
    maxLength: 8,
  });

  test("TM5 however reserving, binding, giving back, spending and ending fall together, the budget is kept", async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (plan) => {
        const budget = 1_000_000;
        const run = await held(budget);
        for (const batch of plan) {
          await Promise.all(batch.map(([by, one]) => run.take(teams[by] ?? here, one)));
          expect(await run.charged()).toBeLessThanOrEqual(budget);
        }
        await run.endAll();
        const left = Math.round(((await here.allowance(run.grant)) ?? 0) * 1e6);
        expect({ left, charged: await run.charged() }).toEqual({
          left: budget - run.spent(),
          charged: run.spent(),
        });
      }),
      { numRuns: 40 },
    );
  });

  /** A token and its debates, with a bookkeeping of its own: what each debate may cost, and has cost. */
  async function held(budget: number) {
    const grant = await granted(budget / 1e6);
    const tickets: { ticket: TokenReservation; micros: number; debate: string; over: boolean }[] =
      [];
    const caps = new Map<string, number>();
    const costs = new Map<string, { micros: number; status: DebateSummary["status"] }>();
    const busy = new Set<string>();

    async function cost(debate: string, micros: number, status: DebateSummary["status"]) {
      const before = costs.get(debate);
      if (busy.has(debate) || before?.status === "settled") return;
      busy.add(debate);
      const now = Math.max(before?.micros ?? 0, micros);
      costs.set(debate, { micros: now, status });
      await place.debate(debate, { costUsd: now / 1e6, status });
      busy.delete(debate);
    }

    async function take(team: Team, one: Step): Promise<void> {
      switch (one.kind) {
        case "reserve": {
          const raised = one.raise ? [...caps.keys()].at(-1) : undefined;
          const open = raised !== undefined && costs.get(raised)?.status !== "settled";
          const debate = open ? raised : `debate-${count++}`;
          const reserving = team.reserve(grant, one.micros / 1e6, open ? debate : undefined);
          const ticket = await reserving.catch(refusal);
          if (ticket) tickets.push({ ticket, micros: one.micros, debate, over: false });
          return;
        }
        case "bind":
        case "giveBack": {
          const found = tickets.filter(({ over }) => !over).at(one.which % 4);
          if (!found) return;
          if (one.kind === "giveBack") {
            found.over = true;
            return found.ticket.giveBack();
          }
          if (!costs.has(found.debate)) await cost(found.debate, 0, "running");
          // several may bind one ticket at once, as after an answer that was lost
          const refused = await found.ticket.bind(found.debate).then(() => null, refusal);
          if (refused === undefined) return;
          found.over = true;
          caps.set(found.debate, Math.max(caps.get(found.debate) ?? 0, found.micros));
          return;
        }
        case "spend":
        case "settle": {
          const debate = [...caps.keys()].at(one.which % 4);
          if (debate === undefined) return;
          const micros = Math.floor((caps.get(debate) ?? 0) * one.share);
          return cost(debate, micros, one.kind === "settle" ? "settled" : "running");
        }
      }
    }

    /** Counted by hand from the rows: what was bound and has not ended, what it cost, and what is only reserved. */
    async function charged(): Promise<number> {
      const bound = await place.rows<{ micros: string; summary: string | null }>(
        `SELECT micros, summary FROM ${place.schema}.bindings
         LEFT JOIN ${schemaIn(place.url)}.debates ON debates.id = debate WHERE token = $1`,
        [grant.id],
      );
      const loose = await place.rows<{ micros: string }>(
        `SELECT micros FROM ${place.schema}.reservations WHERE token = $1`,
        [grant.id],
      );
      const charges = bound.map(({ micros, summary }) => {
        const { costUsd, status } = JSON.parse(summary ?? "{}") as DebateSummary;
        const paid = Math.round(costUsd * 1e6);
        return status === "settled" ? paid : Math.max(paid, Number(micros));
      });
      return [...charges, ...loose.map(({ micros }) => Number(micros))].reduce((a, b) => a + b, 0);
    }

    return {
      grant,
      take,
      charged,
      async endAll(): Promise<void> {
        for (const { ticket } of tickets) await ticket.giveBack();
        for (const debate of caps.keys()) await cost(debate, 0, "settled");
      },
      spent: () =>
        [...caps.keys()].reduce((sum, debate) => sum + (costs.get(debate)?.micros ?? 0), 0),
    };
  }

  function refusal(error: unknown): undefined {
    expect(error).toMatchObject(SPENT);
    return undefined;
  }
});
