/** R14: checks on the documents themselves that dissents reach the reader in the dissenters' words. */
import { foldText } from "../../domain/evidence/evidence.ts";
import type { Outcome } from "../../domain/outcome/outcome.ts";
import { isVerifiedClaim, type LedgerEntry } from "./claim-ledger.ts";

export interface DissentFidelity {
  /** What must be found: positions at the end, each dissenter's two first claims, proven attacks left unanswered. */
  readonly required: number;
  readonly covered: number;
  /** What is missing, in words. */
  readonly missing: readonly string[];
  /** Proven claims that the documents still speak of, of all proven claims. */
  readonly facts: {
    readonly proven: number;
    readonly survived: number;
    readonly lost: readonly string[];
  };
  /** Dissents whose words were never said by the dissenter. */
  readonly misattributed: readonly string[];
}

export interface FidelityInput {
  readonly outcome: Outcome;
  readonly entries: readonly LedgerEntry[];
  /** Positions at the end of the debate. */
  readonly positions: readonly string[];
  /** Proven attacks on the winner that nobody answered. */
  readonly unanswered: readonly LedgerEntry[];
  /** Everything that was published. */
  readonly documents: readonly string[];
  /** Every text that a participant said, by participant. */
  readonly saidBy: ReadonlyMap<string, readonly string[]>;
}

const CLAIMS_PER_DISSENTER = 2;

export function computeDissentFidelity(grounds: FidelityInput): DissentFidelity {
  const { outcome, entries, positions, unanswered, documents } = grounds;
  const reading = createDocumentSearch(
    [...documents, JSON.stringify(outcome)],
    [...positions, ...entries.map(({ claim }) => claim.text)],
  );
  const holds = ({ claim }: LedgerEntry): boolean =>
    reading.names(claim.id) || reading.says(claim.text);
  const dissenting = outcome.dissents.flatMap(({ by }) =>
    entries.filter(({ claim }) => claim.by === by).slice(0, CLAIMS_PER_DISSENTER),
  );
  const needs = [
    ...positions.map((position) => ({
      what: `position ${position}`,
      found: reading.names(position) || reading.says(position),
    })),
    ...dissenting.map((entry) => ({
      what: `${entry.claim.id} of ${entry.claim.by}`,
      found: holds(entry),
    })),
    ...unanswered.map((entry) => ({
      what: `${entry.claim.id}, unanswered`,
      found: holds(entry),
    })),
  ];
  const proven = entries.filter(({ claim }) => isVerifiedClaim(claim));
  const lost = proven.filter((entry) => !holds(entry));
  return {
    required: needs.length,
    covered: needs.filter(({ found }) => found).length,
    missing: needs.filter(({ found }) => !found).map(({ what }) => what),
    facts: {
      proven: proven.length,
      survived: proven.length - lost.length,
      lost: lost.map(({ claim }) => claim.id),
    },
    misattributed: findMisattributedDissents(grounds),
  };
}

/** K6, seen from outside: a dissent's words occur among what its dissenter said. */
function findMisattributedDissents({ outcome, saidBy }: FidelityInput): string[] {
  const folded = new Map<string, string>();
  const readOwn = (by: string): string => {
    const own = folded.get(by) ?? foldText((saidBy.get(by) ?? []).join("\n"));
    folded.set(by, own);
    return own;
  };
  return outcome.dissents
    .filter(({ by, words }) => !readOwn(by).includes(foldText(words)))
    .map(({ by }) => by);
}

interface DocumentSearch {
  names(id: string): boolean;
  says(words: string): boolean;
}

/** So many characters of a text are looked up while a document is read once; shorter texts are just searched. */
const LOOKED_UP = 48;

/**
 * Reads each document once for all that is looked for in it. Together they may have many megabytes, so nothing is kept
 * of them but what was found.
 */
function createDocumentSearch(
  documents: readonly string[],
  wanted: readonly string[],
): DocumentSearch {
  const ids = new Set<string>();
  const found = new Set<string>();
  const texts = new Set(wanted.map(foldText));
  const few = [...texts].filter((text) => text.length < LOOKED_UP);
  const sought = new Map<number, readonly string[]>();
  for (const text of texts) {
    if (text.length < LOOKED_UP) continue;
    // texts of one kind begin alike and end each in their own way
    const key = hashWindow(text, text.length - LOOKED_UP);
    sought.set(key, [...(sought.get(key) ?? []), text]);
  }
  for (const document of documents) {
    const folded = foldText(document);
    for (const { 0: id } of folded.matchAll(NAME)) ids.add(id);
    for (const text of few) if (!found.has(text) && folded.includes(text)) found.add(text);
    findLongTexts(folded, sought, found);
  }
  return { names: (id) => ids.has(id), says: (words) => found.has(foldText(words)) };
}

/** What is found is no longer sought. The window's hash rolls on from character to character (Rabin and Karp). */
function findLongTexts(
  document: string,
  sought: Map<number, readonly string[]>,
  found: Set<string>,
): void {
  if (document.length < LOOKED_UP) return;
  let hash = hashWindow(document, 0);
  for (let end = LOOKED_UP; sought.size > 0; end++) {
    const texts = sought.get(hash);
    if (texts !== undefined) {
      const missing = texts.filter((text) => !document.startsWith(text, end - text.length));
      for (const text of texts) if (!missing.includes(text)) found.add(text);
      if (missing.length === 0) sought.delete(hash);
      else sought.set(hash, missing);
    }
    if (end >= document.length) return;
    const left = Math.imul(document.charCodeAt(end - LOOKED_UP), HIGHEST_POWER);
    hash = (Math.imul(hash - left, HASH_BASE) + document.charCodeAt(end)) | 0;
  }
}

const HASH_BASE = 16_777_619;
/** The weight of the first character of a window. */
const HIGHEST_POWER = Array.from({ length: LOOKED_UP - 1 }).reduce<number>(
  (power) => Math.imul(power, HASH_BASE),
  1,
);

function hashWindow(text: string, start: number): number {
  let hash = 0;
  for (let at = start; at < start + LOOKED_UP; at++)
    hash = (Math.imul(hash, HASH_BASE) + text.charCodeAt(at)) | 0;
  return hash;
}

const NAME = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;
