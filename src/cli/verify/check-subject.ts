/** Verifies a journal, and then everything that was made from it. */
import { type Verification, verify } from "../../audit/verify/verify.ts";
import { type DebateRecord, KNOWN_PROTOCOLS } from "../../dissent.ts";
import { readOpening } from "../../domain/journal/event.ts";
import { type JournalProof } from "../../domain/journal/proof.ts";
import { GENESIS, readEventLine } from "../../kernel/journal/hash-chain.ts";
import { listReferencedTexts } from "../../stores/journal-file.ts";
import { type DocumentCheck, checkRenderedDocument } from "./check-document.ts";
import { checkPublishedArtifacts } from "./check-folder.ts";
import { checkRenderedPage } from "./check-page.ts";
import {
  findJournalProof,
  findMissingLevel,
  type ProofSearchOptions,
  type RequiredProofLevel,
} from "./find-proof.ts";
import type { VerificationSubject } from "./find-subjects.ts";

export interface VerifiedSubject extends Verification {
  readonly debate: string;
  /** Null if the journal itself is invalid. */
  readonly proof: JournalProof | null;
}

export interface SubjectCheckOptions extends ProofSearchOptions {
  /** The hash the last event should have, if the reader kept it. */
  readonly expectedHead?: string | undefined;
}

export async function checkVerificationSubject(
  { debate, journal, documents, folder, page }: VerificationSubject,
  setting: SubjectCheckOptions,
): Promise<VerifiedSubject> {
  const { lines, text, from } = journal;
  if (journal.fault !== null) {
    const fault = { where: `journal ${from}`, what: journal.fault };
    const [head, events] = [readChainHead(lines), lines.length];
    return { debate, ok: false, head, events, holds: [], evidence: null, fault, proof: null };
  }
  const found = await verify({
    lines,
    text,
    findProtocolById: (id) => KNOWN_PROTOCOLS.find((protocol) => protocol.id === id),
    expectedHead: setting.expectedHead,
  });
  if (!found.ok) return { ...found, debate, proof: null };
  const events = lines.map(readEventLine);
  const { signatures } = journal;
  const record: DebateRecord = { id: debate, lines, events, signatures, text };
  const proven = await findJournalProof(
    { debate: readOpening(events).debate, events, signatures },
    setting,
  );
  const failed = (fault: Verification["fault"], holds: readonly string[]): VerifiedSubject => ({
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
    async () => findStrayTexts(record, journal.texts),
    async () => ({ holds: [], fault: proven.fault }),
    ...documents.map((document) => () => checkRenderedDocument(record, document)),
    ...(folder ? [() => checkPublishedArtifacts(record, folder)] : []),
    ...(page ? [() => checkRenderedPage(record, page)] : []),
  ];
  for (const check of checks) {
    const checked: DocumentCheck = await check();
    if (checked.fault) return failed(checked.fault, holds);
    holds.push(...checked.holds);
  }
  return { ...found, debate, holds, proof: proven.proof };
}

/** The same finding with signatures and anchors that were added since. */
export async function refreshSubjectProof(
  found: VerifiedSubject,
  { journal: { lines, signatures } }: VerificationSubject,
  setting: SubjectCheckOptions,
): Promise<VerifiedSubject> {
  const events = lines.map(readEventLine);
  const { debate } = readOpening(events);
  const { proof, fault } = await findJournalProof({ debate, events, signatures }, setting);
  return fault ? { ...found, ok: false, fault, proof: null } : { ...found, proof };
}

/** A valid journal still fails if something requested is missing. */
export function requireProofLevel(
  found: VerifiedSubject,
  required: RequiredProofLevel | undefined,
): VerifiedSubject {
  const fault = found.proof && findMissingLevel(found.debate, found.proof, required);
  return fault ? { ...found, ok: false, fault, proof: null } : found;
}

function readChainHead(lines: readonly string[]): string {
  return /"hash":"([0-9a-f]{64})"\}$/.exec(lines.at(-1) ?? "")?.[1] ?? GENESIS;
}

/** A file contains exactly the texts that its events name. */
function findStrayTexts({ events }: DebateRecord, texts: readonly string[]): DocumentCheck {
  const named = new Set(events.flatMap(listReferencedTexts));
  const stray = texts.find((sha256) => !named.has(sha256));
  if (stray === undefined) return { holds: [], fault: null };
  return { holds: [], fault: { where: `text ${stray.slice(0, 12)}`, what: "no event names it" } };
}
