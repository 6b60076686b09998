/** How people and agents are told of `dissent challenge`. */
export const challengeExamples = {
  firstScreen: "  dissent challenge plan.md         have a plan attacked",
  agentCall: { purpose: "have a plan attacked", call: "dissent challenge plan.md" },
};

/** A flag of every command that takes a brief. */
export const BLIND_FIRST_FLAG = {
  flag: "--blind-first",
  description: "challenge: challengers answer before they see the position",
};
