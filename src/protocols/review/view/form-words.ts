/** What a form of `review` says to a person: what is asked in each step, and what its own fields are called. */

export const formWords = {
  tasks: {
    evidence: "Name files, folders or words that you need to see beside the change, if any.",
    findings:
      "Name what fails in this change: the lines, a concrete case, and what should happen instead.",
    cross: "Say of each finding whether it is right. Confirm or refute it with a quote.",
    answers: "Say of each finding whether you accept it.",
    defence: "Others doubt your findings. Defend each, or withdraw it.",
    rulings: "You refuted these findings, and they were defended. Say what you see now.",
  },
  fields: {
    defences: "Your findings that others doubt",
    file: "File | Its path, as the change names it.",
    findings: "What you found | The worst first. None is a full answer.",
    first_line: "From line",
    last_line: "To line",
    looked_at: "What you looked at",
    replacement: "The lines as they should be",
    scenario: "How it fails | A concrete input or event, what happens, and what should happen.",
    severity: "How bad",
    suggestion: "What you suggest",
    verdicts: "What you say of each finding",
  },
};
