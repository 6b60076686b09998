/** T10, T27-T29: the question to a person, and whether the answer is complete. */
import { describeAbsenceReason, type Spoken, findSpokenTurn } from "../../../domain/round.ts";
import type { Escalation, EscalationAnswer } from "../../../protocol.ts";
import type { Position } from "../replies.ts";
import { VETO_BELOW } from "../settings.ts";
import {
  type HaltReason,
  isConsensus,
  isWithReservations,
  lastScore,
  standingAt,
} from "./progress.ts";
import { type CountedScore, type ScoreRound, scoreRounds } from "./scoring.ts";
import { positionOf, type RoundtableDebateTable, type Talk } from "./table.ts";
import { holdsWords, tellingRuns } from "./wording.ts";

/** A mandatory participant that can only be overruled by name. */
export interface Veto {
  readonly by: string;
  readonly name: string;
  /** Null when it never scored. */
  readonly score: number | null;
  /** It gave no score in the last round. */
  readonly absent: boolean;
  /** Its own words; each must be touched by an acceptance. */
  readonly objections: readonly { readonly id: string | null; readonly text: string }[];
  /** Without a blocking concern, one of its objections is enough. */
  readonly needs: "each" | "one";
}

/** T28: the mandatory ones below 70 at the end, or without an answer at the end: silence does not consent (K4). */
export function vetoesIn(table: RoundtableDebateTable, talk: Talk): Veto[] {
  const { specialists, settings } = table;
  const rounds = scoreRounds(table, talk);
  return specialists
    .filter(({ id }) => settings.mandatory.includes(id))
    .flatMap(({ id, name }) => {
      const last = lastScore(rounds, id);
      const absent = last === undefined || last.round !== rounds.at(-1)?.number;
      if (!absent && last.counted >= VETO_BELOW) return [];
      const needs = last?.concerns.some(({ blocks }) => blocks) ? "each" : "one";
      return [
        {
          by: id,
          name,
          score: last?.counted ?? null,
          absent,
          objections: objectionsOf(last, findSpokenTurn(talk.positions, id)),
          needs,
        },
      ];
    });
}

/** Its blocking concerns, otherwise all it named, otherwise its position; before any score, its first concerns. */
function objectionsOf(
  last: CountedScore | undefined,
  first: Spoken<Position> | undefined,
): Veto["objections"] {
  if (!last) return first ? positionOf(first).concerns.map(({ id, text }) => ({ id, text })) : [];
  const blocking = last.concerns.filter(({ blocks }) => blocks);
  const named = blocking.length > 0 ? blocking : last.concerns;
  if (named.length > 0) return named.map(({ id, text }) => ({ id, text }));
  return [{ id: null, text: last.position }];
}

export function escalationOf(
  table: RoundtableDebateTable,
  talk: Talk,
  { rounds, halt }: { rounds: readonly ScoreRound[]; halt: HaltReason },
): Escalation {
  const yes = acceptingIn(table, rounds).length;
  const all = table.specialists.length;
  const majority =
    yes * 2 > all
      ? `${yes} of ${all} would accept it`
      : `only ${yes} of ${all} would accept it now`;
  const reserved = isWithReservations(table, rounds);
  return {
    judges: true,
    question: questionText(table, talk, { rounds, halt }),
    choices: [
      ...(reserved
        ? [
            { id: "confirm", label: "Accept it with the reservations that remain" },
            { id: "reject", label: "Do not accept it" },
          ]
        : []),
      { id: "scope", label: "Change the scope of the question" },
      {
        id: "majority",
        label: `Accept the majority's position and its risks by name (${majority})`,
      },
      { id: "defer", label: "Defer the decision" },
      { id: "split", label: "Split the question and decide the parts" },
    ],
  };
}

const WHY: Readonly<Record<Exclude<HaltReason, "consensus">, string>> = {
  stall: "the scores stalled, and a compromise did not move them",
  rounds: "the last round was held",
  time: "the time is used up",
  silence: "someone gave no score twice running",
};

function questionText(
  table: RoundtableDebateTable,
  talk: Talk,
  { rounds, halt }: { rounds: readonly ScoreRound[]; halt: HaltReason },
): string {
  const why = halt === "consensus" ? "" : WHY[halt];
  const scores = table.specialists.map(({ id }) => scoreText(talk, rounds, id)).join(", ");
  const vetoes = vetoesIn(table, talk);
  const reserved = isWithReservations(table, rounds)
    ? [
        "Everyone would accept the present answer and nobody is below 70, but not everyone is at the target.",
      ]
    : [];
  const naming = vetoes.map(({ by }) => by).join(", ");
  return [
    `No consensus after ${counted(rounds.length, "round")} on “${table.brief.question}”: ${why}.`,
    `Scores: ${scores}; the target is ${table.settings.target}.`,
    ...reserved,
    ...vetoes.map(vetoText),
    ...(vetoes.length === 0
      ? []
      : [
          `The majority's position can only be accepted over ${naming} with a reason that names each of them and ` +
            "repeats at least three words in a row of what it objects to.",
        ]),
    "What should happen?",
  ].join("\n");
}

function scoreText(talk: Talk, rounds: readonly ScoreRound[], id: string): string {
  const latest = rounds.at(-1)?.scores.find(({ by }) => by === id);
  if (latest) return `${id} ${latest.counted}`;
  const absence = talk.exchanges.at(-1)?.scores.absent.find(({ by }) => by === id);
  const before = lastScore(rounds, id);
  const last = before ? `, ${standingAt(rounds, id)} in round ${before.round}` : "";
  return `${id} none (${absence ? describeAbsenceReason(absence.reason) : "not heard"}${last})`;
}

function vetoText({ name, by, score, absent, objections }: Veto): string {
  const where =
    score === null
      ? "never gave a score"
      : absent
        ? `gave no score in the last round and stood at ${score}`
        : `is at ${score}, below ${VETO_BELOW}`;
  const words = objections.map(({ id, text }) => `${id === null ? "" : `${id} `}“${text}”`);
  const says =
    words.length === 0 ? "It left no objection in words." : `It objects: ${words.join("; ")}`;
  return `MANDATORY: ${name} (${by}) ${where}. ${says}`;
}

/** Those of the original roster who said yes in the last round. */
export function acceptingIn(
  { specialists }: RoundtableDebateTable,
  rounds: readonly ScoreRound[],
): string[] {
  const latest = rounds.at(-1)?.scores ?? [];
  return specialists
    .filter(({ id }) => latest.some(({ by, accepts }) => by === id && accepts))
    .map(({ id }) => id);
}

export const LABELS = [
  "CONSENSUS",
  "ACCEPTED_WITH_RESERVATIONS",
  "ACCEPTED_BY_RISK",
  "ESCALATED",
  "ABORTED",
] as const;
export type RoundtableLabel = (typeof LABELS)[number];

/** What the rounds and the person's answer amount to. */
export interface RoundtableVerdict {
  readonly label: RoundtableLabel;
  /** Why an answer did not carry. */
  readonly notes: readonly string[];
}

export function verdictOn(
  table: RoundtableDebateTable,
  talk: Talk,
  answer: EscalationAnswer | null,
): RoundtableVerdict {
  const rounds = scoreRounds(table, talk);
  if (isConsensus(table, rounds)) return { label: "CONSENSUS", notes: [] };
  if (answer?.choice === "confirm" && isWithReservations(table, rounds)) {
    return { label: "ACCEPTED_WITH_RESERVATIONS", notes: [] };
  }
  if (answer?.choice !== "majority") return { label: "ESCALATED", notes: [] };
  const notes = acceptanceProblems(table, talk, answer.reason);
  return { label: notes.length === 0 ? "ACCEPTED_BY_RISK" : "ESCALATED", notes };
}

/** T28: never an implicit override; everyone who must be named is, with a part of what it objects to. */
function acceptanceProblems(table: RoundtableDebateTable, talk: Talk, reason: string): string[] {
  const yes = acceptingIn(table, scoreRounds(table, talk)).length;
  const all = table.specialists.length;
  const few =
    yes * 2 > all ? [] : [`there is no majority to accept: ${yes} of ${all} would accept it`];
  const unnamed = vetoesIn(table, talk)
    .filter((veto) => !namesVeto(reason, veto))
    .map(({ by }) => `risk acceptance must name ${by} and the concern`);
  return [...few, ...unnamed];
}

function namesVeto(reason: string, { by, name, objections, needs }: Veto): boolean {
  if (!holdsWords(reason, by) && !holdsWords(reason, name)) return false;
  if (objections.length === 0) return true;
  const touched = objections.map(({ text }) =>
    tellingRuns(text).some((run) => holdsWords(reason, run)),
  );
  return needs === "each" ? touched.every(Boolean) : touched.some(Boolean);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
