/** The small debate whose first question `doctor` and the conformance kit put to every seat. */
import { createSource } from "../../config/context/read-context.ts";
import { PROTOCOLS } from "../../dissent.ts";
import { BODY_SOURCE, type Brief } from "../../domain/brief.ts";
import { type TrialQuestion, createTrialQuestion } from "../../kernel/trial-question.ts";
import { planDebate } from "../../plan.ts";

/** Of the first protocol that chooses between options. */
export function createDoctorQuestion(): Promise<TrialQuestion> {
  const protocol = PROTOCOLS.find(({ input }) => input === "options");
  if (!protocol) throw new TypeError("No protocol chooses between options.");
  const { participants, settings } = planDebate(protocol, { brief: TRIAL_BRIEF });
  return createTrialQuestion({ protocol, brief: TRIAL_BRIEF, participants, settings });
}

const TRIAL_BRIEF: Brief = {
  id: "doctor-trial",
  question: "How should the weekly sales figures reach the shop managers?",
  options: [
    { id: "A", label: "A mail on Monday", description: "A table in the body of a mail." },
    { id: "B", label: "A page", description: "One address with the current figures." },
    { id: "C", label: "Leave it", description: "Managers go on asking the office." },
  ],
  sources: [
    createSource(
      BODY_SOURCE,
      "brief",
      [
        "This is a test of the connection: a small question, answered as in a debate.",
        "",
        "## A mail on Monday",
        "- Pro: every manager reads mail before the shop opens.",
        "- Con: a mistake in a mail cannot be taken back.",
        "",
        "## A page",
        "- Pro: the page always shows the current figures.",
        "- Con: four of nine managers did not open the last page they were given.",
        "",
        "## Leave it",
        "- Pro: nothing has to be built.",
        "- Con: the office spends six hours a week on these calls.",
      ].join("\n"),
    ),
  ],
  featureName: null,
  featureDir: null,
};
