/** One command in a fresh project: a database, a server and a worker, and nothing left of them after. */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { CACHE, NO_POSTGRES } from "../support/fleet/postgres.ts";
import { START } from "../support/page/page-server.ts";
import {
  EXAMPLES,
  expectRefusal,
  leftovers,
  type Project,
  project,
  run,
} from "../support/processes/cli.ts";
import { serveAt, type ServeProcess } from "../support/team/serve-process.ts";

const BRIEF = join(EXAMPLES, "offline-sync.md");

// a busy machine is no failure
const SOON = { timeout: 60_000 };

async function held(server: ServeProcess, token: string): Promise<void> {
  const { id } = await server.post<{ id: string }>(token, "/api/debates", START);
  const stream = await server.events(token, id);
  await stream.until(({ data }) => JSON.stringify(data).includes("debate-settled"));
  stream.leave();
}

async function idsIn(at: Project, env: Readonly<Record<string, string>>): Promise<string[]> {
  const { stdout } = await run(at, ["list", "--json"], { env });
  return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
}

interface Status {
  readonly workers: readonly { readonly pid: number; readonly state: string }[];
}

test.skipIf(NO_POSTGRES !== undefined || (process.env["DATABASE_URL"] ?? "") !== "")(
  "starts, holds a debate, survives its worker, and ends whole",
  async () => {
    const at = project();
    // as root, PostgreSQL runs as another user, who must be able to enter
    chmodSync(at.base, 0o711);
    const env = { XDG_CACHE_HOME: CACHE };
    const server = await serveAt(at, null, { env });
    const token = server.first ?? "";
    await held(server, token);
    const live = async (): Promise<number[]> => {
      const { workers } = await server.get<Status>(token, "/api/fleet");
      return workers.flatMap(({ pid, state }) => (state === "live" ? [pid] : []));
    };
    const [first = 0] = await live();
    // the address has a password, and other users see what a program was started with
    if (existsSync("/proc/self"))
      expect(readFileSync(`/proc/${first}/cmdline`, "utf8")).not.toContain("postgres");
    process.kill(first, "SIGKILL");
    await server.process.said(/A worker ended \(SIGKILL\); another is started in 1 s/);
    await expect.poll(async () => (await live()).some((pid) => pid !== first), SOON).toBe(true);
    await held(server, token);
    const listed = await run(at, ["team", "tokens", "list", "--json"], { env });
    expect(JSON.parse(listed.stdout)).toMatchObject([{ person: "tester" }]);
    expect((await run(at, ["list"], { env })).stderr).toContain(
      "The team's are on the page of dissent serve, and here with database: project",
    );
    at.write("dissent.yaml", "database: project\n");
    const [last] = await idsIn(at, env);
    const decided = await run(at, ["decide", "last", "B", "-m", "the valleys"], { env });
    expect(decided).toMatchObject({ code: 0, stdout: expect.stringContaining(last ?? "") });
    expect((await run(at, ["verify", "last"], { env })).code).toBe(0);
    expect(await server.get(token, `/api/debates/${last}`)).toMatchObject({
      lines: expect.arrayContaining([expect.stringContaining("the valleys")]),
    });
    expect((await run(at, ["run", BRIEF, "-q"], { env })).code).toBe(10);
    expect(await idsIn(at, env)).toHaveLength(3);

    expect(await server.end()).toBe(0);
    expect(leftovers(at)).toEqual([]);
    const without = await run(at, ["list"], { env });
    expectRefusal(without, { says: /own PostgreSQL does not run/, as: "no-database" });
    expect(existsSync(join(at.dir, ".dissent", "dissent.db"))).toBe(false);
    const again = await serveAt(at, null, { env, args: ["--workers", "0"] });
    expect(again.first).toBeUndefined();
    expect((await again.get<{ debates: unknown[] }>(token, "/api/debates")).debates).toHaveLength(
      3,
    );
    expect(await again.end()).toBe(0);
    expect(leftovers(at)).toEqual([]);
  },
);

test.skipIf(NO_POSTGRES !== undefined || (process.env["DATABASE_URL"] ?? "") !== "")(
  "CR2 a server that is killed leaves neither worker nor database behind",
  async () => {
    const at = project();
    chmodSync(at.base, 0o711);
    const server = await serveAt(at, null, { env: { XDG_CACHE_HOME: CACHE } });
    await held(server, server.first ?? "");

    server.process.kill("SIGKILL");

    await expect.poll(() => leftovers(at), SOON).toEqual([]);
  },
);
