/** A person's seat in every protocol, answered step by step with the keyboard alone, in a real browser. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { AnswerAwaited, Event } from "../../src/domain/journal/event.ts";
import { listAwaitedAnswers } from "../../src/domain/journal/transcript.ts";
import type { SentPageDebate } from "../../src/page/page-payload.ts";
import { expectAccessible, test, watchedPage } from "../support/page/browser.ts";
import { fillByKeyboard } from "../support/page/fill-form.ts";
import { type PageProcess, pageAt } from "../support/page/page-process.ts";
import { debates, EXAMPLES, type Project, project, run } from "../support/processes/cli.ts";
import { REVIEW, reviewProject } from "../support/protocols/review-project.ts";

/** Names of fields, and words of the form that models fill in. */
const FORM_WORDS = /\b[a-z]+_[a-z_]+\b|\bJSON\b|\bnull\b|\bids?\b|<<</;

/** Two rounds of what is asked most often, each sent back once. */
const MOST_STEPS = 12;

async function readEvents(server: PageProcess, id: string): Promise<Event[]> {
  const { lines } = await server.get<SentPageDebate>(`/api/debates/${id}`);
  return lines.map((line) => JSON.parse(line) as Event);
}

/** The answer has come, and the debate has gone on as far as it can. */
function isAnswered(events: readonly Event[], { key, attempt }: AnswerAwaited): boolean {
  const open = listAwaitedAnswers(events);
  const isOver = events.some(({ fact }) => OVER.includes(fact.type));
  return isOver || open.some((one) => one.key !== key || one.attempt !== attempt);
}

/** It has ended, or the panel waits for someone's decision. */
const OVER: readonly Event["fact"]["type"][] = ["debate-settled", "escalation-raised"];

const PATIENT = { timeout: 60_000 };

/** Answers whatever is asked until the debate ends; the steps that were answered. */
async function answerAll(server: PageProcess, page: Page, id: string): Promise<string[]> {
  const steps: string[] = [];
  while (steps.length < MOST_STEPS) {
    const [awaited] = listAwaitedAnswers(await readEvents(server, id));
    if (awaited === undefined) return steps;
    const { by, key, attempt } = awaited;
    await page.goto(`${server.origin}/debates/${id}#/floor?seat=${by}`);
    await page.reload();
    await page.getByRole("button", { name: "Send the answer" }).waitFor();
    const words = await page.locator("body").innerText();
    const shown = words.split("\n").filter((line) => FORM_WORDS.test(line));
    expect(shown, key).toEqual([]);
    if (attempt === 1) await expectAccessible(page, { where: key, colours: "not" });
    await page.locator("body").focus();
    await fillByKeyboard(page, "Send the answer");
    steps.push(attempt === 1 ? key : `${key} again`);
    await expect
      .poll(async () => isAnswered(await readEvents(server, id), awaited), PATIENT)
      .toBe(true);
  }
  return steps;
}

interface SeatCase {
  readonly at?: () => Project;
  readonly args: readonly string[];
  readonly seat: string;
  /** Steps that this seat answers at least. */
  readonly steps: readonly string[];
}

const brief = (name: string): string => `${EXAMPLES}/${name}.md`;
const offline = (...args: readonly string[]): string[] => [...args, "--offline"];

const CASES: Readonly<Record<string, SeatCase>> = {
  "a judge": {
    args: offline("run", brief("offline-sync")),
    seat: "risk",
    steps: ["openings/risk", "responses/risk"],
  },
  "a challenger": {
    args: offline("challenge", brief("session-store"), "--max-rounds", "1"),
    seat: "architect",
    steps: ["challenges/architect"],
  },
  "a proponent": {
    args: offline("challenge", brief("session-store"), "--max-rounds", "1"),
    seat: "proponent",
    steps: ["opening/proponent", "response-1/proponent"],
  },
  "a board member": {
    args: offline("run", brief("open-source-it"), "-p", "board", "--max-rounds", "2"),
    seat: "cto",
    steps: ["statements/cto", "responses-1/cto"],
  },
  "a specialist": {
    args: offline("run", brief("event-schema"), "-p", "roundtable", "--max-rounds", "1"),
    seat: "security",
    steps: ["positions/security", "scores-1/security"],
  },
  "an advocate": {
    args: offline(
      "merge",
      ...["data", "ops", "product"].map((one) => brief(`merge-plan/draft-${one}`)),
    ),
    seat: "advocate-1",
    steps: ["statements/advocate-1"],
  },
  "a reviewer": {
    at: reviewProject,
    args: REVIEW,
    seat: "security",
    steps: ["findings/security", "cross/security"],
  },
};

describe("with the keyboard alone, in plain words", () => {
  test.each(Object.entries(CASES))("%s answers every step", async (_, one) => {
    const { at: create = project, args, seat, steps } = one;
    const at = create();
    await run(at, [...args, "--seat", `${seat}=person`, "-q"]);
    const [debate] = await debates(at);
    const id = debate?.id ?? "";
    const server = await pageAt(at);
    const { page, faults } = await watchedPage(server.origin);
    await page.goto(server.address);

    const answered = await answerAll(server, page, id);

    expect(answered).toEqual(expect.arrayContaining([...steps]));
    expect(answered.length).toBeLessThan(MOST_STEPS);
    expect(faults).toEqual([]);
    await page.close();
    await server.end();
  });
});
