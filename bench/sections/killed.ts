/** Section 4: processes killed with SIGKILL, and what their successors ask again. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { sqliteStore } from "../../src/stores/sqlite.ts";
import { openReference, referenceApp } from "../arms/dissent.ts";
import { ended, measure, startChild } from "../measures/measurement.ts";
import type { SurviveRequest } from "../measures/survive.ts";
import { writeBackground, callsIn, fakeModel, REFERENCE } from "../reference-debate.ts";
import type { Section } from "./section.ts";

const DEBATES = 30;
const SLOWEST_REPLY_MS = 60;
/** How often each set of debates is killed before it is let to its end. */
const KILLS = 2;

interface Damage {
  kills: number;
  recorded: number;
  askedAgain: number;
  inFlightAgain: number;
  lost: number;
  errors: number;
}

export async function killed(trials: number): Promise<Section> {
  const damage: Damage = {
    kills: 0,
    recorded: 0,
    askedAgain: 0,
    inFlightAgain: 0,
    lost: 0,
    errors: 0,
  };
  for (let trial = 0; trial < trials; trial++) await runTrial(damage);
  if (damage.recorded === 0) throw new Error("No kill left a recorded reply: nothing was tested.");
  const calls = trials * DEBATES * callsIn(REFERENCE);
  return {
    title: `4. kill -9: ${trials} trials of ${DEBATES} debates, killed up to ${KILLS} times each`,
    columns: ["", "count"],
    rows: [
      ["kills that hit a running process", damage.kills],
      ["calls needed, all trials", calls],
      ["replies on record when a successor began", damage.recorded],
      ["recorded replies asked again", damage.askedAgain],
      ["calls that were in flight, made again", damage.inFlightAgain],
      ["events called durable and lost", damage.lost],
      ["debates that did not resume", damage.errors],
    ],
    bars: [
      { text: "recorded replies asked again", measured: damage.askedAgain, limit: 0 },
      { text: "events called durable and lost", measured: damage.lost, limit: 0 },
      { text: "debates that did not resume", measured: damage.errors, limit: 0 },
    ],
  };
}

async function runTrial(damage: Damage): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "dissent-killed-"));
  const database = join(directory, "journal.db");
  await openDebates(database);
  const asked = new Set<string>();
  for (let life = 0; life <= KILLS; life++) {
    const request: SurviveRequest = {
      measure: "survive",
      shape: REFERENCE,
      database,
      callsFile: join(directory, `calls-${life}`),
      eventsFile: join(directory, `events-${life}`),
      slowestReplyMs: SLOWEST_REPLY_MS,
    };
    writeFileSync(request.callsFile, "");
    writeFileSync(request.eventsFile, "");
    const before = await journals(database);
    let failures = 0;
    if (life < KILLS) damage.kills += await killAtRandom(request);
    else failures = (await measure(request)).errors.length;
    const after = await journals(database);
    if (life === KILLS) damage.errors += Math.max(failures, after.open);

    damage.recorded += life === 0 ? 0 : before.replies.size;
    for (const key of readLines(request.callsFile)) {
      if (before.replies.has(key)) damage.askedAgain += 1;
      else if (asked.has(key)) damage.inFlightAgain += 1;
      asked.add(key);
    }
    for (const line of readLines(request.eventsFile)) {
      const [id = "", sequence] = line.split(" ");
      if (Number(sequence) >= (after.lengths.get(id) ?? 0)) damage.lost += 1;
    }
  }
  rmSync(directory, { recursive: true });
}

async function openDebates(database: string): Promise<void> {
  const store = sqliteStore(database);
  const app = referenceApp({ store, shape: REFERENCE, model: fakeModel() });
  const background = writeBackground(REFERENCE);
  for (let number = 0; number < DEBATES; number++) await openReference(app, background);
  await app.close();
}

/** Lets the process get some way, at random, into what it would do. */
async function killAtRandom(request: SurviveRequest): Promise<number> {
  const child = startChild(request);
  const { promise: holding, resolve } = Promise.withResolvers<void>();
  child.stderr?.once("data", () => resolve());
  const over = ended(child);
  await Promise.race([holding, over]);
  await sleep(Math.random() * REFERENCE.rounds * SLOWEST_REPLY_MS);
  child.kill("SIGKILL");
  return (await over).code === null ? 1 : 0;
}

interface Journals {
  /** Calls whose reply stands in a journal. */
  readonly replies: ReadonlySet<string>;
  readonly lengths: ReadonlyMap<string, number>;
  readonly open: number;
}

async function journals(database: string): Promise<Journals> {
  const store = sqliteStore(database);
  const app = referenceApp({ store, shape: REFERENCE, model: fakeModel() });
  const replies = new Set<string>();
  const lengths = new Map<string, number>();
  let open = 0;
  for (const { id, status } of await app.list()) {
    const { events } = await app.read(id);
    lengths.set(id, events.length);
    if (status !== "settled") open += 1;
    for (const { fact } of events) {
      if (fact.type === "reply-recorded") replies.add(`${id}/${fact.key}`);
    }
  }
  await app.close();
  return { replies, lengths, open };
}

function readLines(path: string): string[] {
  return readFileSync(path, "utf8").split("\n").slice(0, -1);
}
