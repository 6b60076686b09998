/** Verifies a journal first, and then everything that was made from it. */
import { type Verification, verify } from "../../audit/verify.ts";
import { type DebateRecord, PROTOCOLS } from "../../dissent.ts";
import { opening } from "../../domain/event.ts";
import { type JournalProof } from "../../domain/proof.ts";
import { GENESIS, readLine } from "../../kernel/chain.ts";
import { textsNamedBy } from "../../stores/journal-file.ts";
import { type Checked, checkDocument } from "./document.ts";
import { checkArtifacts } from "./folder.ts";
import { checkPage } from "./page.ts";
import { findProof, missingLevel, type ProvingSetting, type RequiredLevel } from "./proof.ts";
import type { Subject } from "./subject.ts";

export interface Verified extends Verification {
  readonly debate: string;
  /** Null where the journal itself does not hold. */
  readonly proof: JournalProof | null;
}

export interface CheckSetting extends ProvingSetting {
  /** The hash the last event should have, if the reader kept it. */
  readonly expectedHead?: string | undefined;
}

export async function checkSubject(
  { debate, journal, documents, folder, page }: Subject,
  setting: CheckSetting,
): Promise<Verified> {
  const { lines, text, from } = journal;
  if (journal.fault !== null) {
    const fault = { where: `journal ${from}`, what: journal.fault };
    const [head, events] = [headOf(lines), lines.length];
    return { debate, ok: false, head, events, holds: [], fault, proof: null };
  }
  const found = await verify({
    lines,
    text,
    protocolOf: (id) => PROTOCOLS.find((protocol) => protocol.id === id),
    expectedHead: setting.expectedHead,
  });
  if (!found.ok) return { ...found, debate, proof: null };
  const events = lines.map(readLine);
  const { signatures } = journal;
  const record: DebateRecord = { id: debate, lines, events, signatures, text };
  const proven = await findProof({ debate: opening(events).debate, events, signatures }, setting);
  const failed = (fault: Verification["fault"], holds: readonly string[]): Verified => ({
    ...found,
    debate,
    ok: false,
    holds,
    fault,
    proof: null,
  });
  const holds = [
    ...found.holds,
    ...(documents.length > 0 || page ? [`checked against the journal ${from}`] : []),
  ];
  const checks = [
    async () => strayTexts(record, journal.texts),
    async () => ({ holds: [], fault: proven.fault }),
    ...documents.map((document) => () => checkDocument(record, document)),
    ...(folder ? [() => checkArtifacts(record, folder)] : []),
    ...(page ? [() => checkPage(record, page)] : []),
  ];
  for (const check of checks) {
    const checked: Checked = await check();
    if (checked.fault) return failed(checked.fault, holds);
    holds.push(...checked.holds);
  }
  return { ...found, debate, holds, proof: proven.proof };
}

/** The same finding with signatures and anchors that were added since. */
export async function proveAgain(
  found: Verified,
  { journal: { lines, signatures } }: Subject,
  setting: CheckSetting,
): Promise<Verified> {
  const events = lines.map(readLine);
  const { debate } = opening(events);
  const { proof, fault } = await findProof({ debate, events, signatures }, setting);
  return fault ? { ...found, ok: false, fault, proof: null } : { ...found, proof };
}

/** What was asked for and is missing makes a journal that holds fail all the same. */
export function requireLevel(found: Verified, required: RequiredLevel | undefined): Verified {
  const fault = found.proof && missingLevel(found.debate, found.proof, required);
  return fault ? { ...found, ok: false, fault, proof: null } : found;
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
