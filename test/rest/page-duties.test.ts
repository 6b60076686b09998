/** What only a person can do in a debate, in a real browser: seats, questions, plans, forks, decisions made first. */
import { beforeAll, describe, expect } from "vitest";

import { test } from "../support/page/browser.ts";
import { contested, inDatabase, stalled } from "../support/page/debate-endings.ts";
import { fillForm } from "../support/page/fill-form.ts";
import { FIRST, idIn, type LivePage, livePage, SECOND } from "../support/page/live-page.ts";
import { debates, journal, run } from "../support/processes/cli.ts";
import { recommends } from "../support/protocols/judges.ts";

let all: LivePage;

beforeAll(async () => {
  all = await livePage();
});

describe("what only a person can do", () => {
  test("a seat is answered in a form, before anything the others said in the sealed round is shown", async () => {
    const { at, hand, openDebate, started } = all;
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

  test("a stalled roundtable goes on when every risk was accepted by name", async () => {
    const { at, openDebate } = all;
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
    const { at, openDebate } = all;
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
    // how many stops come before the plan depends on what the drafts leave open
    const plan = duty.getByRole("button", { name: "Approve all" });
    const answer = duty.getByRole("button", { name: "Answer, and let it go on" });
    await plan.or(answer).waitFor();
    while (!(await plan.isVisible())) {
      const question = await duty.locator(".said").first().innerText();
      await duty.locator("input").first().check();
      await duty.getByRole("textbox").fill("As proposed.");
      await answer.click();
      await duty.getByText(question).waitFor({ state: "detached" });
      await plan.or(answer).waitFor();
    }
    const changes = duty.getByRole("checkbox");
    const count = await changes.count();
    await changes.nth(1).uncheck();
    await duty.getByText(`${count - 1} of ${count} changes approved`).waitFor();
    await duty.getByRole("textbox").fill("Not the second one.");
    await duty.getByRole("button", { name: `Merge with ${count - 1} change` }).click();
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
    const { hand, openDebate, started } = all;
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
    const { hand, reader } = all;
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
    const { at, reader, server } = all;
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
