/** How people and agents are told of `dissent review`. */
export const reviewExamples = {
  firstScreen: "  dissent review                    have your change attacked",
  agentCall: { purpose: "have a change reviewed", call: "dissent review" },
};
