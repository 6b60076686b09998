/** What a form of `judges` says to a person: what is asked in each step, and what its own fields are called. */

export const formWords = {
  tasks: {
    recommendation: "Choose one option, give your reasons with quotes, and rate every option.",
    openings:
      "Choose one option, give your reasons with quotes, and rate every option. All votes are shown when everyone has voted.",
    responses:
      "Say what is wrong with a point of another judge and what is right with one, then keep your vote or change it.",
  },
  fields: {
    against_own_scores: "Why you recommend another option than your ratings put first",
    challenges:
      "Challenge the others | Name a point of another participant, and say what is wrong with it.",
    changed_because: "Why you changed your mind",
    claims: "Your reasons | One point each, with the words of the brief that support it.",
    concedes: "What they are right about",
    conditions: "Only if | What must hold for your choice. Leave it out if nothing must.",
    confidence_because: "Why you are more or less sure than before",
    corrections: "Corrections of your own ratings",
    counter_argument: "What is wrong with it",
    days: "Person-days",
    description: "What, in one sentence",
    evaluations: "Your ratings | Rate each option from your point of view.",
    extent: "How far",
    horizon_months: "Months that the days are counted over",
    judge: "Whom you challenge",
    missing: "What the material lacks, or which better option is not listed",
    rows: "Its ratings",
    self_challenge: "The strongest objection to your own choice",
    strengths: "What speaks for it",
    uncertainty: "Multiply the days for uncertainty by",
    value: "Value, from -10 to 10",
    withdraws: "Reasons of yours that you take back",
    words: "What of it is right",
  },
};
