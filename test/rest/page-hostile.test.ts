/** Words of models and documents that want to be more than words, and journals that make no sense. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect } from "vitest";

import { dissent, type Dissent } from "../../src/dissent.ts";
import type { Store } from "../../src/store.ts";
import { draftsBrief, DRAFT_A, DRAFT_B } from "../support/documents/drafts.ts";
import { test, type Watched, watchedPage } from "../support/page/browser.ts";
import { inDatabase } from "../support/page/debate-endings.ts";
import { ATTEMPTS, misshapen, poisoned, rewritten } from "../support/page/hostile-journals.ts";
import { expectInert, openAll } from "../support/page/page-layout.ts";
import { type PageProcess, pageAt } from "../support/page/page-process.ts";
import { type Project, project, run } from "../support/processes/cli.ts";
import { holdMerge } from "../support/protocols/merge.ts";
import { heldOffline, PROTOCOL_IDS } from "../support/protocols/offline-debates.ts";

const VIEWS = ["floor", "transcript", "challenges", "document", "record"];
const SEEDS = [1];

let at: Project;
let server: PageProcess;
let reader: Watched;
let documents: string;

beforeAll(async () => {
  at = project();
  documents = await inDatabase(at, async (store) => {
    const app = appOn(store);
    for (const protocol of PROTOCOL_IDS) {
      const { record } = await heldOffline(protocol);
      await app.importJournal(await rewritten(record, `hostile-${protocol}`, poisoned));
      for (const seed of SEEDS) {
        await app.importJournal(
          await rewritten(record, `odd-${protocol}-${seed}`, misshapen(seed)),
        );
      }
    }
    await bringHuge(app);
    return hostileDrafts(store);
  });
  server = await pageAt(at);
  reader = await watchedPage(server.origin);
  await reader.page.goto(server.address);
});

function appOn(store: Store): Dissent {
  return dissent({
    store,
    modelFor: async () => {
      throw new TypeError("Nobody is asked here.");
    },
  });
}

/** A reply of five million letters without a space, and another of what cannot be seen. */
async function bringHuge(app: Dissent): Promise<void> {
  const { record } = await heldOffline("judges");
  const huge = ["x".repeat(5_000_000), "\u200B".repeat(1_000_000)];
  const file = await rewritten(record, "huge-judges", (fact) => {
    const words = fact.type === "reply-recorded" ? huge.shift() : undefined;
    if (fact.type !== "reply-recorded" || words === undefined || fact.said === null) return fact;
    return { ...fact, reply: { headline: words }, said: { ...fact.said, words } };
  });
  await app.importJournal(file);
}

/** A merge of drafts with every attempt in them, as Markdown and in a row of five million letters. */
async function hostileDrafts(store: Store): Promise<string> {
  const list = ATTEMPTS.map((attempt) => `${attempt}\n`).join("\n");
  const brief = {
    ...draftsBrief([`${DRAFT_A}\n${list}`, `${DRAFT_B}\n## Attempts\n\n${list}`]),
    id: "hostile-drafts",
  };
  return (await holdMerge({}, { store, brief })).id;
}

afterEach(() => {
  // prompts that cannot be rendered again are not there
  const faults = reader.faults.splice(0).filter((fault) => !fault.includes("status of 404"));
  expect(faults).toEqual([]);
});

/** Opens each view, and everything on it that can be opened. */
async function throughViews(id: string, look: (page: Page) => Promise<void>): Promise<void> {
  const { page } = reader;
  for (const view of VIEWS) {
    const address = `${server.origin}/debates/${id}#/${view}`;
    await page.goto(address);
    await page.getByRole("slider").waitFor();
    expect(await page.getByRole("heading", { level: 1 }).innerText(), address).not.toBe("");
    await openAll(page);
    await look(page);
    expect(page.url()).toBe(address);
  }
}

describe("words stay words", () => {
  test.each(PROTOCOL_IDS)("on every view of %s", async (protocol) => {
    await throughViews(`hostile-${protocol}`, expectInert);
  });

  test("in a merged document, which is read as Markdown", async () => {
    await throughViews(documents, expectInert);
    const { page } = reader;
    await page.goto(`${server.origin}/debates/${documents}#/document`);
    const text = page.getByRole("region", { name: "Merged document" });
    await text.getByText("<script>globalThis.pwned = 1</script>", { exact: true }).waitFor();
    await text.getByText("[image left out: alt] https://evil.example/pixel.png").waitFor();
    await text.getByText("click javascript:globalThis.pwned=3").waitFor();
  });

  test("in files that hold such a journal inside", async () => {
    await run(at, ["view", "hostile-judges", "--bundle", "site"]);
    await run(at, ["report", documents, "-o", "site/documents.html"]);
    await run(at, ["report", "odd-board-1", "-o", "site/odd.html"]);
    const home = pathToFileURL(join(at.dir, "site")).href;
    const file = await watchedPage(home);
    for (const name of ["index", "hostile-judges", "documents", "odd"]) {
      await file.page.goto(`${home}/${name}.html`);
      await file.page.getByRole("heading", { level: 1 }).waitFor();
      await openAll(file.page);
      await expectInert(file.page);
    }
    expect(file.faults).toEqual([]);
    expect(file.requests.filter((url) => !url.endsWith(".html"))).toEqual([]);
    await file.context.close();
  });

  test("in the list of debates", async () => {
    const { page } = reader;
    await page.goto(server.origin);
    await page.getByRole("heading", { name: "All debates" }).waitFor();
    await expectInert(page);
  });

  test("a reply of five million letters in one line is cut, and the page stays quick", async () => {
    await throughViews("huge-judges", async (page) => {
      await expectInert(page);
      const letters = (await page.locator("body").innerText()).length;
      expect(letters).toBeLessThan(400_000);
    });
  });
});

describe("a journal that makes no sense", () => {
  test.each(PROTOCOL_IDS.flatMap((protocol) => SEEDS.map((seed) => [protocol, seed] as const)))(
    "of %s, way %i, is shown as far as it goes",
    async (protocol, seed) => {
      await throughViews(`odd-${protocol}-${seed}`, expectInert);
    },
  );
});
