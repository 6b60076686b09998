/** K20: a verdict needs judgement. Statements of the built-in readers may be shown, but they decide nothing. */
import { isEvidenceKey } from "../evidence/evidence-steps.ts";
import type { Event, Speaker } from "../journal/event.ts";
import type { Outcome } from "./outcome.ts";

/** The first line of every surface where only the built-in readers spoke. */
export const NOBODY_JUDGED =
  "No model or person judged this: built-in readers only compared words. Connect a model: dissent doctor";

/** Journals of this format and later follow the rule; an older one is recomputed under its own rules. */
export const JUDGEMENT_SINCE_FORMAT = 2;

/** The built-in readers compare words. A model, an agent, a person and a script in place of one do judge. */
export function isBuiltInReader({ provider }: Pick<Speaker, "provider">): boolean {
  return provider === "offline";
}

/** Seats for which a language model, an agent or a person spoke. */
export function listJudgingSeats(events: readonly Event[]): readonly string[] {
  const seats = new Set<string>();
  for (const { fact } of events) {
    if (fact.type !== "reply-recorded" || isEvidenceKey(fact.key)) continue;
    if (!isBuiltInReader(fact.speaker)) seats.add(fact.by);
  }
  return [...seats];
}

/** The outcome of a debate in which nobody judged: open, and with no claim to be sure of anything. */
export function withdrawVerdict(outcome: Outcome): Outcome {
  // too few votes for an outcome: there is no verdict to take back
  if (outcome.ending === "failed") return outcome;
  const { result } = outcome;
  return {
    ...outcome,
    ending: "open",
    confidence: "REQUIRES_INPUT",
    nobodyJudged: true,
    result: {
      ...result,
      ...(result["confidence"] !== undefined && { confidence: "REQUIRES_INPUT" }),
      nobody_judged: true,
    },
  };
}

/** Whether nobody has judged yet: a person who decides afterwards does. */
export function isUnjudgedOutcome(
  { nobodyJudged }: Pick<Outcome, "nobodyJudged">,
  decisions: readonly unknown[],
): boolean {
  return nobodyJudged === true && decisions.length === 0;
}

/** A document about an outcome, below the line that says that nobody judged it. */
export function prependJudgementNotice(outcome: Outcome, page: string): string {
  return outcome.nobodyJudged ? `**${NOBODY_JUDGED}**\n\n${page}` : page;
}
