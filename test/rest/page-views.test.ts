/** Every view of every kind of debate in a real browser: what it shows, that it can be read by all, and that it is quiet. */
import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect } from "vitest";

import type { Event } from "../../src/domain/journal/event.ts";
import { NOBODY_JUDGED } from "../../src/domain/outcome/judgement.ts";
import type { SentPageDebate } from "../../src/page/page-payload.ts";
import {
  DESK,
  expectAccessible,
  PHONE,
  test,
  type Watched,
  watchedPage,
} from "../support/page/browser.ts";
import {
  acceptedByRisk,
  contested,
  convinced,
  degraded,
  inDatabase,
  opposed,
  readersDebates,
  tradeoff,
} from "../support/page/debate-endings.ts";
import {
  expectNothingSticksOut,
  expectTablesBesidePictures,
  focusedStop,
  openAll,
} from "../support/page/page-layout.ts";
import { type PageProcess, pageAt } from "../support/page/page-process.ts";
import { project } from "../support/processes/cli.ts";
import { PROTOCOL_IDS } from "../support/protocols/offline-debates.ts";

let server: PageProcess;
let reader: Watched;
/** Name in this file to debate. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  const at = project();
  ids = await inDatabase(at, async (store) => ({
    ...(await readersDebates(store, PROTOCOL_IDS)),
    contested: await contested(store),
    degraded: await degraded(store),
    convinced: await convinced(store),
    tradeoff: await tradeoff(store),
    opposed: await opposed(store),
    "by-risk": await acceptedByRisk(store),
  }));
  server = await pageAt(at);
  reader = await watchedPage(server.origin);
  await reader.page.goto(server.address);
});

afterEach(() => {
  expect(reader.faults.splice(0)).toEqual([]);
});

/** What comes a moment later than the rest, on a machine that has other things to do. */
const PATIENT = { timeout: 30_000 };

/** Opens a view as a person does who has its address. */
async function open(name: string, view: string): Promise<Page> {
  const { page } = reader;
  await page.goto(`${server.origin}/debates/${ids[name]}#/${view}`);
  await page.getByRole("slider").waitFor();
  return page;
}

interface Read extends SentPageDebate {
  readonly events: readonly Event[];
}

async function fetchDebate(name: string): Promise<Read> {
  const sent = await server.get<SentPageDebate>(`/api/debates/${ids[name]}`);
  return { ...sent, events: sent.lines.map((line) => JSON.parse(line) as Event) };
}

function cards(page: Page): Promise<string[]> {
  return page.locator("main").getByRole("heading", { level: 2 }).allTextContents();
}

/** In light, in dark and on a phone; nothing sticks out to the side. */
async function expectForAll(page: Page): Promise<void> {
  await expectAccessible(page, { where: `${page.url()} in light` });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, { where: `${page.url()} in dark`, colours: "only" });
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(PHONE);
  await expectAccessible(page, { where: `${page.url()} on a phone`, colours: "not" });
  await expectNothingSticksOut(page);
  await page.setViewportSize(DESK);
}

const COMMON = ["On the floor", "Cost", "Ask the panel"];

/** The built-in reader takes no side about drafts, so nothing is challenged there. */
const UNCHALLENGED = "merge";

/** What the floor shows of each protocol beside what all of them have. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  judges: [
    "How positions moved",
    "Scores by each judge’s own measure",
    "Votes",
    "Who challenged whom",
    "Stated confidence",
    "Where they stood",
    "What would change their mind",
    "Decide",
  ],
  challenge: [
    "How positions moved",
    "What each side assumes",
    "The position",
    "Objections",
    "What the opening takes for granted",
    "Decide",
  ],
  board: [
    "How positions moved",
    "Phases",
    "Synthesis",
    "Risk register",
    "What each round brought",
    "Poll: move on to the synthesis?",
    "Opposition and dissent",
  ],
  roundtable: ["Proposal", "Satisfaction", "Decision record", "Conversation"],
  merge: ["The merge", "Scores", "Plan"],
};

describe.each(PROTOCOL_IDS)("a debate by the rules of %s", (protocol) => {
  test("has a floor with everyone on it, where they stand, and what can be done", async () => {
    const page = await open(protocol, "floor");
    const { events } = await fetchDebate(protocol);
    const opened = events[0]?.fact;
    if (opened?.type !== "debate-opened") throw new TypeError("no opening");

    const title = await page.getByRole("heading", { level: 1 }).innerText();
    expect(title).toBe(opened.brief.question);
    // what came of it is on the first screen, how it came about is folded
    expect(await page.getByRole("region", { name: "Cost" }).count()).toBe(0);
    await page
      .getByRole("region", { name: /^(?:Nobody dissents|The cases|The strongest dissent)$/ })
      .waitFor();
    await openAll(page);
    await expect
      .poll(() => cards(page), PATIENT)
      .toEqual(
        expect.arrayContaining([
          ...COMMON,
          ...(protocol === UNCHALLENGED ? [] : ["Challenges"]),
          ...(FLOORS[protocol] ?? []),
        ]),
      );
    const floor = page.getByRole("region", { name: "On the floor" });
    for (const { name } of opened.participants) {
      await floor.getByRole("article").filter({ hasText: name }).first().waitFor();
    }
    const said = await page.getByRole("slider").getAttribute("aria-valuetext");
    expect(said).toContain(`event ${events.length - 1} of ${events.length - 1}`);
    await expectTablesBesidePictures(page);
    await expectForAll(page);
  });

  test("K20 says before its outcome that nobody judged, and never that confidence is high", async () => {
    const page = await open(protocol, "floor");
    const outcome = page.getByRole("region", { name: "Outcome", exact: true });
    const words = await outcome.innerText();

    expect(words.split("\n", 1)[0]).toBe(NOBODY_JUDGED);
    expect(words).toContain("Strength: none.");
    expect(words).not.toMatch(/high confidence/i);
  });

  test("has a transcript with every turn, its claims, and what stands behind it", async () => {
    const page = await open(protocol, "transcript");
    const { events } = await fetchDebate(protocol);
    const spoken = events.filter(
      ({ fact }) => fact.type === "reply-recorded" || fact.type === "participant-absent",
    );

    await page.getByText(`${spoken.length} turns, `).waitFor();
    const first = page.getByRole("article").first();
    await first.getByText("Prompt", { exact: true }).click();
    await first.getByText("The prompt below was rendered again from the journal").waitFor();
    await first.getByText("Raw reply").click();
    await expectForAll(page);
  });

  (protocol === UNCHALLENGED ? test.skip : test)(
    "has its challenges as a map and as a table",
    async () => {
      const page = await open(protocol, "challenges");
      const counted = await page.getByRole("button", { name: /^All \d+$/ }).innerText();
      const rows = page.getByRole("table", { name: /^Challenges/ }).getByRole("row");

      expect(await rows.count()).toBe(Number(counted.replace(/\D/g, "")) + 1);
      await rows.nth(1).getByRole("link").first().click();
      await page.getByRole("heading", { name: /and what was said to it$/ }).waitFor();
      await expectTablesBesidePictures(page);
      await expectForAll(page);
    },
  );

  test("has a document", async () => {
    const page = await open(protocol, "document");

    // what was found out about a merge comes after its events
    await expect
      .poll(() => cards(page), PATIENT)
      .toContain(protocol === "merge" ? "Changes to the base" : "Published");
    await expectForAll(page);
  });

  test("has a record that holds", async () => {
    const page = await open(protocol, "record");
    const { events, findings } = await fetchDebate(protocol);

    await page
      .getByText(`✓ ${events.length} events, chain intact, checked in this browser`)
      .waitFor();
    expect(await page.getByText(/outcome recomputed/).innerText()).toMatch(/no difference/);
    const trust = page.getByRole("region", { name: "Strength" });
    await trust.getByText(findings?.audit?.strength ?? "none", { exact: true }).waitFor();
    await page.getByRole("heading", { name: "More Information" }).waitFor();
    await expectForAll(page);
  });
});

describe("endings", () => {
  /** The first lines of the outcome, as they are read. */
  async function outcome(name: string): Promise<string[]> {
    const page = await open(name, "floor");
    const lines = page.getByRole("region", { name: "Outcome" }).getByRole("paragraph");
    await lines.first().waitFor();
    return lines.allInnerTexts();
  }

  async function expectColours(): Promise<void> {
    const { page } = reader;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, { where: `${page.url()} in ${colorScheme}`, colours: "only" });
    }
    await page.emulateMedia({ colorScheme: "light" });
  }

  test("what was left open is for a person to decide, with every dissent in its words", async () => {
    expect(await outcome("contested")).toEqual([
      "Contested",
      "A person must decide",
      "Risk holds A; Value holds B; Effort holds C. 2 of 3 had to agree.",
      "Strength: none. The final vote is a tie.",
      "Next: You decide. Read the cases first.",
    ]);
    const decide = reader.page.getByRole("region", { name: "Decide" });
    expect(await decide.getByRole("radio").count()).toBe(3);
    await reader.page.getByRole("link", { name: "3 dissents on record" }).click();
    for (const words of ["risk now holds A", "value now holds B", "effort now holds C"]) {
      await reader.page.getByText(words).first().waitFor();
    }
    await expectColours();
  });

  test("where voices were missing that is said before the outcome, and in the record", async () => {
    const [first, second] = await outcome("degraded");

    expect(first).toMatch(/^Degraded: 1 of 3 answered\. Effort was unavailable/);
    expect(second).toBe("Contested");
    await expectColours();
    const page = await open("degraded", "record");
    await page
      .getByText(/Effort was unavailable/)
      .first()
      .waitFor();
    const turns = await open("degraded", "transcript");
    await turns.getByRole("button", { name: "Only absences" }).click();
    await expect.poll(() => turns.getByRole("article").count(), PATIENT).toBe(2);
  });

  test("a change of mind is drawn, and told with the claim that caused it", async () => {
    expect((await outcome("convinced"))[0]).toBe("Consensus");
    const { page } = reader;
    const picture = page.getByRole("img", { name: /^Position of each participant by step/ });
    expect(await picture.getAttribute("aria-labelledby")).not.toBe("");
    await page.getByRole("img", { name: /Value moved from B to A, persuaded by risk-2/ }).waitFor();
    const changes = page.getByRole("list", { name: "Changes of mind" });
    await changes.getByRole("link", { name: "risk-2" }).click();
    await page.getByText("Value moved from").waitFor();
    await open("convinced", "floor");
    const moved = page.getByRole("region", { name: "How positions moved" });
    await moved.getByText("Show as a table").click();
    await moved.getByRole("cell", { name: "A, 75 (persuaded by risk-2)" }).waitFor();
    await expectColours();
  });

  test("a tradeoff shows what each side assumes and what would tell who is right", async () => {
    expect((await outcome("tradeoff"))[0]).toBe("Tradeoff");
    await openAll(reader.page);
    const sides = reader.page.getByRole("region", { name: "What each side assumes" });
    for (const party of ["Proponent", "Architect"]) {
      const side = sides.getByRole("region", { name: `Assumptions of ${party}` });
      await side.getByText("Count the restarts of the last year.").waitFor();
    }
    await expectColours();
  });

  test("a synthesis names who dissents from it", async () => {
    expect(await outcome("opposed")).toContainEqual(
      expect.stringMatching(/dissenting: Contrarian\)$/),
    );
    await openAll(reader.page);
    const dissents = reader.page.getByRole("region", { name: "Opposition and dissent" });
    await dissents.getByText("Opening it hands our revenue to the first vendor").waitFor();
    await expectColours();
  });

  test("a risk that a person took over stands there with the person's name", async () => {
    expect(await outcome("by-risk")).toEqual([
      "Accepted by risk",
      expect.stringContaining("its risks accepted by maria over security"),
      expect.stringMatching(/^Strength: weak\./),
      expect.stringMatching(/^Next: /),
    ]);
    await expectColours();
  });

  const LATER = /persuaded|now holds|Consensus|debate-convinced/;

  test("who goes back sees nothing of what came later, on any view", async () => {
    for (const view of ["floor", "transcript", "challenges", "document", "record"]) {
      const page = await open("convinced", `${view}?at=4`);
      await page
        .getByRole("region", { name: "Timeline" })
        .getByText(/event 4 of/i)
        .waitFor();
      if (view === "record") await page.getByText("The moment shown is event 4").waitFor();
      else expect(await page.locator("main").innerText()).not.toMatch(LATER);
    }
  });
});

describe("home", () => {
  test("has what waits for a person before everything else, and all debates", async () => {
    const { page } = reader;
    await page.goto(server.origin);
    const waiting = page.getByRole("region", { name: "Waiting for you" });
    await waiting.getByText("The panel ended contested; a person has to decide.").first().waitFor();
    const all = page.getByRole("region", { name: "All debates" });

    expect((await cards(page))[0]).toBe("Waiting for you");
    expect(await all.getByRole("listitem").count()).toBe(Object.keys(ids).length);
    expect(await all.getByRole("link").count()).toBe(Object.keys(ids).length);
    await expectForAll(page);
  });

  test("finds a debate by its words, and keeps what was looked for in its address", async () => {
    const { page } = reader;
    await page.goto(server.origin);
    await page.getByRole("searchbox", { name: "Search debates" }).fill("schema registry");
    const all = page.getByRole("region", { name: "All debates" });
    await all.getByText("1 of 11 debates").waitFor();
    expect(new URL(page.url()).hash).toBe("#/home?q=schema+registry");
    await all.getByRole("link").click();
    await page.getByRole("region", { name: "On the floor" }).waitFor();
    await page.goBack();
    await all.getByText("1 of 11 debates").waitFor();
    await page.getByRole("combobox", { name: "Protocol" }).selectOption("merge");
    await all.getByRole("button", { name: "Show all" }).click();
    await all.getByText("11", { exact: true }).waitFor();
  });

  test("leads to statistics over all of them, and back", async () => {
    const { page } = reader;
    await page.goto(server.origin);
    await page.getByRole("link", { name: "Statistics" }).click();
    await page.getByRole("heading", { name: "Strength of outcomes" }).waitFor();
    const strengths = page.getByRole("region", { name: "Strength of outcomes" });
    await strengths.getByText("Show as a table").click();

    expect(await strengths.getByRole("columnheader").allInnerTexts()).toEqual([
      "Month",
      "none",
      "weak",
      "fair",
      "strong",
    ]);
    await page.getByText(/^Not known yet: 0 of 100 decisions were judged/).waitFor();
    await expectTablesBesidePictures(page);
    await expectForAll(page);
    await page.getByRole("link", { name: "All debates", exact: true }).click();
    await page.getByRole("searchbox", { name: "Search debates" }).waitFor();
  });

  test("a debate that is not there is said to be none", async () => {
    const { page } = reader;
    await page.goto(`${server.origin}/debates/nobody-0000`);
    const words = await page.getByRole("alert").innerText();

    expect(words).toMatch(/nobody-0000/);
    // the browser's own line about the status
    expect(reader.faults.splice(0)).toEqual([expect.stringContaining("404")]);
  });
});

test("a small phone shows the way to every view", async () => {
  const page = await open("judges", "floor");
  await page.setViewportSize({ width: 360, height: 740 });
  const ends = await page
    .getByRole("navigation")
    .getByRole("link")
    .evaluateAll((links) =>
      links.map((link) => {
        const { right } = (
          link as unknown as { getBoundingClientRect(): { right: number } }
        ).getBoundingClientRect();
        return right;
      }),
    );
  await page.setViewportSize(DESK);

  expect(ends).toHaveLength(5);
  // what is beyond is the space after the last word
  expect(Math.max(...ends)).toBeLessThan(360 + 7);
});

describe("without a mouse", () => {
  const hash = (): string => new URL(reader.page.url()).hash;

  const focused = (): Promise<string> =>
    reader.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''");

  async function press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await reader.page.keyboard.press(key);
  }

  test("keys lead to every view, to help and back, and to another theme that stays", async () => {
    const page = await open("convinced", "floor");
    for (const [key, view] of [
      "floor",
      "transcript",
      "challenges",
      "document",
      "record",
    ].entries()) {
      await press(String(key + 1));
      await page.waitForURL(`**#/${view}`);
      await page.locator("nav a[aria-current=page]", { hasText: new RegExp(view, "i") }).waitFor();
    }
    await press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await press("1");
    expect(hash()).toBe("#/record");
    await press("Escape");
    await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "hidden" });
    const dark = page.locator("html[data-theme=dark]");
    await press("t");
    await dark.waitFor();
    await page.reload();
    await dark.waitFor();
    await page.getByRole("slider").waitFor();
    await press("t");
    await page.locator("html[data-theme=light]").waitFor();
  });

  test("keys step through events and turns, and mean nothing while someone types", async () => {
    const page = await open("convinced", "floor");
    const last = Number(await page.getByRole("slider").getAttribute("aria-valuemax"));
    await press("ArrowLeft", "ArrowLeft");
    await page.waitForURL(`**#/floor?at=${last - 2}`);
    await press("ArrowRight");
    await page.waitForURL(`**#/floor?at=${last - 1}`);
    await press("l");
    await page.waitForURL("**#/floor");
    await page.getByRole("slider").focus();
    await press("Home");
    await page.waitForURL("**#/floor?at=0");
    await press("End");
    await page.waitForURL("**#/floor");
    await press("2");
    await page.getByRole("article").first().waitFor();
    await press("j");
    await page.waitForURL("**turn=openings%2Frisk");
    await press("j");
    await expect.poll(focused, PATIENT).toMatch(/^Value, event/);
    await press("k");
    await expect.poll(focused, PATIENT).toMatch(/^Risk, event/);
    await press("/");
    await page.keyboard.type("12tjk");
    expect(await page.getByRole("searchbox").inputValue()).toBe("12tjk");
    expect(hash()).toMatch(/^#\/transcript\?/);
    await page.locator("html[data-theme=light]").waitFor();
  });

  test("D leads from anywhere to the decision", async () => {
    const page = await open("contested", "record");
    await page.getByRole("heading", { name: "The cases" }).first().waitFor();
    await press("d");
    await page.waitForURL("**#/floor");
    await page.getByRole("radio", { name: "A: Online only" }).waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.type"), PATIENT).toBe("radio");
    await press("Space", "Tab");
    await page.keyboard.type("Because.");
    expect(await page.getByRole("textbox", { name: /^Why/ }).inputValue()).toBe("Because.");
  });

  test("Tab goes from the top to the end, and where it is can be seen", async () => {
    const page = await open("contested", "floor");
    await page.reload();
    await page.getByRole("slider").waitFor();
    await press("Tab");
    expect(await page.evaluate("document.activeElement.innerText")).toBe("Skip to the debate");
    await press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    const stops: string[] = [];
    for (let count = 0; count < 120; count += 1) {
      await press("Tab");
      const stop = await focusedStop(page);
      if (stop === null) break;
      expect(stop.seen, `${stop.name} shows that it has the focus`).toBe(true);
      stops.push(stop.name);
    }
    expect(stops).toContain("DIV Moment that is shown");
    expect(stops.at(-1)).toMatch(/^BUTTON/);
    expect(stops.length).toBeLessThan(120);
  });
});
