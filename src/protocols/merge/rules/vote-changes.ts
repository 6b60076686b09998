/** K5: an advocate's position and what they had seen when they spoke, and whether a new winner had a cause. */
import type { PositionChange } from "../../../domain/outcome/outcome.ts";
import type { Spoken } from "../../../domain/round.ts";
import type { AdvocateRebuttalReply, FinalArgumentReply } from "../replies.ts";
import { spokenIn, statementsIn, type AdvocateVote, votesCast, withTurns } from "./advocates.ts";
import { type AdvocateContext, changeProblems, completeCause } from "./change-causes.ts";
import { calledBy, type Debated } from "./table.ts";
import { describeChoice } from "./vote-choice.ts";

interface Earlier {
  /** Rebuttals and final arguments that were shown to the speaker. */
  readonly rebuttals: readonly Spoken<AdvocateRebuttalReply>[];
  readonly finals: readonly Spoken<FinalArgumentReply>[];
}

/** In a rebuttal all claims are new; in a final argument, those it was not shown when it last spoke. */
export function buildVoteSurroundings(
  debated: Debated,
  { by, round, earlier }: { by: string; round: 2 | 3; earlier: Earlier },
): AdvocateContext {
  const stated = statementsIn(debated).flatMap(({ claims }) => claims);
  const visible = [
    ...stated,
    ...[...earlier.rebuttals, ...earlier.finals].flatMap(({ claims }) => claims),
  ];
  const spokeAt = round === 3 ? earlier.rebuttals.findIndex((turn) => turn.by === by) : -1;
  const known =
    spokeAt === -1
      ? []
      : [...stated, ...earlier.rebuttals.slice(0, spokeAt).flatMap(({ claims }) => claims)];
  const held = new Map(
    votesCast(debated)
      .filter((vote) => vote.by === by && vote.round < round)
      .flatMap(({ point, choice }) => (choice === null ? [] : [[point, choice] as const])),
  );
  const argued = new Map(
    votesCast(withTurns(debated, earlier)).flatMap(({ claim, choice }) =>
      claim === null || choice === null ? [] : [[claim, choice] as const],
    ),
  );
  return { held, visible, seenBefore: new Set(known.map(({ id }) => id)), argued };
}

/** Every winner that an advocate gave up for another, with its cause; a first vote is no change. */
export function changesIn(debated: Debated): PositionChange[] {
  const standing = new Map<string, AdvocateVote>();
  return ([1, 2, 3] as const).flatMap((round) => {
    // a concession in the same turn as the vote it replaces is one answer, not a change
    const last = new Map<string, AdvocateVote>();
    for (const vote of votesCast(debated)) {
      if (vote.round === round) last.set(`${vote.by} ${vote.point}`, vote);
    }
    return [...last].flatMap(([key, vote]) => {
      const before = standing.get(key);
      standing.set(key, vote);
      if (!before || before.choice === vote.choice || before.choice === null) return [];
      return [describeVoteChange(debated, before, vote)];
    });
  });
}

function describeVoteChange(
  debated: Debated,
  before: AdvocateVote,
  vote: AdvocateVote,
): PositionChange {
  const { by, point, because, cause } = vote;
  const called = (choice: string | null): string =>
    choice === null ? "no vote" : describeChoice(choice, (variant) => calledBy(debated, variant));
  const speaking = vote.round === 1 ? null : speakingThen(debated, vote, vote.round);
  const named = {
    point,
    choice: vote.choice,
    conceded: vote.conceded && cause === null,
    ...(cause ?? NO_CAUSE),
  };
  const valid = speaking !== null && changeProblems(speaking, named).length === 0;
  return {
    by,
    round: vote.round,
    from: `${point}: ${called(before.choice)}`,
    to: called(vote.choice),
    reason: because,
    causes: valid ? completeCause(speaking, named).claims : [],
    standing: valid ? "explained" : "unexplained",
  };
}

const NO_CAUSE = { causes: [], evidence: [] };

/** The advocate with all that it had seen when it spoke. */
function speakingThen(debated: Debated, { by }: AdvocateVote, round: 2 | 3) {
  const before = <One extends { readonly by: string }>(turns: readonly One[]): readonly One[] =>
    turns.slice(
      0,
      Math.max(
        0,
        turns.findIndex((turn) => turn.by === by),
      ),
    );
  const rebuttals = spokenIn(debated.rebuttals);
  const earlier =
    round === 2
      ? { rebuttals: before(rebuttals), finals: [] }
      : { rebuttals, finals: before(spokenIn(debated.finals)) };
  return { compared: debated, by, ...buildVoteSurroundings(debated, { by, round, earlier }) };
}
