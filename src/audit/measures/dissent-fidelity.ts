/** R14: checks on the documents themselves that dissents reach the reader in the dissenters' words. */
import { foldText } from "../../domain/evidence.ts";
import type { Outcome } from "../../domain/outcome.ts";
import { listWordTriples, countSharedRuns } from "../../text/novelty.ts";
import { listWords } from "../../text/substance.ts";
import { isVerifiedClaim, type LedgerEntry } from "./claim-ledger.ts";

export interface DissentFidelity {
  /** What must be found: positions at the end, each dissenter's two first claims, proven attacks left unanswered. */
  readonly required: number;
  readonly covered: number;
  /** What is missing, in words. */
  readonly missing: readonly string[];
  /** Proven claims that the documents still speak of, of all proven claims. */
  readonly facts: {
    readonly proven: number;
    readonly survived: number;
    readonly lost: readonly string[];
  };
  /** Dissents whose words were never said by the dissenter. */
  readonly misattributed: readonly string[];
}

export interface FidelityInput {
  readonly outcome: Outcome;
  readonly entries: readonly LedgerEntry[];
  /** Positions at the end of the debate. */
  readonly positions: readonly string[];
  /** Proven attacks on the winner that nobody answered. */
  readonly unanswered: readonly LedgerEntry[];
  /** Everything that was published. */
  readonly documents: readonly string[];
  /** Every text that a participant said, by participant. */
  readonly saidBy: ReadonlyMap<string, readonly string[]>;
}

const CLAIMS_PER_DISSENTER = 2;

export function computeDissentFidelity(grounds: FidelityInput): DissentFidelity {
  const { outcome, entries, positions, unanswered, documents } = grounds;
  const reading = createDocumentSearch([...documents, JSON.stringify(outcome)].join("\n"));
  const holds = ({ claim }: LedgerEntry): boolean =>
    reading.names(claim.id) || reading.says(claim.text);
  const dissenting = outcome.dissents.flatMap(({ by }) =>
    entries.filter(({ claim }) => claim.by === by).slice(0, CLAIMS_PER_DISSENTER),
  );
  const needs = [
    ...positions.map((position) => ({
      what: `position ${position}`,
      found: reading.names(position) || reading.says(position),
    })),
    ...dissenting.map((entry) => ({
      what: `${entry.claim.id} of ${entry.claim.by}`,
      found: holds(entry),
    })),
    ...unanswered.map((entry) => ({
      what: `${entry.claim.id}, unanswered`,
      found: holds(entry),
    })),
  ];
  const proven = entries.filter(({ claim }) => isVerifiedClaim(claim));
  const lost = proven.filter((entry) => !holds(entry));
  return {
    required: needs.length,
    covered: needs.filter(({ found }) => found).length,
    missing: needs.filter(({ found }) => !found).map(({ what }) => what),
    facts: {
      proven: proven.length,
      survived: proven.length - lost.length,
      lost: lost.map(({ claim }) => claim.id),
    },
    misattributed: findMisattributedDissents(grounds),
  };
}

/** K6, seen from outside: a dissent's words occur among what its dissenter said. */
function findMisattributedDissents({ outcome, saidBy }: FidelityInput): string[] {
  return outcome.dissents
    .filter(({ by, words }) => {
      const own = foldText((saidBy.get(by) ?? []).join("\n"));
      return !own.includes(foldText(words));
    })
    .map(({ by }) => by);
}

interface DocumentSearch {
  names(id: string): boolean;
  says(words: string): boolean;
}

/** Looks up ids and runs of words first: a whole text is searched only for what may be in it. */
function createDocumentSearch(text: string): DocumentSearch {
  const whole = foldText(text);
  const ids = new Set(whole.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu));
  const runs = listWordTriples(whole);
  return {
    names: (id) => ids.has(id),
    says(words) {
      const few = listWords(words);
      // most texts are not there, and their first words show it
      if (few.length > 3 && !runs.has(few.slice(0, 3).join(" "))) return false;
      const own = listWordTriples(words);
      const known = own.size === 1 || countSharedRuns(own, runs) === own.size;
      return known && whole.includes(foldText(words));
    },
  };
}
