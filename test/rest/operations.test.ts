/** What docs/deployment.md and docs/operations.md tell to type is typed here: a role with few rights, backup, restore. */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, realpathSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { systemClock } from "../../src/clock.ts";
import { postgresStore } from "../../src/stores/postgres.ts";
import { openFleetDatabase } from "../../src/team/fleet/fleet-database.ts";
import { migrateWorkflowEngine } from "../../src/team/fleet/workflow/migrate-workflow-engine.ts";
import { formatLocalPostgresUrl } from "../../src/team/postgres/local/local-postgres-address.ts";
import { createPostgresCluster } from "../../src/team/postgres/local/local-postgres-cluster.ts";
import { findServerOwner } from "../../src/team/postgres/local/local-postgres-owner.ts";
import {
  findFreePort,
  type LocalPostgresServer,
  startLocalServer,
} from "../../src/team/postgres/local/local-postgres-server.ts";
import { openTeam } from "../../src/team/tokens/team.ts";
import { adds } from "../conformance/store-lines.ts";
import { asked, NO_POSTGRES, PASSWORD, startPostgres } from "../support/fleet/postgres.ts";

const ROLE_PASSWORD = "letters-and-digits";

/** The blocks of a page in a language, in order. */
function listCodeBlocks(page: string, language: string): string[] {
  const text = readFileSync(join(import.meta.dirname, "../../docs", page), "utf8");
  const pattern = new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, "gm");
  return [...text.matchAll(pattern)].map(([, code = ""]) => code);
}

const [GRANTED = "", TAKEN_BACK = ""] = listCodeBlocks("deployment.md", "sql");

async function told(url: string, sql: string): Promise<void> {
  for (const statement of sql.split(";\n").filter((one) => one.trim() !== "")) {
    await asked(url, statement);
  }
}

function asRole(url: string): string {
  const own = new URL(url);
  own.username = "dissent";
  own.password = ROLE_PASSWORD;
  own.pathname = "/dissent";
  return own.href;
}

/** As a server and a worker open it. */
async function opened(url: string): Promise<void> {
  const fleet = await openFleetDatabase(url, systemClock);
  await migrateWorkflowEngine(fleet);
  await fleet.close();
  await (await openTeam({ url })).close();
}

async function schemasIn(url: string): Promise<string[]> {
  const rows = await asked<{ name: string }>(
    url,
    "SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'dissent%' ORDER BY 1",
  );
  return rows.map(({ name }) => name);
}

const SCHEMAS = ["dissent", "dissent_dbos", "dissent_fleet", "dissent_team"];

describe.skipIf(NO_POSTGRES !== undefined)(NO_POSTGRES ?? "a role with few rights", () => {
  test("makes the four schemas, and can then do without the right to", async () => {
    const { url: keeper } = await startPostgres();
    await told(keeper, GRANTED);
    const url = asRole(keeper);

    await opened(url);
    await told(keeper, TAKEN_BACK);
    await opened(url);

    expect(await schemasIn(url)).toEqual(SCHEMAS);
    for (const beyond of ["CREATE SCHEMA other", "CREATE ROLE other", "CREATE TABLE public.t ()"]) {
      await expect(asked(url, beyond)).rejects.toThrow("permission denied");
    }
  });
});

/** A PostgreSQL of the system with its tools: those of npm have none. */
const TOOLS = globSync("/usr/lib/postgresql/*").find((path) =>
  existsSync(join(path, "bin/pg_dump")),
);

describe.skipIf(TOOLS === undefined)("backup and restore", () => {
  const port = findFreePort();
  let place: string;
  let server: LocalPostgresServer;
  let url: string;
  beforeAll(async () => {
    place = realpathSync(await mkdtemp(join(tmpdir(), "dissent-operations-")));
    await chmod(place, 0o711);
    const cluster = {
      program: TOOLS ?? "",
      data: join(place, "cluster"),
      owner: findServerOwner(),
    };
    await createPostgresCluster(cluster, { password: PASSWORD, sync: false });
    const address = { port: await port, password: PASSWORD };
    server = await startLocalServer({ ...cluster, address, settings: ["fsync=off"] });
    await told(formatLocalPostgresUrl(address), GRANTED);
    url = asRole(formatLocalPostgresUrl(address));
  });
  afterAll(async () => {
    await server.halt("immediate");
    await rm(place, { recursive: true, force: true });
  });

  async function typed(command: string): Promise<void> {
    const { status, stderr } = spawnSync("/bin/sh", ["-ec", command], {
      cwd: place,
      encoding: "utf8",
      env: {
        PATH: `${TOOLS}/bin:${process.env["PATH"]}`,
        DATABASE_URL: url,
        PGHOST: "127.0.0.1",
        PGPORT: String(await port),
        PGUSER: "keeper",
        PGPASSWORD: PASSWORD,
      },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  }

  test("what was dumped while it runs is there again: journals, tokens, and the way to go on", async () => {
    await opened(url);
    const store = postgresStore(url);
    await store.append(adds("kept", 0, "first line"));
    const team = await openTeam({ url });
    const { token } = await team.issue(
      { person: "ann", scopes: ["read"], budgetUsd: 5, expiresMs: null },
      { id: null, person: "ann", from: "test" },
    );
    const blocks = listCodeBlocks("operations.md", "");
    const backup = blocks.find((block) => block.includes("pg_dump")) ?? "";
    const restore = blocks.find((block) => block.includes("pg_restore")) ?? "";

    await typed(backup);
    await store.append(adds("kept", 1, "after the backup"));
    await typed(restore);

    const restored = url.replace(/\/dissent$/, "/restored");
    await opened(restored);
    expect(await schemasIn(restored)).toEqual(SCHEMAS);
    const again = postgresStore(restored);
    expect((await again.read("kept")).length).toBe(1);
    await again.append(adds("kept", 1, "another way"));
    const teamAgain = await openTeam({ url: restored });
    expect(await teamAgain.findGrant(token)).toMatchObject({ person: "ann", budgetUsd: 5 });
    for (const one of [store, again, team, teamAgain]) await one.close();
  });
});
