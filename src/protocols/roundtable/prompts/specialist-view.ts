/** What a specialist is given: the question, the proposal, what is new, and their own open points. */
import { describeAbsenceReason } from "../../../domain/round.ts";
import { SHORT_EVIDENCE_RULE } from "../../../exchange/brief-prompt.ts";
import type { PromptSegment } from "../../../model.ts";
import type { Fence } from "../../../protocol.ts";
import type { VeiledView } from "./anonymizer.ts";
import { EVERYONE, type SeatView, type TableConcern, type TableMessage } from "./prompt-input.ts";
import {
  headOfHeld,
  headOfMessage,
  headOfPosition,
  renderConcern,
  renderHeadlines,
  renderHeldPositions,
  renderMessages,
  renderPositions,
  renderProposal,
  renderQuestion,
} from "./prompt-text.ts";
import type { DiscussionProgress } from "./seat-views.ts";

export interface HeardSegments {
  readonly segments: readonly PromptSegment[];
  /** Who is shown one after the other, list by list. */
  readonly order: readonly (readonly string[])[];
}

/** What all see comes first, in the same words for everyone. */
export function renderHeard(
  progress: DiscussionProgress,
  { view, shown }: VeiledView,
  { fence, last }: { fence: Fence; last: SeatView["last"] },
): HeardSegments {
  const { table } = progress;
  const { broadcasts, direct } = shown;
  const { positions, headlines, proposal } = shown.view;
  const fenced = view.fencing(fence);
  const common = [
    proposal === null ? "" : renderProposal(proposal, fenced),
    renderSilentLead(progress),
    positions.length === 0
      ? ""
      : view.oneVoice
        ? renderHeldPositions(positions, fenced)
        : renderPositions(positions, fenced),
    renderHeadlines("Said before, in one line each", headlines.filter(isBroadcast), fenced),
    renderMessages("New, to all", broadcasts, fenced),
  ];
  const own = [
    renderHeadlines(
      "Said before between you and one other",
      headlines.filter((one) => !isBroadcast(one)),
      fenced,
    ),
    renderMessages("Between you and one other", direct, fenced),
    last === null
      ? ""
      : `Your last score\n${fenced("your last score", `${last.counted} in round ${last.round}: ${last.position}`)}`,
    renderOwnConcerns(shown.view.concerns, fenced),
  ];
  return {
    segments: [
      { shared: true, text: renderQuestion(table, fence) },
      { shared: true, text: SHORT_EVIDENCE_RULE },
      ...common.filter((one) => one !== "").map((one) => ({ shared: true, text: one })),
      ...own.filter((one) => one !== "").map((one) => ({ shared: false, text: one })),
    ],
    order: [
      view.oneVoice ? positions.map((_, at) => headOfHeld(at)) : positions.map(headOfPosition),
      ...listRounds(broadcasts),
      ...listRounds(direct),
    ],
  };
}

function isBroadcast({ to }: TableMessage): boolean {
  return to === EVERYONE;
}

/** T0: the last version stays on the table, and that is said. */
function renderSilentLead({ talk }: DiscussionProgress): string {
  const latest = talk.exchanges.at(-1)?.proposal;
  if (!latest || latest.kind === "spoken") return "";
  const why = describeAbsenceReason(latest.reason);
  const written = talk.exchanges.some(({ proposal }) => proposal.kind === "spoken");
  return written
    ? `The lead ${why} and wrote no new version. The version above stays on the table.`
    : `The lead ${why}, so no proposal is on the table yet. Nothing can be agreed on until there is one.`;
}

function renderOwnConcerns(concerns: readonly TableConcern[], fence: Fence): string {
  return concerns.length === 0
    ? ""
    : `Your open concerns\n${fence("your concerns", concerns.map(renderConcern).join("\n"))}`;
}

/** Heads of messages, round by round as they are shown. */
function listRounds(messages: readonly TableMessage[]): string[][] {
  const rounds = [...new Set(messages.map(({ round }) => round))].toSorted((a, b) => a - b);
  return rounds.map((round) => messages.filter((one) => one.round === round).map(headOfMessage));
}
