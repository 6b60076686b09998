/** R6: every change of position and its reasons. Changes are reported, never forbidden. */
import type { Claim } from "../../domain/claim.ts";
import type { PositionChange } from "../../domain/outcome/outcome.ts";
import { isVerifiedClaim } from "./claim-ledger.ts";
import type { DebateExposure, StatedPosition } from "./debate-exposure.ts";
import { type Shingler, isSimilarText, type ShingleSet } from "./text-similarity.ts";

/**
 * persuaded: a claim of another that was shown, bears on the change, is new to it and proven.
 * reasoned: the same without proof. self-corrected: only its own new, proven claim. capitulated: nothing of this.
 */
export const FLIP_CLASSES = [
  "persuaded",
  "reasoned-unverified",
  "self-corrected",
  "capitulated",
] as const;
export type FlipClass = (typeof FLIP_CLASSES)[number];

export interface PositionFlip {
  readonly by: string;
  readonly key: string;
  readonly step: string;
  readonly from: string;
  readonly to: string;
  readonly class: FlipClass;
  /** The claim that caused it, by class; null for a capitulation. */
  readonly cause: string | null;
  /** What the class was decided by, in words. */
  readonly ground: string;
  /** If the new position was the majority of the others. */
  readonly towardMajority: boolean;
  /** What it had said would change its mind, before anything was revealed; null where it said nothing. */
  readonly foretold: string | null;
  readonly confidence: { readonly before: number | null; readonly after: number | null };
}

/** So alike that the new words are the adopted side's own. */
const ECHO_THRESHOLD = 0.7;

export interface FlipOptions {
  readonly isProven?: (claim: Claim) => boolean;
  /** Changes as the protocol judged them, once the debate has ended. */
  readonly changes?: readonly PositionChange[];
}

export function findPositionFlips(
  heard: DebateExposure,
  { isProven = isVerifiedClaim, changes = [] }: FlipOptions = {},
): PositionFlip[] {
  const last = new Map<string, StatedPosition>();
  const foretold = new Map<string, string>();
  const flips: PositionFlip[] = [];
  for (const stand of heard.stands) {
    const before = last.get(stand.by);
    if (before && before.position !== stand.position) {
      const found = classifyFlip(heard, { before, stand, held: last, isProven });
      flips.push({
        by: stand.by,
        key: stand.key,
        step: stand.step,
        from: before.position,
        to: stand.position,
        ...found,
        towardMajority: isTowardPlurality(stand, last),
        foretold: foretold.get(stand.by) ?? null,
        confidence: { before: before.confidence, after: stand.confidence },
      });
    }
    if (stand.blind && stand.wouldChange) foretold.set(stand.by, stand.wouldChange);
    last.set(stand.by, stand);
  }
  return withoutInvalidCauses(flips, changes);
}

/** K5: a change that the protocol found without a valid cause persuaded nobody, whatever it names. */
function withoutInvalidCauses(
  flips: readonly PositionFlip[],
  changes: readonly PositionChange[],
): PositionFlip[] {
  const left = [...changes];
  return flips.map((flip) => {
    const place = left.findIndex(
      ({ by, from, to }) => by === flip.by && from === flip.from && to === flip.to,
    );
    const [change] = place < 0 ? [] : left.splice(place, 1);
    if (!change || change.standing === "explained") return flip;
    return {
      ...flip,
      ...createFlipReason("capitulated", null, `no valid cause: ${change.reason}`),
    };
  });
}

interface FlipContext {
  readonly before: StatedPosition;
  readonly stand: StatedPosition;
  readonly held: ReadonlyMap<string, StatedPosition>;
  readonly isProven: (claim: Claim) => boolean;
}

function classifyFlip(
  heard: DebateExposure,
  turning: FlipContext,
): Pick<PositionFlip, "class" | "cause" | "ground"> {
  const { stand, isProven } = turning;
  const named = stand.because.flatMap((id) => heard.claims.get(id) ?? []);
  const others = named.filter(({ by }) => by !== stand.by);
  const bearing = others.filter((claim) => bearsOnFlip(claim, turning, heard));
  const proven = bearing.filter(isProven);
  const convincing = proven.find(({ id }) => !turning.before.isShown(id));
  const echo = findEchoedPeer(heard, turning);
  if (echo !== undefined) {
    return createFlipReason("capitulated", null, `its words are those of ${echo}`);
  }
  if (convincing) {
    return createFlipReason(
      "persuaded",
      convincing.id,
      `${convincing.id} is quoted, new to it and bears on it`,
    );
  }
  if (bearing.length > 0 && proven.length === 0) {
    return createFlipReason(
      "reasoned-unverified",
      bearing[0]?.id ?? null,
      "no claim it names is quoted",
    );
  }
  const own = stand.claims.find(
    (claim) => isProven(claim) && claim.about === stand.position && claim.side === "supports",
  );
  if (others.length === 0 && stand.because.every((id) => isOwnClaim(heard, id, stand.by)) && own) {
    return createFlipReason("self-corrected", own.id, `${own.id} is its own new proof`);
  }
  return createFlipReason(
    "capitulated",
    null,
    explainMissingCause(stand, { others, bearing, proven }),
  );
}

function createFlipReason(kind: FlipClass, cause: string | null, ground: string) {
  return { class: kind, cause, ground };
}

/** Shown to it, and in favour of its new position, against its old one, or an answer to its own words. */
function bearsOnFlip(
  claim: Claim,
  { before, stand, held }: FlipContext,
  { claims }: DebateExposure,
): boolean {
  if (!stand.isShown(claim.id)) return false;
  const { about, side } = claim;
  if (about === stand.position) return side === "supports";
  if (about === before.position || about === stand.by) return side === "attacks";
  const target = claims.get(about);
  if (target?.by === stand.by) return true;
  if (target?.about === before.position && target.side === "supports") return side === "attacks";
  return held.get(claim.by)?.position === stand.position;
}

/** The peer whose words the new rationale repeats. What is proven has no part in it, so it is found once. */
function findEchoedPeer(
  { book }: DebateExposure,
  { stand, held }: FlipContext,
): string | undefined {
  const found = echoCache.get(stand);
  if (found) return found.of;
  const own = readTurnShingles(book, stand);
  const isEcho = ([by, other]: readonly [string, StatedPosition]): boolean =>
    by !== stand.by &&
    other.position === stand.position &&
    isSimilarText(own, readTurnShingles(book, other), ECHO_THRESHOLD);
  const of = [...held].find(isEcho)?.[0];
  echoCache.set(stand, { of });
  return of;
}

const echoCache = new WeakMap<StatedPosition, { readonly of: string | undefined }>();
const shingleCache = new WeakMap<StatedPosition, ShingleSet>();

/** Everything said in a turn; asked for again with every change of another. */
function readTurnShingles(book: Shingler, stand: StatedPosition): ShingleSet {
  const before = shingleCache.get(stand);
  if (before) return before;
  const runs = book.runs(stand.words, ...stand.claims.map(({ text }) => text));
  shingleCache.set(stand, runs);
  return runs;
}

function isOwnClaim({ claims }: DebateExposure, id: string, by: string): boolean {
  return claims.get(id)?.by === by;
}

function explainMissingCause(
  { because }: StatedPosition,
  found: { others: readonly Claim[]; bearing: readonly Claim[]; proven: readonly Claim[] },
): string {
  if (because.length === 0) return "it names no claim as the cause";
  if (found.others.length === 0) return "no claim it names was made by another";
  if (found.bearing.length === 0)
    return "no claim it names was shown to it and bears on the change";
  return "the quoted claims it names were known to it before";
}

/** The position of most others when it spoke; a tie is no majority. */
function isTowardPlurality(
  { by, position }: StatedPosition,
  held: ReadonlyMap<string, StatedPosition>,
): boolean {
  const counts = new Map<string, number>();
  for (const [other, stand] of held) {
    if (other === by) continue;
    counts.set(stand.position, (counts.get(stand.position) ?? 0) + 1);
  }
  const mine = counts.get(position) ?? 0;
  return mine > 0 && [...counts].every(([option, count]) => option === position || count < mine);
}
