/** How a running debate can still end, in one sentence, computed from the answers so far. */
import { type Event, type Fact, readOpening, findSettlement } from "../journal/event.ts";
import { readStepName } from "../journal/steps.ts";
import { isUncausedChange } from "./change-cause.ts";
import { objectsIn } from "./objection.ts";
import { reachesShare, type VoteShare, countVotesNeeded } from "./tally.ts";

/** What a protocol's outcome turns on. */
export type DecisionRule =
  /** A share of the positions taken in a step. `caused`: a change without a valid cause is undone. */
  | { readonly by: "share"; readonly needed: VoteShare; readonly caused?: true }
  /** What one seat writes at the end: positions are counted, and no number of them decides. */
  | { readonly by: "synthesis" }
  /** Every score at the target. */
  | { readonly by: "scores"; readonly target: number }
  /** Every objection is withdrawn: anyone without this position still objects. */
  | { readonly by: "withdrawal"; readonly settled: string; readonly proponent: string };

/** Null once it has ended, and before anyone was asked. */
export function describeRemainingEndings(
  events: readonly Event[],
  deciding: DecisionRule,
): string | null {
  if (findSettlement(events)) return null;
  const floor = readCurrentPositions(events, deciding);
  if (floor === null) return null;
  switch (deciding.by) {
    case "share":
      return describeShareEnding(floor, deciding.needed);
    case "synthesis":
      return "No count decides: the synthesis says what is chosen.";
    case "scores":
      return describeScoreEnding(floor, deciding.target);
    case "withdrawal":
      return describeWithdrawalEnding(floor, findObjectors(events, deciding), deciding);
  }
}

interface CurrentPositions {
  /** Seat to its latest position; those still to speak in this step are left out. */
  readonly held: ReadonlyMap<string, string>;
  readonly scores: ReadonlyMap<string, number>;
  readonly pending: readonly string[];
  /** How many were asked in this step. */
  readonly asked: number;
  /** Took a position before and are absent now: they count for nothing, and are still counted among all. */
  readonly silent: number;
  readonly options: readonly string[];
  readonly findName: (seat: string) => string;
}

function readCurrentPositions(
  events: readonly Event[],
  deciding: DecisionRule,
): CurrentPositions | null {
  const { participants, brief } = readOpening(events);
  const held = new Map<string, string>();
  const counted = new Map<string, string>();
  const scores = new Map<string, number>();
  let pending = new Set<string>();
  let asked = new Set<string>();
  let step = "";
  for (const { fact } of events) {
    if (fact.type === "asks-committed") {
      // turns of one step are asked one after another
      const name = readStepName(fact.step);
      const seats = fact.asks.map(({ by }) => by);
      pending = new Set([...(name === step ? pending : []), ...seats]);
      asked = new Set([...(name === step ? asked : []), ...seats]);
      step = name;
    } else if (fact.type === "reply-recorded" || fact.type === "participant-absent") {
      pending.delete(fact.by);
      held.delete(fact.by);
      if (fact.type === "participant-absent" || !fact.said) continue;
      const { position, confidence } = fact.said;
      if (position) {
        const counts = resolveCountedPosition(
          { ...fact, position },
          counted.get(fact.by),
          deciding,
        );
        counted.set(fact.by, counts);
        held.set(fact.by, counts);
      }
      // a proposal is scored too, and it is nobody's option
      if (confidence !== null) scores.set(fact.by, confidence);
    }
  }
  if (step === "") return null;
  for (const seat of pending) held.delete(seat);
  const names = new Map(participants.map(({ id, name }) => [id, name]));
  const options = [...new Set([...brief.options.map(({ id }) => id), ...held.values()])];
  return {
    held,
    scores,
    pending: [...pending],
    asked: asked.size,
    silent: [...asked].filter((seat) => counted.has(seat) && !held.has(seat) && !pending.has(seat))
      .length,
    options,
    findName: (seat) => names.get(seat) ?? seat,
  };
}

/** What counts of a position that was taken: where a change needs a cause, the one before it stays without. */
export function resolveCountedPosition(
  { position, unmet }: { readonly position: string; readonly unmet: readonly string[] },
  before: string | undefined,
  deciding: DecisionRule | null,
): string {
  const needsCause = deciding?.by === "share" && deciding.caused === true;
  return needsCause && unmet.some(isUncausedChange) ? (before ?? position) : position;
}

/** Of several, one alone agrees with nobody. */
export function hasTooFewVoices(voices: number, asked: number): boolean {
  return asked > 1 && voices < 2;
}

function describeShareEnding(
  { held, pending, asked, silent, options, findName }: CurrentPositions,
  needed: VoteShare,
): string {
  const cast = held.size + pending.length + silent;
  if (hasTooFewVoices(cast, asked)) return "Too few voices are left for agreement.";
  const votes = (option: string): number =>
    [...held.values()].filter((position) => position === option).length;
  const certain = options.find((option) => reachesShare(needed, votes(option), cast));
  const waiting = pending.map(findName).join(", ");
  if (certain !== undefined) {
    if (pending.length === 0) return `${certain} carries.`;
    return `${certain} carries, whatever ${waiting} ${pending.length === 1 ? "says" : "say"}.`;
  }
  const ways = options.flatMap((option) => {
    const missing = countVotesNeeded(needed, cast) - votes(option);
    if (missing > pending.length) return [];
    const all = missing === pending.length;
    return [`${option} needs ${all && missing > 1 ? `all ${missing}` : missing} of them`];
  });
  if (ways.length === 0) return "Nothing can carry in this step any more.";
  return `Still to speak: ${waiting}; ${ways.join(", ")}.`;
}

function describeScoreEnding({ scores, findName }: CurrentPositions, target: number): string {
  const below = [...scores].filter(([, score]) => score < target);
  if (scores.size === 0) return `Consensus takes a score of ${target} from everyone.`;
  if (below.length === 0) return `Everyone who has scored is at ${target} or above.`;
  const seats = below.map(([seat, score]) => `${findName(seat)} (${score})`);
  return `Consensus still takes ${target} from ${seats.join(", ")}.`;
}

type WithdrawalRule = Extract<DecisionRule, { by: "withdrawal" }>;

/** K4: an objection stays until its author withdraws it, and silence withdraws nothing. */
function findObjectors(events: readonly Event[], { settled }: WithdrawalRule): Set<string> {
  const objecting = new Map<string, boolean>();
  for (const { fact } of events) {
    if (fact.type !== "reply-recorded" && fact.type !== "participant-absent") continue;
    const objects = readObjection(fact, settled);
    if (objects !== null) objecting.set(fact.by, objects);
  }
  return new Set([...objecting].flatMap(([seat, objects]) => (objects ? [seat] : [])));
}

type EndedTurnFact = Extract<Fact, { type: "reply-recorded" | "participant-absent" }>;

/** Null if it says nothing about it. An unreadable reply is not an agreement (H36). */
function readObjection(fact: EndedTurnFact, settled: string): boolean | null {
  if (fact.type === "participant-absent") return fact.reason === "unreadable" ? true : null;
  const { position } = fact.said ?? {};
  return position ? (objectsIn(fact.reply) ?? position !== settled) : null;
}

function describeWithdrawalEnding(
  { pending, findName }: CurrentPositions,
  objectors: ReadonlySet<string>,
  { proponent }: WithdrawalRule,
): string {
  const objecting = [...objectors]
    .filter((seat) => seat !== proponent && !pending.includes(seat))
    .map(findName);
  const waiting = pending.filter((seat) => seat !== proponent).map(findName);
  const parts = [
    ...(objecting.length === 0 ? [] : [`consensus takes a withdrawal of ${objecting.join(", ")}`]),
    ...(waiting.length === 0 ? [] : [`still to speak: ${waiting.join(", ")}`]),
  ];
  const sentence = parts.length === 0 ? "nobody objects" : parts.join("; ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
