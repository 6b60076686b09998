/** T6: the whole discussion, as the lead reads it. */
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { PromptSegment } from "../../../model.ts";
import type { Fence } from "../../../protocol.ts";
import type { LeadView, TableScore } from "./prompt-input.ts";
import {
  concernLine,
  matterText,
  messagesText,
  positionsText,
  shownInFull,
} from "./prompt-text.ts";
import type { DiscussionProgress } from "./seat-views.ts";

/** R2: under labels and in their order, where the exchange is anonymous. */
export function leadView(view: LeadView, seen: ReaderView): LeadView {
  const by = (one: { readonly by: string }): string => one.by;
  const { brief } = view;
  const ordered = {
    ...view,
    brief: null,
    positions: seen.inOrder(view.positions, by),
    messages: seen.inOrder(view.messages, by),
    scores: seen.inOrder(view.scores, by),
  };
  return { ...seen.anonymize(ordered), brief };
}

export function leadSegments(
  { table, talk }: Omit<DiscussionProgress, "number">,
  view: LeadView,
  { fence, seen }: { fence: Fence; seen: ReaderView },
): { readonly segments: readonly PromptSegment[]; readonly order: readonly (readonly string[])[] } {
  const number = talk.exchanges.length;
  const fullFrom = shownInFull(number, number);
  const fenced = seen.fencing(fence);
  const messages = messagesText(view.messages, { title: "Said", fullFrom, fence: fenced });
  const scores = view.scores.map((score) => fenced(headOf(score), scoreText(score)));
  return {
    segments: [
      { shared: true, text: matterText(table, fence) },
      { shared: true, text: positionsText(view.positions, fenced) },
      ...(messages === "" ? [] : [{ shared: false, text: messages }]),
      { shared: false, text: `Scores, sent to you alone\n${scores.join("\n")}` },
    ],
    order: [view.positions.map(({ by }) => `position of ${by}`), view.scores.map(headOf)],
  };
}

function headOf({ by }: TableScore): string {
  return `score of ${by}`;
}

function scoreText({ round, counted, accepts, position, concerns }: TableScore): string {
  return [
    `Score ${counted} in round ${round}, would accept: ${accepts ? "yes" : "no"}`,
    position,
    ...concerns.map(concernLine),
  ].join("\n");
}
