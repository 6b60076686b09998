/** Tokens and acts of a team on a real PostgreSQL. */
import { inspect } from "node:util";

import { beforeEach, describe, expect, test } from "vitest";

import { openTeam, type Team } from "../../src/team/tokens/team.ts";
import { hashToken } from "../../src/team/tokens/token-format.ts";
import { cuttingProxy } from "../support/fleet/cutting-proxy.ts";
import { NO_POSTGRES, PASSWORD, postgres, schemaIn } from "../support/fleet/postgres.ts";
import { teamPlace, type TeamPlace } from "../support/team/team-place.ts";

const ANN = { person: "ann", scopes: ["read", "run"], budgetUsd: 5, expiresMs: null } as const;
const NOBODY = { by: null, act: "refused", debate: null, detail: "", from: "" };

describe.skipIf(NO_POSTGRES !== undefined)(NO_POSTGRES ?? "postgres", () => {
  let place: TeamPlace;
  let here: Team;
  let there: Team;
  beforeEach(async () => {
    place = await teamPlace();
    [here, there] = await Promise.all([place.open(), place.open()]);
  });

  /** Every row of every table beside the debates, as text; bytes in hexadecimal. */
  async function everything(): Promise<string> {
    const schemas = [schemaIn(place.url), place.schema];
    const tables = await place.rows<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname = ANY ($1)`,
      [schemas],
    );
    expect(tables.length).toBeGreaterThan(7);
    const texts = [];
    for (const { name } of tables) {
      const rows = await place.rows<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
      texts.push(name, ...rows.map(({ row }) => row));
    }
    return texts.join("\n");
  }

  describe("tokens", () => {
    test("a token that one process gives is known to all, with what it allows", async () => {
      const { token, grant } = await here.issue(ANN, "root");

      expect(grant).toEqual({ ...ANN, id: token.split("_")[1] });
      expect(await there.findGrant(token)).toEqual(grant);
      expect(await there.tokens()).toMatchObject([
        { ...grant, revokedMs: null, spentUsd: 0, reservedUsd: 0 },
      ]);
    });

    test("of servers that start at once on a team without tokens one makes the first, and none after it", async () => {
      const asked = await Promise.all(
        [here, there, here, there].map((team) => team.issueFirst(ANN, "root")),
      );
      const made = asked.filter((issued) => issued !== null);

      expect(made).toHaveLength(1);
      expect(await there.tokens()).toMatchObject([{ id: made[0]?.grant.id }]);
      expect(await there.acts()).toMatchObject([{ act: "token-issued" }]);
      expect(await here.issueFirst(ANN, "root")).toBeNull();
    });

    test("TM1 a token is in no table, neither as it is nor in bytes; only its hash is", async () => {
      const { token, grant } = await here.issue(ANN, "root");
      const secret = token.slice(-43);
      await here.findGrant(token);
      await here.record({
        by: grant,
        act: `act ${token}`,
        debate: `debate-${token}`,
        detail: `curl -H "Authorization: Bearer ${token}" and again ${token}x`,
        from: token,
      });
      await here.revoke(token, `${token} did it`);

      const all = await everything();

      expect(all).toContain(hashToken(token).toString("hex"));
      for (const form of [secret, Buffer.from(secret).toString("hex")]) {
        expect(all).not.toContain(form);
      }
      expect(all).toContain(`dissent_${grant.id}_[redacted]`);
    });

    test("TM2 a token that is wrong in one character, of another's id, or no token at all is nobody's", async () => {
      const [one, other] = await Promise.all([here.issue(ANN, "root"), here.issue(ANN, "root")]);
      const swapped = one.token.replace(one.grant.id, other.grant.id);
      const last = one.token.endsWith("A") ? "B" : "A";
      for (const wrong of [
        swapped,
        `${one.token.slice(0, -1)}${last}`,
        one.token.replace(one.grant.id, "zzzzzzzz"),
        one.grant.id,
        "",
        "\0",
        `${one.token}\n`,
        "'; DROP TABLE tokens; --",
        "x".repeat(100_000),
      ]) {
        expect(await here.findGrant(wrong)).toBeNull();
      }
      expect(await here.findGrant(one.token)).toEqual(one.grant);
    });

    test("TM3 a revoked token is refused by another process from the next request on", async () => {
      const { token, grant } = await here.issue(ANN, "root");
      expect(await there.findGrant(token)).not.toBeNull();

      expect(await here.revoke(grant.id, "root")).toEqual(grant);

      expect(await there.findGrant(token)).toBeNull();
      expect(await here.findGrant(token)).toBeNull();
      await expect(there.reserve(grant, 1)).rejects.toMatchObject({ code: "unknown-token" });
    });

    test("TM3 a token ends by the database's clock, to the millisecond", async () => {
      const nowMs = await here.nowMs();
      const { token, grant } = await here.issue({ ...ANN, expiresMs: nowMs + 60_000 }, "root");

      await place.stopClock(nowMs + 59_999);
      expect(await here.findGrant(token)).toEqual(grant);
      const reserved = await here.reserve(grant, 1);
      await place.stopClock(nowMs + 60_000);
      expect(await here.findGrant(token)).toBeNull();
      await expect(here.reserve(grant, 1)).rejects.toMatchObject({ code: "unknown-token" });
      await expect(reserved.bind("late")).rejects.toMatchObject({ code: "unknown-token" });

      const refused = here.issue({ ...ANN, expiresMs: nowMs + 60_000 }, "root");
      await expect(refused).rejects.toMatchObject({ code: "usage" });
    });

    test("TM4 giving and taking away are acts of whoever did it, once each", async () => {
      const by = { id: "admin234", person: "Zoe", from: "192.0.2.7" };
      const { token, grant } = await here.issue(ANN, "root");
      await here.revoke(grant.id, by);
      await there.revoke(token, by);

      const detail = `${grant.id} of ann: read, run; $5.00; no end`;
      expect(await there.acts()).toMatchObject([
        { act: "token-revoked", by: { id: "admin234", person: "Zoe" }, from: "192.0.2.7", detail },
        { act: "token-issued", by: { id: null, person: "root" }, from: "", detail },
      ]);
    });

    test("an unknown token is refused in one line that holds no secret", async () => {
      const { token, grant } = await here.issue(ANN, "root");
      const other = token.replace(grant.id, "zzzzzzzz");
      for (const id of ["zzzzzzzz", other, "\0", "x".repeat(10_000)]) {
        const failure = await here.revoke(id, "root").catch((error: unknown) => error);
        expect(failure).toMatchObject({ code: "unknown-token" });
        expect(inspect(failure)).not.toContain(token.slice(-43));
        expect(inspect(failure).length).toBeLessThan(5_000);
      }
      expect(await here.findGrant(token)).not.toBeNull();
    });

    test("TM10 last use is noted at most once a minute, whichever process is asked", async () => {
      const { token } = await here.issue(ANN, "root");
      const nowMs = await here.nowMs();
      const written = async (): Promise<unknown> =>
        (await place.rows(`SELECT last_used_ms, xmin::text FROM ${place.schema}.tokens`))[0];
      expect(await here.tokens()).toMatchObject([{ lastUsedMs: null }]);

      await place.stopClock(nowMs);
      await Promise.all([here, there, here, there].map((team) => team.findGrant(token)));
      const first = await written();
      expect(first).toMatchObject({ last_used_ms: String(nowMs) });
      await place.stopClock(nowMs + 59_999);
      await Promise.all([here, there].map((team) => team.findGrant(token)));
      expect(await written()).toEqual(first);
      await place.stopClock(nowMs + 60_000);
      await there.findGrant(token);
      expect(await here.tokens()).toMatchObject([{ lastUsedMs: nowMs + 60_000 }]);
    });

    test("TM10 a token whose row another has in use is let in without waiting", async () => {
      const { token, grant } = await here.issue(ANN, "root");
      const pg = await import("pg");
      const other = new pg.Client({ connectionString: place.url.replace(/\?.*/, "") });
      await other.connect();
      await other.query("BEGIN");
      await other.query(`SELECT 1 FROM ${place.schema}.tokens FOR UPDATE`);

      const done = new AbortController();
      const granting = here.findGrant(token).finally(() => done.abort());
      let waits = 0;
      while (!done.signal.aborted) {
        const { rows } = await other.query<{ waits: number }>(
          "SELECT count(*)::int AS waits FROM pg_locks WHERE NOT granted",
        );
        waits = Math.max(waits, rows[0]?.waits ?? 0);
      }
      expect(await granting).toEqual(grant);
      expect(waits).toBe(0);

      await other.query("ROLLBACK");
      await other.end();
    });
  });

  describe("acts", () => {
    test("who did what is told newest first, by debate, by person, and page by page", async () => {
      const { grant } = await here.issue({ ...ANN, person: "Zoë" }, "root");
      for (const [act, debate] of [
        ["started", "a"],
        ["started", "b"],
        ["decided", "a"],
      ] as const) {
        await here.record({ by: grant, act, debate, detail: `${act} it`, from: "192.0.2.1" });
      }
      await here.record(NOBODY);

      expect((await there.acts()).map(({ act }) => act)).toEqual([
        "refused",
        "decided",
        "started",
        "started",
        "token-issued",
      ]);
      expect(await there.acts({ debate: "a" })).toMatchObject([
        { act: "decided", debate: "a", by: { id: grant.id, person: "Zoë" }, from: "192.0.2.1" },
        { act: "started", detail: "started it" },
      ]);
      expect(await there.acts({ person: "Zoe\u0308", limit: 1 })).toMatchObject([
        { act: "decided" },
      ]);
      expect(await there.acts({ debate: "no\0ne" })).toEqual([]);
      const all = await there.acts();
      const pages = [];
      for (let before = Infinity; ;) {
        const page = await there.acts({ before, limit: 2 });
        if (page.length === 0) break;
        pages.push(...page);
        before = page.at(-1)?.number ?? 0;
      }
      expect(pages).toEqual(all);
      expect(await there.acts({ beforeMs: all.at(-1)?.atMs ?? 0 })).toEqual([]);
      expect(await there.acts({ limit: -5, beforeMs: Number.NaN })).toHaveLength(1);
    });

    test("TM7 no act can be changed, dropped or emptied, whoever asks the database", async () => {
      await here.record(NOBODY);
      const before = await here.acts();
      for (const sql of ["UPDATE # SET detail = 'other'", "DELETE FROM #", "TRUNCATE #"]) {
        const table = `${place.schema}.acts`;
        await expect(place.rows(sql.replace("#", table))).rejects.toThrow(/never changed/);
      }
      expect(await here.acts()).toEqual(before);
    });

    test("TM8 keys, tokens and the database's password are taken out before a text is cut", async () => {
      const team = await place.open((text) => text.replaceAll("sk-own-key-123", "[redacted]"));
      const { token } = await team.issue(ANN, "root");
      for (const at of [0, 1_950, 1_980, 1_990, 5_000]) {
        for (const secret of ["sk-own-key-123", PASSWORD, token]) {
          const detail = `${"x".repeat(at)} ${secret} ${"y".repeat(3_000)}`;
          await team.record({ ...NOBODY, detail });
        }
      }

      const acts = await team.acts();
      expect(acts.filter(({ act }) => act === "refused")).toHaveLength(15);
      for (const { detail } of acts) {
        expect(detail.length).toBeLessThanOrEqual(2_000);
        expect(detail).not.toMatch(/sk-own|s3cret|dissent_[a-z2-9]{8}_[^[…]/);
      }
    });

    test("TM8 nothing is longer than its limit, and what PostgreSQL cannot keep is no failure", async () => {
      const long = "🦉".repeat(5_000);
      await here.record({
        by: { id: long, person: long },
        act: long,
        debate: long,
        detail: `\0\ud800${long}`,
        from: long,
      });

      const [act] = await here.acts({ debate: long });
      expect(act).toBeDefined();
      for (const text of Object.values(act ?? {}).filter((value) => typeof value === "string")) {
        expect(text.length).toBeLessThanOrEqual(2_000);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain("\0");
      }
    });
  });

  test("TM4 TM5 a commit that nobody heard of is found done and not made twice", async () => {
    const proxy = await cuttingProxy(place.url);
    const far = await openTeam({ url: proxy.url });
    const cut = <Result>(work: () => Promise<Result>): Promise<Result> => {
      proxy.cutNextCommit();
      return work();
    };
    await place.debate("one", {});

    const { token, grant } = await cut(() => far.issue(ANN, "root"));
    const kept = await cut(() => far.reserve(grant, 3));
    expect(await here.allowance(grant)).toBe(2);
    const back = await cut(() => far.reserve(grant, 2));
    expect(await here.allowance(grant)).toBe(0);
    await cut(() => kept.bind("one"));
    await cut(() => back.giveBack());
    expect(await here.allowance(grant)).toBe(2);
    await cut(() => far.record({ ...NOBODY, by: grant }));
    expect(await cut(() => far.findGrant(token))).toEqual(grant);
    await cut(() => far.revoke(grant.id, "root"));

    expect(proxy.cuts()).toBe(8);
    expect((await here.acts()).map(({ act }) => act)).toEqual([
      "token-revoked",
      "refused",
      "token-issued",
    ]);
    expect(await here.tokens()).toMatchObject([{ id: grant.id, reservedUsd: 3 }]);
    await far.close();
    await proxy.close();
  });

  test("many who open the same new place at once find the same tables", async () => {
    const { url } = await teamPlace();
    const teams = await Promise.all(Array.from({ length: 5 }, () => openTeam({ url })));
    const { token } = (await teams[0]?.issue(ANN, "root")) ?? {};

    expect(await teams[4]?.findGrant(token ?? "")).toMatchObject({ person: "ann" });
    await Promise.all(teams.map((team) => team.close()));
  });

  test("K17 a database that is not there is told in one line without its password", async () => {
    const gone = new URL(await postgres());
    gone.port = "1";
    const failure = await openTeam({ url: gone.href }).catch((error: unknown) => error);

    expect(failure).toMatchObject({ code: "store-unavailable" });
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain(PASSWORD);
  });
});
