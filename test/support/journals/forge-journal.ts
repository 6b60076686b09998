/** Journals taken apart and put together again, for tests that damage or continue them. */
import { type Verification, verify } from "../../../src/audit/verify/verify.ts";
import type { DebateRecord, Dissent } from "../../../src/dissent.ts";
import { PROTOCOLS } from "../../../src/dissent.ts";
import type { Fact } from "../../../src/domain/journal/event.ts";
import { GENESIS, chainEvent, readEventLine } from "../../../src/kernel/journal/hash-chain.ts";
import type { Protocol } from "../../../src/protocol.ts";
import { type JournalFile, listReferencedTexts } from "../../../src/stores/journal-file.ts";

/** The journal as if these facts had been recorded from the beginning, with an unbroken chain. */
export function rechained(lines: readonly string[], facts: readonly Fact[]): string[] {
  const timesMs = lines.map((line) => readEventLine(line).atMs);
  let previous = GENESIS;
  return facts.map((fact, sequence) => {
    const atMs = timesMs[sequence] ?? timesMs.at(-1) ?? 0;
    const linked = chainEvent(fact, { sequence, atMs, previous });
    previous = linked.event.hash;
    return linked.line;
  });
}

/** Edits facts, which come as plain copies, and chains them again. */
export function forged(
  { lines, events }: Pick<DebateRecord, "lines" | "events">,
  edit: (facts: Fact[]) => Fact[],
): string[] {
  return rechained(lines, edit(structuredClone(events.map(({ fact }) => fact))));
}

/** The first events of a debate as a file of their own. */
export async function cutAfter(record: DebateRecord, count: number): Promise<JournalFile> {
  const texts = new Map<string, string>();
  for (const sha256 of record.events.slice(0, count).flatMap(listReferencedTexts))
    texts.set(sha256, (await record.text(sha256)) ?? "");
  return { lines: record.lines.slice(0, count), texts };
}

export async function verified(app: Dissent, debate: string): Promise<Verification> {
  const record = await app.read(debate);
  return verifiedLines(record, record.lines, { protocols: app.protocols });
}

export function verifiedLines(
  { text }: Pick<DebateRecord, "text">,
  lines: readonly string[],
  {
    protocols = PROTOCOLS,
    expectedHead,
  }: { protocols?: readonly Protocol[]; expectedHead?: string } = {},
): Promise<Verification> {
  return verify({
    lines,
    text,
    expectedHead,
    findProtocolById: (id) => protocols.find((protocol) => protocol.id === id),
  });
}
