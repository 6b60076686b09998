/** The page of a `roundtable` debate. */
import { roundtableAt } from "../../../src/protocols/roundtable/timeline/timeline.ts";
import type {
  ChallengeFate,
  DebateSnapshot,
  DebateTimeline,
} from "../../../src/timeline/debate-timeline.ts";
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolParts } from "../protocol-parts.tsx";
import { RoundtablePanels, TablePicture } from "./panels.tsx";
import { riskAcceptance } from "./risks-field.tsx";

registerProtocolParts({
  Panels: RoundtablePanels,
  MainPicture: TablePicture,
  summarizeSeat,
  readFates,
  listMainTexts: () => ["adr.md", "debate.md"],
  answerSupplement: riskAcceptance,
});
startPage(DebatePage);

/** What a specialist wanted and where their score ended; what the lead wrote. */
function summarizeSeat(timeline: DebateTimeline, { at }: DebateSnapshot, seat: string) {
  const { positions, proposals, scores } = roundtableAt(timeline, at);
  const position = positions.findLast((one) => one.seat === seat);
  if (position === undefined) {
    const proposal = proposals.at(-1);
    return proposal === undefined
      ? null
      : `Wrote version ${proposal.version}: ${proposal.headline}`;
  }
  const score = scores.findLast((one) => one.seat === seat)?.counted;
  return score === undefined ? position.words : `${position.words} Ended at ${score} of 100.`;
}

/** As the ledger has them: only its owner closes a concern. */
function readFates(timeline: DebateTimeline): ReadonlyMap<string, ChallengeFate> {
  const fates = { settled: "granted", answered: "answered", open: "open" } as const;
  const { concerns } = roundtableAt(timeline, timeline.last);
  return new Map(concerns.map(({ id, state }) => [id, fates[state]]));
}
