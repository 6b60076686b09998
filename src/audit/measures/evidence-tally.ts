/** K7: how much of a debate's evidence code has checked, what of it fails, and what no code can check. */
import { EVIDENCE_KINDS, type EvidenceKind } from "../../domain/evidence/evidence.ts";
import type { Event } from "../../domain/journal/event.ts";
import { formatCount } from "../../text/plain-text.ts";

export interface EvidenceTally {
  /** Quotes, calculations and silences. */
  readonly checked: number;
  readonly holding: number;
  readonly failing: readonly { readonly claim: string; readonly kind: EvidenceKind }[];
  /** Statements of general knowledge, which are not checked. */
  readonly knowledge: number;
  /** The kinds that were checked. */
  readonly kinds: readonly EvidenceKind[];
}

/** The evidence of every recorded claim. */
export function tallyEvidence(events: readonly Event[]): EvidenceTally {
  const all = events.flatMap(({ fact }) =>
    fact.type === "reply-recorded"
      ? fact.claims.flatMap(({ id: claim, evidence }) =>
          evidence.map(({ kind = "quote", verified }) => ({ claim, kind, verified })),
        )
      : [],
  );
  const checked = all.filter(({ kind }) => kind !== "knowledge");
  const failing = checked.filter(({ verified }) => !verified);
  return {
    checked: checked.length,
    holding: checked.length - failing.length,
    failing: failing.map(({ claim, kind }) => ({ claim, kind })),
    knowledge: all.length - checked.length,
    kinds: EVIDENCE_KINDS.filter((kind) => checked.some((one) => one.kind === kind)),
  };
}

/** "15 of 15 quotes and calculations hold"; empty where nothing could be checked. */
export function describeCheckedEvidence({
  checked,
  holding,
  failing,
  kinds,
}: EvidenceTally): string {
  if (checked === 0) return "";
  const words = kinds.map((kind) => `${kind}s`);
  const last = words.pop() ?? "";
  const named = words.length === 0 ? last : `${words.join(", ")} and ${last}`;
  const count = `${holding} of ${checked} ${named} hold`;
  if (failing.length === 0) return count;
  const ids = new Set(failing.map(({ claim, kind }) => `${claim} (${kind})`));
  return `${count}; what does not hold: ${[...ids].join(", ")}`;
}

/** "4 statements of general knowledge, not checked"; empty where there are none. */
export function describeUncheckedEvidence({ knowledge }: EvidenceTally): string {
  if (knowledge === 0) return "";
  return `${formatCount(knowledge, "statement")} of general knowledge, not checked`;
}
