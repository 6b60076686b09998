import type { View } from "../../exchange/view.ts";
import type { Segment } from "../../model.ts";
import {
  concernLine,
  type Fence,
  matterText,
  messagesText,
  positionsText,
  shownInFull,
} from "./matter-text.ts";
/** T6: everything that was said, as the lead reads it. */
import type { LeadView, TableScore } from "./talk.ts";
import type { Stage } from "./views.ts";

/** R2: under labels and in their order, where the exchange is anonymous. */
export function leadView(view: LeadView, seen: View): LeadView {
  const by = (one: { readonly by: string }): string => one.by;
  const { brief } = view;
  const ordered = {
    ...view,
    brief: null,
    positions: seen.inOrder(view.positions, by),
    messages: seen.inOrder(view.messages, by),
    scores: seen.inOrder(view.scores, by),
  };
  return { ...seen.conceal(ordered), brief };
}

export function leadSegments(
  { table, talk }: Omit<Stage, "number">,
  view: LeadView,
  { fence, seen }: { fence: Fence; seen: View },
): { readonly segments: readonly Segment[]; readonly order: readonly (readonly string[])[] } {
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
