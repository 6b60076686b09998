/** K5: an advocate's position and what they had seen when they spoke, and whether a new winner had a cause. */
import type { PositionChange } from "../../../domain/outcome.ts";
import type { Spoken } from "../../../domain/round.ts";
import { changeProblems, type AdvocateContext } from "./advocate-checks.ts";
import { spokenIn, statementsIn, type AdvocateVote, votesCast } from "./advocates.ts";
import { calledBy, type Debated, variantOf } from "./table.ts";
import { describeChoice } from "./vote-choice.ts";

interface Earlier {
  /** Rebuttals and final arguments that were shown to the speaker. */
  readonly rebuttals: readonly Spoken<unknown>[];
  readonly finals: readonly Spoken<unknown>[];
}

/** In a rebuttal all claims are new; in a final argument, those it was not shown when it last spoke. */
export function surroundingsOf(
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
  return { held, visible, seenBefore: new Set(known.map(({ id }) => id)) };
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
      return [changeOf(debated, before, vote)];
    });
  });
}

function changeOf(debated: Debated, before: AdvocateVote, vote: AdvocateVote): PositionChange {
  const { by, point, because, cause } = vote;
  const called = (choice: string | null): string =>
    choice === null ? "no vote" : describeChoice(choice, (variant) => calledBy(debated, variant));
  const problems = problemsWith(debated, vote);
  const valid = cause !== null && problems.length === 0;
  return {
    by,
    round: vote.round,
    from: `${point}: ${called(before.choice)}`,
    to: called(vote.choice),
    reason: because,
    causes: valid ? cause.causes : [],
    standing: valid ? "explained" : "unexplained",
  };
}

function problemsWith(
  debated: Debated,
  { by, point, variant, choice, because, cause, round }: AdvocateVote,
): string[] {
  if (cause === null || round === 1) return ["no cause is named"];
  const rebuttals = spokenIn(debated.rebuttals);
  const finals = spokenIn(debated.finals);
  const before = <One extends { readonly by: string }>(turns: readonly One[]): readonly One[] =>
    turns.slice(
      0,
      Math.max(
        0,
        turns.findIndex((turn) => turn.by === by),
      ),
    );
  const earlier =
    round === 2
      ? { rebuttals: before(rebuttals), finals: [] }
      : { rebuttals, finals: before(finals) };
  const speaking = {
    compared: debated,
    by,
    own: variantOf(debated, by),
    points: [point],
    ...surroundingsOf(debated, { by, round, earlier }),
  };
  return changeProblems(speaking, { point, variant, because, ...cause }, choice);
}
