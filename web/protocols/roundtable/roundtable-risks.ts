/** The open objections to an answer at a roundtable, so that a person who accepts it does so by name. */
import { isJsonObject } from "../../../src/domain/json.ts";
import { roundtableAt } from "../../../src/protocols/roundtable/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";

export interface OpenRisk {
  /** Unique among the risks at an event. */
  readonly id: string;
  readonly seat: string;
  readonly name: string;
  /** Id of the claim that says the same, where there is one. */
  readonly claim: string | null;
  readonly text: string;
  readonly blocking: boolean;
}

/** Of every seat the concerns that are open; of one that can veto and names none, its words. */
export function listOpenRisks(debateTimeline: DebateTimeline, at: number): OpenRisk[] {
  const { specialists, concerns, vetoes } = roundtableAt(debateTimeline, at);
  return specialists.flatMap(({ id: seat, name }) => {
    const open = concerns.filter((one) => one.seat === seat && one.state !== "settled");
    const words = vetoes.find((one) => one.seat === seat)?.objections ?? [];
    const named =
      open.length > 0
        ? open.map(({ id, words: text, blocking }) => ({ claim: id, text, blocking }))
        : words.map(({ id, words: text }) => ({ claim: id, text, blocking: false }));
    return named.map((risk, index) => ({ id: `${seat}-${index + 1}`, seat, name, ...risk }));
  });
}

/** How many of those who gave scores last would accept the answer; null where nobody was asked. */
export function countAcceptingSeats(
  debateTimeline: DebateTimeline,
  at: number,
): { yes: number; of: number } | null {
  const step = debateTimeline.steps.findLast((one) => one.takesScores && one.at <= at);
  if (!step) return null;
  const yes = step.asked.filter(({ seat }) => {
    const turn = debateTimeline.turns.findLast(
      (one) => one.seat === seat && one.step === step.step && one.at <= at,
    );
    return (
      turn?.reply != null &&
      isJsonObject(turn.reply) &&
      turn.reply["WOULD_ACCEPT_CURRENT"] === "yes"
    );
  });
  return { yes: yes.length, of: step.asked.length };
}

/** The reason with every accepted risk in its author's words, as the roundtable asks for it. */
export function appendAcceptedRisks(reason: string, risks: readonly OpenRisk[]): string {
  if (risks.length === 0) return reason.trim();
  const named = risks.map(
    ({ name, seat, claim, text }) =>
      `${name} (${seat})${claim === null ? "" : ` ${claim}`}: “${text.replaceAll(/\s+/g, " ").trim()}”`,
  );
  return `${reason.trim()} Accepted risks: ${named.join("; ")}.`;
}

/** Which risks nobody has accepted yet, in words; null where all are. */
export function describeUnacceptedRisks(
  risks: readonly OpenRisk[],
  accepted: readonly string[],
): string | null {
  const left = risks
    .filter(({ id }) => !accepted.includes(id))
    .map(({ name, claim }) => (claim === null ? name : `${name} ${claim}`));
  return left.length === 0
    ? null
    : `Every risk must be accepted by name; left: ${left.join(", ")}.`;
}
