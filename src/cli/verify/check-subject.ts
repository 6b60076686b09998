/** Verifies a journal first, and then everything that was made from it. */
import { type Verification, verify } from "../../audit/verify.ts";
import { type DebateRecord, PROTOCOLS } from "../../dissent.ts";
import { GENESIS, readLine } from "../../kernel/chain.ts";
import { textsNamedBy } from "../../stores/journal-file.ts";
import { type Checked, checkDocument } from "./document.ts";
import { checkArtifacts } from "./folder.ts";
import type { Subject } from "./subject.ts";

export interface Verified extends Verification {
  readonly debate: string;
}

export async function checkSubject(
  { debate, journal, documents, folder, notes = [] }: Subject,
  expectedHead: string | undefined,
): Promise<Verified> {
  const { lines, text, from } = journal;
  if (journal.fault !== null) {
    const fault = { where: `journal ${from}`, what: journal.fault };
    return { debate, ok: false, head: headOf(lines), events: lines.length, holds: [], fault };
  }
  const found = await verify({
    lines,
    text,
    protocolOf: (id) => PROTOCOLS.find((protocol) => protocol.id === id),
    expectedHead,
  });
  const failed = (fault: Verification["fault"], holds: readonly string[]): Verified => ({
    ...found,
    debate,
    ok: false,
    holds,
    fault,
  });
  if (!found.ok) return { ...found, debate };
  const record: DebateRecord = { id: debate, lines, events: lines.map(readLine), text };
  const holds = [
    ...found.holds,
    ...(documents.length > 0 ? [`checked against the journal ${from}`] : []),
  ];
  const checks = [
    async () => strayTexts(record, journal.texts),
    ...documents.map((document) => () => checkDocument(record, document)),
    ...(folder ? [() => checkArtifacts(record, folder)] : []),
  ];
  for (const check of checks) {
    const checked: Checked = await check();
    if (checked.fault) return failed(checked.fault, holds);
    holds.push(...checked.holds);
  }
  return { ...found, debate, holds: [...holds, ...notes] };
}

function headOf(lines: readonly string[]): string {
  return /"hash":"([0-9a-f]{64})"\}$/.exec(lines.at(-1) ?? "")?.[1] ?? GENESIS;
}

/** A file holds the texts that its events name, and no others. */
function strayTexts({ events }: DebateRecord, texts: readonly string[]): Checked {
  const named = new Set(events.flatMap(textsNamedBy));
  const stray = texts.find((sha256) => !named.has(sha256));
  if (stray === undefined) return { holds: [], fault: null };
  return { holds: [], fault: { where: `text ${stray.slice(0, 12)}`, what: "no event names it" } };
}
