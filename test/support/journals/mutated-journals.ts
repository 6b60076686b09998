/** Journals of real debates with a few values replaced by others, and every line hashed again. Always the same by seed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import {
  annotateDecisionVerdict,
  annotatePremiseCheck,
  annotatePremise,
} from "../../../src/debates/annotation.ts";
import type { DebateRecord, Dissent } from "../../../src/dissent.ts";
import { listPremises } from "../../../src/domain/premise.ts";
import { GENESIS, sha256 } from "../../../src/kernel/journal/hash-chain.ts";
import { parseJournalFile } from "../../../src/stores/journal-file.ts";
import { memoryStore } from "../../../src/stores/memory.ts";
import { holdBoard, smooth } from "../protocols/board.ts";
import { convinced, holdChallenge } from "../protocols/challenge.ts";
import { SCENARIOS } from "../protocols/judges-scenarios.ts";
import { holdJudges, judgesApp } from "../protocols/judges.ts";
import { holdMerge } from "../protocols/merge.ts";
import { agreeable, holdTable } from "../protocols/roundtable.ts";
import { fakeClock } from "../time/fake-clock.ts";
import { seededRandom } from "../time/seeded-random.ts";

export type BaseJournal = Pick<DebateRecord, "id" | "lines" | "text">;

/** One debate of each protocol, one that waits for a person, and the oldest journal there is. */
export async function baseJournals(): Promise<BaseJournal[]> {
  const judged = await holdJudges(SCENARIOS["three opinions twice"]!);
  await withAfterwords(judged.app, judged.id);
  const waiting = await holdJudges(SCENARIOS["three opinions twice"]!, {
    plan: { seats: { risk: { model: "person" } }, attest: true },
  });
  const held = [
    judged,
    waiting,
    await holdChallenge(convinced()),
    await holdBoard(smooth()),
    await holdTable(agreeable),
    await holdMerge(),
  ];
  const records = await Promise.all(held.map(({ app, id }) => app.read(id)));
  return [...records, await oldJournal()];
}

async function withAfterwords(app: Dissent, id: string): Promise<void> {
  const [premise] = listPremises((await app.read(id)).events);
  await app.decide(id, { choice: "B", reason: "Crews asked for it.", by: "maria" });
  await app.annotate(
    id,
    annotateDecisionVerdict({ verdict: "right", reason: "It held.", by: "maria" }),
  );
  if (premise === undefined) throw new Error("Nobody named an assumption.");
  const footing = premise.id;
  const noted = { footing, owner: "maria", due: "2027-01-31", command: ["true"], by: "maria" };
  await app.annotate(id, annotatePremise(noted));
  const found = { state: "lost", detail: "The price rose.", by: "check" } as const;
  await app.annotate(id, annotatePremiseCheck(footing, found));
}

async function oldJournal(): Promise<BaseJournal> {
  const path = join(import.meta.dirname, "..", "..", "fixtures", "journals", "judges-1.jsonl");
  const clock = fakeClock();
  const app = judgesApp({ script: {}, store: memoryStore(clock), clock });
  return app.read(await app.importJournal(parseJournalFile(readFileSync(path, "utf8"), path)));
}

type Value = Record<string, unknown> | unknown[];

interface Spot {
  readonly holder: Value;
  readonly name: string | number;
}

/** Written in place of what JSON.stringify cannot write. */
const BEYOND_NUMBERS = "@@a number that is too large@@";
const BEYOND_DEPTH = "@@a list in a list in a list@@";
const DEPTH = 20_000;

/** The lines of a journal in which one to three things are not what they were; the chain holds. */
export function mutatedLines(base: readonly string[], seed: number): string[] {
  const random = seededRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <One>(from: readonly One[]): One => from[below(from.length)] as One;
  let events = base.map((line) => JSON.parse(line) as Record<string, unknown>);
  const texts = base.flatMap((line) => line.match(/(?<=")[\w/-]{1,40}(?=")/g) ?? []);
  for (let left = 1 + below(3); left > 0; left--) {
    if (random() < 0.12) events = moved(events, { below, pick });
    else mutate(events, { random, below, pick, texts });
  }
  return chainedAgain(events);
}

type Events = Record<string, unknown>[];

interface Chances {
  readonly below: (count: number) => number;
  readonly pick: <One>(from: readonly One[]) => One;
}

/** An event is left out, doubled or put elsewhere. */
function moved(events: Events, { below, pick }: Chances): Events {
  const at = below(events.length);
  const [event = {}] = events.slice(at, at + 1);
  const rest = events.toSpliced(at, 1);
  switch (pick(["dropped", "doubled", "elsewhere", "cut"])) {
    case "dropped":
      return rest.length > 0 ? rest : events;
    case "doubled":
      return events.toSpliced(below(events.length), 0, structuredClone(event));
    case "elsewhere":
      return rest.toSpliced(below(events.length), 0, event);
    default:
      return events.slice(0, at + 1);
  }
}

function mutate(
  events: Events,
  {
    random,
    below,
    pick,
    texts,
  }: Chances & { readonly random: () => number; readonly texts: readonly string[] },
): void {
  const event = pick(events);
  const { holder, name } = pick(spotsIn(event));
  const before = (holder as Record<string | number, unknown>)[name];
  const kind = random();
  if (kind < 0.1) {
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
  } else if (kind < 0.18 && !Array.isArray(holder))
    put(holder, pick(STRANGE_NAMES), pick(ANYTHING));
  else if (kind < 0.25 && Array.isArray(before)) before.push(before[0] ?? pick(ANYTHING));
  else if (kind < 0.7 && typeof before === "string") {
    put(holder, name, random() < 0.6 ? pick(texts) : pick(STRANGE_TEXTS));
  } else if (kind < 0.7 && typeof before === "number") {
    put(holder, name, pick([0, 1, before + 1, before * 2, below(1_000), 1e12, 0.5]));
  } else if (kind < 0.7 && typeof before === "boolean") put(holder, name, !before);
  else put(holder, name, pick(ANYTHING));
}

function spotsIn(value: unknown): Spot[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Value;
  const names = Array.isArray(holder) ? holder.keys() : Object.keys(holder);
  return [...names].flatMap((name) => [
    { holder, name },
    ...spotsIn((holder as Record<string | number, unknown>)[name]),
  ]);
}

/** As a field of its own even where the name is that of the prototype. */
function put(holder: Value, name: string | number, value: unknown): void {
  const given = structuredClone(value);
  Object.defineProperty(holder, name, {
    value: given,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

const STRANGE_NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "extra",
  "",
  "length",
  "\u0000",
  "then",
];

const STRANGE_TEXTS = [
  "",
  "NaN",
  "-Infinity",
  "1e999",
  "null",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "\u0000",
  "\u001b[31mred\u001b]0;title\u0007",
  "\u202eright to left",
  "\ud800",
  "é💥\u0301\u200b",
  "../../../etc/passwd",
  "<script>alert(1)</script>",
  "a/b/c",
  "openings/nobody",
  "2026-02-31",
  "x".repeat(20_000),
  "\n\n---\n```\n| a | b |\n",
];

const ANYTHING: readonly unknown[] = [
  ...STRANGE_TEXTS,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0.5,
  1e308,
  -1e308,
  2 ** 53,
  8_640_000_000_000_001,
  BEYOND_NUMBERS,
  BEYOND_DEPTH,
  [],
  {},
  [null],
  [[]],
  [{}],
  { length: -1 },
  { toString: null, valueOf: 1 },
];

/** Numbered and hashed as if they had been written so. */
export function chainedAgain(events: readonly Readonly<Record<string, unknown>>[]): string[] {
  let previous = GENESIS;
  return events.map((event, index) => {
    const { sequence, previous: link, hash: _, ...rest } = event;
    // what was not mutated gets the place that it has now
    const place = {
      sequence: Number.isSafeInteger(sequence) ? index : sequence,
      ...(typeof link === "string" && link.length === GENESIS.length
        ? { previous }
        : { previous: link }),
    };
    const body = JSON.stringify({ ...place, ...rest })
      .replaceAll(JSON.stringify(BEYOND_NUMBERS), "1e999")
      .replaceAll(JSON.stringify(BEYOND_DEPTH), "[".repeat(DEPTH) + "]".repeat(DEPTH));
    const digest = sha256(body);
    previous = digest;
    return `${body.slice(0, -1)}${body === "{}" ? "" : ","}"hash":"${digest}"}`;
  });
}
