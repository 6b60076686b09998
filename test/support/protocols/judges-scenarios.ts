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
  "conditions, a withdrawn claim, a corrected estimate and what is missing": rounds(
    {
      ...votes("A", "B", "C"),
      risk: recommends("risk", "A", { conditions: ["every draft is kept"] }),
      value: recommends("value", "B", { missing: "Nobody counted the visits." }),
    },
    {
      risk: responds("risk", "A", { conditions: ["every draft is kept", "a pilot first"] }),
      value: responds("value", "A", {
        because: ["risk-2"],
        withdraws: ["value-2"],
        self_challenge: "Crews may stay on paper.",
        would_change_my_mind: "A map of the signal.",
      }),
      effort: responds("effort", "C", {
        concedes: [{ claim: "risk-16", extent: "fully", words: "Drafts must be kept." }],
        corrections: [
          { claim: "effort-16", days: null, uncertainty: 3, value: -1, reason: "Nobody built it." },
          {
            claim: "effort-8",
            days: "unknown",
            uncertainty: null,
            value: null,
            reason: "No data.",
          },
        ],
      }),
    },
  ),
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
