/** What a person should know before a review is opened, and what cannot be reviewed at all. */
import type { Brief } from "../../domain/brief.ts";
import type { Participant } from "../../domain/participant.ts";
import type { Notice } from "../../protocol.ts";
import { describeOmission } from "./prompts/shown-change.ts";
import { MOST_PARTS } from "./reply-values.ts";
import { createReviewTable } from "./rules/table.ts";
import type { ReviewSettings } from "./settings.ts";

export function preflight(
  brief: Brief,
  participants: readonly Participant[],
  settings: ReviewSettings,
): Notice[] {
  const { reviewers, change, parts } = createReviewTable(participants, brief, settings);
  if (change.fault !== null) return [createError(`the change cannot be read: ${change.fault}`)];
  if (change.files.length === 0) return [createError("the change is empty: no file differs")];
  if (reviewers.length < Math.max(2, settings.least_reviewers))
    return [createError("a review needs at least two reviewers, so that one can refute the other")];
  const hidden = change.files.filter((file) => file.hidden !== null);
  if (parts.length === 0) return [createError(describeNothingShown(hidden.map(describeOmission)))];
  if (parts.length > MOST_PARTS)
    return [
      createError(
        `the change is too large: ${parts.length} parts of ${settings.part_bytes} bytes, and ${MOST_PARTS} can be reviewed; ` +
          "review a smaller range, or raise part_bytes",
      ),
    ];
  if (parts.length > settings.parts)
    return [
      createError(`the change is split into ${parts.length} parts; set parts to ${parts.length}`),
    ];
  return [
    ...(settings.what === "" ? [] : [createWarning(settings.what)]),
    ...(parts.length === 1
      ? []
      : [
          createWarning(
            `the change is split into ${parts.length} parts; every reviewer reads each of them`,
          ),
        ]),
    ...(hidden.length === 0
      ? []
      : [
          createWarning(
            `lines not shown to reviewers: ${formatList(hidden.map(describeOmission))}`,
          ),
        ]),
    ...listOneModelNotice(reviewers),
  ];
}

function describeNothingShown(hidden: readonly string[]): string {
  return `nothing of the change is shown to reviewers: ${formatList(hidden)}`;
}

const MOST_NAMES = 8;

function formatList(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The built-in readers say on every surface what they are. */
const BUILT_IN = "offline";

function listOneModelNotice(reviewers: readonly Participant[]): Notice[] {
  const models = new Set(reviewers.map(({ model }) => model));
  if (models.size !== 1 || models.has(BUILT_IN)) return [];
  return [
    createWarning(
      `all reviewers are one model (${[...models].join("")}): they miss the same defects, and agreement between them is weak evidence`,
    ),
  ];
}

function createWarning(text: string): Notice {
  return { level: "warning", text };
}

function createError(text: string): Notice {
  return { level: "error", text };
}
