/** The analyst's prompt: find what code cannot see in the variants, and quote both sides. */
import type { Participant } from "../../../domain/participant.ts";
import type { Ask, Problem, Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { FindingsReply } from "../replies.ts";
import { numbersOf } from "../rules/advocate-checks.ts";
import { type ComparedMerge, documentsOf, quotableTexts } from "../rules/table.ts";
import { differencesShown, own } from "./discussion-text.ts";
import type { FindMatter, MergeFinding } from "./prompt-input.ts";

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
    variants: documentsOf(compared),
    points,
    focus: settings.focus,
  };
  const focus =
    settings.focus.length === 0
      ? ""
      : `Look only at what touches these topics:\n${fence("focus", settings.focus.join("\n"))}\n`;
  const task = text`
    You are the analyst. Code has found the differences above. Add what it could not see: opposing claims in other
    words, a requirement that breaks a constraint, an order of work that cannot be kept, another approach to one topic,
    an idea that only one variant has. Vague statements contradict nothing. Repeat nothing that is listed.
    ${focus}
    Quote the exact words of every side, whole sentences from one paragraph each. A finding with a quote that does not
    occur in its variant is not debated. Give an empty list if there is nothing to add.
    Reply with one JSON object.
  `.replace(/\n{2,}(?=Quote)/, "\n");
  return {
    prompt: [...shown.segments, own(task)],
    reply: FindingsReply,
    promptInput: input,
    texts: quotableTexts(compared),
    reveals: shown.reveals,
    check: ({ findings }) =>
      findings.flatMap((finding, index) => findingProblems(compared, finding, index + 1)),
    says: ({ findings }) => ({
      position: null,
      confidence: null,
      words:
        findings.length === 0 ? "nothing to add" : findings.map(({ summary }) => summary).join(" "),
      wouldChange: null,
    }),
  };
}

/** A12: both sides, of variants that exist; one side only for what is unique. */
function findingProblems(
  compared: ComparedMerge,
  { category, sides }: MergeFinding,
  place: number,
): Problem[] {
  const variants = numbersOf(compared);
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
