/** Section 11: a debate of 5,000 events on the page, against one of 60, in a real Chromium. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { chromium, type Page } from "playwright-core";

import { dissent } from "../../src/dissent.ts";
import { sqliteStore } from "../../src/stores/sqlite.ts";
import { CHROMIUM_FLAGS, findChromium } from "../../test/support/page/chromium.ts";
import { longBoard } from "../../test/support/page/long-board.ts";
import { median, type Pace, type Section } from "./section.ts";

const LAUNCHER = fileURLToPath(new URL("../../bin/dissent.js", import.meta.url));
const EVENTS = { short: 60, long: 5_000 };

interface Figures {
  readonly openMs: number;
  /** The slowest of twenty frames while the timeline is dragged. */
  readonly frameMs: number;
  readonly viewMs: number;
}

export async function page(pace: Pace): Promise<Section> {
  const directory = mkdtempSync(join(tmpdir(), "dissent-page-"));
  mkdirSync(join(directory, ".dissent"));
  const store = sqliteStore(join(directory, ".dissent", "dissent.db"));
  const app = dissent({ store, modelFor: async () => Promise.reject(new Error("nobody")) });
  for (const [id, events] of Object.entries(EVENTS))
    await app.importJournal(await longBoard(id, events));
  await app.close();
  const server = spawn(
    process.execPath,
    [LAUNCHER, "-C", directory, "--json", "view", "--no-open"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = (await once(createInterface({ input: server.stdout }), "line")) as [string];
  const address = new URL((JSON.parse(line) as { url: string }).url);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: CHROMIUM_FLAGS,
  });
  const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await tab.goto(address.href);
  // the page is built and in memory before anything is measured
  await measure(tab, `${address.origin}/debates/short`);
  const found = { short: [] as Figures[], long: [] as Figures[] };
  for (let time = 0; time < (pace === "full" ? 7 : 3); time++) {
    found.short.push(await measure(tab, `${address.origin}/debates/short`));
    found.long.push(await measure(tab, `${address.origin}/debates/long`));
  }
  await browser.close();
  server.kill("SIGINT");
  await once(server, "exit");
  rmSync(directory, { recursive: true });
  return table(found);
}

function table(found: Readonly<Record<"short" | "long", readonly Figures[]>>): Section {
  const middle = (which: "short" | "long", figure: keyof Figures): number =>
    median(found[which].map((figures) => figures[figure]));
  const NAMES = { openMs: "opens", frameMs: "frame while dragged", viewMs: "another view" };
  const rows = (Object.keys(NAMES) as (keyof Figures)[]).map((figure) => ({
    figure,
    short: middle("short", figure),
    long: middle("long", figure),
  }));
  return {
    title: "11. The page, a debate of 60 events and one of 5,000 (ms of wall time, median)",
    columns: ["", "60 events", "5,000 events", "of the short one"],
    rows: rows.map(({ figure, short, long }) => [
      NAMES[figure],
      short,
      long,
      { ratio: long / short },
    ]),
    bars: [
      {
        text: "s until 5,000 events are open",
        measured: middle("long", "openMs") / 1_000,
        limit: 2,
      },
      { text: "ms of a frame while dragged", measured: middle("long", "frameMs"), limit: 34 },
      {
        text: "s until another view is drawn",
        measured: middle("long", "viewMs") / 1_000,
        limit: 1,
      },
    ],
  };
}

async function measure(tab: Page, address: string): Promise<Figures> {
  const begunMs = performance.now();
  await tab.goto(address);
  await tab.getByRole("region", { name: "On the floor" }).waitFor();
  const openMs = performance.now() - begunMs;
  const live = tab.getByRole("region", { name: "Timeline" }).getByRole("button", { name: "Live" });
  await live.waitFor();
  const frameMs = await slowFrame(tab);
  const pressedMs = performance.now();
  await tab.keyboard.press("2");
  await tab.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
  return { openMs, frameMs, viewMs: performance.now() - pressedMs };
}

/** Drags the timeline back and forth, a little with every frame. */
async function slowFrame(tab: Page): Promise<number> {
  const slider = tab.getByRole("slider");
  const line = await slider.boundingBox();
  if (line === null) throw new TypeError("There is no line.");
  await tab.evaluate(`(() => {
    globalThis.waits = [];
    let last = performance.now();
    const next = (now) => {
      waits.push(now - last);
      last = now;
      globalThis.watching = requestAnimationFrame(next);
    };
    globalThis.watching = requestAnimationFrame(next);
  })()`);
  await slider.hover({ position: { x: line.width - 4, y: line.height / 2 } });
  await tab.mouse.down();
  for (let step = 0; step <= 60; step += 1) {
    const x = line.x + 4 + (line.width - 8) * Math.abs(Math.cos(step / 10));
    await tab.mouse.move(x, line.y + line.height / 2);
    await tab.evaluate("new Promise((done) => requestAnimationFrame(done))");
  }
  await tab.mouse.up();
  const waits = await tab.evaluate<number[]>("(cancelAnimationFrame(watching), waits.slice(1))");
  return waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.95)] ?? 0;
}
