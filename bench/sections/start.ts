/** Section 5: how long the command line takes before it does anything. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { sqliteStore } from "../../src/stores/sqlite.ts";
import { openReference, referenceApp } from "../arms/dissent.ts";
import { writeBackground, fakeModel, REFERENCE } from "../reference-debate.ts";
import { type Bar, median, type Pace, type Section } from "./section.ts";

const LAUNCHER = fileURLToPath(new URL("../../bin/dissent.js", import.meta.url));
const BRIEF = fileURLToPath(new URL("../../examples/offline-sync.md", import.meta.url));
const LIST = fileURLToPath(new URL("../../src/cli/commands/list.ts", import.meta.url));

interface Launch {
  readonly text: string;
  readonly args: readonly string[];
}

export async function start(pace: Pace): Promise<Section> {
  const title = "5. Start (ms of wall time, median)";
  const columns = ["", "ms", "bare node"];
  if (!existsSync(LAUNCHER)) {
    return { title, columns, rows: [], bars: [], notes: ["Skipped: there is no bin/dissent.js."] };
  }
  const debates = pace === "full" ? 10_000 : 1_000;
  const directory = mkdtempSync(join(tmpdir(), "dissent-start-"));
  const launches: Launch[] = [
    { text: "node -e 0", args: ["-e", "0"] },
    { text: "dissent --version", args: [LAUNCHER, "--version"] },
    { text: "dissent --help", args: [LAUNCHER, "--help"] },
  ];
  const listed = existsSync(LIST);
  if (listed) {
    await holdDebates(join(directory, ".dissent", "dissent.db"), debates);
    launches.push(
      { text: `dissent list, ${debates} debates`, args: [LAUNCHER, "-C", directory, "list"] },
      {
        text: `dissent list --json, ${debates} debates`,
        args: [LAUNCHER, "-C", directory, "--json", "list"],
      },
    );
  }
  const own = mkdtempSync(join(tmpdir(), "dissent-start-"));
  launches.push({
    text: "dissent run, a whole debate of the built-in readers",
    args: [LAUNCHER, "-C", own, "run", BRIEF, "--quiet"],
  });
  const walls = launched(launches, pace === "full" ? 15 : 5);
  for (const used of [directory, own]) rmSync(used, { recursive: true });
  const bare = walls[0] ?? 0;
  return {
    title,
    columns,
    rows: launches.map(({ text }, index) => [
      text,
      walls[index] ?? 0,
      { ratio: (walls[index] ?? 0) / bare },
    ]),
    bars: [1, 2].map((index): Bar => ({
      text: `${launches[index]?.text} / bare node`,
      measured: (walls[index] ?? 0) / bare,
      limit: 1.5,
    })),
    notes: listed ? [] : ["dissent list was skipped: there is no such command."],
  };
}

/** Finished debates as the engine writes them, a hundred at a time to share commits. */
async function holdDebates(database: string, count: number): Promise<void> {
  const store = sqliteStore(database);
  const app = referenceApp({ store, shape: REFERENCE, model: fakeModel() });
  const background = writeBackground(REFERENCE);
  for (let held = 0; held < count; held += 100) {
    await Promise.all(
      Array.from({ length: 100 }, async () =>
        app.run({ debate: await openReference(app, background) }),
      ),
    );
  }
  await app.close();
}

/** Launches take turns, so that a busy spell of the machine falls on all of them. */
function launched(launches: readonly Launch[], repetitions: number): number[] {
  const walls = launches.map((): number[] => []);
  for (let number = 0; number < repetitions; number++) {
    for (const [index, { text, args }] of launches.entries()) {
      const before = performance.now();
      const { status, stderr } = spawnSync(process.execPath, [...args], { encoding: "utf8" });
      walls[index]?.push(performance.now() - before);
      if (status !== 0) throw new Error(`${text} failed: ${stderr}`);
    }
  }
  return walls.map(median);
}
