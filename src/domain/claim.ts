/** Arguments in pieces small enough to be answered, conceded or cited as a cause. */
import type { CheckedEvidence, Evidence } from "./evidence/evidence.ts";

/** A claim as a reply states it, before it has an id. */
export interface ClaimDraft {
  /** One point in a line. */
  readonly text: string;
  /** The argument in full, where there is more to say than the line. */
  readonly detail?: string;
  /** Option id, claim id or participant id that it speaks of. */
  readonly about: string;
  readonly side: "supports" | "attacks";
  readonly evidence: readonly Evidence[];
  /**
   * Part of a table or a summary: it has an id so that others can attack, concede or quote it, and is listed only where
   * somebody did.
   */
  readonly aside?: true;
  /**
   * Counted apart from a seat's arguments: "c" for a condition (`cfo-c1`), "n" for a next step (`cfo-n1`), which may be
   * stated anew in every round.
   */
  readonly series?: ClaimSeries;
}

export type ClaimSeries = "c" | "n";

/** How a claim begins that concedes a weakness of what its seat answers for. */
export const CONCESSION = "Conceded: ";

/** The series that an id belongs to; empty for an argument. */
export function readClaimSeries(id: string): ClaimSeries | "" {
  const [, series] = /-([cn])\d+$/.exec(id) ?? [];
  return series === "c" || series === "n" ? series : "";
}

export interface Claim {
  /** Short and stable: the same in journal, terminal, page and reports. */
  readonly id: string;
  readonly by: string;
  readonly text: string;
  readonly detail?: string;
  readonly about: string;
  readonly side: "supports" | "attacks";
  readonly evidence: readonly CheckedEvidence[];
  readonly aside?: true;
}

/** Counts what has an id, per seat and series, in one map. */
export function formatCountKey(by: string, series: string): string {
  return series === "" ? by : `${by} ${series}`;
}

export function countClaims(
  counts: Map<string, number>,
  by: string,
  claims: readonly Claim[],
): void {
  for (const { id } of claims) {
    const key = formatCountKey(by, readClaimSeries(id));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
}
