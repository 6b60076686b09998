/** K7: every text of a debate that can be quoted: the brief's, and what was read outside since. */
import { type Brief, listQuotableTexts, type Source } from "../domain/brief.ts";
import { createEvidenceCheck, type EvidenceCheck } from "../domain/evidence/evidence.ts";

export interface KnownTexts {
  readonly check: EvidenceCheck;
  readonly has: (source: string) => boolean;
  /** All of them: what everybody may know (K1). */
  readonly list: () => readonly string[];
  readonly add: (sources: readonly Source[]) => void;
}

export function createKnownTexts(brief: Brief): KnownTexts {
  let texts: ReadonlyMap<string, string> | undefined;
  // made when the first quote is checked: many debates have none
  let check: EvidenceCheck | undefined;
  const current = (): ReadonlyMap<string, string> => (texts ??= listQuotableTexts(brief));
  return {
    check: (evidence, shown) => (check ??= createEvidenceCheck(current()))(evidence, shown),
    has: (source) => current().has(source),
    list: () => [...current().values()],
    add(sources) {
      if (sources.length === 0) return;
      texts = new Map([...current(), ...sources.map(({ id, text }) => [id, text] as const)]);
      check = undefined;
    },
  };
}
