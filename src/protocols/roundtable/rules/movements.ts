/** K5: a rise of ten points since the last explained score, or another option, names what earned it. */
import type { Claim } from "../../../domain/claim.ts";
import { type CausedMove, findCauseProblems } from "../../../domain/outcome/change-cause.ts";
import type { PositionChange } from "../../../domain/outcome/outcome.ts";
import { EVERYONE } from "../prompts/prompt-input.ts";
import type { SatisfactionScore } from "../replies.ts";
import { RISE } from "./limits.ts";
import type { Scale, ScoreRound } from "./scoring.ts";
import type { TableStatement } from "./table.ts";

/** A change that needs a cause, and what is wrong with the one given. */
export interface Movement {
  readonly what: "score" | "option";
  readonly from: string;
  readonly to: string;
  readonly cited: readonly string[];
  readonly problems: readonly string[];
  /** What the speaker says of it beside what it had registered; null where it was not asked. */
  readonly asRegistered: SatisfactionScore["as_registered"];
}

export function findMovements(scale: Scale, reply: SatisfactionScore): Movement[] {
  const { explained, held } = scale;
  const cited = reply.raised_because;
  const { SATISFACTION: stated, position_option: option } = reply;
  const movements: Movement[] = [];
  if (explained !== null && stated - explained.score >= RISE) {
    const [from, to] = [String(explained.score), String(stated)];
    const what = `your score rises from ${from}, the last one you explained, to ${to}`;
    const problems = findProblems(scale, cited, { what, move: earnedRise(scale) });
    movements.push({ what: "score", from, to, cited, problems, asRegistered: null });
  }
  if (held !== null && option !== null && option !== held) {
    const what = `you move from option ${held} to option ${option}`;
    const problems = findProblems(scale, cited, { what, move: earnedMove(scale, held, option) });
    const asRegistered = reply.as_registered;
    movements.push({ what: "option", from: held, to: option, cited, problems, asRegistered });
  }
  return movements;
}

function findProblems(
  { by, visible, explained, proposal }: Scale,
  cited: readonly string[],
  { what, move }: { what: string; move: CausedMove },
): string[] {
  if (cited.length === 0)
    return [`${what}, and raised_because names no message or proposal that earned it`];
  const known = visible.filter(({ newSince }) => newSince <= (explained?.stage ?? -1));
  const problems = findCauseProblems(
    { claims: cited, evidence: [] },
    {
      by,
      visible: visible.map((one) => toClaim(one, proposal?.option ?? null)),
      seenBefore: new Set(known.map(({ id }) => id)),
      move,
    },
  );
  return problems.map((problem) => problem.replace(/^claim /, ""));
}

/** A proposal or a message that does not attack it; an attack only if it answers the speaker. */
function earnedRise({ by, visible }: Scale): CausedMove {
  const own = listOwnIds(visible, by);
  return {
    left: "a lower score",
    taken: "a higher one",
    bears: ({ id, side }) => side === "supports" || answersOne(visible, id, own),
  };
}

/** What speaks against the option left or for the one taken, or answers the speaker. */
function earnedMove({ by, visible }: Scale, left: string, taken: string): CausedMove {
  const own = listOwnIds(visible, by);
  return {
    left: left,
    taken,
    bears: ({ id }) => answersOne(visible, id, own) || isSentTo(visible, id, by),
  };
}

function listOwnIds(visible: readonly TableStatement[], by: string): ReadonlySet<string> {
  return new Set(visible.filter((one) => one.by === by).map(({ id }) => id));
}

function answersOne(
  visible: readonly TableStatement[],
  id: string,
  own: ReadonlySet<string>,
): boolean {
  return visible.find((one) => one.id === id)?.answers.some((other) => own.has(other)) === true;
}

function isSentTo(visible: readonly TableStatement[], id: string, by: string): boolean {
  return visible.find((one) => one.id === id)?.to === by;
}

/** A message that names no option speaks of the proposal, and so of the proposal's. */
function toClaim(statement: TableStatement, proposed: string | null): Claim {
  const { id, by, text, evidence, option, kind } = statement;
  const attacks = kind === "concern" || kind === "counter_case";
  const about = option ?? proposed ?? EVERYONE;
  return { id, by, text, about, side: attacks ? "attacks" : "supports", evidence };
}

/** The movements as the outcome lists them. */
export function listChanges(rounds: readonly ScoreRound[]): PositionChange[] {
  return rounds.flatMap(({ number, scores }) =>
    scores.flatMap(({ by, position, reverted, movements }) =>
      movements.map(({ from, to, cited, problems }): PositionChange => ({
        by,
        round: number,
        from,
        to,
        reason: reverted ? describeRevert(movements, problems) : position,
        causes: reverted ? [] : cited,
        standing: reverted ? "reverted" : "explained",
      })),
    ),
  );
}

/** A valid move in the same reply as one without a cause goes back with it. */
function describeRevert(movements: readonly Movement[], own: readonly string[]): string {
  const problems = own.length > 0 ? own : movements.flatMap((one) => one.problems);
  return problems.join("; ");
}
