/**
 * R2: translates between a debate and what one reader is shown. On the way out, seats become labels, claims get
 * meaningless ids, and names in the text are replaced. On the way back, labels and ids become real again.
 */
import type { Participant } from "../domain/participant.ts";
import type { Deanonymizer, Voice } from "../protocol.ts";
import { createNameMasking } from "./mask-names.ts";
import type { NameFinder } from "./name-finder.ts";
import { createReplyRestorer } from "./restore-reply.ts";

export interface AnonymizerOptions {
  readonly participants: readonly Participant[];
  readonly reader: string;
  readonly voices: readonly Voice[];
  /** Seats that the rules address by their role. */
  readonly offices: ReadonlySet<string>;
  /** Claims that are shown, in the order in which they are numbered. */
  readonly claims: readonly { readonly id: string; readonly by: string }[];
  /** Claims that are left out, with the shown one that says the same. */
  readonly same: ReadonlyMap<string, string>;
  readonly names: NameFinder;
  /** All words of the brief, in small letters. */
  readonly brief: string;
  /** R4: words that count heads are replaced too. */
  readonly countless: boolean;
}

export interface Anonymizer extends Deanonymizer {
  readonly findName: (seat: string) => string;
  readonly findClaimId: (claim: string) => string;
  /** Any value that is about to be shown: turns, claims, positions, words. */
  readonly anonymize: <T>(value: T) => T;
}

export function createAnonymizer(setting: AnonymizerOptions): Anonymizer {
  return { ...createNameMasking(setting), ...createReplyRestorer(setting) };
}
