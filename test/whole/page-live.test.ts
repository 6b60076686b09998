/** A debate from the form that starts it to the decision that ends it, followed and steered in a real browser. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";

import { test, watchedIn } from "../support/page/browser.ts";
import { fillByKeyboard } from "../support/page/fill-form.ts";
import {
  FIRST,
  idIn,
  type LivePage,
  livePage,
  QUESTION,
  SECOND,
} from "../support/page/live-page.ts";
import { shown } from "../support/page/page-process.ts";
import { debates, journal, run } from "../support/processes/cli.ts";
import { BODY } from "../support/protocols/judges.ts";

let all: LivePage;

beforeAll(async () => {
  all = await livePage();
});

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
  const beside = page.getByRole("region", { name: "On the floor" });
  await card.waitFor();
  expect(await top(card)).toBe(await top(beside));
}

describe("a debate that is started on the page", () => {
  let id = "";

  test("is shown with its price before anything is spent", async () => {
    const { hand, reader, server } = all;
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
    const { hand, reader, server } = all;
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
    const other = await watchedIn(reader.context, server.origin);
    await other.page.goto(`${page.url()}#/transcript`);
    const turn = other.page.getByRole("article", { name: "Risk, speaking" });
    await turn.getByText("risk is sure that A is right for the").waitFor();
    expect(other.faults).toEqual([]);
    await other.page.close();

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
    const { at, hand, reader } = all;
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
    const { at, reader, server } = all;
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
    const { at, reader } = all;
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
  test("a judge's seat is answered with the keyboard alone, in plain words", async () => {
    const { at, hand, openDebate, started } = all;
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
});
