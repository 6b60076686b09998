/**
 * R5: every claim with what code can say of it: do its quotes hold, is it new, who was shown it, was it answered.
 * Nothing here is taken from what a model says of itself.
 */
import type { Claim } from "../domain/claim.ts";
import { type Event, opening } from "../domain/event.ts";
import { type CheckedEvidence, folded } from "../domain/evidence.ts";
import { type Earlier, earlierTexts } from "./similarity.ts";
import type { Heard, Speech } from "./stands.ts";

/** Shorter quotes are too easily found by chance to prove anything. */
const SHORTEST_PROOF = 20;
const SAME_CLAIM = 0.5;
const SAME_QUOTE = 0.5;

/** What became of a claim: nobody took it up, someone disputed it, someone granted it. */
export type Standing = "open" | "disputed" | "granted";

export interface Entry {
  readonly claim: Claim;
  readonly key: string;
  readonly step: string;
  /** At least one quote of some length occurs in the source it names. */
  readonly verified: boolean;
  /** Says something that was not said, and shows something that was not shown, before. */
  readonly novel: boolean;
  /** Participants in whose prompts it stood. */
  readonly seenBy: readonly string[];
  readonly standing: Standing;
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

export interface Ledger {
  readonly entries: readonly Entry[];
  readonly sources: readonly SourceUse[];
  /** Participants who argued and quoted nothing that verifies. */
  readonly blindSeats: readonly string[];
}

export function proves(evidence: CheckedEvidence): boolean {
  if (!evidence.verified) return false;
  let long = isLong.get(evidence);
  if (long === undefined) {
    long = folded(evidence.quote).length >= SHORTEST_PROOF;
    isLong.set(evidence, long);
  }
  return long;
}

// asked for by every measure, and folding takes time
const isLong = new WeakMap<CheckedEvidence, boolean>();

export function isVerified({ evidence }: Pick<Claim, "evidence">): boolean {
  return evidence.some(proves);
}

export function ledgerOf(events: readonly Event[], heard: Heard): Ledger {
  const { speeches, stands, claims } = heard;
  const readers = readersOf(speeches);
  const answered = answersIn(claims);
  const novel = novelIn(heard);
  const moved = new Map<string, Set<string>>();
  for (const { by, because } of stands) for (const id of because) addTo(moved, id, by);
  const entries = speeches.flatMap(({ key, step, claims: made }) =>
    made.map((claim): Entry => {
      const answers = answered.get(claim.id) ?? [];
      return {
        claim,
        key,
        step,
        verified: isVerified(claim),
        novel: novel.has(claim.id),
        seenBy: [...(readers.get(key) ?? [])],
        standing: standingOf(answers, moved.has(claim.id)),
        answers: answers.map(({ id }) => id),
        moved: [...(moved.get(claim.id) ?? [])],
      };
    }),
  );
  return { entries, sources: sourcesIn(events, entries), blindSeats: blindSeats(entries) };
}

/** Who was shown a turn, by its key. */
function readersOf(speeches: readonly Speech[]): Map<string, Set<string>> {
  const readers = new Map<string, Set<string>>();
  for (const { by, reveals } of speeches) for (const key of reveals) addTo(readers, key, by);
  return readers;
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key);
  if (known) known.add(value);
  else sets.set(key, new Set([value]));
}

/** Claims of others that speak of a claim, by its id. */
function answersIn(claims: ReadonlyMap<string, Claim>): Map<string, Claim[]> {
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

function standingOf(answers: readonly Claim[], moved: boolean): Standing {
  if (moved || answers.some(({ side }) => side === "supports")) return "granted";
  return answers.length > 0 ? "disputed" : "open";
}

/** Claims of one turn are compared with what came before it, not with each other. */
function novelIn({ speeches, book }: Heard): Set<string> {
  const novel = new Set<string>();
  const texts = earlierTexts(book, SAME_CLAIM);
  const quotes = new Map<string, Earlier>();
  const attacked = new Set<string>();
  for (const { claims } of speeches) {
    for (const claim of claims) {
      const proofs = claim.evidence.filter(proves);
      const fresh = proofs.some(
        ({ source, quote }) => (quotes.get(source)?.nearest(quote) ?? 0) <= SAME_QUOTE,
      );
      const opens = claim.side === "attacks" && !attacked.has(claim.about) && proofs.length > 0;
      if ((fresh || opens) && texts.nearest(claim.text) < SAME_CLAIM) novel.add(claim.id);
      if (claim.side === "attacks") attacked.add(claim.about);
    }
    for (const { text, evidence } of claims) {
      texts.add(text);
      for (const { source, quote } of evidence.filter(proves)) {
        const known = quotes.get(source) ?? earlierTexts(book, SAME_QUOTE);
        known.add(quote);
        quotes.set(source, known);
      }
    }
  }
  return novel;
}

function sourcesIn(events: readonly Event[], entries: readonly Entry[]): SourceUse[] {
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
  return opening(events).brief.sources.map(({ id, title, sha256 }) => {
    const { quotes = 0, by = [] } = uses.get(id) ?? {};
    return { id, title, sha256, quotes, by: [...by] };
  });
}

function blindSeats(entries: readonly Entry[]): string[] {
  const argued = new Set(entries.map(({ claim }) => claim.by));
  for (const { claim, verified } of entries) if (verified) argued.delete(claim.by);
  return [...argued];
}
