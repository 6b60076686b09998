/** The classes of changes of mind, in words. */
import type { FlipClass } from "../../src/audit/measures/position-flips.ts";

export const MOVE_CLASS_LABELS: Readonly<
  Record<FlipClass, { readonly name: string; readonly meaning: string }>
> = {
  persuaded: {
    name: "persuaded",
    meaning: "by another's claim that was new to it, bears on it and has a quote that verifies",
  },
  "reasoned-unverified": {
    name: "reasoned, not proven",
    meaning: "by another's claim that bears on it, with no quote that verifies",
  },
  "self-corrected": {
    name: "corrected itself",
    meaning: "by its own new claim, with a quote that verifies",
  },
  capitulated: {
    name: "unexplained",
    meaning: "nothing it names supports the change",
  },
};
