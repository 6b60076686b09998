/** Debates of `judges` that between them pass every path of the kernel. */
import type { Script } from "../../../src/models/scripted.ts";
import { recommends, responds, rounds, votes } from "./judges.ts";

const stubborn = {
  risk: responds("risk", "A"),
  value: responds("value", "B"),
  effort: responds("effort", "C"),
};

export const SCENARIOS: Readonly<Record<string, Script>> = {
  "a consensus of round 1": rounds(votes("A", "B", "A")),
  "a judge convinced in round 2": rounds(votes("A", "B", "C"), {
    ...stubborn,
    value: responds("value", "A", { because: ["risk-2"] }),
  }),
  "three opinions twice": rounds(votes("A", "B", "C"), stubborn),
  "a repaired reply in each round": rounds(
    { ...votes("A", "B", "C"), risk: [recommends("risk", "D"), recommends("risk", "A")] },
    { ...stubborn, value: [{ text: "I still say B." }, responds("value", "B")] },
  ),
  "an absence in each round": rounds(
    { ...votes("A", "B", "C"), effort: { crash: "no route to host" } },
    {
      risk: responds("risk", "A", { peers: ["value"] }),
      value: { refuse: "I would rather not." },
    },
  ),
  "a reply that stays unreadable": rounds({
    ...votes("A", "A", "A"),
    effort: [{ text: "A." }, { text: "A, as I said." }],
  }),
  "a vote that reverts": rounds(votes("A", "B", "C"), {
    ...stubborn,
    value: responds("value", "A"),
  }),
  "a duty unmet, and a repair that fails": rounds(votes("A", "B", "C"), {
    ...stubborn,
    value: [responds("value", "A"), { crash: "down" }],
  }),
};
