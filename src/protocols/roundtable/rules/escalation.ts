/** T10, T27-T30: the question to a person, and whether the answer is complete. */
import { type OfferedChoice, findUnmetNeeds } from "../../../domain/outcome/choice-reason.ts";
import { describeAbsenceReason } from "../../../domain/round.ts";
import type { Escalation, EscalationAnswer } from "../../../protocol.ts";
import { formatCount } from "../../../text/plain-text.ts";
import { isBlockingOpen } from "./ledger.ts";
import { VETO_BELOW } from "./limits.ts";
import { type HaltReason, findLastScore, isConsensus, isWithReservations } from "./progress.ts";
import { type CountedTable, countTable } from "./scoring.ts";
import { findProposal, type RoundtableDebateTable, type Talk } from "./table.ts";

/** A mandatory participant that can only be overruled by name. */
export interface SeatVeto {
  readonly by: string;
  readonly name: string;
  /** Null when it never scored. */
  readonly score: number | null;
  /** It gave no score in the last round. */
  readonly absent: boolean;
  /** Its standing concerns: those that block, else all that are open. */
  readonly objections: readonly { readonly id: string; readonly text: string }[];
  /** Its last words, where it left no concern. */
  readonly words: string | null;
}

/** T28: the mandatory ones below 70 at the end, or without an answer at the end: silence does not consent (K4). */
export function listVetoes(table: RoundtableDebateTable, talk: Talk): SeatVeto[] {
  const { specialists, settings } = table;
  const { rounds, ledger } = countTable(table, talk);
  return specialists
    .filter(({ id }) => settings.mandatory.includes(id))
    .flatMap(({ id, name }) => {
      const last = findLastScore(rounds, id);
      const absent = last === undefined || last.round !== rounds.at(-1)?.number;
      if (!absent && last.counted >= VETO_BELOW) return [];
      const open = ledger.filter(({ by, settled }) => by === id && settled === null);
      const blocking = open.filter(isBlockingOpen);
      const objections = (blocking.length > 0 ? blocking : open).map((one) => ({
        id: one.id,
        text: one.text,
      }));
      const words = last?.position ?? null;
      return [{ by: id, name, score: last?.counted ?? null, absent, objections, words }];
    });
}

export function createEscalation(
  table: RoundtableDebateTable,
  talk: Talk,
  halt: HaltReason,
): Escalation {
  const counted = countTable(table, talk);
  return {
    judges: true,
    question: writeQuestion(table, talk, { counted, halt }),
    choices: listChoices(table, talk),
  };
}

/** T29: four ways out; the majority's only where there is one. */
export function listChoices(table: RoundtableDebateTable, talk: Talk): OfferedChoice[] {
  const { rounds } = countTable(table, talk);
  const reserved = isWithReservations(table, rounds);
  const yes = listAccepting(table, talk).length;
  const all = table.specialists.length;
  return [
    ...(reserved
      ? [
          { id: "confirm", label: "Accept the proposal with the reservations that remain" },
          { id: "reject", label: "Do not accept it" },
        ]
      : []),
    { id: "scope", label: "Change the scope of the question" },
    ...(yes * 2 > all
      ? [
          {
            id: "majority",
            label: `Accept the proposal and its risks by name (${yes} of ${all} would accept it)`,
            needs: listVetoes(table, talk).flatMap(listNeeds),
          },
        ]
      : []),
    { id: "defer", label: "Defer the decision" },
    { id: "split", label: "Split the question and decide the parts" },
  ];
}

/** T28: the participant, and each standing concern by its id. */
function listNeeds({ by, name, objections }: SeatVeto): NonNullable<OfferedChoice["needs"]> {
  return [
    { what: `${name} (${by})`, anyOf: [by, name] },
    ...objections.map(({ id, text }) => ({ what: `${id} “${text}”`, anyOf: [id, text] })),
  ];
}

function writeQuestion(
  table: RoundtableDebateTable,
  talk: Talk,
  { counted, halt }: { counted: CountedTable; halt: HaltReason },
): string {
  const { rounds } = counted;
  const proposal = findProposal(talk);
  const scores = table.specialists.map(({ id }) => describeScore(talk, counted, id)).join(", ");
  const vetoes = listVetoes(table, talk);
  const yes = listAccepting(table, talk).length;
  const all = table.specialists.length;
  const option = proposal?.option == null ? "" : ` (option ${proposal.option})`;
  return [
    `No consensus after ${formatCount(rounds.length, "round")} on “${table.brief.question}”: ${describeHalt(talk, halt)}.`,
    proposal === null
      ? "The lead never wrote a proposal."
      : `On the table: version ${proposal.version}${option}, “${proposal.headline}”`,
    `Scores: ${scores}; the target is ${table.settings.target}.`,
    ...(isWithReservations(table, rounds)
      ? ["Everyone would accept it and nobody is below 70, but not everyone is at the target."]
      : []),
    ...(yes * 2 > all ? [] : [`There is no majority to accept: ${yes} of ${all} would accept it.`]),
    ...vetoes.map(describeVeto),
    ...(vetoes.length === 0 || yes * 2 <= all
      ? []
      : [
          `To accept it over ${vetoes.map(({ by }) => by).join(", ")}, the reason names each of them and the ids of the ` +
            "concerns above.",
        ]),
    "What should happen?",
  ].join("\n");
}

function describeHalt(talk: Talk, halt: HaltReason): string {
  switch (halt) {
    case "consensus":
      return "consensus";
    case "stall":
      return talk.exchanges.at(-1)?.proposal.kind === "spoken"
        ? "the scores stalled, and the lead's compromise did not move them"
        : "the scores stalled, and the lead did not answer when it was asked for a compromise";
    case "rounds":
      return "the last round was held";
    case "time":
      return "the time is used up";
    case "silence":
      return "someone gave no score twice running";
    case "no-proposal":
      return "the lead wrote no proposal, so there was nothing to agree on";
  }
}

function describeScore(talk: Talk, { rounds }: CountedTable, id: string): string {
  const latest = rounds.at(-1)?.scores.find(({ by }) => by === id);
  if (latest) return `${id} ${latest.counted}`;
  const absence = talk.exchanges.at(-1)?.scores.absent.find(({ by }) => by === id);
  const before = findLastScore(rounds, id);
  const last = before ? `, ${before.counted} in round ${before.round}` : "";
  return `${id} none (${absence ? describeAbsenceReason(absence.reason) : "not heard"}${last})`;
}

function describeVeto({ name, by, score, absent, objections, words }: SeatVeto): string {
  const where =
    score === null
      ? "never gave a score"
      : absent
        ? `gave no score in the last round and stood at ${score}`
        : `is at ${score}, below ${VETO_BELOW}`;
  const named = objections.map(({ id, text }) => `${id} “${text}”`);
  const says =
    named.length > 0
      ? `Their standing concerns: ${named.join("; ")}`
      : words === null
        ? "They left no objection in words."
        : `They say: “${words}”`;
  return `MANDATORY: ${name} (${by}) ${where}. ${says}`;
}

/** Those of the original roster who said yes to the proposal in the last round. */
export function listAccepting(table: RoundtableDebateTable, talk: Talk): string[] {
  const latest = countTable(table, talk).rounds.at(-1)?.scores ?? [];
  return table.specialists
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

/** The answer was checked when it was entered; a journal that others wrote is checked again. */
export function decideVerdict(
  table: RoundtableDebateTable,
  talk: Talk,
  answer: EscalationAnswer | null,
): RoundtableVerdict {
  const { rounds } = countTable(table, talk);
  if (isConsensus(table, rounds)) return { label: "CONSENSUS", notes: [] };
  const choices = listChoices(table, talk);
  const offered = choices.some(({ id }) => id === answer?.choice);
  if (answer === null || !offered) return { label: "ESCALATED", notes: [] };
  if (answer.choice === "confirm") return { label: "ACCEPTED_WITH_RESERVATIONS", notes: [] };
  if (answer.choice !== "majority") return { label: "ESCALATED", notes: [] };
  const unmet = findUnmetNeeds(choices, ["majority"], answer.reason);
  const notes = unmet.map((what) => `the accepted risk does not name ${what}`);
  return { label: notes.length === 0 ? "ACCEPTED_BY_RISK" : "ESCALATED", notes };
}
