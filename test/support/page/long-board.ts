/** A board that went on for hundreds of rounds: as many events as anyone will look at, each of its usual shape. */
import type { Event, Fact } from "../../../src/domain/journal/event.ts";
import { GENESIS, chainEvent } from "../../../src/kernel/journal/hash-chain.ts";
import type { JournalFile } from "../../../src/stores/journal-file.ts";
import { listReferencedTexts } from "../../../src/stores/journal-file.ts";
import { heldOffline } from "../protocols/offline-debates.ts";

type Of<Type extends Fact["type"]> = Extract<Fact, { type: Type }>;

export async function longBoard(debate: string, count: number): Promise<JournalFile> {
  const { record } = await heldOffline("board");
  const facts = record.events.map(({ fact }) => fact);
  const end = facts.findIndex(
    (fact) => fact.type === "asks-committed" && fact.step.startsWith("gate"),
  );
  const begun = facts.slice(0, end);
  const round = begun.slice(
    begun.findIndex((fact) => fact.type === "asks-committed" && fact.step === "responses-1"),
  );
  const long = [...begun];
  for (let number = 2; long.length + round.length <= count; number += 1) {
    long.push(...round.map((fact) => repeated(fact, number)));
  }
  const named = long.map((fact) => (fact.type === "debate-opened" ? { ...fact, debate } : fact));
  return { lines: chained(named, record.events), texts: await texts(record.events, record.text) };
}

/** The same in a later round; some change their minds, each by a claim that was made before. */
function repeated(fact: Fact, number: number): Fact {
  switch (fact.type) {
    case "asks-committed":
      return { ...fact, step: `responses-${number}` };
    case "round-closed":
      return { ...fact, step: `responses-${number}` };
    case "reply-recorded":
      return repeatedReply(fact, number);
    default:
      return fact;
  }
}

const OPTIONS = ["A", "B", "C"];

function repeatedReply(fact: Of<"reply-recorded">, number: number): Fact {
  const { key, by, said, claims } = fact;
  const turn = number + by.length * 5;
  const position = OPTIONS[Math.floor(turn / 25) % OPTIONS.length] ?? null;
  return {
    ...fact,
    key: key.replace("responses-1", `responses-${number}`),
    said: said && { ...said, position, confidence: 40 + ((turn * 13) % 60) },
    claims: claims.map((claim, index) => ({ ...claim, id: `${claim.id}${number}${index}` })),
  };
}

function chained(facts: readonly Fact[], events: readonly Event[]): string[] {
  const startMs = events[0]?.atMs ?? 0;
  let previous = GENESIS;
  return facts.map((fact, sequence) => {
    const made = chainEvent(fact, { sequence, atMs: startMs + sequence * 250, previous });
    previous = made.event.hash;
    return made.line;
  });
}

async function texts(
  events: readonly Event[],
  readText: (sha256: string) => Promise<string | undefined>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const sha256 of events.flatMap((event) => listReferencedTexts(event))) {
    found.set(sha256, (await readText(sha256)) ?? "");
  }
  return found;
}
