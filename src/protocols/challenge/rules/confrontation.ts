/** H25-H27, H38: whether there is another confrontation, and if not, why. */
import type { Objection } from "../prompts/prompt-input.ts";
import { objectionsOf, standing } from "./objections.ts";
import type { Debate } from "./table.ts";

export function mustConfront(debate: Debate): boolean {
  return standing(debate).length > 0 && stoppedBy(debate) === null;
}

/** Why there is no further confrontation although objections are open; null while there is one. */
export function stoppedBy(debate: Debate): string | null {
  const { exchanges, settings } = debate;
  const last = exchanges.at(-1);
  if (last?.response.kind === "absent") return "the proponent gave no response";
  if (exchanges.length >= settings.max_rounds) {
    return `${settings.max_rounds} round${settings.max_rounds === 1 ? "" : "s"} brought no agreement`;
  }
  if (exchanges.length < IDLE_ROUNDS) return null;
  const idle = exchanges.slice(-IDLE_ROUNDS).map(({ round }) => idleness(debate, round));
  if (idle.every((kind) => kind === "repeating")) {
    return `nothing new was said in rounds ${exchanges.length - 1} and ${exchanges.length}`;
  }
  return idle.every((kind) => kind === "silent")
    ? `no dissenter answered in rounds ${exchanges.length - 1} and ${exchanges.length}`
    : null;
}

/** One round may go by while someone gathers its thoughts; a second shows that there are none. */
const IDLE_ROUNDS = 2;

/** Of those with open objections: all maintained without news, or nobody answered, or neither. */
function idleness(debate: Debate, round: number): "repeating" | "silent" | null {
  const entries = standing(debate).map((objection) => entryOf(objection, round));
  if (entries.every((entry) => entry !== undefined && entry.rebuttal === null)) return "silent";
  const repeating = entries.every(
    (entry) => entry?.rebuttal?.choice === "MAINTAIN" && !entry.fresh,
  );
  return repeating ? "repeating" : null;
}

function entryOf({ rounds }: Objection, round: number): Objection["rounds"][number] | undefined {
  return rounds.find((entry) => entry.round === round);
}

/**
 * H38: the proponent failed in the first response and again at the end, so nothing was ever confronted. Where a limit
 * kept it from being asked, it did not fail, and the objections end the debate without agreement (K12).
 */
export function neverConfronted({ exchanges, exposures, proponent }: Debate): boolean {
  const unasked = exchanges.some(
    ({ response }) => response.kind === "absent" && response.reason === "over-budget",
  );
  if (unasked) return false;
  const responded = exchanges.some(({ response }) => response.kind === "spoken");
  const explained = exposures?.spoken.some(({ by }) => by === proponent.id) ?? false;
  return !responded && !explained;
}

export type ObjectionFate = "resolved" | "maintained" | "escalated" | "unreadable";

/** A dissenter that fell silent keeps what it last said. */
export function fateOf({ resolved, unreadable, rounds }: Objection): ObjectionFate {
  if (resolved) return "resolved";
  if (unreadable) return "unreadable";
  const last = rounds.findLast(({ rebuttal }) => rebuttal !== null)?.rebuttal;
  return last?.choice === "ESCALATE" ? "escalated" : "maintained";
}

export function resolvedParties(debate: Debate): string[] {
  return objectionsOf(debate)
    .filter(({ resolved }) => resolved)
    .map(({ challenger }) => challenger);
}
