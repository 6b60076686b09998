/** One command in a fresh project: a database, a server and a worker, and nothing left of them after. */
import { chmodSync, existsSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { leftovers, project, run } from "../support/cli.ts";
import { START } from "../support/page-place.ts";
import { CACHE, NO_POSTGRES } from "../support/postgres.ts";
import { serveAt, type ServeProcess } from "../support/serve-process.ts";

// a busy machine is no failure
const SOON = { timeout: 60_000 };

async function held(server: ServeProcess, token: string): Promise<void> {
  const { id } = await server.post<{ id: string }>(token, "/api/debates", START);
  const stream = await server.events(token, id);
  await stream.until(({ data }) => JSON.stringify(data).includes("debate-settled"));
  stream.leave();
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
    const listed = await run(at, ["tokens", "list", "--json"], { env });
    expect(JSON.parse(listed.stdout)).toMatchObject([{ person: "tester" }]);
    expect((await run(at, ["list"], { env })).stderr).toContain(
      "The team's are on the page of dissent serve.",
    );

    expect(await server.end()).toBe(0);
    expect(leftovers(at)).toEqual([]);
    const again = await serveAt(at, null, { env, args: ["--workers", "0"] });
    expect(again.first).toBeUndefined();
    expect((await again.get<{ debates: unknown[] }>(token, "/api/debates")).debates).toHaveLength(
      2,
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
