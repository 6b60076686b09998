/** A debate from the form that starts it to the decision that ends it, followed and steered in a real browser. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import { test, type Watched, watchedIn, watchedPage } from "../support/page/browser.ts";
import { contested, inDatabase, stalled } from "../support/page/debate-endings.ts";
import { fillByKeyboard, fillForm } from "../support/page/fill-form.ts";
import { type Speakers, speakers } from "../support/page/held-replies.ts";
import { type PageProcess, pageAt, shown } from "../support/page/page-process.ts";
import { debates, journal, type Project, project, run } from "../support/processes/cli.ts";
import { BODY, recommends, responds } from "../support/protocols/judges.ts";

const QUESTION = "Should field-app v2 ship with offline sync?";
const SEATS = ["risk", "value", "effort"];

let hand: Speakers;
let at: Project;
let server: PageProcess;
let reader: Watched;

beforeAll(async () => {
  hand = await speakers();
  const seats = SEATS.map((seat) => `  ${seat}: hand/${seat}`).join("\n");
  at = project({ "dissent.yaml": `${hand.endpoint}participants:\n${seats}\n` });
  server = await pageAt(at);
  reader = await watchedPage(server.origin);
  await reader.page.goto(server.address);
});

const FIRST: Readonly<Record<string, Json>> = {
  "openings/risk": recommends("risk", "A").reply,
  "openings/value": recommends("value", "B").reply,
  "openings/effort": recommends("effort", "C").reply,
};
const SECOND: Readonly<Record<string, Json>> = {
  "responses/risk": responds("risk", "A").reply,
  "responses/value": responds("value", "B").reply,
  "responses/effort": responds("effort", "C").reply,
};

/** Keeps what is announced to whoever does not see the page. */
async function listenIn(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`(() => {
    const told = (globalThis.told = []);
    const note = () => {
      const words = document.querySelector("main [role=status]")?.textContent ?? "";
      if (words !== told.at(-1)) told.push(words);
    };
    note();
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  })()`);
  return () => page.evaluate<string[]>("globalThis.told");
}

/** Nothing that grows with the debate stands over it, and could move it away from under a finger. */
async function expectOnTop(page: Page, card: Locator): Promise<void> {
  const top = async (one: Locator): Promise<number | undefined> => (await one.boundingBox())?.y;
  const beside = page.getByRole("region", { name: "How positions moved" });
  await card.waitFor();
  expect(await top(card)).toBe(await top(beside));
}

function idIn(page: Page): string {
  return decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1) ?? "");
}

async function openDebate(id: string, hash = ""): Promise<Page> {
  const { page } = reader;
  await page.goto(`${server.origin}/debates/${id}${hash}`);
  await page.getByRole("banner").waitFor();
  return page;
}

/** Asks the server for a debate as the form does. */
async function started(seats: Readonly<Record<string, string>> = {}): Promise<string> {
  const options = ["A", "B", "C"].map((id) => ({ id, label: `Option ${id}` }));
  const brief = {
    protocol: "judges",
    question: QUESTION,
    options,
    body: BODY,
    seats,
    agreedUsd: 1,
  };
  const answer = await server.post("/api/debates", brief);
  return ((await answer.json()) as { id: string }).id;
}

describe("a debate that is started on the page", () => {
  let id = "";

  test("is shown with its price before anything is spent", async () => {
    const { page } = reader;
    await page.getByText("No debate has been held here yet").waitFor();
    await page.getByRole("button", { name: "Start a debate" }).click();
    await page.getByRole("button", { name: "See what it takes" }).click();
    await page.getByText("Write the question.").waitFor();
    await page.getByText("Judges choose between options: name at least two.").waitFor();
    await page.getByRole("textbox", { name: "Question" }).fill(QUESTION);
    await page.getByRole("button", { name: "Add an option" }).click();
    for (const [letter, label] of Object.entries({
      A: "Online only",
      B: "Full sync",
      C: "Read and drafts",
    })) {
      await page.getByRole("textbox", { name: `Option ${letter}, in a few words` }).fill(label);
    }
    await page.getByRole("textbox", { name: "What the panel should know" }).fill(BODY);
    await page.getByRole("button", { name: "See what it takes" }).click();
    const plan = page.getByRole("region", { name: "What it takes" });
    await plan.getByText("3 to 6, by the rules of Judges").waitFor();

    const words = await plan.innerText();
    expect(words).toMatch(/Price\n\$0\.\d+/);
    expect(words).toMatch(/Goes to\n127\.0\.0\.1/);
    expect(words).toContain("hand/risk");
    expect(hand.heard).toEqual([]);
    expect((await server.get<{ debates: unknown[] }>("/api/home")).debates).toEqual([]);
  });

  test("is followed word by word, step by step, and announces steps and not words", async () => {
    const { page } = reader;
    await page.getByRole("button", { name: "Start the debate" }).click();
    await page.waitForURL("**/debates/*");
    id = idIn(page);
    const risk = await hand.asked("openings/risk");
    await page.getByText("Round 1, sealed.", { exact: true }).waitFor();
    const told = await listenIn(page);
    const floor = page.getByRole("region", { name: "On the floor" });
    const seat = floor.getByRole("article").filter({ hasText: "Risk" });
    const steering = page.getByRole("region", { name: "Under way" });
    await expectOnTop(page, steering);
    const whole = JSON.stringify(FIRST["openings/risk"]);
    const upTo = whole.indexOf("is right for the crews");
    risk.says(whole.slice(0, upTo));
    await seat.getByText("risk is sure that A").waitFor();
    await seat.getByText(`speaking, ${upTo.toLocaleString("en")} characters`).waitFor();
    expect(await seat.innerText()).not.toContain("is right for the");
    risk.says(whole.slice(upTo, upTo + 40));
    await seat.getByText("risk is sure that A is right for the").waitFor();

    risk.replies(FIRST["openings/risk"] ?? null);
    await seat.getByText("80%, first position").waitFor();
    await page.getByText("1 of 3 have spoken; Value and Effort are still to answer.").waitFor();
    hand.answerAtOnce(FIRST);
    for (const other of ["openings/value", "openings/effort"]) {
      (await hand.asked(other)).replies(FIRST[other] ?? null);
    }
    await hand.asked("responses/risk");
    await page.getByText("Round 2, challenge and revise.", { exact: true }).waitFor();
    expect(await told()).toEqual(["Round 1, sealed.", "Round 2, challenge and revise."]);
    const braid = page.getByRole("img", { name: /^Position of each participant/ });
    await braid.getByText("Round 2", { exact: true }).waitFor();
    // votes have come since
    await expectOnTop(page, steering);
  });

  test("is paused after the turns under way, and goes on where it was", async () => {
    const { page } = reader;
    await page.keyboard.press("p");
    await page.getByText("It pauses when those who are speaking have finished.").waitFor();
    for (const seat of ["responses/risk", "responses/value"]) {
      (await hand.asked(seat)).replies(SECOND[seat] ?? null);
    }
    await page.getByText("2 of 3 have spoken").waitFor();
    await page.getByRole("button", { name: "Drop what is being said" }).click();
    await page.getByRole("region", { name: "Paused" }).waitFor();
    expect((await journal(at, id)).at(-1)).toMatchObject({ type: "debate-paused" });
    expect((await debates(at))[0]).toMatchObject({ id, status: "paused" });
    await page.getByRole("button", { name: "Resume" }).click();
    const effort = await hand.asked("responses/effort");
    await page.getByRole("region", { name: "Under way" }).waitFor();
    effort.replies(SECOND["responses/effort"] ?? null);
    await page.getByRole("region", { name: "Outcome" }).getByText("Contested").waitFor();
    expect(hand.heard.filter(({ step }) => step === "responses/risk")).toHaveLength(1);
  });

  test("is decided with a reason and not without, in every tab and on the terminal", async () => {
    const { page } = reader;
    const other = await watchedIn(reader.context, server.origin);
    await other.page.goto(page.url());
    await other.page.getByRole("region", { name: "Decide" }).waitFor();
    const decide = page.getByRole("region", { name: "Decide" });
    await decide.getByRole("radio", { name: "B: Full sync" }).check();
    await decide.getByText("The panel left it open. This will be the decision.").waitFor();
    await decide.getByRole("button", { name: "Record decision" }).click();
    await decide.getByText("No reason, no decision.").waitFor();
    expect((await journal(at, id)).at(-1)?.type).toBe("debate-settled");
    await decide.getByRole("textbox").fill("Crews have waited two years.");
    await decide.getByRole("button", { name: "Record decision" }).click();

    for (const tab of [page, other.page]) {
      const outcome = tab.getByRole("region", { name: "Outcome" });
      await outcome.getByText("Decided by tester").waitFor();
      await outcome.getByText("Crews have waited two years.").waitFor();
    }
    expect(await shown(at, id)).toMatchObject({
      outcome: { label: "CONTESTED" },
      decisions: [{ choice: "B", reason: "Crews have waited two years.", by: "tester" }],
    });
    expect(other.faults).toEqual([]);
    await other.page.close();
  });

  test("has the record that the terminal prints", async () => {
    const { page } = reader;
    await page.keyboard.press("5");
    await page.getByRole("button", { name: "Whole record" }).click();
    const { stdout } = await run(at, ["report", id]);
    const letters = (words: string): string => words.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
    const paper = page.locator("main article");
    await paper.getByText("Crews have waited two years.").first().waitFor();

    expect(letters(await paper.innerText())).toBe(letters(stdout));
    expect(reader.faults).toEqual([]);
  });
});

describe("what only a person can do", () => {
  test("a seat is answered in a form, before anything the others said in the sealed round is shown", async () => {
    hand.answerAtOnce({ ...FIRST, ...SECOND });
    const page = await openDebate(await started({ risk: "person" }));
    const seat = page.getByRole("region", { name: "You speak for Risk" });
    await seat.getByRole("button", { name: "Send the answer" }).click();
    await seat.getByText(/answers are still missing or too long/).waitFor();

    expect(await page.locator("body").innerText()).not.toMatch(/value is sure|effort is sure/);
    await fillForm(seat, recommends("risk", "B").reply);
    await seat.getByRole("button", { name: "Send the answer" }).click();
    await page.getByRole("region", { name: "Outcome" }).getByText("Consensus").waitFor();
    const [turn] = (await journal(at, idIn(page))).filter(({ type }) => type === "person-answered");
    expect(turn).toMatchObject({ by: "tester" });
  });

  test("a judge's seat is answered with the keyboard alone, in plain words", async () => {
    hand.answerAtOnce({ ...FIRST, ...SECOND });
    const page = await openDebate(await started({ risk: "person" }));
    await page.getByRole("button", { name: "Send the answer" }).waitFor();
    const words = await page.locator("body").innerText();

    expect(words.match(/\b[a-z]+_[a-z_]+\b|\bJSON\b|\bnull\b|\bids?\b|<<</g)).toBeNull();
    await fillByKeyboard(page, "Send the answer");
    // the answer counts, and the second round shows what everyone said in the first
    await page.getByRole("region", { name: "What was said so far" }).waitFor();
    const [turn] = (await journal(at, idIn(page))).filter(({ type }) => type === "person-answered");

    expect(turn).toMatchObject({ by: "tester" });
  });

  test("a stalled roundtable goes on when every risk was accepted by name", async () => {
    const id = await inDatabase(at, stalled);
    const page = await openDebate(id);
    const duty = page.getByRole("region", { name: "Waiting for you" });
    await duty.getByRole("radio", { name: /Accept the proposal/ }).check();
    await duty.getByRole("textbox").fill("We take it.");
    await duty.getByRole("button", { name: "Answer, and let it go on" }).click();
    await duty.getByText(/Every risk must be accepted by name; left: Security/).waitFor();
    for (const risk of await duty.getByRole("checkbox").all()) await risk.check();
    await duty.getByRole("button", { name: "Answer, and let it go on" }).click();
    await page.getByRole("region", { name: "Outcome" }).getByText("Accepted by risk").waitFor();

    const answer = (await journal(at, id)).find(({ type }) => type === "escalation-answered");
    expect(answer).toMatchObject({ choice: "majority", by: "tester" });
    expect(answer?.["reason"]).toMatch(
      /^We take it\. Accepted risks: Security \(security\).*the security of old consumers is not settled/,
    );
  });

  test("the plan of a merge is approved change by change", async () => {
    // two changes that only the other draft makes, and one that both make differently
    const draft = (speed: string, day: string, ready: string) =>
      `# Search\n\n## Goals\n\nIt answers within ${speed} ms.\n\n## Tests\n\nThey run on ${day} March.\n\n## Rollback\n\nThe old index stays for ${ready} days.\n`;
    at.write("was.md", draft("300", "9", "14"));
    at.write("ours.md", draft("300", "9", "21"));
    at.write("theirs.md", draft("250", "16", "7"));
    await run(at, [
      "merge",
      "--offline",
      "-i",
      "--ancestor",
      "was.md",
      "ours.md",
      "theirs.md",
      "-q",
    ]);
    const [merge] = await debates(at);
    const page = await openDebate(merge?.id ?? "");
    const duty = page.getByRole("region", { name: "Waiting for you" });
    for (let stop = 0; stop < 3; stop += 1) {
      const question = await duty.locator(".said").first().innerText();
      await duty.locator("input").first().check();
      await duty.getByRole("textbox").fill("As proposed.");
      await duty.getByRole("button", { name: "Answer, and let it go on" }).click();
      await duty.getByText(question).waitFor({ state: "detached" });
    }
    await duty.getByRole("button", { name: "Approve all" }).waitFor();
    const changes = duty.getByRole("checkbox");
    const count = await changes.count();
    await changes.nth(1).uncheck();
    await duty.getByText(`${count - 1} of ${count} changes approved`).waitFor();
    await duty.getByRole("textbox").fill("Not the second one.");
    await duty.getByRole("button", { name: `Merge with ${count - 1} changes` }).click();
    await page
      .getByRole("region", { name: "Outcome" })
      .getByText("Merged", { exact: true })
      .waitFor();
    await page.keyboard.press("4");
    const second = page
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: "#2" }) });
    await second.getByText(/not made|taken back/).waitFor();

    const text = page.getByRole("region", { name: "Merged document" });
    const taken = await text.getByText("change 1", { exact: true }).count();
    await page.getByRole("link", { name: "#1" }).click();
    await page.getByRole("button", { name: "Revert change 1" }).click();
    await page.getByRole("button", { name: "Merge without change 1" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(merge?.id ?? ""));
    await page.getByRole("rowheader", { name: "#1", exact: true }).waitFor();
    expect(taken).toBeGreaterThan(0);
    expect(await text.getByText("change 1", { exact: true }).count()).toBe(0);
  });

  test("a debate is held again from the moment that is shown, with a new fact", async () => {
    hand.answerAtOnce({ ...FIRST, ...SECOND });
    const id = await started();
    const page = await openDebate(id);
    await page.getByRole("region", { name: "Outcome" }).waitFor();
    await openDebate(id, "#/floor?at=3");
    await page
      .getByRole("button", { name: "Fork from here: hold “Round 1, sealed” again" })
      .click();
    const dialog = page.getByRole("dialog", { name: "Hold it again from “Round 1, sealed”" });
    await dialog.getByRole("textbox").first().fill("The valleys got signal last week.");
    const before = hand.heard.length;
    await dialog.getByRole("button", { name: "Fork and go on" }).click();
    await page.waitForURL((url) => url.pathname !== `/debates/${id}`);
    await page.getByRole("region", { name: "Outcome" }).getByText("Contested").waitFor();

    await page.getByText(`Forked from ${id} after event`).waitFor();
    const heard = hand.heard.slice(before);
    expect(heard).toHaveLength(6);
    for (const { prompt } of heard) expect(prompt).toContain("The valleys got signal last week.");
  });

  test("a panel that has ended is asked again with what it did not know", async () => {
    const { page } = reader;
    const before = hand.heard.length;
    const id = idIn(page);
    const ask = page.getByRole("region", { name: "Ask the panel" });
    await ask.getByRole("button", { name: "Ask the panel" }).click();
    await ask.getByText("Write what is new.").waitFor();
    await ask.getByRole("textbox").fill("In the pilot, 1 sync in 300 had a conflict.");
    await ask.getByRole("button", { name: "Ask the panel" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await page.getByRole("region", { name: "Outcome" }).getByText("Contested").waitFor();

    const heard = hand.heard.slice(before);
    expect(heard.map(({ step }) => step).toSorted()).toEqual(Object.keys(SECOND).toSorted());
    expect(heard[0]?.prompt).toContain("1 sync in 300 had a conflict");
  });

  test("who decides before reading the panel sees nothing of it first, and the record says so", async () => {
    const { page } = reader;
    const id = await inDatabase(at, contested);
    await page.goto(server.origin);
    const row = page.getByRole("listitem").filter({ hasText: id });
    await row.getByRole("link", { name: /^Decide before you read the panel/ }).click();
    await page.getByText("Nothing it said is shown until you have chosen.").waitFor();
    for (const key of ["1", "2", "5", "ArrowLeft", "l"]) await page.keyboard.press(key);

    expect(await page.locator("body").innerText()).not.toMatch(
      /now holds|is sure that|dissents|round/i,
    );
    await page.getByRole("radio", { name: "C: Read and drafts" }).check();
    await page.getByRole("textbox").fill("Small and soon.");
    await page.getByRole("button", { name: "Lock it in, and show me the panel" }).click();
    await page.getByText("risk now holds A").first().waitFor();
    await page.getByRole("button", { name: "Record my choice as it is" }).click();
    const outcome = page.getByRole("region", { name: "Outcome" });
    await outcome.getByText("Decided by tester").waitFor();
    await outcome.getByText(/chosen before the panel/).waitFor();
    expect((await journal(at, id)).at(-1)).toMatchObject({
      type: "decision-recorded",
      choice: "C",
      blind: true,
    });
    expect(reader.faults).toEqual([]);
  });
});
