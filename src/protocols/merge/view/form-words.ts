/** What a form of `merge` says to a person: what is asked in each step, and what its own fields are called. */

export const formWords = {
  tasks: {
    variants: "Write the whole document.",
    findings: "Correct the list of differences, and add what it lacks.",
    statements: "Make the case for your draft, and say at every point whose words should stand.",
    rebuttals:
      "Answer each criticism of your draft. Change your vote where the others convinced you.",
    finals: "Say once more, at every point that is still open, whose words should stand.",
    forward: "Say of every draft whether it meets each criterion. Quote the words that show it.",
    reverse: "Say again of every draft whether it meets each criterion, in the other order.",
    "re-evaluation": "Your two verdicts differ on these. Look again, and give the final one.",
  },
  fields: {
    appraisals: "How each draft does",
    argument: "Your last word on what is still open",
    changes: "What is new",
    concessions: "What you concede",
    corrections: "Corrections of your own ratings",
    document: "The document",
    findings: "What you found | The worst first. None is a full answer.",
    instead: "What else you propose",
    responses: "Your answers to the criticisms",
    same_as: "The vote you agree with",
    searched: "Words you looked for and did not find",
    severity: "How bad",
    steelmen: "The best case for the other drafts",
    strengths: "What speaks for it",
    summary: "In short",
    variant: "Draft",
    winners: "Which draft is better, point by point",
  },
};
