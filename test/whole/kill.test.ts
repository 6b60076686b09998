/** K13 with real processes: killed at any moment, nothing that was committed is lost or paid for again. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readEventLine } from "../../src/kernel/journal/hash-chain.ts";
import { sqliteStore } from "../../src/stores/sqlite.ts";
import { verified } from "../support/journals/forge-journal.ts";
import {
  type CallLine,
  DEBATES,
  createKillDebate,
  parseDebateNumber,
  STEP_MS,
} from "../support/processes/kill-plan.ts";
import { holdJudges, judgesApp } from "../support/protocols/judges.ts";
import { fakeClock } from "../support/time/fake-clock.ts";
import { seededRandom } from "../support/time/seeded-random.ts";

const PROGRAM = join(import.meta.dirname, "../programs/hold-until-killed.ts");
const FEWEST_KILLS = 25;
// then it is let live, so that the test ends
const MOST_KILLS = 32;

const random = seededRandom(1);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "dissent-kill-"));
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** Calls whose answer is in the database now. */
async function committedCalls(path: string): Promise<Set<string>> {
  const committed = new Set<string>();
  const store = sqliteStore(path);
  for (const { id } of await store.list()) {
    for (const { line } of await store.read(id)) {
      const { fact } = readEventLine(line);
      if (fact.type === "reply-rejected") committed.add(`${id}/${fact.key}#1`);
      if (fact.type === "reply-recorded" || fact.type === "participant-absent") {
        committed.add(`${id}/${fact.key}#1`).add(`${id}/${fact.key}#2`);
      }
    }
  }
  await store.close();
  return committed;
}

function callsIn(log: string): CallLine[] {
  if (!existsSync(log)) return [];
  return readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as CallLine);
}

/** Lets the program run; kills it once it has come so far, unless it is to live. */
async function oneLife(args: string[], killAfter: number | null): Promise<"killed" | "ended"> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const errors: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  let events = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    events += chunk.length;
    if (killAfter === null || events < killAfter) return;
    // somewhere between one event and the next, in a call or in a commit
    setTimeout(() => child.kill("SIGKILL"), random() * 20);
  });
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  if (signal === "SIGKILL") return "killed";
  expect(code, errors.join("")).toBe(0);
  return "ended";
}

test("K13 KJ1 SQ1 killed at random moments, every debate ends as if it never had been, and no finished reply is asked for again", async () => {
  const path = join(directory, "dissent.db");
  const log = join(directory, "calls.log");
  let kills = 0;
  let life = 0;
  for (let ended = false; !ended; life++) {
    const committed = life === 0 ? new Set<string>() : await committedCalls(path);
    const killAfter = kills < MOST_KILLS ? 1 + Math.floor(random() * 16) : null;
    const end = await oneLife([path, log, String(life)], killAfter);
    if (end === "killed") kills += 1;
    else ended = true;

    const calls = callsIn(log).filter((call) => call.life === life);
    const names = calls.map(({ key, attempt }) => `${key}#${attempt}`);
    expect(names.filter((name) => committed.has(name))).toEqual([]);
    expect(new Set(names).size, "one life never asks the same twice").toBe(names.length);
  }

  expect(kills).toBeGreaterThanOrEqual(FEWEST_KILLS);
  const clock = fakeClock(Date.now() + (life + 1) * STEP_MS);
  const store = sqliteStore(path, clock);
  const app = judgesApp({ script: {}, store, clock });
  const listed = await store.list();
  expect(listed.map(({ id }) => parseDebateNumber(id)).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: DEBATES }, (_, number) => number),
  );
  for (const { id, status } of listed) {
    const { brief, script } = createKillDebate(parseDebateNumber(id));
    const { outcome } = await holdJudges(script, { brief });
    expect(status).toBe("settled");
    expect(await app.run({ debate: id })).toEqual({ status: "settled", outcome });
    expect(await verified(app, id), id).toMatchObject({ ok: true, fault: null });
  }
  await store.close();
});
