/** The tables of the result and of its documents, as data. */
import type { Json } from "../../../domain/json.ts";
import { fateOf } from "../rules/confrontation.ts";
import { objectionsOf } from "../rules/objections.ts";
import { lastJudged, positionsOf } from "../rules/positions.ts";
import type { Debate } from "../rules/table.ts";
import { judged } from "../rules/verdicts.ts";

type Row = { readonly [field: string]: Json };

/** H19. */
export function verdictRows(debate: Debate): Row[] {
  return judged(debate).map((one) => ({
    challenger: one.challenger.id,
    verdict: one.verdict ?? (one.blocking ? "unreadable" : null),
    strength: one.strength,
    blocking: one.blocking,
    pressed: one.pressed,
    substantive: one.substantive,
    downgraded_by_skepticism: one.downgraded,
    incoherent: one.incoherent,
    absent: one.absent,
    last_judged_version: lastJudged(debate, one.challenger.id),
  }));
}

/** H34: v1 from the opening, then one row per round; "unchanged" where the text stayed the same. */
export function positionRows(debate: Debate): Row[] {
  return positionsOf(debate).map(({ version, afterRound, position, changed, because, by }) => ({
    version,
    after_round: afterRound,
    position,
    changed_because: changed
      ? (because ?? "no reason was given")
      : afterRound === 0
        ? null
        : "unchanged",
    by,
  }));
}

export function objectionRows(debate: Debate): Row[] {
  return objectionsOf(debate).map((objection) => ({
    id: objection.id,
    challenger: objection.challenger,
    text: objection.text,
    fate: fateOf(objection),
    dispositions: objection.rounds.map(({ round, answer, rebuttal, fresh }) => ({
      round,
      disposition: answer?.disposition ?? null,
      explanation: answer?.explanation ?? null,
      rebuttal: rebuttal?.choice ?? null,
      reasoning: rebuttal?.reasoning ?? null,
      new_information: rebuttal ? fresh : null,
    })),
  }));
}

/** H32: the accepted critiques, with what each of them changed. */
export function whatChanged(debate: Debate): Row[] {
  const changedIn = new Set(
    positionsOf(debate).flatMap(({ changed, afterRound }) => (changed ? [afterRound] : [])),
  );
  return objectionsOf(debate).flatMap(({ id, challenger, rounds }) =>
    rounds.flatMap(({ round, answer }) => {
      if (!answer || answer.disposition === "REJECT" || !changedIn.has(round)) return [];
      const { disposition, critique_summary, position_delta, accepted_part } = answer;
      const change = position_delta ?? accepted_part ?? critique_summary;
      return [
        { objection: id, challenger, round, disposition, critique: critique_summary, change },
      ];
    }),
  );
}

const LONGEST_SENTENCE = 240;

/** What a text says first, without headings and tables, cut to one line. */
export function firstSentence(words: string): string {
  const prose = words
    .split("\n")
    .filter((line) => !/^\s*(?:#|\||```|~~~|-{3,}\s*$)/.test(line))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  const text = prose === "" ? words.replace(/\s+/g, " ").trim() : prose;
  const end = /[.!?](?=\s|$)/.exec(text);
  const sentence = end ? text.slice(0, end.index + 1) : text;
  if (sentence.length <= LONGEST_SENTENCE) return sentence;
  return `${sentence.slice(0, LONGEST_SENTENCE - 1).trimEnd()}…`;
}
