/** T6: what the lead reads: the proposal, the last round, every open concern and every score. */
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { PromptSegment } from "../../../model.ts";
import type { Fence } from "../../../protocol.ts";
import type { RoundtableDebateTable } from "../rules/table.ts";
import type { LeadView, TableConcern, TableScore } from "./prompt-input.ts";
import {
  headOfMessage,
  headOfPosition,
  plainWords,
  renderConcern,
  renderMessages,
  renderPositions,
  renderProposal,
  renderQuestion,
} from "./prompt-text.ts";

/** R2: under labels and in their order, where the exchange is anonymous. */
export function veilForLead(view: LeadView, seen: ReaderView): LeadView {
  const by = (one: { readonly by: string }): string => one.by;
  const { brief } = view;
  const ordered = {
    ...view,
    brief: null,
    positions: seen.inOrder(view.positions, by),
    messages: seen.inOrder(view.messages, by),
    concerns: seen.inOrder(view.concerns, by),
    scores: seen.inOrder(view.scores, by),
  };
  return { ...seen.anonymize(ordered), brief };
}

export function renderForLead(
  table: RoundtableDebateTable,
  { positions, proposal, messages, concerns, scores }: LeadView,
  { fence, seen }: { fence: Fence; seen: ReaderView },
): { readonly segments: readonly PromptSegment[]; readonly order: readonly (readonly string[])[] } {
  const fenced = seen.fencing(fence);
  const speakers = [...new Set(concerns.map(({ by }) => by))];
  const parts = [
    proposal === null ? "" : renderProposal(proposal, fenced),
    positions.length === 0 ? "" : renderPositions(positions, fenced),
    renderMessages("Said in the last round", messages, fenced),
    concerns.length === 0
      ? ""
      : `Open concerns\n${speakers.map((by) => fenced(headOfConcerns(by), renderConcerns(concerns, by))).join("\n")}`,
    scores.length === 0
      ? ""
      : `Last scores, for you alone\n${scores.map((score) => fenced(headOfScore(score), renderScore(score))).join("\n")}`,
  ];
  return {
    segments: [
      { shared: true, text: renderQuestion(table, fence) },
      ...parts.filter((one) => one !== "").map((one) => ({ shared: false, text: one })),
    ],
    order: [
      positions.map(headOfPosition),
      messages.map(headOfMessage),
      speakers.map(headOfConcerns),
      scores.map(headOfScore),
    ],
  };
}

function headOfConcerns(by: string): string {
  return `concerns of ${by}`;
}

function renderConcerns(concerns: readonly TableConcern[], by: string): string {
  return concerns
    .filter((one) => one.by === by)
    .map(renderConcern)
    .join("\n");
}

function headOfScore({ by }: TableScore): string {
  return `score of ${by}`;
}

function renderScore(score: TableScore): string {
  const { round, counted, option, accepts, position, still_best } = score;
  const holds = option === null ? "" : `, holds option ${option}`;
  return [
    `Score ${counted} in round ${round}, would accept: ${accepts ? "yes" : "no"}${holds}`,
    position,
    `Still the best: ${still_best}`,
  ].join("\n");
}

export function renderLead({ lead }: RoundtableDebateTable): string {
  return `You are ${plainWords(lead.name)}, the lead. You coordinate, you have no score, and you add nothing of your own.`;
}
