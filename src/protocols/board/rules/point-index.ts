/**
 * Tells whether a point was made before, for the figures of a round (F27). Words alone do not tell: two seats say the
 * same in other words. So a point also repeats if the same seat has attacked or supported the same point before and
 * brings no new evidence for it.
 */
import type { Claim } from "../../../domain/claim.ts";
import { foldText } from "../../../domain/evidence/evidence.ts";
import { listWordTriples } from "../../../text/novelty.ts";
import { listNamingWords } from "../../../text/substance.ts";
import { readPointWords } from "./points.ts";

export interface PointIndex {
  isNew(point: Claim): boolean;
  add(point: Claim): void;
}

export function createPointIndex(): PointIndex {
  const ids = new Set<string>();
  const stands = new Set<string>();
  const evidence = new Set<string>();
  const texts = new Set<string>();
  const runs = createHolderIndex();
  const stems = createHolderIndex();
  return {
    isNew(point) {
      const brings = listCheckedEvidence(point).some((one) => !evidence.has(one));
      if (ids.has(point.about) && stands.has(formatStand(point)) && !brings) return false;
      const words = readPointWords(point);
      if (texts.has(words)) return false;
      const names = listStems(words);
      return !(
        runs.hasHolder(listWordTriples(words), 1 / 2) ||
        (names.size >= FEWEST_NAMES && stems.hasHolder(names, 2 / 3))
      );
    },
    add(point) {
      const words = readPointWords(point);
      ids.add(point.id);
      stands.add(formatStand(point));
      for (const one of listCheckedEvidence(point)) evidence.add(one);
      if (texts.has(words)) return;
      texts.add(words);
      runs.add(listWordTriples(words));
      stems.add(listStems(words));
    },
  };
}

export function listCheckedEvidence({ evidence }: Claim): string[] {
  return evidence
    .filter(({ verified }) => verified)
    .map(({ source, quote }) => `${source}: ${foldText(quote)}`);
}

function formatStand({ by, about, side }: Claim): string {
  return `${by} ${side} ${about}`;
}

/** Fewer names than this occur together by chance. */
const FEWEST_NAMES = 5;

function listStems(words: string): ReadonlySet<string> {
  return new Set([...listNamingWords(words)].map((word) => word.slice(0, 5)));
}

interface HolderIndex {
  add(parts: ReadonlySet<string>): void;
  /** Whether one earlier text has at least this share of the parts. */
  hasHolder(parts: ReadonlySet<string>, share: number): boolean;
}

/** By their parts, so that only texts that share one are compared. */
function createHolderIndex(): HolderIndex {
  const holders = new Map<string, number[]>();
  let count = 0;
  return {
    add(parts) {
      const number = count++;
      for (const part of parts) {
        const held = holders.get(part);
        if (held) held.push(number);
        else holders.set(part, [number]);
      }
    },
    hasHolder(parts, share) {
      const shared = new Map<number, number>();
      for (const part of parts) {
        for (const holder of holders.get(part) ?? []) {
          const found = (shared.get(holder) ?? 0) + 1;
          if (found >= share * parts.size) return true;
          shared.set(holder, found);
        }
      }
      return false;
    },
  };
}
