/**
 * T6-T9, T14-T18: turns replies into scores that count. This is the only place where a score is read, kept or
 * reverted.
 */
import { findCauseProblems } from "../../../domain/change-cause.ts";
import type { Claim } from "../../../domain/claim.ts";
import type { PositionChange } from "../../../domain/outcome.ts";
import { findSpokenTurn } from "../../../domain/round.ts";
import type { TableConcern } from "../prompts/prompt-input.ts";
import type { SatisfactionScore } from "../replies.ts";
import { RISE } from "../settings.ts";
import { addressedOf } from "./pending-replies.ts";
import {
  concernOf,
  readableBy,
  type TableStatement,
  statementsIn,
  type RoundtableDebateTable,
  type Talk,
} from "./table.ts";
import { overlap } from "./wording.ts";

export interface JudgedConcern extends TableConcern {
  /** T17: it lies in the speaker's own domain. */
  readonly own: boolean;
  /** T16: the id of an own concern that was dealt with and that this one repeats. */
  readonly repeats: string | null;
  readonly blocks: boolean;
}

/** A change that needs a cause, and what is wrong with the one given. */
export interface Movement {
  readonly what: "score" | "option";
  readonly from: string;
  readonly to: string;
  readonly cited: readonly string[];
  readonly problems: readonly string[];
}

export interface CountedScore {
  readonly by: string;
  readonly round: number;
  readonly key: string;
  readonly stated: number;
  /** The score that counts: an unexplained rise leaves the earlier one standing. */
  readonly counted: number;
  readonly accepts: boolean;
  readonly position: string;
  readonly option: string | null;
  readonly concerns: readonly JudgedConcern[];
  readonly movements: readonly Movement[];
  /** T9: at the target, would accept, and nothing in its own domain blocks. */
  readonly ready: boolean;
}

/** The scores of one round; absent specialists have none. */
export interface ScoreRound {
  readonly number: number;
  readonly scores: readonly CountedScore[];
}

/** What a specialist's score is weighed against. */
export interface Scale {
  readonly by: string;
  readonly target: number;
  readonly previous: CountedScore | null;
  /** Its option before this score. */
  readonly held: string | null;
  readonly readable: readonly TableStatement[];
  readonly seenBefore: ReadonlySet<string>;
  readonly addressed: readonly TableStatement[];
}

export function scoreRounds(table: RoundtableDebateTable, talk: Talk): readonly ScoreRound[] {
  const known = countedRounds.get(talk);
  if (known) return known;
  const rounds = roundsOf(table, talk);
  countedRounds.set(talk, rounds);
  return rounds;
}

const countedRounds = new WeakMap<Talk, readonly ScoreRound[]>();

function roundsOf(table: RoundtableDebateTable, talk: Talk): ScoreRound[] {
  const rounds: ScoreRound[] = [];
  for (const [index, { number, scores }] of talk.exchanges.entries()) {
    const then = { ...talk, exchanges: talk.exchanges.slice(0, index + 1) };
    const counted = table.specialists.flatMap(({ id }) => {
      const turn = findSpokenTurn(scores, id);
      if (!turn) return [];
      const scale = scaleFor(table, then, { by: id, before: rounds });
      return [{ ...weighed(scale, turn.reply, turn.claims), round: number, key: turn.key }];
    });
    rounds.push({ number, scores: counted });
  }
  return rounds;
}

/** `talk` ends with the round being scored; `before` has the rounds already scored. */
export function scaleFor(
  table: RoundtableDebateTable,
  talk: Talk,
  { by, before }: { by: string; before: readonly ScoreRound[] },
): Scale {
  const number = talk.exchanges.length;
  const own = before.flatMap(({ scores }) => scores.filter((score) => score.by === by));
  const previous = own.at(-1) ?? null;
  const readable = readableBy(by, statementsIn(table, talk)).filter(
    ({ by: speaker, round, form }) => !(speaker === by && round === number && form === "concern"),
  );
  const last = previous?.round ?? 0;
  const lead = table.lead.id;
  const known = readable.filter(
    ({ round, by: speaker }) =>
      previous !== null && (speaker === lead ? round < last : round <= last),
  );
  const initial = findSpokenTurn(talk.positions, by)?.reply.position_option ?? null;
  return {
    by,
    target: table.settings.target,
    previous,
    held: own.findLast(({ option }) => option !== null)?.option ?? initial,
    readable,
    seenBefore: new Set(known.map(({ id }) => id)),
    addressed: addressedOf(table, talk, by).filter(({ round }) => round < number),
  };
}

export function weighed(
  scale: Scale,
  reply: SatisfactionScore,
  claims: readonly Claim[] = [],
): Omit<CountedScore, "round" | "key"> {
  const concerns = reply.REMAINING_CONCERNS.map((concern, index) =>
    judged(scale, concernOf(scale.by, concern, claims[index])),
  );
  const movements = movementsOf(scale, reply);
  const undone = (what: Movement["what"]): boolean =>
    movements.some((movement) => movement.what === what && movement.problems.length > 0);
  const counted = undone("score")
    ? (scale.previous?.counted ?? reply.SATISFACTION)
    : reply.SATISFACTION;
  const accepts = reply.WOULD_ACCEPT_CURRENT === "yes";
  return {
    by: scale.by,
    stated: reply.SATISFACTION,
    counted,
    accepts,
    position: reply.POSITION,
    option: undone("option") ? scale.held : reply.position_option,
    concerns,
    movements,
    ready: counted >= scale.target && accepts && !concerns.some(({ blocks }) => blocks),
  };
}

/** From which share of its word runs on a concern says again what was said. */
const SAME_AGAIN = 0.6;

function judged({ by, addressed }: Scale, concern: TableConcern): JudgedConcern {
  const own = sameDomain(concern.domain, by);
  const repeats =
    addressed.find(({ text }) => overlap(concern.text, text) >= SAME_AGAIN)?.id ?? null;
  return { ...concern, own, repeats, blocks: concern.blocking && own && repeats === null };
}

export function sameDomain(domain: string, seat: string): boolean {
  return domain.trim().toLowerCase() === seat.toLowerCase();
}

/** K5: a rise of ten points or another option names a message that was new, readable, and someone else's. */
export function movementsOf(scale: Scale, reply: SatisfactionScore): Movement[] {
  const { previous, held } = scale;
  const cited = reply.raised_because;
  const rise = previous ? reply.SATISFACTION - previous.counted : 0;
  const turned = held !== null && reply.position_option !== null && reply.position_option !== held;
  const around = { by: scale.by, visible: scale.readable, seenBefore: scale.seenBefore };
  const problemsOf = (what: string): string[] =>
    cited.length === 0
      ? [`${what} and raised_because names no message`]
      : findCauseProblems(
          { claims: cited, evidence: [] },
          { ...around, visible: asClaims(scale.readable) },
        );
  const movements: Movement[] = [];
  if (previous && rise >= RISE) {
    const [from, to] = [String(previous.counted), String(reply.SATISFACTION)];
    const problems = problemsOf(`your score rises from ${from} to ${to}`);
    movements.push({ what: "score", from, to, cited, problems });
  }
  if (turned && reply.position_option !== null) {
    const [from, to] = [held, reply.position_option];
    const problems = problemsOf(`you move from option ${from} to option ${to}`);
    movements.push({ what: "option", from, to, cited, problems });
  }
  return movements;
}

function asClaims(statements: readonly TableStatement[]): Claim[] {
  return statements.map(({ id, by, text, evidence }) => ({
    id,
    by,
    text,
    about: "",
    side: "supports",
    evidence,
  }));
}

/** The movements as the outcome lists them. */
export function changesIn(rounds: readonly ScoreRound[]): PositionChange[] {
  return rounds.flatMap(({ number, scores }) =>
    scores.flatMap(({ by, position, movements }) =>
      movements.map(({ from, to, cited, problems }): PositionChange => {
        const held = problems.length === 0;
        return {
          by,
          round: number,
          from,
          to,
          reason: held ? position : problems.join("; "),
          causes: held ? cited : [],
          standing: held ? "explained" : "reverted",
        };
      }),
    ),
  );
}
