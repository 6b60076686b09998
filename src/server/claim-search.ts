/** Finds debates by the words of their claims. A step that is sealed is not searched. */
import type { Dissent } from "../dissent.ts";
import { sealRecord } from "../domain/journal/sealed-steps.ts";
import type { ListedDebate } from "../store.ts";

/** The newest ones; older debates are found by their question and outcome. */
export const MOST_SEARCHED = 200;

export interface FoundDebate extends ListedDebate {
  /** The claim that has the words. */
  readonly found: string;
}

const knownClaims = new WeakMap<Dissent, Map<string, { updatedMs: number; claims: string[] }>>();

/** Those with a claim that has all the words, in the order given. */
export async function searchClaims(
  app: Dissent,
  search: string,
  debates: readonly ListedDebate[],
): Promise<FoundDebate[]> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const known = knownClaims.get(app) ?? new Map<string, { updatedMs: number; claims: string[] }>();
  knownClaims.set(app, known);
  const found: FoundDebate[] = [];
  for (const debate of debates.slice(0, MOST_SEARCHED)) {
    const { id, updatedMs } = debate;
    const kept = known.get(id);
    const claims = kept?.updatedMs === updatedMs ? kept.claims : await readClaims(app, id);
    known.set(id, { updatedMs, claims });
    const hit = claims.find((claim) => {
      const text = claim.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    if (hit !== undefined) found.push({ ...debate, found: hit });
  }
  return found;
}

async function readClaims(app: Dissent, id: string): Promise<string[]> {
  // a journal that cannot be read has nothing to find
  const record = await app.read(id).catch(() => undefined);
  if (record === undefined) return [];
  return sealRecord(record).events.flatMap(({ fact }) =>
    fact.type === "reply-recorded" ? fact.claims.map(({ text }) => text) : [],
  );
}
