/**
 * What position each participant had, turn by turn, and what they had been shown by then. Read from the journal
 * alone.
 */
import type { Claim } from "../../domain/claim.ts";
import type { Event } from "../../domain/journal/event.ts";
import { readStepName } from "../../domain/journal/steps.ts";
import { type Shingler, createShingler } from "./text-similarity.ts";

/** A position as it was taken. */
export interface StatedPosition {
  readonly by: string;
  readonly key: string;
  readonly step: string;
  /** Nobody else's words were in the prompt. */
  readonly blind: boolean;
  readonly position: string;
  readonly confidence: number | null;
  readonly words: string;
  readonly wouldChange: string | null;
  /** Claim ids named as the cause (K5), as stated. */
  readonly because: readonly string[];
  /** Claims made in this turn. */
  readonly claims: readonly Claim[];
  /** Whether the prompt contained a claim, by its id. */
  readonly isShown: (claim: string) => boolean;
}

/** A turn with its claims, whether or not a position was taken in it. */
export interface SpokenTurn {
  readonly by: string;
  readonly key: string;
  readonly step: string;
  readonly blind: boolean;
  readonly words: string;
  readonly claims: readonly Claim[];
  /** Keys of the turns whose words the prompt contained. */
  readonly reveals: readonly string[];
}

export interface DebateExposure {
  /** In the order of the journal. */
  readonly speeches: readonly SpokenTurn[];
  readonly stands: readonly StatedPosition[];
  /** Every claim by its id. */
  readonly claims: ReadonlyMap<string, Claim>;
  readonly book: Shingler;
}

export function readDebateExposure(events: readonly Event[]): DebateExposure {
  const asked = new Map<string, { blind: boolean; reveals: readonly string[] }>();
  const madeIn = new Map<string, string>();
  const claims = new Map<string, Claim>();
  const speeches: SpokenTurn[] = [];
  const stands: StatedPosition[] = [];
  for (const { fact } of events) {
    if (fact.type === "asks-committed") {
      for (const { by, reveals } of fact.asks) {
        asked.set(formatSpeechKey(fact.step, by), { blind: fact.blind, reveals });
      }
    }
    if (fact.type !== "reply-recorded") continue;
    const { key, by, said } = fact;
    for (const claim of fact.claims) {
      claims.set(claim.id, claim);
      madeIn.set(claim.id, key);
    }
    const { blind = false, reveals = [] } = asked.get(key) ?? {};
    const speech = { by, key, step: readStepName(key), blind, claims: fact.claims };
    speeches.push({ ...speech, reveals, words: said?.words ?? "" });
    if (!said?.position) continue;
    const { position, confidence, words, wouldChange, because = [] } = said;
    const isShown = (claim: string): boolean => reveals.includes(madeIn.get(claim) ?? "");
    stands.push({ ...speech, position, confidence, words, wouldChange, because, isShown });
  }
  return { speeches, stands, claims, book: createShingler() };
}

/** Turns of one step are committed one by one, and then the step is the key. */
function formatSpeechKey(step: string, by: string): string {
  return step.includes("/") ? step : `${step}/${by}`;
}
