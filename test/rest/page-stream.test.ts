/** What comes over the wire while a debate is held: words so far for whoever comes late, and no gap after a crash. */
import { afterEach, beforeAll, expect } from "vitest";

import { test, type Watched } from "../support/page/browser.ts";
import type { Speakers } from "../support/page/held-replies.ts";
import { FIRST, type LivePage, livePage, SECOND } from "../support/page/live-page.ts";
import { type PageProcess, pageAt } from "../support/page/page-process.ts";
import { journal, type Project } from "../support/processes/cli.ts";

let hand: Speakers;
let at: Project;
let server: PageProcess;
let reader: Watched;
let started: LivePage["started"];

beforeAll(async () => {
  ({ hand, at, server, reader, started } = await livePage());
});

afterEach(() => {
  expect(reader.faults.splice(0)).toEqual([]);
});

/** Headers as the browser sends them, those it adds itself included. */
async function collectHeaders({ context, page }: Watched): Promise<Record<string, string>[]> {
  const sent: Record<string, string>[] = [];
  const session = await context.newCDPSession(page);
  session.on("Network.requestWillBeSentExtraInfo", ({ headers }) => void sent.push(headers));
  await session.send("Network.enable");
  return sent;
}

test("who comes late sees the words so far, and those that follow", async () => {
  const { page } = reader;
  const id = await started();
  const risk = await hand.asked("openings/risk");
  const whole = JSON.stringify(FIRST["openings/risk"]);
  const half = whole.indexOf("is right for the crews");
  risk.says(whole.slice(0, half));
  const stream = await server.events(id);
  await stream.until(
    ({ event, data }) => event === "live" && JSON.stringify(data).includes("is sure"),
  );
  stream.leave();
  await page.goto(`${server.origin}/debates/${id}`);
  const seat = page.getByRole("article").filter({ hasText: "Risk" });
  await seat.getByText("risk is sure that A").waitFor();
  risk.says(whole.slice(half, half + 60));
  await seat.getByText("risk is sure that A is right for the crews").waitFor();
  await page.getByRole("button", { name: "Pause after this turn" }).click();
  await page.getByRole("button", { name: "Drop what is being said" }).click();
  await page.getByRole("region", { name: "Paused" }).waitFor();
  expect(await seat.innerText()).not.toContain("is sure that");
});

test("a server that is killed and started again is found again, and nothing is missing", async () => {
  const { page } = reader;
  const sent = await collectHeaders(reader);
  hand.answerAtOnce(FIRST);
  const id = await started();
  await page.goto(`${server.origin}/debates/${id}`);
  const risk = await hand.asked("responses/risk");
  await page.getByText("0 of 3 have spoken").waitFor();
  (await hand.asked("responses/value")).replies(SECOND["responses/value"] ?? null);
  risk.says(
    '{"challenges":[{"judge":"value","counter_argument":"Nobody will ever read these words ',
  );
  await page.getByText("Nobody will ever read these words").waitFor();
  await page.getByText("1 of 3 have spoken").waitFor();
  const seen = (await journal(at, id)).length - 1;

  server.process.kill("SIGKILL");
  await server.process.ended;
  await page
    .getByText(`Connection lost, trying again. What is shown is as of event ${seen}.`)
    .waitFor();
  expect((await page.getByRole("slider").getAttribute("aria-valuemax")) ?? "").toBe(String(seen));
  server = await pageAt(at, ["--port", String(server.port)]);
  await page.getByText("Connection lost").waitFor({ state: "detached" });
  await page.getByRole("region", { name: "Nobody holds it" }).waitFor();
  hand.answerAtOnce({ ...FIRST, ...SECOND });
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("region", { name: "Outcome" }).getByText("Contested").waitFor();

  const all = await journal(at, id);
  expect(await page.getByRole("slider").getAttribute("aria-valuemax")).toBe(String(all.length - 1));
  expect(sent.map((headers) => headers["Last-Event-ID"])).toContain(String(seen));
  expect(await page.locator("main").innerText()).not.toContain("Nobody will ever read these words");
  await page.keyboard.press("5");
  await page.getByText(`✓ ${all.length} events, chain intact, checked in this browser`).waitFor();
  // the browser's own lines about a server that does not answer
  const others = reader.faults
    .splice(0)
    .filter((fault) => !/ERR_(?:CONNECTION|INCOMPLETE)/.test(fault));
  expect(others).toEqual([]);
});
