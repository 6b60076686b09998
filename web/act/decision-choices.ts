/** The choices a person has once a debate has ended, and what each means beside the panel's. */
import { readOpening } from "../../src/domain/journal/event.ts";
import { OPEN_CHOICES, type Outcome } from "../../src/domain/outcome/outcome.ts";
import type { DebateTimeline, PositionLane } from "../../src/timeline/debate-timeline.ts";
import { capitalizeText } from "../kit/format-text.ts";
import { findLane } from "../kit/lane-mark.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";

export interface DecisionChoice {
  readonly id: string;
  readonly label: string;
  /** Where the choice is an option of the question. */
  readonly lane: PositionLane | undefined;
}

export function listDecisionChoices(debateTimeline: DebateTimeline): DecisionChoice[] {
  const { brief } = readOpening(debateTimeline.events);
  if (brief.options.length > 0)
    return brief.options.map(({ id, label }) => createDecisionChoice(debateTimeline, id, label));
  const named = debateTimeline.end?.outcome.choices ?? OPEN_CHOICES;
  return named.map(({ id, label }) => ({
    id,
    label: capitalizeText(showInvisibleCharacters(label)),
    lane: undefined,
  }));
}

function createDecisionChoice(
  debateTimeline: DebateTimeline,
  id: string,
  label: string,
): DecisionChoice {
  return { id, label: showInvisibleCharacters(label), lane: findLane(debateTimeline, id) };
}

/** What the record will say of this choice beside the panel's; null while nothing is chosen. */
export function describeChoiceVersusPanel(outcome: Outcome, chosen: string | null): string | null {
  if (chosen === null) return null;
  const { ending, choice: panel } = outcome;
  if (ending === "failed")
    return "Too few were heard for an outcome. This will be your decision alone.";
  if (ending === "open" || panel === null)
    return "The panel left it open. This will be the decision.";
  if (panel === chosen) return `The panel chose ${panel} too.`;
  return `Overrides the panel, which chose ${panel}, and says so in the record.`;
}

// Several choices at once: what is chosen after one more press.

/** Means no preference, so it cannot be combined. */
const NO_PREFERENCE_CHOICE = "all";

export function toggleChosenId(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (next.delete(id)) return next;
  if (id === NO_PREFERENCE_CHOICE) return new Set([NO_PREFERENCE_CHOICE]);
  next.delete(NO_PREFERENCE_CHOICE);
  return next.add(id);
}

/** In the order in which they were offered, as it is sent. */
export function joinChosenIds(
  choices: readonly { readonly id: string }[],
  chosen: ReadonlySet<string>,
): string {
  return choices
    .map(({ id }) => id)
    .filter((id) => chosen.has(id))
    .join(",");
}
