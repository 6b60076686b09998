/** What a specialist is given: the question, the positions, and the messages they may read. */
import type { PromptSegment } from "../../../model.ts";
import type { Fence } from "../../../protocol.ts";
import type { VeiledView } from "./anonymizer.ts";
import type { TableMessage, TablePosition } from "./prompt-input.ts";
import {
  headOf,
  headOfHeld,
  heldText,
  matterText,
  messagesText,
  positionsText,
  shownInFull,
} from "./prompt-text.ts";
import type { DiscussionProgress } from "./seat-views.ts";

export interface HeardSegments {
  readonly segments: readonly PromptSegment[];
  /** Who is shown one after the other, list by list. */
  readonly order: readonly (readonly string[])[];
}

export function heardSegments(
  { table, number }: DiscussionProgress,
  { view, shown }: VeiledView,
  { fence, latest }: { fence: Fence; latest: number },
): HeardSegments {
  const { broadcasts, direct } = shown;
  const { positions } = shown.view;
  const fullFrom = shownInFull(number, latest);
  const telling = { fullFrom, fence: view.fencing(fence) };
  const toAll = messagesText(broadcasts, { title: "To all", ...telling });
  const toYou = messagesText(direct, { title: "To you, or from you to some", ...telling });
  return {
    segments: [
      { shared: true, text: matterText(table, fence) },
      {
        shared: true,
        text: view.oneVoice
          ? heldText(positions, telling.fence)
          : positionsText(positions, telling.fence),
      },
      ...(toAll === "" ? [] : [{ shared: true, text: toAll }]),
      ...(toYou === "" ? [] : [{ shared: false, text: toYou }]),
    ],
    order: [
      view.oneVoice ? positions.map((_, at) => headOfHeld(at)) : positions.map(headOfPosition),
      ...roundsOf(broadcasts),
      ...roundsOf(direct),
    ],
  };
}

function headOfPosition({ by }: TablePosition): string {
  return `position of ${by}`;
}

/** Heads of messages, round by round as they are shown. */
function roundsOf(messages: readonly TableMessage[]): string[][] {
  const rounds = [...new Set(messages.map(({ round }) => round))].toSorted((a, b) => a - b);
  return rounds.map((round) => messages.filter((one) => one.round === round).map(headOf));
}
