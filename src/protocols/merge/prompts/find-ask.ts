/** The analyst's prompt: find what code cannot see in the variants, and quote both sides. */
import type { Participant } from "../../../domain/participant.ts";
import { ownSegment } from "../../../exchange/prompt-segments.ts";
import type { Ask, Problem, Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { FindingsReply } from "../replies.ts";
import { listVariantNumbers } from "../rules/advocate-checks.ts";
import { type ComparedMerge, listDocuments, quotableTexts } from "../rules/table.ts";
import { differencesShown } from "./discussion-text.ts";
import type { MergeCorrection, MergeFinding } from "./finding-input.ts";
import type { FindMatter } from "./prompt-input.ts";

export function findMore(
  compared: ComparedMerge,
  analyst: Participant,
  fence: Fence,
): Ask<FindingsReply> {
  const { brief, points, settings } = compared;
  const shown = differencesShown(compared, fence);
  const input: FindMatter = {
    kind: "merge.find",
    brief,
    seat: analyst,
    variants: listDocuments(compared),
    points,
    focus: settings.focus,
  };
  const focus =
    settings.focus.length === 0
      ? ""
      : `Look only at what touches these topics:\n${fence("focus", settings.focus.join("\n"))}\n`;
  const task = text`
    You are the analyst. Code made the list above. Set it right, then add what it could not see.

    Corrections: drop a point that is not a difference; join points that are one (the first id stays); correct a
    summary that misleads; pair two sections that are about the same thing under other names, or part two that are not.
    Name points by id. For a pair, quote words out of each of the two sections.
    Findings: opposing claims in other words, inside one draft or between two; a requirement that breaks a constraint;
    an order of work that cannot work; another approach to one topic; an idea that only one draft has. Vague statements
    contradict nothing. Repeat nothing that is listed.
    ${focus}
    Quote the exact words of every side, whole sentences from one paragraph each. White space does not matter. A finding
    with a quote that does not occur in its draft is not debated. Both lists may be empty.
    Reply with one JSON object.
  `.replace(/\n{2,}(?=Quote)/, "\n");
  return {
    prompt: [...shown.segments, ownSegment(task)],
    reply: FindingsReply,
    promptInput: input,
    texts: quotableTexts(compared),
    reveals: shown.reveals,
    check: ({ findings }) =>
      findings.flatMap((finding, index) => findingProblems(compared, finding, index + 1)),
    says: ({ findings, corrections = [] }) => ({
      position: null,
      confidence: null,
      words:
        [...corrections.map(describeCorrection), ...findings.map(({ summary }) => summary)].join(
          " ",
        ) || "nothing to add",
      wouldChange: null,
    }),
  };
}

/** "Drops C-003: both say the same." */
function describeCorrection({ action, points, sides, because }: MergeCorrection): string {
  const what =
    points.length > 0 ? points.join(", ") : sides.map(({ quote }) => `"${quote}"`).join(" and ");
  return `${action} ${what}: ${because}`;
}

/** A12: both sides, of variants that exist; one side only for what is unique. */
function findingProblems(
  compared: ComparedMerge,
  { category, sides }: MergeFinding,
  place: number,
): Problem[] {
  const variants = listVariantNumbers(compared);
  const strangers = sides.filter(({ variant }) => !variants.includes(variant));
  const unique = category === "unique";
  const distinct = new Set(sides.map(({ variant }) => variant)).size;
  const problems = [
    ...strangers.map(({ variant }) => `finding ${place}: there is no variant ${variant}`),
    ...(unique && distinct !== 1
      ? [`finding ${place}: a unique contribution stands in exactly one variant`]
      : []),
    ...(!unique && sides.length < 2 ? [`finding ${place}: both sides must be quoted`] : []),
    ...(category === "content" && sides.length >= 2 && distinct < 2
      ? [`finding ${place}: a difference in content is one between variants`]
      : []),
  ];
  return problems.map((problem) => ({ text: problem, duty: false }));
}
