/** Money and keys with real processes and a real provider on this machine: agreed to, capped, told, never leaked. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import { spawnLoopbackProcess } from "../../src/testing/loopback/loopback-process.ts";
import type { LoopbackVendor } from "../../src/testing/loopback/loopback-vendor.ts";
import {
  briefText,
  expectRefusal,
  journal,
  NO_TERMINAL,
  type Project,
  project,
  type Ran,
  run,
  renderTerminalScreen,
  startInTerminal,
} from "../support/processes/cli.ts";
import { recommends, responds } from "../support/protocols/judges.ts";

const KEY = "planted-4711-key-of-the-team";
const ENV = { TEAM_AUTH: KEY };
const SEATS = ["risk", "value", "effort"];

let loopback: LoopbackVendor;

beforeAll(async () => {
  loopback = await spawnLoopbackProcess();
});
afterAll(() => loopback.close());
beforeEach(async () => {
  await loopback.play({ key: KEY, answers: ANSWERS, cachedShare: 0.5 });
  await loopback.forget();
});

/** A judge each for A, B and C in both rounds: six calls, contested. */
const ANSWERS: Record<string, Json> = Object.fromEntries(
  SEATS.flatMap((seat, index): [string, Json][] => {
    const option = ["A", "B", "C"][index] ?? "A";
    return [
      [`openings/${seat}`, recommends(seat, option).reply],
      [`responses/${seat}`, responds(seat, option).reply],
    ];
  }),
);

interface Terms {
  /** Dollars a million tokens; null leaves the price out. */
  readonly price?: number | null;
  readonly more?: string;
  readonly body?: string;
  readonly files?: Readonly<Record<string, string>>;
}

function paidProject({ price = 1, more = "", body, files = {} }: Terms = {}): Project {
  const cost =
    price === null ? "" : `    price: { inputPerMillion: ${price}, outputPerMillion: ${price} }\n`;
  return project({
    "q.md": briefText({}, body),
    "dissent.yaml":
      `panel: [team/large]\nendpoints:\n  team:\n    baseUrl: ${loopback.url}/v1\n    keyEnv: TEAM_AUTH\n` +
      `    attribution: true\n    structured: true\n    maxOutputTokens: 4000\n${cost}${more}`,
    ...files,
  });
}

async function asked(): Promise<number> {
  return (await loopback.requests()).length;
}

/** Everything that a run left on disk or said. */
function leftBy(at: Project, ...runs: readonly Ran[]): string {
  const files = at
    .listing()
    .map((entry) => entry.replace(/ \d+$/, ""))
    .map((path) => readContent(join(at.base, path)));
  return [...files, ...runs.map(({ stdout, stderr }) => stdout + stderr)].join("\n");
}

function readContent(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

describe("K12 the estimate", () => {
  test("tells calls, tokens, prices, bytes and hosts, and asks nobody", async () => {
    const at = paidProject();

    const { stdout, code } = await run(at, ["run", "q.md", "--dry-run"], { env: ENV });
    const json = await run(at, ["run", "q.md", "--dry-run", "--json"], { env: ENV });

    expect(code).toBe(0);
    expect(stdout).toMatch(/^judges {3}3 participants {3}3-6 calls {3}\$0\.0\d+-0\.\d+$/m);
    expect(stdout).toMatch(/^ {2}team\/large +3-6 calls +\$.* tokens in/m);
    expect(stdout).toContain(`Would reach\n  127.0.0.1:${loopback.port}\n`);
    expect(stdout).toMatch(/^ {2}brief +\d+ bytes +q\.md$/m);
    const plan = JSON.parse(json.stdout) as {
      seating: string;
      estimate: {
        calls: object;
        usd: { min: number; max: number };
        hosts: string[];
        bytes: number;
      };
    };
    expect(plan).toMatchObject({
      seating: "panel",
      estimate: { calls: { min: 3, max: 6 }, hosts: [`127.0.0.1:${loopback.port}`], unpriced: [] },
    });
    expect(plan.estimate.usd.min).toBeLessThan(plan.estimate.usd.max);
    expect(await asked()).toBe(0);
  });
});

describe("K12 confirmAbove", () => {
  test("without a terminal it needs --yes or --budget, and the command to paste is right", async () => {
    const at = paidProject({ price: 1_000 });
    const before = at.listing();

    const refused = await run(at, ["run", "q.md"], { env: ENV });

    expectRefusal(refused, {
      says: /This may cost \$\d+\.\d\d-\d+\.\d\d, which is above \$1\.00/,
      as: "needs-confirmation",
    });
    expect(at.listing()).toEqual(before);
    expect(await asked()).toBe(0);
    const pasted = /Agree to it: +dissent (.+)/.exec(refused.stderr)?.[1]?.split(" ") ?? [];
    expect(pasted).toEqual(["run", "q.md", "--yes"]);
    expect((await run(at, pasted, { env: ENV })).code).toBe(10);
    expect(await asked()).toBe(6);
  });

  test("below it nobody is asked, and 0 asks for everything that is paid", async () => {
    const free = await run(paidProject(), ["run", "q.md"], { env: ENV });
    const strict = await run(paidProject({ more: "confirmAbove: 0\n" }), ["run", "q.md"], {
      env: ENV,
    });

    expect(free.code).toBe(10);
    expectRefusal(strict, { says: /above \$0\.00/, as: "needs-confirmation" });
  });

  test.skipIf(NO_TERMINAL)(
    "a terminal is asked: no leaves nothing behind, yes goes on",
    async () => {
      const at = paidProject({ price: 1_000 });
      const no = startInTerminal(at, ["run", "q.md"], { env: ENV });
      await no.said("Go on? [y/N]");
      no.child.stdin?.write("n\n");

      const refused = await no.ended;
      const screen = renderTerminalScreen(refused.stdout).join("\n");
      expect(refused.code).toBe(2);
      expect(screen).toMatch(/3-6 calls {3}\$\d/);
      expect(screen).toMatch(/^sends \d+ bytes \(q\.md\) with every call to 127\.0\.0\.1:\d+$/m);
      expect(screen).toContain("nothing was spent");
      expect(at.listing().some((path) => path.includes(".dissent"))).toBe(false);
      expect(await asked()).toBe(0);

      const yes = startInTerminal(at, ["run", "q.md"], { env: ENV });
      await yes.said("Go on? [y/N]");
      yes.child.stdin?.write("y\n");
      expect((await yes.ended).code).toBe(10);
      expect(await asked()).toBe(6);
    },
  );

  test("a fork of a debate that would cost as much is asked about as well", async () => {
    const at = paidProject({ price: 1_000 });
    await run(at, ["run", "q.md", "--yes"], { env: ENV });
    await loopback.forget();

    const refused = await run(at, ["resume", "--fork", "last", "--at", "responses"], { env: ENV });

    expectRefusal(refused, { says: /This may cost/, as: "needs-confirmation" });
    expect(await asked()).toBe(0);
    expect(
      (await run(at, ["resume", "--fork", "last", "--at", "responses", "--yes"], { env: ENV }))
        .code,
    ).toBe(10);
    expect(await asked()).toBe(3);
  });
});

describe("K12 a cap", () => {
  test("is kept: the debate pauses with exit 4, spends no more than it, and goes on with more", async () => {
    const at = paidProject({ price: 100 });

    const paused = await run(at, ["run", "q.md", "--budget", "1"], { env: ENV });

    expect(paused.code).toBe(4);
    const [opened] = await journal(at);
    expect(opened).toMatchObject({ limits: { usd: 1 } });
    const few = await asked();
    expect(few).toBeLessThan(6);
    const resumed = await run(at, ["resume", "--budget", "100"], { env: ENV });
    expect(resumed.code).toBe(10);
    expect(await asked()).toBe(6);
  });

  test("refuses a model of unknown price before anything is spent, unless that is allowed", async () => {
    const at = paidProject({ price: null });

    expectRefusal(await run(at, ["run", "q.md", "--budget", "1"], { env: ENV }), {
      says: /The price of team\/large is unknown, so a cap of \$1\.00 cannot be kept/,
      as: "unpriced-model",
    });
    const dry = await run(at, ["run", "q.md", "--budget", "1", "--dry-run"], { env: ENV });
    expect(dry.stdout).toContain("It would be refused: The price of team/large is unknown");
    expect(await asked()).toBe(0);

    const allowed = await run(at, ["run", "q.md", "--budget", "1", "--allow-unpriced"], {
      env: ENV,
    });
    expect(allowed.code).toBe(10);
    const { stdout } = await run(at, ["report", "last"]);
    expect(stdout).toContain("Price not known, so not in the cost: team/large");
    expect(stdout).toContain("50% of input cached, prices unknown");
  });
});

describe("K12 K14 the cost", () => {
  test("is told in all and for each seat, with what was cached and tried again", async () => {
    await loopback.play({
      key: KEY,
      answers: ANSWERS,
      cachedShare: 0.5,
      retryAfter: "0",
      rules: [{ when: "openings/value", do: "429-then-ok" }],
    });
    const at = paidProject({ price: 10 });

    const ran = await run(at, ["run", "q.md", "--yes", "-o", "result.json"], { env: ENV });
    const { accounts } = (
      JSON.parse(at.read("result.json")) as { debate_result: { accounts: Record<string, Json> } }
    ).debate_result;
    const seats = accounts["seats"] as Record<
      string,
      { calls: number; costUsd: number; retries: number }
    >;

    expect(ran.stderr).toMatch(/^value: try 1 failed \(.+\), asked again/m);
    expect(accounts).toMatchObject({ calls: 6, retries: 1, unpriced: 0, approximate: 0 });
    expect(accounts["costUsd"]).toBeGreaterThan(0);
    expect(Object.values(seats).reduce((sum, { costUsd }) => sum + costUsd, 0)).toBeCloseTo(
      accounts["costUsd"] as number,
    );
    expect(seats["value"]).toMatchObject({ calls: 2, retries: 1 });
    const { stdout } = await run(at, ["report", "last"]);
    expect(stdout).toMatch(
      /6 calls, 0 repairs, 0 absences, 50% of input cached, 1 try repeated, \$/,
    );
    expect(stdout).toMatch(
      /\| Value \| team\/large \| 2 \(1 repeated\) \| \d+ \(\d+ cached\) \| \d+ \| \$\d/,
    );
  });

  test.skipIf(NO_TERMINAL)("is on the terminal's last lines", async () => {
    const at = paidProject({ price: 10 });
    const { stdout } = await startInTerminal(at, ["run", "q.md", "--yes"], {
      env: ENV,
      columns: 120,
    }).ended;
    const screen = renderTerminalScreen(stdout).join("\n");

    expect(screen).toMatch(/^Took +6 calls {3}\$\d/m);
  });
});

describe("who is seated unasked", () => {
  const moved = (): string =>
    `providers:\n  openai: { baseUrl: "${loopback.url}/v1" }\n  anthropic: { baseUrl: "${loopback.url}/v1" }\n`;
  const keys = { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY };

  test("keys that are found sit by turns, and that is said with the price, even to who wants no progress", async () => {
    const at = project({ "q.md": briefText(), "dissent.yaml": moved() });

    const { stderr } = await run(at, ["run", "q.md", "-q"], { env: keys });

    expect(stderr).toMatch(
      /^Seats: anthropic\/claude-sonnet-5, openai\/gpt-6-sol; change with --seat or panel\nEstimate: \$/,
    );
    const models = (await loopback.requests()).map(({ model }) => model);
    expect(new Set(models)).toEqual(new Set(["claude-sonnet-5", "gpt-6-sol"]));
  });

  test("K12 what they may cost is agreed to first", async () => {
    const at = project({ "q.md": briefText(), "dissent.yaml": `${moved()}confirmAbove: 0.01\n` });

    const { code, stderr } = await run(at, ["run", "q.md"], { env: keys });

    expect(code).toBe(2);
    expect(stderr).toContain("[needs-confirmation]");
    expect(await asked()).toBe(0);
  });

  test("with --offline the built-in reader speaks, and a dry run says that first", async () => {
    const at = project({ "q.md": briefText() });

    const { stdout } = await run(at, ["run", "q.md", "--offline", "--dry-run"]);
    const { stderr } = await run(at, ["run", "q.md", "--offline"]);

    expect(stdout).toMatch(/^Offline: the built-in reader/);
    expect(stderr).toMatch(/^debate \S+\nnotice offline: built-in readers, no language model\n/);
  });

  test("a missing key is told before anything is spent", async () => {
    const at = project({ "q.md": briefText() });

    const seats = ["risk", "value"].flatMap((seat) => ["-s", `${seat}=openai/gpt-6-sol`]);
    const { code, stderr } = await run(at, ["run", "q.md", ...seats]);

    expect(code).toBe(3);
    expect(stderr).toMatch(
      /Only one seat can be reached\. openai needs a key, and OPENAI_API_KEY is not set\.\n {2}.*dissent config keys set openai\n {2}\[missing-key\]/,
    );
    expect(at.listing().filter((path) => path.includes("dissent.db"))).toEqual([]);
  });
});

describe("K17 a key", () => {
  test("that a model repeats, in words and in errors, is on no surface and in no file", async () => {
    const answers = {
      ...ANSWERS,
      "openings/risk": recommends("risk", "A", { self_challenge: `Is it ${KEY}?` }).reply,
    };
    await loopback.play({
      answers,
      rules: [
        {
          when: "openings/value",
          do: { status: 401, body: `{"error":{"message":"bad key ${KEY}"}}` },
        },
        { when: "responses/effort", do: { say: `no JSON but ${KEY}` } },
      ],
    });
    const at = paidProject();

    const ran = await run(at, ["run", "q.md", "--json", "-o", "out"], { env: ENV });
    const record = await run(at, ["report", "last"]);
    const lines = await run(at, ["report", "last", "-f", "jsonl"]);

    expect(await asked()).toBeGreaterThan(3);
    expect(lines.stdout).toContain("[redacted]");
    expect(leftBy(at, ran, record, lines)).not.toContain(KEY);
  });

  test("in a brief is refused with its line, even with --yes", async () => {
    const at = paidProject({ body: `Crews work in valleys.\nThe key is ${KEY}.` });

    const refused = await run(at, ["run", "q.md", "--yes"], { env: ENV });

    expectRefusal(refused, { says: /q\.md:7 holds one of your keys/, as: "own-key" });
    expect(refused.stderr).not.toContain(KEY);
    expect(await asked()).toBe(0);
  });

  test("in the configuration is refused with its place, and is not repeated", async () => {
    const at = paidProject({ more: `    headers: { X-Auth: ${KEY} }\n` });

    const refused = await run(at, ["run", "q.md"], { env: ENV });

    expectRefusal(refused, {
      says: /dissent\.yaml:\d+:\d+ endpoints\.team\.headers\.X-Auth/,
      as: "bad-config",
    });
    expect(refused.stderr).not.toContain(KEY);
  });

  test("that is typed is not repeated by an error, a fact or a decision", async () => {
    const at = paidProject();
    const env = { ...ENV, OTHER_KEY: "typed-key-0815" };
    const typed = await run(at, ["run", "q.md", "-s", "risk=typed-key-0815"], { env });
    await run(at, ["run", "q.md"], { env });
    await run(at, ["resume", "--fork", "last", "--fact", "The key is typed-key-0815."], { env });
    await run(at, ["decide", "last", "A", "-m", "because of typed-key-0815"], { env });

    expect(typed.code).toBe(2);
    expect((await journal(at)).map(({ type }) => type)).toContain("decision-recorded");
    expect(leftBy(at, typed)).not.toContain("typed-key-0815");
  });
});
