/**
 * Measures the contradictions that code finds: `node bench/merge-contradictions.ts <folder> [--pairs tuning|held|fresh|unseen|all]`.
 *
 * The folder holds one subfolder per set of drafts, and may hold `plants.json`: pairs of sentences that contradict
 * each other, with the carrier named below. Every alarm on an untouched set is printed as a false alarm.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import {
  type FoundContradiction,
  findContradictionsBetween,
  findContradictionsWithin,
} from "../src/documents/contradictions/find-contradictions.ts";
import type { ParsedDocument } from "../src/documents/document.ts";
import { parseDocument } from "../src/documents/markdown/parse-document.ts";
import { createEventLoopYielder } from "../src/documents/yield-to-event-loop.ts";
import { listSentencePairs, plantSentencePair } from "../test/support/documents/sentence-pairs.ts";

const CARRIER = "w7-flagz";

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: { pairs: { type: "string" } },
});
const [folder] = positionals;
if (folder !== undefined) await measureFolder(folder);
if (flags.pairs !== undefined) await measurePairs(flags.pairs);
if (folder === undefined && flags.pairs === undefined)
  process.stdout.write("usage: node bench/merge-contradictions.ts <folder> [--pairs all]\n");

async function measureFolder(root: string): Promise<void> {
  const sets = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const alarms: string[] = [];
  for (const { name } of sets.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const texts = readDrafts(join(root, name));
    const found = await findAll(texts);
    print(`${name}: ${texts.length} drafts, ${found.length} alarms`);
    alarms.push(...found.map((one) => `  ${name} ${describeAlarm(one)}`));
  }
  for (const alarm of alarms) print(alarm);
  print(`False alarms on untouched sets: ${alarms.length}`);
  if (existsSync(join(root, "plants.json"))) await measurePlants(root);
}

interface LocatedAlarm {
  readonly scope: "cross" | "intra";
  readonly found: FoundContradiction;
}

async function findAll(texts: readonly string[]): Promise<LocatedAlarm[]> {
  const documents: ParsedDocument[] = [];
  for (const [place, text] of texts.entries()) {
    const draft = {
      variant: place + 1,
      name: `${place + 1}.md`,
      text,
      format: "markdown",
    } as const;
    documents.push(await parseDocument(draft, createEventLoopYielder()));
  }
  const cross = await findContradictionsBetween(documents, createEventLoopYielder());
  const alarms: LocatedAlarm[] = cross.map((found) => ({ scope: "cross", found }));
  for (const document of documents) {
    const intra = await findContradictionsWithin(document, createEventLoopYielder());
    alarms.push(...intra.map((found): LocatedAlarm => ({ scope: "intra", found })));
  }
  return alarms;
}

function readDrafts(path: string): string[] {
  const names = readdirSync(path).filter((name) => name.endsWith(".md"));
  return names.toSorted().map((name) => readFileSync(join(path, name), "utf8"));
}

/** Planted at the end of the head and at the very end of the section; found means found at both. */
async function measurePlants(root: string): Promise<void> {
  const plants: unknown = JSON.parse(readFileSync(join(root, "plants.json"), "utf8"));
  const carriers = readDrafts(join(root, CARRIER));
  const untouched = new Set((await findAll(carriers)).map(({ found }) => found.identity));
  let [count, hits] = [0, 0];
  for (const plant of Array.isArray(plants) ? plants : []) {
    const [id, scope, kind, first, second] = (plant as unknown[]).map(String);
    if (first === undefined || second === undefined) continue;
    count++;
    const results: string[] = [];
    const beside: string[] = [];
    for (const place of ["head", "end"] as const) {
      const alarms = await findAll(plantSentencePair(carriers, [first, second], { scope, place }));
      const hit = alarms.find((alarm) => isPlantedPair(alarm, [first, second]));
      results.push(hit === undefined ? "-" : hit.found.kind);
      const others = alarms.filter(
        (alarm) => !isPlantedPair(alarm, [first, second]) && !untouched.has(alarm.found.identity),
      );
      beside.push(...others.map((alarm) => `  beside ${id}: ${describeAlarm(alarm)}`));
    }
    const found = results.every((result) => result !== "-");
    if (found) hits++;
    print(
      `${found ? "found " : "missed"} ${id} ${scope} ${kind} [${results.join(", ")}] ${first} / ${second}`,
    );
    for (const line of beside) print(line);
  }
  print(`Plants found: ${hits} of ${count}`);
}

function isPlantedPair({ found }: LocatedAlarm, pair: readonly string[]): boolean {
  return pair.every((sentence) =>
    found.sides.some(({ quote }) => sentence.includes(quote) || quote.includes(sentence)),
  );
}

async function measurePairs(half: string): Promise<void> {
  for (const list of ["opposed", "consistent"] as const) {
    const pairs = listSentencePairs(list, half);
    let [cross, intra] = [0, 0];
    for (const { kind, first, second } of pairs) {
      const across = await findAll(
        plantSentencePair(null, [first, second], { scope: "cross", place: "end" }),
      );
      const inside = await findAll(
        plantSentencePair(null, [first, second], { scope: "intra", place: "end" }),
      );
      const hits = [across, inside].map((alarms) => alarms.length > 0);
      if (hits[0] === true) cross++;
      if (hits[1] === true) intra++;
      const odd = list === "opposed" ? !hits.every(Boolean) : hits.some(Boolean);
      const shown = [...across, ...inside]
        .map(({ scope, found }) => `${scope} ${found.kind}`)
        .join(", ");
      if (odd && (half === "tuning" || half === "all"))
        print(`  ${list} ${kind} [${shown}] ${first} / ${second}`);
    }
    print(
      `${list} (${half}): alarms on ${cross} of ${pairs.length} across drafts, ${intra} within one`,
    );
  }
}

function describeAlarm({ scope, found }: LocatedAlarm): string {
  const sides = found.sides.map(
    ({ variant, line, quote }) => `${variant}:${line} "${quote.replace(/\s+/g, " ")}"`,
  );
  return `${scope} ${found.kind}: ${found.summary}\n      ${sides.join("\n      ")}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
