/** EV3 with real processes and a vendor over HTTP: 200 items and 6 arms, killed 50 times, nothing is paid for twice. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import { readEventLine } from "../../src/kernel/journal/hash-chain.ts";
import { sqliteStore } from "../../src/stores/sqlite.ts";
import { startLoopbackServer } from "../../src/testing/loopback/loopback-server.ts";
import type {
  LoopbackVendor,
  RecordedRequest,
} from "../../src/testing/loopback/loopback-vendor.ts";
import { type Project, project, run, start } from "../support/processes/cli.ts";
import { seededRandom } from "../support/time/seeded-random.ts";

const KEY = "planted-4711-key-of-the-team";
const ENV = { TEAM_AUTH: KEY };
const ITEMS = Number(process.env["DISSENT_EVAL_ITEMS"] ?? 200);
const KILLS = Number(process.env["DISSENT_EVAL_KILLS"] ?? 50);
/** Fifty lives of a process on a crowded machine; a ceiling against hangs. */
const CEILING_MS = 3_600_000;
const ARMS = "single,sc@3,vote1,self-refine,free@2,canary@2";
/** Calls of one item: 1, 3, none of its own, 2, 3 seats twice, 1. */
const CALLS = 13;

let loopback: LoopbackVendor;

/** Questions that came in so far, and who waits for how many. */
let questions = 0;
let waiting: { readonly target: number; readonly wake: () => void } | undefined;

beforeAll(async () => {
  loopback = await startLoopbackServer({
    play() {
      questions += 1;
      if (waiting && questions >= waiting.target) waiting.wake();
      return undefined;
    },
    key: KEY,
    answers: ANSWERS,
  });
});
afterAll(() => loopback.close());

function reply(option: string): Json {
  return {
    option,
    confidence: 70,
    reasons: [{ point: `${option} fits`, evidence: [] }],
    because: [],
  };
}

/** By the number of the item, so that arms and items differ and a second answer is the first. */
const ANSWERS: Record<string, Json> = {
  "/item \\d*[0369] /": reply("A"),
  "/item \\d*[147] /": reply("B"),
  "/item /": reply("C"),
};

function evaluation(): Project {
  const rows = Array.from({ length: ITEMS }, (_, index) => ({
    id: `i${index + 1}`,
    question: `Which letter is right for item ${index + 1} of the list?`,
    choices: ["one", "two", "three"],
    answer: index % 3,
  }));
  return project({
    "items.jsonl": rows.map((row) => JSON.stringify(row)).join("\n"),
    "dissent.yaml":
      `panel: [team/large]\nendpoints:\n  team:\n    baseUrl: ${loopback.url}/v1\n    keyEnv: TEAM_AUTH\n` +
      "    attribution: true\n    structured: true\n    maxOutputTokens: 4000\n    price: { inputPerMillion: 1, outputPerMillion: 2 }\n",
  });
}

const ARGS = [
  "eval",
  "--data",
  "items.jsonl",
  "--arms",
  ARMS,
  "--seats",
  "3",
  "--concurrency",
  "4",
  "-y",
  "--out",
  "out",
];

function readRequestKey({ headers }: RecordedRequest): string {
  return `${headers["x-dissent-debate"]}/${headers["x-dissent-step"]}`;
}

async function committed(at: Project): Promise<Set<string>> {
  const path = join(at.dir, "out/.dissent/dissent.db");
  const keys = new Set<string>();
  if (!existsSync(path)) return keys;
  const store = sqliteStore(path);
  for (const { id } of await store.list())
    for (const { line } of await store.read(id)) {
      const { fact } = readEventLine(line);
      if (fact.type === "reply-recorded") keys.add(`${id}/${fact.key}`);
    }
  await store.close();
  return keys;
}

/** Everything but how long it took, and how often a crowded machine made a connection try again. */
function figures(at: Project): string {
  const report = JSON.parse(readFileSync(join(at.dir, "out/report.json"), "utf8")) as Json;
  return JSON.stringify(report, (name, value: unknown) =>
    name === "wallMs" || name === "retries" ? 0 : value,
  );
}

test(
  `${ITEMS} items x 6 arms survive ${KILLS} kills, and come to the figures of a run that was never killed`,
  async () => {
    const random = seededRandom(7);
    const calm = evaluation();
    const whole = await run(calm, ARGS, { env: ENV });
    expect(whole.stderr).toContain(`${ITEMS * 5} of ${ITEMS * 5} debates`);
    expect(await loopback.requests()).toHaveLength(ITEMS * CALLS);
    await loopback.forget();
    questions = 0;

    const at = evaluation();
    let known = new Set<string>();
    let asked = 0;
    const twice: string[] = [];
    const check = async (): Promise<void> => {
      const requests = await loopback.requests();
      // what was recorded before this life began is not asked again in it
      for (const request of requests.slice(asked))
        if (known.has(readRequestKey(request))) twice.push(readRequestKey(request));
      asked = requests.length;
      known = await committed(at);
    };
    for (let kill = 0; kill < KILLS; kill++) {
      const life = start(at, ARGS, { env: ENV });
      const target = asked + 1 + Math.floor(random() * ((ITEMS * CALLS) / KILLS) * 1.4);
      await reached(target, life.ended);
      life.kill("SIGKILL");
      await life.ended;
      await check();
    }
    const last = await run(at, ARGS, { env: ENV });
    await check();

    expect(last.code).toBe(0);
    expect(twice).toEqual([]);
    expect(known.size).toBe(ITEMS * CALLS);
    // only what was in flight at a kill was sent again: at most 4 debates with 3 seats each
    expect(asked).toBeLessThanOrEqual(ITEMS * CALLS + KILLS * 12);
    expect(JSON.parse(figures(at))).toEqual(JSON.parse(figures(calm)));
  },
  CEILING_MS,
);

/** Until so many questions have come in, or the process has ended by itself. */
async function reached(target: number, ended: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting = { target, wake: resolve };
  if (questions >= target) resolve();
  await Promise.race([promise, ended]);
}
