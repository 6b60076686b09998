/** H20-H27, K4: what happened to every objection. Only its author can withdraw it; silence never does. */
import type { Claim } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";
import { findSpokenTurn } from "../../../domain/round.ts";
import { unreadId } from "../prompts/anonymizer.ts";
import type { Objection, ObjectionRound } from "../prompts/prompt-input.ts";
import { remembered } from "./memoize.ts";
import { saysSomethingNew, type Words } from "./novelty.ts";
import type { Debate, ConfrontationRound } from "./table.ts";
import { type VerdictRow, judged } from "./verdicts.ts";

/** Every objection that blocked, in the state the exchanges so far have brought it to. */
export const objectionsOf = remembered((debate: Debate): readonly Objection[] =>
  judged(debate)
    .filter(({ blocking }) => blocking)
    .map((one) =>
      debate.exchanges.reduce(
        (objection, exchange) => afterExchange(debate, objection, exchange),
        firstState(one),
      ),
    ),
);

export function standing(debate: Debate): Objection[] {
  return objectionsOf(debate).filter(({ resolved }) => !resolved);
}

export function dissenters(debate: Debate): Participant[] {
  const ids = new Set(standing(debate).map(({ challenger }) => challenger));
  return debate.challengers.filter(({ id }) => ids.has(id));
}

/** Replaces words that nobody could read; nothing of the reply itself enters the debate. */
export const UNREADABLE = "unreadable reply";

function firstState({ challenger, verdict, strength, downgraded, turn }: VerdictRow): Objection {
  const claim = turn?.claims[0];
  return {
    id: claim?.id ?? unreadId(challenger),
    challenger: challenger.id,
    name: challenger.name,
    verdict: verdict ?? "disagree",
    strength: strength ?? "strong",
    unreadable: turn === null,
    downgraded,
    text: turn?.reply.critique ?? UNREADABLE,
    newest: claim ? { text: claim.text, claim: claim.id } : null,
    evidence: claim?.evidence ?? [],
    alternative: turn?.reply.alternative ?? null,
    rounds: [],
    resolved: false,
  };
}

function afterExchange(debate: Debate, before: Objection, exchange: ConfrontationRound): Objection {
  if (before.resolved) return before;
  const { round, response, rebuttals } = exchange;
  const at = response.kind === "spoken" ? answerIndex(response.reply.answers, before.id) : -1;
  const answer = response.kind === "spoken" ? response.reply.answers[at] : undefined;
  const claim = response.kind === "spoken" ? response.claims[at]?.id : undefined;
  const turn = rebuttals ? findSpokenTurn(rebuttals, before.challenger) : undefined;
  const entry: ObjectionRound = {
    round,
    answer: answer && claim !== undefined ? { ...answer, claim } : null,
    rebuttal: turn?.reply ?? null,
    fresh: turn ? isFresh(debate, { by: before.challenger, exchange }) : false,
  };
  const rounds = [...before.rounds, entry];
  if (!turn) return { ...before, rounds };
  if (turn.reply.choice === "ACCEPT") return { ...before, rounds, resolved: true };
  return { ...before, rounds, ...restated(before, turn.claims[0]) };
}

function answerIndex(answers: readonly { objection: string }[], id: string): number {
  return answers.findIndex(({ objection }) => objection === id);
}

/** Its newest words; the first readable ones where there were none before. */
function restated(before: Objection, claim: Claim | undefined): Partial<Objection> {
  if (!claim) return {};
  return {
    newest: { text: claim.text, claim: claim.id },
    evidence: [...before.evidence, ...claim.evidence],
    unreadable: false,
    text: before.unreadable ? claim.text : before.text,
  };
}

/** Claimed by the speaker and confirmed by measure: neither alone is enough. */
function isFresh(
  debate: Debate,
  { by, exchange }: { by: string; exchange: ConfrontationRound },
): boolean {
  const turn = exchange.rebuttals && findSpokenTurn(exchange.rebuttals, by);
  if (!turn?.reply.new_information) return false;
  // what its author had said before a turn is the same whenever it is asked
  const known = measured.get(turn);
  if (known !== undefined) return known;
  const { reasoning, clarified_critique } = turn.reply;
  const text = [reasoning, clarified_critique ?? ""].join(" ");
  const words = { text, evidence: evidenceOf(turn.claims) };
  const fresh = saysSomethingNew(words, wordsBefore(debate, by, exchange));
  measured.set(turn, fresh);
  return fresh;
}

const measured = new WeakMap<object, boolean>();

function wordsBefore(
  { challenges, press, exchanges }: Debate,
  by: string,
  { round }: ConfrontationRound,
): Words[] {
  const first = [challenges, press].flatMap((asked) => {
    const turn = asked ? findSpokenTurn(asked, by) : undefined;
    if (!turn) return [];
    const { critique, alternative, assumptions_challenged } = turn.reply;
    const text = [critique, alternative ?? "", ...assumptions_challenged].join(" ");
    return [{ text, evidence: evidenceOf(turn.claims) }];
  });
  const later = exchanges
    .filter((exchange) => exchange.round < round)
    .flatMap(({ rebuttals }) => {
      const turn = rebuttals ? findSpokenTurn(rebuttals, by) : undefined;
      if (!turn) return [];
      const text = [turn.reply.reasoning, turn.reply.clarified_critique ?? ""].join(" ");
      return [{ text, evidence: evidenceOf(turn.claims) }];
    });
  return [...first, ...later];
}

function evidenceOf(claims: readonly Claim[]): Words["evidence"] {
  return claims.flatMap(({ evidence }) => evidence);
}
