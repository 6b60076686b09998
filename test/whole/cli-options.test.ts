/** A question without options: what to type, or options that a model drafts, against a vendor on this machine. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import { spawnLoopbackProcess } from "../../src/testing/loopback/loopback-process.ts";
import type { LoopbackVendor } from "../../src/testing/loopback/loopback-vendor.ts";
import {
  debates,
  expectRefusal,
  journal,
  NO_TERMINAL,
  project,
  type Project,
  run,
  renderTerminalScreen,
  startInTerminal,
} from "../support/processes/cli.ts";

const KEY = "planted-4711-key-of-the-team";
const ENV = { TEAM_AUTH: KEY };
const QUESTION = "should I use kafka";
const LABELS = ["Kafka for all events", "RabbitMQ", "Leave it as it is"];
const DRAFT: Json = { options: LABELS.map((label) => ({ label })) };
const TYPED = "dissent 'should I use kafka' --option 'A: Use kafka' --option 'B: Do not use kafka'";

let loopback: LoopbackVendor;

beforeAll(async () => {
  loopback = await spawnLoopbackProcess();
});
afterAll(() => loopback.close());
beforeEach(() => loopback.forget());

async function answers(draft: Json): Promise<void> {
  await loopback.play({ key: KEY, answers: { "options/draft": draft } });
}

async function asked(): Promise<number> {
  return (await loopback.requests()).length;
}

function paidProject(price = 1): Project {
  return project({
    "dissent.yaml":
      `panel: [team/large]\nendpoints:\n  team:\n    baseUrl: ${loopback.url}/v1\n    keyEnv: TEAM_AUTH\n` +
      `    attribution: true\n    structured: true\n    maxOutputTokens: 4000\n` +
      `    price: { inputPerMillion: ${price}, outputPerMillion: ${price} }\n`,
  });
}

describe("without a model, or without a terminal, what to type is said and nothing is spent", () => {
  test("no model", async () => {
    const at = project();
    const before = at.listing();

    const refused = await run(at, [QUESTION]);

    expectRefusal(refused, { says: /names no options to choose between/, as: "bad-option" });
    expect(refused.stderr).toContain(`${TYPED}\n`);
    expect(refused.stderr).toContain("dissent doctor");
    expect(at.listing()).toEqual(before);
  });

  test("what it says to type works", async () => {
    const options = ["--option", "A: Use kafka", "--option", "B: Do not use kafka"];

    expect((await run(project(), [QUESTION, ...options, "--dry-run"])).code).toBe(0);
  });

  test("a model, and a pipe", async () => {
    await answers(DRAFT);

    const refused = await run(paidProject(), [QUESTION], { env: ENV });

    expectRefusal(refused, { says: /names no options to choose between/, as: "bad-option" });
    expect(refused.stderr).toContain(`${TYPED}\n`);
    expect(await asked()).toBe(0);
  });
});

describe.skipIf(NO_TERMINAL)("with a model and a terminal, options are drafted and shown", () => {
  test("yes debates them", async () => {
    await answers(DRAFT);
    const at = paidProject();

    const shell = startInTerminal(at, [QUESTION], { env: ENV, columns: 120 });
    await shell.said("Debate these? [y/N]");
    expect(await asked()).toBe(1);
    shell.child.stdin?.write("y\r");
    const { stdout } = await shell.ended;

    const screen = renderTerminalScreen(stdout).join("\n");
    expect(screen).toMatch(/^ {2}A {2}Kafka for all events\n {2}B {2}RabbitMQ\n {2}C {2}Leave it/m);
    const [opened] = await journal(at);
    expect(opened).toMatchObject({
      type: "debate-opened",
      brief: { options: LABELS.map((label, index) => ({ id: "ABC".charAt(index), label })) },
    });
  });

  test.each([
    ["n\r", 2],
    ["\u0004", 2],
    ["\u0003", 130],
  ])("%j leaves it, with what to type: exit %d", async (typed, exit) => {
    await answers(DRAFT);
    const at = paidProject();

    const shell = startInTerminal(at, [QUESTION], { env: ENV, columns: 200 });
    await shell.said("Debate these? [y/N]");
    shell.child.stdin?.write(typed);
    const { code, stdout } = await shell.ended;

    expect(code).toBe(exit);
    expect(renderTerminalScreen(stdout).join("\n")).toContain(
      "Nothing was debated. To change them, type: dissent 'should I use kafka' --option 'A: Kafka for all events'",
    );
    expect(await asked()).toBe(1);
    expect(await debates(at)).toEqual([]);
  });

  test("K12 a draft that would cost much is agreed to first", async () => {
    await answers(DRAFT);

    const shell = startInTerminal(paidProject(1_000), [QUESTION], { env: ENV, columns: 120 });
    await shell.said("Go on? [y/N]");
    shell.child.stdin?.write("n\r");
    const { code, stdout } = await shell.ended;

    expect(code).toBe(2);
    expect(stdout).toContain("nothing was spent");
    expect(await asked()).toBe(0);
  });

  test.each<[string, Json, RegExp]>([
    ["one option", { options: [{ label: "Kafka" }] }, /drafted no options/],
    ["the same twice", { options: [{ label: "Kafka" }, { label: "kafka" }] }, /say the same/],
    ["something else", { verdict: "Kafka" }, /drafted no options/],
  ])("K3 a reply with %s is sent back once, then refused", async (_, draft, says) => {
    await answers(draft);

    const shell = startInTerminal(paidProject(), [QUESTION], { env: ENV, columns: 200 });
    const { code, stdout } = await shell.ended;

    expect(code).toBe(2);
    expect(stdout).toMatch(says);
    expect(renderTerminalScreen(stdout).join("\n")).toContain(TYPED);
    expect(await asked()).toBe(2);
  });
});
