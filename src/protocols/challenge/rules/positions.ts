/** H21, H34, K5: the versions of the position, each change with its cause. */
import { findCauseProblems } from "../../../domain/change-cause.ts";
import type { Claim } from "../../../domain/claim.ts";
import { foldText } from "../../../domain/evidence.ts";
import type { Objection, ProponentResponse } from "../prompts/prompt-input.ts";
import { remembered } from "./memoize.ts";
import { objectionsOf } from "./objections.ts";
import { type Debate, openingOf } from "./table.ts";

export interface PositionVersion {
  readonly version: number;
  /** 0 for the opening. */
  readonly afterRound: number;
  readonly position: string;
  /** False in a round that left the position as it was. */
  readonly changed: boolean;
  readonly because: string | null;
  /** Challengers whose objections were accepted, at least in part. */
  readonly by: readonly string[];
  /** Claim ids that passed the check of K5. */
  readonly causes: readonly string[];
}

/** The opening, then one entry per response; the version rises only where the text changed. */
export const positionsOf = remembered((debate: Debate): readonly PositionVersion[] => {
  const opening: PositionVersion = {
    version: 1,
    afterRound: 0,
    position: openingOf(debate).position,
    changed: false,
    because: null,
    by: [],
    causes: [],
  };
  return debate.exchanges.reduce<PositionVersion[]>(
    (versions, { round, response }) => {
      const before = versions.at(-1) ?? opening;
      if (response.kind === "absent") return versions;
      const { position, changed_because } = response.reply;
      const changed = isChange(before.position, position);
      if (!changed) {
        const same = { ...before, afterRound: round, changed, because: null, by: [], causes: [] };
        return [...versions, same];
      }
      const cause = causeOf(asSeenIn(debate, round), response.reply);
      const next: PositionVersion = {
        version: before.version + 1,
        afterRound: round,
        position,
        changed,
        because: changed_because,
        by: cause.by,
        causes: cause.claims,
      };
      return [...versions, next];
    },
    [opening],
  );
});

export function currentPosition(debate: Debate): PositionVersion {
  const versions = positionsOf(debate);
  const last = versions.at(-1);
  if (!last) throw new TypeError("A debate has a position.");
  return last;
}

/** The version a challenger last spoke of; null when nothing readable was said. */
export function lastJudged(debate: Debate, challenger: string): number | null {
  const heard = (debate.challenges?.spoken ?? []).some(({ by }) => by === challenger);
  const round = debate.exchanges.findLast(({ rebuttals }) =>
    rebuttals?.spoken.some(({ by }) => by === challenger),
  )?.round;
  if (round === undefined) return heard ? 1 : null;
  return positionsOf(debate).find(({ afterRound }) => afterRound === round)?.version ?? null;
}

/** Other words; other line breaks are no change. */
export function isChange(before: string, after: string): boolean {
  return foldText(before) !== foldText(after);
}

export interface Cause {
  readonly by: readonly string[];
  readonly claims: readonly string[];
  /** What is wrong with the claims that are not valid causes. */
  readonly problems: readonly string[];
}

/** The newest words of every objection that was accepted or partly accepted, checked as causes. */
export function causeOf(debate: Debate, { answers }: ProponentResponse): Cause {
  const accepted = objectionsOf(debate).filter(({ id }) =>
    answers.some(({ objection, disposition }) => objection === id && disposition !== "REJECT"),
  );
  const around = {
    by: debate.proponent.id,
    visible: claimsOfChallengers(debate),
    seenBefore: seenBefore(debate),
  };
  const checked = accepted.flatMap((objection) => {
    const claim = newestClaim(objection);
    if (claim === null) return [];
    return [
      { objection, claim, problems: findCauseProblems({ claims: [claim], evidence: [] }, around) },
    ];
  });
  const valid = checked.filter(({ problems }) => problems.length === 0);
  return {
    by: accepted.map(({ challenger }) => challenger),
    claims: valid.map(({ claim }) => claim),
    problems: checked.flatMap(({ problems }) => problems),
  };
}

function newestClaim({ newest }: Objection): string | null {
  return newest?.claim ?? null;
}

function claimsOfChallengers({ challenges, press, exchanges }: Debate): Claim[] {
  return [challenges, press, ...exchanges.map(({ rebuttals }) => rebuttals)].flatMap(
    (round) => round?.spoken.flatMap(({ claims }) => claims) ?? [],
  );
}

/** What the proponent had been shown when it last responded. */
function seenBefore(debate: Debate): ReadonlySet<string> {
  const { exchanges } = debate;
  if (exchanges.length === 0) return new Set();
  const then = { ...debate, exchanges: exchanges.slice(0, -1) };
  return new Set(claimsOfChallengers(then).map(({ id }) => id));
}

/** The debate as the proponent saw it when it responded in this round. */
function asSeenIn(debate: Debate, round: number): Debate {
  return { ...debate, exchanges: debate.exchanges.filter((exchange) => exchange.round < round) };
}
