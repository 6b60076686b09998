/** The page agrees with what the terminal reads from the same journal. */
import { expect, test } from "vitest";

import { randomJournal } from "../../../test/support/journals/random-journal.ts";
import { buildTestTimeline } from "../../../test/support/journals/timelines.ts";
import { heldOffline, PROTOCOL_IDS } from "../../../test/support/protocols/offline-debates.ts";
import { computeAccounts } from "../../domain/journal/accounts.ts";
import type { Event } from "../../domain/journal/event.ts";
import { readStepName } from "../../domain/journal/steps.ts";
import { buildTranscript } from "../../domain/journal/transcript.ts";
import {
  type DecisionRule,
  describeRemainingEndings,
} from "../../domain/outcome/possible-endings.ts";
import { TWO_THIRDS } from "../../domain/outcome/tally.ts";
import { buildDebateTimeline } from "../build-timeline.ts";
import type { DebateTimeline } from "../debate-timeline.ts";
import { computeSnapshotAt } from "./snapshot.ts";
import { isStepAboutPositions } from "./steps-at.ts";

/** The sentence as the terminal forms it, from all that was said where positions are asked for. */
function sentenceAt({ events, deciding, ...story }: DebateTimeline, at: number): string | null {
  if (deciding === null) return null;
  const whole = { ...story, events, deciding };
  const isCounted = ({ fact }: Event): boolean => {
    const key = "key" in fact ? fact.key : "step" in fact ? fact.step : null;
    return (
      deciding.by === "scores" || key === null || isStepAboutPositions(whole, readStepName(key), at)
    );
  };
  return describeRemainingEndings(events.slice(0, at + 1).filter(isCounted), deciding);
}

const DECIDING: readonly DecisionRule[] = [
  { by: "share", needed: TWO_THIRDS },
  { by: "scores", target: 70 },
  { by: "withdrawal", settled: "A", proponent: "seat-2" },
];

test("what can still come of a debate is the terminal's own sentence", async () => {
  const real = await Promise.all(PROTOCOL_IDS.map((protocol) => heldOffline(protocol)));
  const stories = [
    ...real.map(({ record }) => buildTestTimeline(record.events)),
    ...DECIDING.flatMap((deciding) =>
      [1, 2, 3, 4].map((seed) =>
        buildDebateTimeline(randomJournal({ seed, steps: 5 }), { id: "", titles: {}, deciding }),
      ),
    ),
  ];

  for (const story of stories) {
    for (let at = 0; at <= story.last; at++) {
      expect(computeSnapshotAt(story, at).endings, `${story.id}, event ${at}`).toBe(
        sentenceAt(story, at),
      );
    }
  }
});

test("what a moment cost is what the accounts say, and turns add up to it", () => {
  for (let seed = 1; seed <= 10; seed++) {
    const events = randomJournal({ seed, steps: 5 });
    const timeline = buildDebateTimeline(events, { id: "", titles: {}, deciding: null });
    for (let at = 0; at <= timeline.last; at++) {
      const accounts = computeAccounts(events.slice(0, at + 1));
      const { spentUsd, calls, tokens, elapsedMs } = computeSnapshotAt(timeline, at);
      expect({ spentUsd, calls, tokens, elapsedMs }).toEqual({
        spentUsd: accounts.costUsd,
        calls: accounts.calls,
        tokens: accounts.inputTokens + accounts.outputTokens,
        elapsedMs: accounts.wallMs,
      });
    }
    const inTurns = timeline.turns.reduce((sum, { costUsd }) => sum + costUsd, 0);
    expect(inTurns, `seed ${seed}`).toBeCloseTo(computeAccounts(events).costUsd, 9);
  }
});

test("who is pending and why it is paused agree with the transcript at every moment", () => {
  for (let seed = 1; seed <= 10; seed++) {
    const events = randomJournal({ seed, steps: 5 });
    const timeline = buildDebateTimeline(events, { id: "", titles: {}, deciding: null });
    for (let at = 0; at <= timeline.last; at++) {
      const transcript = buildTranscript(events.slice(0, at + 1));
      const debateSnapshot = computeSnapshotAt(timeline, at);
      if (debateSnapshot.status === "ended") continue;
      const pending = new Set(transcript.steps.flatMap((step) => step.pending));
      expect(new Set(debateSnapshot.pending), `seed ${seed}, event ${at}`).toEqual(pending);
      expect(debateSnapshot.pausedBecause).toBe(transcript.paused);
    }
  }
});
