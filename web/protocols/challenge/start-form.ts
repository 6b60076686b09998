/** What the form for a new debate must know of `challenge`. */
export const challengeStart = {
  bodyNote: "With the challenge rules it is the plan that is attacked.",
};
