import { expect, test } from "vitest";

import { merge } from "../../../src/protocols/merge/protocol.ts";
import { buildMergedView } from "../../../src/protocols/merge/view/merged-view.ts";
import { buildDebateTimeline } from "../../../src/timeline/build-timeline.ts";
import { playAtRandom } from "../../../test/support/protocols/random-merge.ts";
import { mergeSteps, mergeVotesAt, standingOn } from "./votes.ts";

const RULES = { id: "merge", titles: merge.titles ?? {}, deciding: null };

test("votes and agreement are those that the merge itself counted, whatever was said in it", async () => {
  let compared = 0;
  for (let seed = 40; seed < 50; seed++) {
    const { held } = await playAtRandom(seed);
    const view = await buildMergedView(await held.app.read(held.id));
    const debateTimeline = buildDebateTimeline(held.events, RULES);
    const votes = mergeVotesAt(debateTimeline, debateTimeline.last);
    if (view?.convergence == null) continue;
    const isWritten = view.variants.some(({ writtenIn }) => writtenIn !== null);
    for (const { id, voted, winner, agreement, votes: counted, category, sides } of view.points) {
      if (!voted) continue;
      const cast = [...(votes.cast.get(id) ?? [])].map(([seat, { variant }]) => [seat, variant]);
      expect(Object.fromEntries(cast), `seed ${seed} ${id}`).toEqual(counted);
      const { winner: found, how } = standingOn(
        votes,
        id,
        category === "unique" ? (sides[0]?.variant ?? null) : null,
      );
      expect([found, how], `seed ${seed} ${id}`).toEqual([winner, agreement]);
      compared++;
    }
    expect(isWritten || votes.present.length > 0, `seed ${seed}`).toBe(true);
  }

  expect(compared).toBeGreaterThan(15);
});

test("a moment knows nothing of what was said after it", async () => {
  const { held } = await playAtRandom(44);
  const debateTimeline = buildDebateTimeline(held.events, RULES);

  expect(mergeVotesAt(debateTimeline, 0)).toEqual({ present: [], cast: new Map() });
  for (let at = 0; at <= debateTimeline.last; at++) {
    const early = buildDebateTimeline(held.events.slice(0, at + 1), RULES);
    expect(mergeVotesAt(debateTimeline, at), `${at}`).toEqual(mergeVotesAt(early, at));
    expect(mergeSteps(debateTimeline, at), `${at}`).toEqual(mergeSteps(early, at));
  }
});
