/** A debate of 5,000 events opens, can be dragged along and looked at; how fast is measured in bench/sections/page.ts. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect } from "vitest";

import { dissent } from "../../src/dissent.ts";
import { DESK, PHONE, test, type Watched, watchedPage } from "../support/page/browser.ts";
import { inDatabase } from "../support/page/debate-endings.ts";
import { longBoard } from "../support/page/long-board.ts";
import { type PageProcess, pageAt } from "../support/page/page-process.ts";
import { project } from "../support/processes/cli.ts";

const EVENTS = 5_000;

let server: PageProcess;
let reader: Watched;

beforeAll(async () => {
  const at = project();
  await inDatabase(at, async (store) => {
    const app = dissent({ store, modelFor: async () => Promise.reject(new Error("nobody")) });
    await app.importJournal(await longBoard("long", EVENTS));
    await app.importJournal(await longBoard("short", 60));
  });
  server = await pageAt(at);
  reader = await watchedPage(server.origin);
  await reader.page.goto(server.address);
  // the page is built and in memory before anything is measured
  await reader.page.goto(`${server.origin}/debates/short`);
  await reader.page.getByRole("slider").waitFor();
});

test("it opens with all its events", async () => {
  const { page } = reader;
  await page.goto(`${server.origin}/debates/long`);
  await page.getByRole("region", { name: "On the floor" }).waitFor();

  const newest = await page.getByRole("slider").getAttribute("aria-valuemax");
  expect(Number(newest)).toBeGreaterThan(EVENTS - 20);
});

/** How many moments were shown while something was done. */
async function momentsDuring(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(`(() => {
    const moments = (globalThis.moments = new Set());
    const next = () => {
      moments.add(document.querySelector("[role=slider]").getAttribute("aria-valuenow"));
      globalThis.watching = requestAnimationFrame(next);
    };
    globalThis.watching = requestAnimationFrame(next);
  })()`);
  await act();
  return page.evaluate<number>("(cancelAnimationFrame(watching), moments.size)");
}

/** Back and forth along the whole line, a little with every frame. */
async function drag(page: Page): Promise<void> {
  const slider = page.getByRole("slider");
  const line = await slider.boundingBox();
  if (line === null) throw new TypeError("There is no line.");
  const y = line.y + line.height / 2;
  // waits until it rests and nothing lies over it
  await slider.hover({ position: { x: line.width - 4, y: line.height / 2 } });
  await page.mouse.down();
  for (let step = 0; step <= 60; step += 1) {
    await page.mouse.move(line.x + 4 + (line.width - 8) * Math.abs(Math.cos(step / 10)), y);
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
  }
  await page.mouse.up();
}

test("dragged along, it shows the moments on the way", async () => {
  const { page } = reader;
  await page.goto(`${server.origin}/debates/long`);
  await page.getByRole("region", { name: "Challenges" }).waitFor();
  // the last thing a page does before it only waits for events
  await live(page).waitFor();

  expect(await momentsDuring(page, () => drag(page))).toBeGreaterThan(40);
  expect(reader.faults).toEqual([]);
});

function live(page: Page): Locator {
  return page.locator('section[data-connection="live"]');
}

/** Left side and width of the line. */
async function measureSlider(page: Page): Promise<readonly [number, number]> {
  const line = await page.getByRole("slider").boundingBox();
  return [line?.x ?? 0, line?.width ?? 0];
}

test.each([DESK, PHONE])(
  "the line keeps its place from before the page is live to the first event, $width wide",
  async (size) => {
    const { page } = reader;
    await page.setViewportSize(size);
    const { promise: connected, resolve: connect } = Promise.withResolvers<void>();
    await page.route("**/events?*", async (route) => {
      await connected;
      await route.fallback();
    });
    await page.goto(`${server.origin}/debates/short`);
    await page.getByRole("button", { name: "End" }).waitFor();
    const before = await measureSlider(page);
    connect();
    await live(page).waitFor();
    const after = await measureSlider(page);
    await page.getByRole("slider").press("ArrowLeft");
    await page.getByText(/What came later is left out/).waitFor();
    const back = await measureSlider(page);
    await page.getByRole("slider").press("Home");
    await page.getByText(/^Event 0 of/).waitFor();

    expect(before[1]).toBeGreaterThan(100);
    expect([after, back, await measureSlider(page)]).toEqual([before, before, before]);
    await page.unroute("**/events?*");
    await page.setViewportSize(DESK);
  },
);

test("of hundreds of rounds the newest twenty are shown, and all of them when asked for", async () => {
  const { page } = reader;
  await page.goto(`${server.origin}/debates/long`);
  const brought = page.getByRole("region", { name: "What each round brought" });
  const numbers = brought.getByRole("table").getByRole("rowheader");
  const earlier = brought.getByRole("button", { name: /^Show \d+ earlier rounds$/ });
  const hidden = Number(/\d+/.exec(await earlier.innerText())?.[0]);

  expect(hidden).toBeGreaterThan(100);
  expect(await numbers.allInnerTexts()).toEqual(numbered(hidden + 1, hidden + 20));
  await earlier.click();
  await numbers.getByText("1", { exact: true }).waitFor();
  expect(await numbers.allInnerTexts()).toEqual(numbered(1, hidden + 20));
  await brought.getByRole("button", { name: "Show the newest rounds only" }).click();
  await earlier.waitFor();
  expect(await numbers.count()).toBe(20);
});

function numbered(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
}

const VIEWS = ["floor", "transcript", "challenges", "document", "record"];

test("every view of it comes by its key", async () => {
  const { page } = reader;
  await page.goto(`${server.origin}/debates/long`);
  await live(page).waitFor();
  for (const view of [...VIEWS.slice(1), "floor"]) {
    await page.keyboard.press(String(VIEWS.indexOf(view) + 1));
    await page.waitForURL((url) => url.hash.startsWith(`#/${view}`));
  }
});
