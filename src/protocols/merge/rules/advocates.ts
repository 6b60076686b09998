/** What the advocates said, turn by turn: who is present, what they claim, and which variant they vote for. */
import type { ComparisonPoint } from "../../../documents/comparison-point.ts";
import { type Claim, type ClaimDraft } from "../../../domain/claim.ts";
import { computeOnce } from "../../../domain/compute-once.ts";
import type { Participant } from "../../../domain/participant.ts";
import { type Round, type Spoken, findSpokenTurn } from "../../../domain/round.ts";
import {
  variantSource,
  type Concession,
  type NewWinner,
  type Winner,
} from "../prompts/prompt-input.ts";
import type {
  FinalArgumentReply,
  AdvocateRebuttalReply,
  AdvocateStatementReply,
} from "../replies.ts";
import { type ComparedMerge, type Debated, findVariantNumber } from "./table.ts";
import { formatChoiceKey, listVoteCauses } from "./vote-choice.ts";

/** A18, ambiguity m: one per variant; a variant that nearly repeats an earlier one has no second voice. */
export function listDebaters({ variants, analysis }: ComparedMerge): Participant[] {
  const repeating = new Set(analysis.nearDuplicates.map(({ variant }) => variant));
  return variants
    .filter(({ document }) => !repeating.has(document.variant))
    .map(({ advocate }) => advocate);
}

/** Those who stated their case, in the first call or in the second (A43). */
export function listPresentAdvocates(debated: Debated): Participant[] {
  return listDebaters(debated).filter(({ id }) => findStatement(debated, id) !== undefined);
}

export function findStatement(
  { statements, statementsAgain }: Debated,
  advocate: string,
): Spoken<AdvocateStatementReply> | undefined {
  return (
    (statements ? findSpokenTurn(statements, advocate) : undefined) ??
    (statementsAgain ? findSpokenTurn(statementsAgain, advocate) : undefined)
  );
}

export function statementsIn(debated: Debated): Spoken<AdvocateStatementReply>[] {
  return listPresentAdvocates(debated).flatMap(({ id }) => findStatement(debated, id) ?? []);
}

/** Turns of a round in the order they were spoken. */
export function spokenIn<Reply>(round: Round<Reply> | null): readonly Spoken<Reply>[] {
  return round?.spoken ?? [];
}

/** The debate as it is after these turns. */
export function withTurns(
  debated: Debated,
  {
    rebuttals,
    finals,
  }: {
    readonly rebuttals: readonly Spoken<AdvocateRebuttalReply>[];
    readonly finals: readonly Spoken<FinalArgumentReply>[];
  },
): Debated {
  const round = <Reply>(step: string, spoken: readonly Spoken<Reply>[]): Round<Reply> => ({
    step,
    spoken,
    absent: [],
  });
  return { ...debated, rebuttals: round("rebuttals", rebuttals), finals: round("finals", finals) };
}

export function statementClaims(
  { strengths, weaknesses, winners }: AdvocateStatementReply,
  own: number,
): ClaimDraft[] {
  return [
    ...strengths.map(({ text, evidence }) =>
      createClaimDraft(text, [variantSource(own), "supports"], evidence),
    ),
    ...weaknesses.map(({ variant, text, evidence }) =>
      createClaimDraft(text, [variantSource(variant), "attacks"], evidence),
    ),
    ...winners.map(winnerClaim),
  ];
}

export function rebuttalClaims({ responses, changes }: AdvocateRebuttalReply): ClaimDraft[] {
  return [
    ...responses.map(({ criticism, answer, text, evidence }) =>
      createClaimDraft(text, [criticism, answer === "counter" ? "attacks" : "supports"], evidence),
    ),
    ...changes.map(winnerClaim),
  ];
}

export function finalClaims({ argument, winners }: FinalArgumentReply, own: number): ClaimDraft[] {
  return [
    createClaimDraft(argument, [variantSource(own), "supports"], []),
    ...winners.map(winnerClaim),
  ];
}

function winnerClaim(winner: Winner | NewWinner): ClaimDraft {
  const evidence = "evidence" in winner ? winner.evidence : [];
  return createClaimDraft(winner.because, [winner.point, "supports"], evidence);
}

function createClaimDraft(
  text: string,
  [about, side]: readonly [string, ClaimDraft["side"]],
  evidence: ClaimDraft["evidence"],
): ClaimDraft {
  return { text, about, side, evidence };
}

/** A weakness of somebody's variant, with its claim. */
export interface Criticism {
  readonly by: string;
  readonly variant: number;
  readonly text: string;
  readonly claim: Claim;
}

export function criticismsIn(debated: Debated): Criticism[] {
  return statementsIn(debated).flatMap(({ by, reply, claims }) =>
    reply.weaknesses.flatMap(({ variant, text }, index) => {
      const claim = claims[reply.strengths.length + index];
      // an own weakness is a concession, wherever it was written
      return claim && variant !== findVariantNumber(debated, by)
        ? [{ by, variant, text, claim }]
        : [];
    }),
  );
}

/** An advocate's vote on a point, and since which round. */
export interface AdvocateVote {
  readonly by: string;
  readonly point: string;
  /** The draft that it names; 0 where it names none. */
  readonly variant: number;
  /** What it says, as votes are compared; null where the speaker cannot tell. */
  readonly choice: string | null;
  /** The words that a combination is made of. */
  readonly pieces: Winner["pieces"];
  /** Its own words for it. */
  readonly because: string;
  /** The claim with those words; null for a concession. */
  readonly claim: string | null;
  /** 1 statement, 2 rebuttal, 3 final argument. */
  readonly round: 1 | 2 | 3;
  /** It gave the point up to another variant than its own. */
  readonly conceded: boolean;
  /** What it names as the cause of a new winner. */
  readonly cause: Pick<NewWinner, "causes" | "evidence"> | null;
}

/** Every vote in the order it was cast; within one turn a concession comes after a winner, and so outweighs it. */
export const votesCast = computeOnce((debated: Debated): readonly AdvocateVote[] => {
  const cast: AdvocateVote[] = [];
  for (const turn of statementsIn(debated)) {
    const { winners, strengths, weaknesses, concessions } = turn.reply;
    const heard = { debated, turn, round: 1 as const, concessions, cast };
    cast.push(...votesIn(heard, winners, strengths.length + weaknesses.length));
  }
  for (const turn of spokenIn(debated.rebuttals)) {
    const { changes, responses, concessions } = turn.reply;
    const heard = { debated, turn, round: 2 as const, concessions, cast };
    cast.push(...votesIn(heard, changes, responses.length));
  }
  for (const turn of spokenIn(debated.finals)) {
    const { winners, concessions } = turn.reply;
    cast.push(...votesIn({ debated, turn, round: 3, concessions, cast }, winners, 1));
  }
  return cast;
});

function votesIn(
  {
    debated,
    turn: { by, claims },
    round,
    concessions,
    cast,
  }: {
    debated: Debated;
    turn: Pick<Spoken<unknown>, "by" | "claims">;
    round: AdvocateVote["round"];
    concessions: readonly Concession[];
    /** What was voted before, so that a vote can be the same as another. */
    cast: readonly AdvocateVote[];
  },
  winners: readonly (Winner | NewWinner)[],
  claimsBefore: number,
): AdvocateVote[] {
  const own = findVariantNumber(debated, by);
  const pointWith = (id: string): ComparisonPoint | undefined =>
    debated.points.find((point) => point.id === id);
  const votes = winners.map((winner, index): AdvocateVote => {
    const { point, because, same_as: other = null } = winner;
    const same = winner.variant === 0 && other !== null ? findVote(cast, point, other) : undefined;
    const choice = same?.choice ?? formatChoiceKey(pointWith(point), winner);
    const { variant, pieces } = same ?? winner;
    const cause =
      "causes" in winner ? { causes: listVoteCauses(winner), evidence: winner.evidence } : null;
    const claim = claims[claimsBefore + index]?.id ?? null;
    return { by, point, variant, choice, pieces, because, claim, round, conceded: false, cause };
  });
  const conceding = concessions.flatMap(({ point, variant, text }): AdvocateVote[] => {
    if (point === null || variant === null || variant === own) return [];
    if (!debated.voted.some(({ id }) => id === point)) return [];
    const named = votes.find((vote) => vote.point === point && vote.variant === variant);
    const { claim = null, cause = null } = named ?? {};
    const choice = formatChoiceKey(pointWith(point), { point, variant, because: text });
    const vote = { by, point, variant, choice, pieces: [], because: text, claim, round };
    return [{ ...vote, conceded: true, cause }];
  });
  return [...votes, ...conceding];
}

function findVote(
  cast: readonly AdvocateVote[],
  point: string,
  claim: string,
): AdvocateVote | undefined {
  return cast.find((vote) => vote.claim === claim && vote.point === point);
}

/** Each advocate's vote on each point after a round; the last one counts. */
export function votesAfter(debated: Debated, round: 1 | 2 | 3): AdvocateVote[] {
  const latest = new Map<string, AdvocateVote>();
  for (const vote of votesCast(debated)) {
    if (vote.round <= round) latest.set(`${vote.by} ${vote.point}`, vote);
  }
  return [...latest.values()];
}
