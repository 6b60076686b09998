/**
 * R5: checks every claim in code: whether its quotes occur, whether it is new, who was shown it, whether it was
 * answered. Nothing here relies on what a model says about itself.
 */
import type { Claim } from "../../domain/claim.ts";
import { type CheckedEvidence, foldText } from "../../domain/evidence/evidence.ts";
import type { Event } from "../../domain/journal/event.ts";
import {
  listDebateSources,
  listRefusedLookups,
  type RefusedLookup,
} from "../../domain/journal/sources.ts";
import type { DebateExposure, SpokenTurn } from "./debate-exposure.ts";
import { type EarlierTexts, createEarlierTexts } from "./text-similarity.ts";

/** Shorter quotes are too easily found by chance to prove anything. */
const SHORTEST_PROOF = 20;
const SAME_CLAIM = 0.5;
const SAME_QUOTE = 0.5;

/** How a claim was answered: not at all, disputed, or conceded. */
export type ClaimStanding = "open" | "disputed" | "granted";

export interface LedgerEntry {
  readonly claim: Claim;
  readonly key: string;
  readonly step: string;
  /** At least one quote of some length occurs in the source it names. */
  readonly verified: boolean;
  /** Says something that was not said, and shows something that was not shown, before. */
  readonly novel: boolean;
  /** Participants whose prompts contained it. */
  readonly seenBy: readonly string[];
  readonly standing: ClaimStanding;
  /** Claims that answer it. */
  readonly answers: readonly string[];
  /** Participants who named it as the cause of a change. */
  readonly moved: readonly string[];
}

export interface SourceUse {
  readonly id: string;
  readonly title: string;
  readonly sha256: string;
  /** Verified quotes taken from it. */
  readonly quotes: number;
  readonly by: readonly string[];
}

export interface ClaimLedger {
  readonly entries: readonly LedgerEntry[];
  readonly sources: readonly SourceUse[];
  /** Files of a repository that were asked for and not shown. */
  readonly refused: readonly RefusedLookup[];
  /** Participants who argued and quoted nothing that verifies. */
  readonly blindSeats: readonly string[];
}

export function isProvenEvidence(evidence: CheckedEvidence): boolean {
  if (!evidence.verified) return false;
  // a calculation that comes out is one, however short
  if ((evidence.kind ?? "quote") !== "quote") return true;
  let long = longQuoteCache.get(evidence);
  if (long === undefined) {
    long = foldText(evidence.quote).length >= SHORTEST_PROOF;
    longQuoteCache.set(evidence, long);
  }
  return long;
}

// asked for by every measure, and folding takes time
const longQuoteCache = new WeakMap<CheckedEvidence, boolean>();

export function isVerifiedClaim({ evidence }: Pick<Claim, "evidence">): boolean {
  return evidence.some(isProvenEvidence);
}

/** Rows of tables and summaries have ids to be answered by, and are no claims of their own. */
function isListedClaim({ aside }: Claim): boolean {
  return aside !== true;
}

export function buildClaimLedger(events: readonly Event[], heard: DebateExposure): ClaimLedger {
  const { speeches, stands, claims } = heard;
  const readers = mapReadersByTurn(speeches);
  const answered = mapAnswersByClaim(claims);
  const novel = findNovelClaims(heard);
  const moved = new Map<string, Set<string>>();
  for (const { by, because } of stands) for (const id of because) addToSetMap(moved, id, by);
  const entries = speeches.flatMap(({ key, step, claims: made }) =>
    made.filter(isListedClaim).map((claim): LedgerEntry => {
      const answers = answered.get(claim.id) ?? [];
      return {
        claim,
        key,
        step,
        verified: isVerifiedClaim(claim),
        novel: novel.has(claim.id),
        seenBy: [...(readers.get(key) ?? [])],
        standing: decideClaimStanding(answers, moved.has(claim.id)),
        answers: answers.map(({ id }) => id),
        moved: [...(moved.get(claim.id) ?? [])],
      };
    }),
  );
  return {
    entries,
    sources: listSourceUses(events, entries),
    refused: listRefusedLookups(events),
    blindSeats: listUnquotingSeats(entries),
  };
}

/** Who was shown a turn, by its key. */
function mapReadersByTurn(speeches: readonly SpokenTurn[]): Map<string, Set<string>> {
  const readers = new Map<string, Set<string>>();
  for (const { by, reveals } of speeches) for (const key of reveals) addToSetMap(readers, key, by);
  return readers;
}

function addToSetMap(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key);
  if (known) known.add(value);
  else sets.set(key, new Set([value]));
}

/** Claims of others that speak of a claim, by its id. */
function mapAnswersByClaim(claims: ReadonlyMap<string, Claim>): Map<string, Claim[]> {
  const answers = new Map<string, Claim[]>();
  for (const claim of claims.values()) {
    const target = claims.get(claim.about);
    if (!target || target.by === claim.by) continue;
    const known = answers.get(target.id);
    if (known) known.push(claim);
    else answers.set(target.id, [claim]);
  }
  return answers;
}

function decideClaimStanding(answers: readonly Claim[], moved: boolean): ClaimStanding {
  if (moved || answers.some(({ side }) => side === "supports")) return "granted";
  return answers.length > 0 ? "disputed" : "open";
}

/** Claims of one turn are compared with what came before it, not with each other. */
function findNovelClaims({ speeches, book }: DebateExposure): Set<string> {
  const novel = new Set<string>();
  const texts = createEarlierTexts(book, SAME_CLAIM);
  const quotes = new Map<string, EarlierTexts>();
  const attacked = new Set<string>();
  for (const { claims } of speeches) {
    for (const claim of claims) {
      const proofs = claim.evidence.filter(isProvenEvidence);
      const fresh = proofs.some(
        ({ source, quote }) => (quotes.get(source)?.nearest(quote) ?? 0) <= SAME_QUOTE,
      );
      const opens = claim.side === "attacks" && !attacked.has(claim.about) && proofs.length > 0;
      if ((fresh || opens) && texts.nearest(claim.text) < SAME_CLAIM) novel.add(claim.id);
      if (claim.side === "attacks") attacked.add(claim.about);
    }
    for (const { text, evidence } of claims) {
      texts.add(text);
      for (const { source, quote } of evidence.filter(isProvenEvidence)) {
        const known = quotes.get(source) ?? createEarlierTexts(book, SAME_QUOTE);
        known.add(quote);
        quotes.set(source, known);
      }
    }
  }
  return novel;
}

function listSourceUses(events: readonly Event[], entries: readonly LedgerEntry[]): SourceUse[] {
  const uses = new Map<string, { quotes: number; by: Set<string> }>();
  for (const { claim } of entries) {
    for (const { source, verified } of claim.evidence) {
      if (!verified) continue;
      const use = uses.get(source) ?? { quotes: 0, by: new Set<string>() };
      use.quotes += 1;
      use.by.add(claim.by);
      uses.set(source, use);
    }
  }
  return listDebateSources(events).map(({ id, title, sha256 }) => {
    const { quotes = 0, by = [] } = uses.get(id) ?? {};
    return { id, title, sha256, quotes, by: [...by] };
  });
}

function listUnquotingSeats(entries: readonly LedgerEntry[]): string[] {
  const argued = new Set(entries.map(({ claim }) => claim.by));
  for (const { claim, verified } of entries) if (verified) argued.delete(claim.by);
  return [...argued];
}
