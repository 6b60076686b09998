/** Which claims of a board's rounds were new when they were made, computed once per timeline. */
import type { Claim } from "../../../domain/claim.ts";
import { listWordTriples } from "../../../text/novelty.ts";
import type { DebateTimeline, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import { roundOf } from "../../../timeline/reading.ts";

/** A claim repeats another of an earlier round if half or more of its runs of three words are in that one. */
export function newClaims(debateTimeline: DebateTimeline): ReadonlySet<Claim> {
  const found = known.get(debateTimeline) ?? freshIn(debateTimeline);
  known.set(debateTimeline, found);
  return found;
}

const known = new WeakMap<DebateTimeline, ReadonlySet<Claim>>();

function freshIn({ turns }: DebateTimeline): ReadonlySet<Claim> {
  const fresh = new Set<Claim>();
  const before = earlier();
  for (const made of byRound(turns)) {
    // claims of one round do not know each other
    for (const claim of made) if (!before.isRepeated(claim.text)) fresh.add(claim);
    for (const { text } of made) before.add(text);
  }
  return fresh;
}

/** The statements, then each round. */
function byRound(turns: readonly TimelineTurn[]): Claim[][] {
  const rounds = new Map<number, Claim[]>();
  for (const { step, claims } of turns) {
    const round = step === "statements" ? 0 : roundOf(step, "responses");
    if (round === null || round === undefined) continue;
    const made = rounds.get(round) ?? [];
    made.push(...claims);
    rounds.set(round, made);
  }
  return [...rounds].sort(([a], [b]) => a - b).map(([, made]) => made);
}

interface Earlier {
  isRepeated(text: string): boolean;
  add(text: string): void;
}

/** Texts by their runs, so that only those that share one are compared. */
function earlier(): Earlier {
  const texts = new Set<string>();
  const holders = new Map<string, number[]>();
  return {
    isRepeated(text) {
      if (texts.has(text)) return true;
      const own = listWordTriples(text);
      const shared = new Map<number, number>();
      for (const run of own) {
        for (const holder of holders.get(run) ?? []) {
          const count = (shared.get(holder) ?? 0) + 1;
          if (2 * count >= own.size) return true;
          shared.set(holder, count);
        }
      }
      return false;
    },
    add(text) {
      if (texts.has(text)) return;
      const number = texts.size;
      texts.add(text);
      for (const run of listWordTriples(text)) {
        const held = holders.get(run);
        if (held) held.push(number);
        else holders.set(run, [number]);
      }
    },
  };
}
