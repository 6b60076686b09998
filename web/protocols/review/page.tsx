/** The page of a `review` debate. */
import { reviewAt } from "../../../src/protocols/review/timeline/timeline.ts";
import type { DebateSnapshot, DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { formatPlural } from "../../kit/format-text.ts";
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolParts } from "../protocol-parts.tsx";
import {
  AnnotatedDiff,
  CHANGE_SOURCE,
  listReviewReferences,
  SelectableDiff,
} from "./annotated-diff.tsx";
import { ReviewPanels } from "./panels.tsx";
import { readSelectedLines } from "./selected-lines.ts";

registerProtocolParts({
  Panels: ReviewPanels,
  MainPicture: AnnotatedDiff,
  listMainTexts: () => ["review.md"],
  summarizeSeat,
  listJoinedClaims,
  listReferences: listReviewReferences,
  SourceView: SelectableDiff,
  ownSources: [CHANGE_SOURCE],
  readSelectedLines,
});
startPage(DebatePage);

/** What a reviewer found and what came of it; the weightiest in words. */
function summarizeSeat(timeline: DebateTimeline, { at }: DebateSnapshot, seat: string) {
  const { findings } = reviewAt(timeline, at);
  const own = findings.filter(({ foundBy }) => foundBy.includes(seat));
  const judged = findings.filter(({ verdicts }) => verdicts.some(({ by }) => by === seat)).length;
  const rest = `Judged ${formatPlural(judged, "finding")} of others.`;
  const [first] = own;
  if (first === undefined) return `Found nothing. ${rest}`;
  const confirmed = own.filter(({ fate }) => fate === "confirmed").length;
  return `Found ${own.length}, ${confirmed} confirmed: ${first.claim} ${rest}`;
}

/** A finding that several reviewers made is judged once, under the first one's id. */
function listJoinedClaims(timeline: DebateTimeline): ReadonlyMap<string, string> {
  const cards = reviewAt(timeline, timeline.last).findings;
  const byWords = new Map(
    [...timeline.claims.values()].map(({ claim }) => [`${claim.by} ${claim.text}`, claim.id]),
  );
  const pairs = cards.flatMap(({ id, also }) =>
    also.flatMap(({ by, claim }) => {
      const joined = byWords.get(`${by} ${claim}`);
      return joined === undefined ? [] : [[joined, id] as const];
    }),
  );
  return new Map(pairs);
}
