/** A debate in a file: it opens from a disk, asks nobody for anything, and says whether it was changed. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect } from "vitest";

import {
  browser,
  expectAccessible,
  test,
  type Watched,
  watchedPage,
} from "../support/page/browser.ts";
import {
  contested,
  convinced,
  inDatabase,
  readersDebates,
} from "../support/page/debate-endings.ts";
import { pageAt } from "../support/page/page-process.ts";
import { journal, type Project, project, run } from "../support/processes/cli.ts";

const VIEWS = ["floor", "transcript", "challenges", "document", "record"];

let at: Project;
let reader: Watched;
let ids: { readonly judges: string; readonly merge: string; readonly open: string };

const formatFileUrl = (path: string): string => pathToFileURL(join(at.dir, path)).href;

beforeAll(async () => {
  at = project();
  ids = await inDatabase(at, async (store) => ({
    judges: await convinced(store),
    open: await contested(store),
    merge: (await readersDebates(store, ["merge"]))["merge"] ?? "",
  }));
  await run(at, ["report", ids.judges, "-o", "report.html"]);
  await run(at, ["report", ids.merge, "-o", "merge.html"]);
  await run(at, ["view", "--bundle", "site"]);
  // with all that moves, so that its errors are seen
  reader = await watchedPage(pathToFileURL(at.dir).href, { reducedMotion: false });
});

afterEach(() => {
  expect(reader.faults.splice(0)).toEqual([]);
  // nothing but the files themselves
  const asked = reader.requests.splice(0).map((url) => url.replace(/#.*/, ""));
  expect(asked.filter((url) => !url.endsWith(".html"))).toEqual([]);
});

async function open(path: string, view = "floor"): Promise<Page> {
  await reader.page.goto(`${formatFileUrl(path)}#/${view}`);
  await reader.page.getByRole("slider").waitFor();
  return reader.page;
}

describe.each([["judges", "report.html"] as const, ["merge", "merge.html"] as const])(
  "a report of %s",
  (protocol, path) => {
    test.each(VIEWS)("has the %s, without a server and for everyone to read", async (view) => {
      const page = await open(path, view);
      const question = protocol === "merge" ? /Which plan|Rollout of/ : /offline sync/;
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toMatch(question);
      expect(await page.getByRole("button", { name: "Record decision" }).count()).toBe(0);
      expect(await page.getByRole("alert").count()).toBe(0);
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: "dark" });
      await expectAccessible(page, { where: `${path} ${view} in dark`, colours: "only" });
      await page.emulateMedia({ colorScheme: "light" });
    });
  },
);

describe("a report", () => {
  test("hashes its journal again, shows its prompts, and says how it is verified elsewhere", async () => {
    const page = await open("report.html", "record");
    const events = (await journal(at, ids.judges)).length;
    await page.getByText(`✓ ${events} events, chain intact, checked in this browser`).waitFor();
    await page.getByText("dissent verify report.html").waitFor();
    expect((await run(at, ["verify", "report.html"])).code).toBe(0);
    const turns = await open("report.html", "transcript");
    const first = turns.getByRole("article").first();
    await first.getByText("Prompt", { exact: true }).click();
    await first.getByText("was rendered again when this report was written").waitFor();
    await first
      .getByText(/Crews work in valleys/)
      .first()
      .waitFor();
  });

  test("that was changed by one byte says so on every view", async () => {
    const whole = at.read("report.html");
    const from = whole.indexOf("x-dissent-journal+json");
    const place = whole.indexOf("value now holds A", from);
    expect(place).toBeGreaterThan(from);
    at.write("changed.html", `${whole.slice(0, place)}V${whole.slice(place + 1)}`);
    for (const view of VIEWS) {
      const page = await open("changed.html", view);
      await page
        .getByRole("alert")
        .filter({ hasText: "was changed after it was written" })
        .first()
        .waitFor();
    }
    const words = await reader.page.locator("main").innerText();
    expect(words).not.toContain("chain intact, checked in this browser");
    expect((await run(at, ["verify", "changed.html"])).code).toBe(5);
  });

  test("from which a line was taken says which", async () => {
    const whole = at.read("report.html");
    const [, lines = ""] = /"lines":(\[.*?\]),"texts"/s.exec(whole) ?? [];
    const fewer = JSON.stringify((JSON.parse(lines) as string[]).toSpliced(3, 1));
    at.write(
      "fewer.html",
      whole.replace(lines, () => fewer.replaceAll("<", "\\u003c")),
    );
    const page = await open("fewer.html");
    await page.getByText("Event 3 is missing: 4 came in its place.").waitFor();
  });

  test("is looked at on a server too, which renders the prompts and lets nobody decide", async () => {
    const server = await pageAt(at, ["report.html"]);
    const other = await watchedPage(server.origin);
    const { page } = other;
    await page.goto(server.address);
    await page.getByRole("slider").waitFor();
    await page.keyboard.press("2");
    const first = page.getByRole("article").first();
    await first.getByText("Prompt", { exact: true }).click();
    await first.getByText("was rendered again from the journal and has this hash").waitFor();
    await page.keyboard.press("1");
    expect(await page.getByRole("button", { name: "Record decision" }).count()).toBe(0);
    expect(other.faults).toEqual([]);
    await other.context.close();
    await server.end();
  });

  test("is still for whoever wants no motion", async () => {
    const page = await open("report.html");
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const key of ["2", "3", "4", "5", "1", "ArrowLeft", "ArrowLeft", "l"]) {
      await page.keyboard.press(key);
      const moving = await page.evaluate<number>(
        "document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 1).length",
      );
      expect(moving, `after ${key}`).toBe(0);
    }
    await page.emulateMedia({ reducedMotion: "no-preference" });
  });

  test("goes to paper without what can only be pressed, whole", async () => {
    const page = await open("report.html", "transcript");
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("slider").count()).toBe(0);
    expect(await page.getByRole("navigation").count()).toBe(0);
    const paper = await page.pdf({ format: "A4" });
    expect(paper.subarray(0, 4).toString()).toBe("%PDF");
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("slider").waitFor();
  });

  test("is a page to read where no script runs", async () => {
    const context = await (await browser()).newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(formatFileUrl("report.html"));
    const article = page.locator("noscript article");
    for (const heading of ["Dissents", "Options", "Check this yourself"]) {
      await article.getByRole("heading", { name: heading, exact: true }).waitFor();
    }
    expect(await article.innerText()).not.toMatch(/dissent (?:decide|show) |\*\*|^#/m);
    await context.close();
  });
});

describe("a gallery", () => {
  test("leads from the list to a debate, through its views, and back", async () => {
    const { page } = reader;
    await page.goto(formatFileUrl("site/index.html"));
    await page.getByRole("heading", { name: "Debates", exact: true }).waitFor();
    await expectAccessible(page);
    const all = page.getByRole("region", { name: "All debates" });
    expect(await all.getByRole("link").count()).toBe(3);
    expect(await page.getByRole("button", { name: "Start a debate" }).count()).toBe(0);
    await all.getByRole("listitem").filter({ hasText: ids.open }).getByRole("link").click();
    await page.getByRole("region", { name: "Outcome" }).getByText("Contested").waitFor();
    // whoever was sent a report has no project to decide in
    expect(await page.getByText(/dissent (?:decide|resume|show)/).count()).toBe(0);
    for (const view of VIEWS) {
      await page.getByRole("navigation").getByRole("link", { name: view }).click();
      await page.waitForURL(`**#/${view}`);
    }
    await page.getByRole("link", { name: "Dissent, all debates" }).click();
    await page.getByRole("heading", { name: "Debates", exact: true }).waitFor();
    await page.getByRole("searchbox").fill("plan");
    await page.getByText("1 of 3 debates").waitFor();
  });
});
