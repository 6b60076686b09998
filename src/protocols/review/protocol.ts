/** What is known about `review` before it starts; the flow is loaded when one runs. */
import { createLateFlow, defineProtocol } from "../../protocol.ts";
import { CHANGE_SOURCE, isChangeSource } from "./change/change.ts";
import { preflight } from "./preflight.ts";
import { countCalls, FLAGS } from "./rules/steps.ts";
import { AUTHOR_SEAT, REVIEWERS } from "./seats.ts";
import { ReviewSettings } from "./settings.ts";
import { titles } from "./titles.ts";

export const review = defineProtocol({
  id: "review",
  version: 3,
  summary:
    "Reviewers look for defects in a change; only what the others cannot refute is reported.",
  input: "change",
  settings: ReviewSettings,
  seats: REVIEWERS.slice(0, 3),
  seating: (_brief, { reviewers, author }) => [
    ...REVIEWERS.slice(0, reviewers),
    ...(author ? [AUTHOR_SEAT] : []),
  ],
  // of the files that are quoted, prompts show the changed lines
  isShown: (source) => !isChangeSource(source) || source.id === CHANGE_SOURCE,
  flags: FLAGS,
  titles,
  preflight,
  deadlineMs: ({ timeout_per_reply }) => timeout_per_reply * 1000,
  calls: countCalls,

  run: createLateFlow(async () => (await import("./review.ts")).holdReviewDebate),
});
