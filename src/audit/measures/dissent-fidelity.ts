/** R14: checks on the documents themselves that dissents reach the reader in the dissenters' words. */
import { foldText } from "../../domain/evidence.ts";
import type { Outcome } from "../../domain/outcome.ts";
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
  const reading = createDocumentSearch([...documents, JSON.stringify(outcome)], [
    ...positions,
    ...entries.map(({ claim }) => claim.text),
  ]);
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
  const sought = new Map<string, string[]>();
  for (const text of texts) {
    if (text.length < LOOKED_UP) continue;
    const key = text.slice(0, LOOKED_UP);
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

/** What is found is no longer sought. */
function findLongTexts(
  document: string,
  sought: Map<string, readonly string[]>,
  found: Set<string>,
): void {
  const openings = new Set([...sought.keys()].map((key) => readOpening(key, 0)));
  for (let at = 0; at + LOOKED_UP <= document.length && sought.size > 0; at++) {
    if (!openings.has(readOpening(document, at))) continue;
    const key = document.slice(at, at + LOOKED_UP);
    const texts = sought.get(key);
    if (texts === undefined) continue;
    const missing = texts.filter((text) => !document.startsWith(text, at));
    for (const text of texts) if (!missing.includes(text)) found.add(text);
    if (missing.length === 0) sought.delete(key);
    else sought.set(key, missing);
  }
}

/** Two characters as one number: most places are told apart by them, and nothing is copied. */
function readOpening(text: string, at: number): number {
  return text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1);
}

const NAME = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;
