/** The open objections to an answer at a roundtable, so that a person who accepts it does so by name. */
import type { Json } from "../../../src/domain/json.ts";
import type { DebateTimeline, TimelineTurn } from "../../../src/timeline/debate-timeline.ts";
import { isJsonObject } from "../../act/form/schema-form.ts";

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

/** Of every seat the concerns it named last; of one that is far below the target and names none, its words. */
export function listOpenRisks(debateTimeline: DebateTimeline, at: number): OpenRisk[] {
  return debateTimeline.seats.flatMap(({ id: seat, name }) => {
    const last = findLastConcernTurn(debateTimeline, seat, at);
    if (!last) return [];
    const concerns = parseConcerns(last.reply);
    if (concerns.length === 0 && !isBelowVetoScore(last)) return [];
    const named =
      concerns.length > 0 ? concerns : [{ text: readPositionText(last), blocking: false }];
    return named
      .filter(({ text }) => text !== "")
      .map(({ text, blocking }, index) => {
        const claim = last.claims.find((one) => one.text.trim() === text.trim())?.id ?? null;
        return { id: `${seat}-${index + 1}`, seat, name, claim, text, blocking };
      });
  });
}

/** Below this a mandatory seat cannot be passed over in silence. */
const VETO_SCORE = 70;

function isBelowVetoScore({ reply }: TimelineTurn): boolean {
  const score = reply !== null && isJsonObject(reply) ? reply["SATISFACTION"] : undefined;
  return typeof score === "number" && score < VETO_SCORE;
}

function findLastConcernTurn(
  { turns }: DebateTimeline,
  seat: string,
  at: number,
): TimelineTurn | undefined {
  return turns.findLast(
    (turn) =>
      turn.seat === seat &&
      turn.at <= at &&
      turn.reply !== null &&
      readConcernList(turn.reply) !== null,
  );
}

function readConcernList(reply: Json): readonly Json[] | null {
  if (!isJsonObject(reply)) return null;
  const found = reply["REMAINING_CONCERNS"] ?? reply["concerns"];
  return Array.isArray(found) ? found : null;
}

function parseConcerns(reply: Json | null): { text: string; blocking: boolean }[] {
  return (reply === null ? [] : (readConcernList(reply) ?? [])).flatMap((one) => {
    if (!isJsonObject(one) || typeof one["text"] !== "string") return [];
    return [{ text: one["text"], blocking: one["blocking"] === true }];
  });
}

function readPositionText({ reply, said }: TimelineTurn): string {
  const position = reply !== null && isJsonObject(reply) ? reply["POSITION"] : undefined;
  return typeof position === "string" ? position : (said?.words ?? "");
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
