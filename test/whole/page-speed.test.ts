/** A debate of 5,000 events is there at once and can be dragged along, on a machine as fast as this one is just now. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";

import { dissent } from "../../src/dissent.ts";
import { type Watched, watchedPage } from "../support/browser.ts";
import { project } from "../support/cli.ts";
import { inDatabase } from "../support/page-debates.ts";
import { longBoard } from "../support/page-long.ts";
import { type PageProcess, pageAt } from "../support/page-process.ts";

const EVENTS = 5_000;

let server: PageProcess;
let reader: Watched;

beforeAll(async () => {
  const at = project();
  await inDatabase(at, async (store) => {
    const app = dissent({ store, modelFor: async () => Promise.reject(new Error("nobody")) });
    await app.bring(await longBoard("long", EVENTS));
    await app.bring(await longBoard("short", 60));
  });
  server = await pageAt(at);
  reader = await watchedPage(server.origin);
  await reader.page.goto(server.address);
  // the page is built and in memory before anything is measured
  await reader.page.goto(`${server.origin}/debates/short`);
  await reader.page.getByRole("slider").waitFor();
});

/** What the loop takes on a machine with nothing else to do. */
const LOOP_MS = 60;

/** How many times slower this machine is now than one with nothing else to do; never less than once. */
async function slowness(page: Page): Promise<number> {
  const took = await page.evaluate<number>(`(() => {
    const begun = performance.now();
    let sum = 0;
    const words = new Map();
    for (let count = 0; count < 400_000; count += 1) {
      words.set("key " + (count % 5_000), count);
      sum += words.size;
    }
    return performance.now() - begun + (sum === 0 ? 1 : 0);
  })()`);
  console.log("loop", took);
  return Math.max(1, took / LOOP_MS);
}

test("it opens within two seconds", async () => {
  const { page } = reader;
  const before = await slowness(page);
  const begun = performance.now();
  await page.goto(`${server.origin}/debates/long`);
  const slider = page.getByRole("slider");
  await slider.waitFor();
  await page.getByRole("region", { name: "On the floor" }).waitFor();
  const tookMs = performance.now() - begun;
  const factor = Math.max(before, await slowness(page));
  console.log({ tookMs, factor });

  expect(Number(await slider.getAttribute("aria-valuemax"))).toBeGreaterThan(EVENTS - 20);
  expect(tookMs).toBeLessThan(2_000 * factor);
});

interface Frames {
  /** Milliseconds between one and the next. */
  readonly waits: readonly number[];
  /** How many moments were shown. */
  readonly moments: number;
}

async function framesDuring(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(`(() => {
    const waits = (globalThis.waits = []);
    const moments = (globalThis.moments = new Set());
    let last = performance.now();
    const next = (now) => {
      waits.push(now - last);
      moments.add(document.querySelector("[role=slider]").getAttribute("aria-valuenow"));
      last = now;
      globalThis.watching = requestAnimationFrame(next);
    };
    globalThis.watching = requestAnimationFrame(next);
  })()`);
  await act();
  return page.evaluate<Frames>(
    "(cancelAnimationFrame(watching), { waits: waits.slice(1), moments: moments.size })",
  );
}

/** Back and forth along the whole line, a little with every frame. */
async function drag(page: Page): Promise<void> {
  const line = await page.getByRole("slider").boundingBox();
  if (line === null) throw new TypeError("There is no line.");
  const y = line.y + line.height / 2;
  await page.mouse.move(line.x + line.width - 4, y);
  await page.mouse.down();
  for (let step = 0; step <= 60; step += 1) {
    await page.mouse.move(line.x + 4 + (line.width - 8) * Math.abs(Math.cos(step / 10)), y);
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
  }
  await page.mouse.up();
}

test("dragged along, it shows 30 frames a second or more", async () => {
  const { page } = reader;
  await page.goto(`${server.origin}/debates/long`);
  await page.getByRole("region", { name: "Challenges" }).waitFor();
  // the best of three: what else the machine does in between is not the page's doing
  const tries: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const before = await slowness(page);
    const { waits, moments } = await framesDuring(page, () => drag(page));
    const factor = Math.max(before, await slowness(page));
    const slow = waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.95)] ?? 0;
    expect(moments).toBeGreaterThan(40);
    tries.push(slow / factor);
  }
  console.log(tries);

  expect(Math.min(...tries)).toBeLessThan(1_000 / 30 + 1);
  expect(reader.faults).toEqual([]);
});

test("every view of it comes within a second", async () => {
  const { page } = reader;
  for (const [index, view] of [
    "transcript",
    "challenges",
    "document",
    "record",
    "floor",
  ].entries()) {
    const begun = performance.now();
    await page.keyboard.press(String(((index + 1) % 5) + 1));
    await page.waitForURL((url) => url.hash.startsWith(`#/${view}`));
    await page.evaluate(
      "new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))",
    );
    const tookMs = performance.now() - begun;
    console.log(view, tookMs);
    expect(tookMs, view).toBeLessThan(1_000 * (await slowness(page)));
  }
});
