/** Where a debate stands at one moment, and what of it is drawn. Nothing here knows what came later. */
import { accountsOf } from "../domain/accounts.ts";
import { endingsAt } from "./endings-at.ts";
import { limitsIn } from "./limits.ts";
import { questionAt } from "./questions.ts";
import { until } from "./register.ts";
import { pendingIn, stepAt } from "./steps-at.ts";
import type { Moment, Question, Story, Turn } from "./story.ts";

export { type Braid, type BraidCell, positionsByStep } from "./braid.ts";
export { type Challenge, challengesAt, fateOf } from "./challenges-at.ts";
export { type Scores, type ScoreRow, scoresAt } from "./scores-at.ts";
export { storyUpTo } from "./story-up-to.ts";
export { type LaneCount, type TallyNow, tallyAt } from "./tally-at.ts";
export { type Segment, type Tick, timelineOf } from "./timeline.ts";
export { wouldChange } from "./would-change.ts";

export function momentAt(story: Story, at: number): Moment {
  const now = Math.min(Math.max(Math.trunc(at), 0), story.last);
  const events = story.events.slice(0, now + 1);
  const turns = until(story.turns, now);
  const step = until(story.steps, now).at(-1);
  const accounts = accountsOf(events);
  const ended = story.end !== null && story.end.at <= now;
  const questions = ended ? [] : openAt(story, now);
  const pausedBecause = ended ? null : pauseAt(story, now);
  return {
    at: now,
    atMs: events.at(-1)?.atMs ?? story.openedMs,
    status: statusOf({ ended, paused: pausedBecause !== null, asks: questions.length > 0 }),
    step: step ? stepAt(story, step, now) : null,
    pending: ended ? [] : pendingAt(story, now),
    held: newestOf(turns.filter(({ said }) => Boolean(said?.position))),
    newest: newestOf(turns),
    limits: limitsIn(events),
    spentUsd: accounts.costUsd,
    spentBy: new Map(Object.entries(accounts.seats).map(([seat, { costUsd }]) => [seat, costUsd])),
    calls: accounts.calls,
    tokens: accounts.inputTokens + accounts.outputTokens,
    elapsedMs: accounts.wallMs,
    pausedBecause,
    questions,
    endings: endingsAt(story, now),
    outcome: ended ? (story.end?.outcome ?? null) : null,
    decisions: until(story.decisions, now),
  };
}

function statusOf(now: { ended: boolean; paused: boolean; asks: boolean }): Moment["status"] {
  if (now.ended) return "ended";
  if (now.paused) return "paused";
  return now.asks ? "waiting" : "running";
}

function pendingAt(story: Story, at: number): string[] {
  return [...new Set(until(story.steps, at).flatMap((step) => pendingIn(story, step, at)))];
}

function openAt({ questions }: Story, at: number): Question[] {
  return until(questions, at)
    .map((question) => questionAt(question, at))
    .filter(({ answered }) => answered === null);
}

function pauseAt({ events }: Story, at: number): string | null {
  for (let place = at; place > 0; place--) {
    const fact = events[place]?.fact;
    if (fact?.type === "debate-resumed") return null;
    if (fact?.type === "debate-paused") return fact.detail;
  }
  return null;
}

function newestOf(turns: readonly Turn[]): Map<string, Turn> {
  return new Map(turns.map((turn) => [turn.seat, turn]));
}
