/** What a person can decide between once a debate has ended, and what a choice means beside the panel's. */
import { opening } from "../../src/domain/event.ts";
import { OPEN_CHOICES, type Outcome } from "../../src/domain/outcome.ts";
import type { Lane, Story } from "../../src/timeline/story.ts";
import { visible } from "../kit/visible.ts";

export interface Choice {
  readonly id: string;
  readonly label: string;
  /** Where the choice is an option of the question. */
  readonly lane: Lane | undefined;
}

export function choicesOf(story: Story): Choice[] {
  const { brief } = opening(story.events);
  if (brief.options.length > 0)
    return brief.options.map(({ id, label }) => choice(story, id, label));
  const named = story.end?.outcome.choices ?? OPEN_CHOICES;
  return named.map(({ id, label }) => ({ id, label: sentence(visible(label)), lane: undefined }));
}

function choice({ lanes }: Story, id: string, label: string): Choice {
  return { id, label: visible(label), lane: lanes.find((lane) => lane.id === id) };
}

function sentence(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** What the record will say of this choice beside the panel's; null while nothing is chosen. */
export function besidePanel(outcome: Outcome, chosen: string | null): string | null {
  if (chosen === null) return null;
  const { ending, choice: panel } = outcome;
  if (ending === "failed")
    return "Too few were heard for an outcome. This will be your decision alone.";
  if (ending === "open" || panel === null)
    return "The panel left it open. This will be the decision.";
  if (panel === chosen) return `The panel chose ${panel} too.`;
  return `Overrides the panel, which chose ${panel}, and says so in the record.`;
}
