/** Section 15: a project with thousands of ended debates, from the command line and on the page. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";

import { buildBundledProgram } from "../../test/support/processes/bundled-program.ts";
import { judgesArm } from "../arms/judges.ts";
import { fakeModel, REFERENCE } from "../reference-debate.ts";
import { type Bar, median, type Pace, type Section } from "./section.ts";

export async function manyOnDisk(pace: Pace): Promise<Section> {
  const debates = pace === "full" ? 10_000 : 1_000;
  const repetitions = pace === "full" ? 7 : 3;
  const launcher = await buildBundledProgram();
  const home = mkdtempSync(join(tmpdir(), "dissent-many-"));
  try {
    const project = join(home, "project");
    await holdJudges(project, debates);
    const dissent = (...args: string[]): number => launch([launcher, "-C", project, ...args], home);
    // words are indexed, and figures kept, the first time
    const [firstSearch, firstStats] = [
      dissent("list", "--search", "zebra"),
      dissent("list", "--stats"),
    ];
    const walls = { bare: [], list: [], search: [], stats: [], show: [], page: [] } as Record<
      "bare" | "list" | "search" | "stats" | "show" | "page",
      number[]
    >;
    for (let time = 0; time < repetitions; time++) {
      walls.bare.push(launch(["-e", "0"], home));
      walls.list.push(dissent("list"));
      walls.search.push(dissent("list", "--search", "signal"));
      walls.stats.push(dissent("list", "--stats"));
      walls.show.push(dissent("show"));
    }
    walls.page.push(...(await homeRequests(launcher, project, { home, repetitions })));
    const journals = join(home, "journals");
    dissent("journal", "export", "--all", "-o", journals);
    const copy = join(home, "copy");
    mkdirSync(copy);
    const imported = launch([launcher, "-C", copy, "journal", "import", journals], home);
    const inserted = insertLines(journals, join(home, "bare.db"));
    const [bare, list] = [median(walls.bare), median(walls.list)];
    const row = (text: string, ms: number): Section["rows"][number] => [
      text,
      ms,
      { ratio: ms / bare },
      { ratio: ms / list },
    ];
    return {
      title: `15. ${debates} ended debates of judges on disk (ms of wall time)`,
      columns: ["", "ms", "bare node", "list"],
      rows: [
        row("node -e 0", bare),
        row("dissent list", list),
        row("dissent list --search", median(walls.search)),
        row("the first search, which indexes", firstSearch),
        row("dissent list --stats", median(walls.stats)),
        row("the first statistics, which read every journal", firstStats),
        row("dissent show", median(walls.show)),
        row("debates of the home page, first byte", median(walls.page)),
        row("dissent journal import of all", imported),
        row("bare insert of the same lines", inserted),
      ],
      bars: [
        bar(`list, ${debates} debates / bare node`, list / bare, 6),
        bar(`search, ${debates} debates / list`, median(walls.search) / list, 3),
        bar(`statistics, ${debates} debates / list`, median(walls.stats) / list, 5),
        bar(`home page, ${debates} debates, first byte / list`, median(walls.page) / list, 1),
        bar(`import, ${debates} debates / bare insert`, imported / inserted, 5),
      ],
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function bar(text: string, measured: number, limit: number): Bar {
  return { text, measured, limit };
}

async function holdJudges(project: string, count: number): Promise<void> {
  const directory = join(project, ".dissent");
  mkdirSync(directory, { recursive: true });
  const arm = judgesArm({ shape: REFERENCE, model: fakeModel(), directory });
  for (let held = 0; held < count; held += 100)
    await Promise.all(Array.from({ length: 100 }, arm.hold));
  await arm.close();
  renameSync(join(directory, "journal.db"), join(directory, "dissent.db"));
}

function launch(args: readonly string[], home: string): number {
  const before = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [...args], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: home },
  });
  const ms = performance.now() - before;
  if (status !== 0) throw new Error(`${args.slice(1).join(" ")} failed: ${stderr}`);
  return ms;
}

/** Milliseconds to the first byte of what the home page lists. */
async function homeRequests(
  launcher: string,
  project: string,
  { home, repetitions }: { readonly home: string; readonly repetitions: number },
): Promise<number[]> {
  const server = spawn(process.execPath, [launcher, "-C", project, "--json", "view", "--no-open"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env["PATH"], HOME: home },
  });
  try {
    const [line] = (await once(createInterface({ input: server.stdout }), "line")) as [string];
    const address = new URL((JSON.parse(line) as { url: string }).url);
    const entered = await fetch(address, { redirect: "manual" });
    const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const walls: number[] = [];
    for (let time = 0; time <= repetitions; time++) {
      const before = performance.now();
      const response = await fetch(new URL("/api/home", address), { headers: { cookie } });
      walls.push(performance.now() - before);
      if (!response.ok) throw new Error(`The home page answered ${response.status}.`);
      await response.text();
    }
    return walls.slice(1);
  } finally {
    const ended = once(server, "exit");
    server.kill("SIGINT");
    await ended;
  }
}

/** The least that keeps the same bytes: one row a line, a transaction a file. */
function insertLines(journals: string, path: string): number {
  const before = performance.now();
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  database.exec("CREATE TABLE lines (file TEXT, number INTEGER, line TEXT, UNIQUE (file, number))");
  const insert = database.prepare("INSERT INTO lines VALUES (?, ?, ?)");
  for (const name of readdirSync(journals)) {
    database.exec("BEGIN");
    for (const [number, line] of readFileSync(join(journals, name), "utf8").split("\n").entries())
      insert.run(name, number, line);
    database.exec("COMMIT");
  }
  database.close();
  return performance.now() - before;
}
