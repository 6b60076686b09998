/** The analyst's prompt: find what code cannot see in the variants, and quote both sides. */
import type { Participant } from "../../../domain/participant.ts";
import { ownSegment } from "../../../exchange/prompt-segments.ts";
import type { Ask, Problem, Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { FindingsReply } from "../replies.ts";
import { type ComparedMerge, listDocuments, quotableTexts } from "../rules/table.ts";
import { listVariantNumbers } from "../rules/vote-checks.ts";
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
    You are the analyst. Code made the list above. Set it right, then add what it could not see. Both lists may be empty.

    "corrections" of what is listed; the ids are those above:
    - drop: points that are not a difference.
    - join: points that are one; the first one stays and is voted on for all of them.
    - correct: a summary that misleads; give the better one.
    - pair: two sections of two drafts that are about the same thing under other names; part: two that are not. In "sides"
      quote of each its heading, or words that stand in no other section of that draft.

    "findings" that are not listed:
    - contradiction: claims that cannot both hold, in other words; a requirement that breaks a constraint; an order of work
      that cannot work. Between drafts it is voted on; inside of one draft (both sides from it) it is listed for people.
    - content: two drafts that answer one question in different ways.
    - unique: an idea that only one draft has, with one side.
    Vague statements contradict nothing.
    ${focus}
    Quote the exact words of every side, from one paragraph, list or table each; white space does not matter. A finding with
    a quote that does not occur in its draft is not debated.
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
