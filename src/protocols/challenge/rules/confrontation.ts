/** H25-H27, H38: whether there is another confrontation, and if not, why; and who tests the final version. */
import type { Participant } from "../../../domain/participant.ts";
import { formatCount } from "../../../text/plain-text.ts";
import { listNamingWords } from "../../../text/substance.ts";
import type { Objection } from "../prompts/prompt-input.ts";
import { listObjections, listStanding } from "./objections.ts";
import { changesPosition, listPositions, readCurrentPosition } from "./positions.ts";
import { type Debate, listTurns } from "./table.ts";

export function mustConfront(debate: Debate): boolean {
  return listStanding(debate).length > 0 && findStopReason(debate) === null;
}

/** Why there is no further confrontation although objections are open; null while there is one. */
export function findStopReason(debate: Debate): string | null {
  const { exchanges, settings } = debate;
  const last = exchanges.at(-1);
  if (last?.response.kind === "absent") return "the proponent gave no response";
  if (isConceded(debate)) return "the proponent no longer holds the position";
  if (exchanges.length >= settings.max_rounds) {
    return `${formatCount(settings.max_rounds, "round")} brought no agreement`;
  }
  if (exchanges.length < IDLE_ROUNDS) return null;
  const idle = exchanges.slice(-IDLE_ROUNDS).map(({ round }) => findIdleness(debate, round));
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
function findIdleness(debate: Debate, round: number): "repeating" | "silent" | null {
  const entries = listStanding(debate).map(({ rounds }) =>
    rounds.find((entry) => entry.round === round),
  );
  if (entries.every((entry) => entry !== undefined && entry.rebuttal === null)) return "silent";
  const repeating = entries.every(
    (entry) => entry?.rebuttal?.choice === "MAINTAIN" && !entry.rebuttal.fresh,
  );
  return repeating ? "repeating" : null;
}

/**
 * H22: the proponent withdraws the position; or, where a person's own plan is not to be rewritten, grants that it does
 * not hold as written: then that is agreed, since the author of what was granted says so too.
 */
export function isConceded(debate: Debate): boolean {
  const response = debate.exchanges.at(-1)?.response;
  if (response?.kind !== "spoken") return false;
  const { reply } = response;
  if (changesPosition(reply)) return readCurrentPosition(debate).fate === "withdrawn";
  const granted = listGranted(debate);
  const whole = granted.some(({ rounds }) => rounds.at(-1)?.answer?.disposition === "ACCEPT");
  return whole || (granted.length > 0 && reply.holds === "not as written");
}

/** Open objections whose criticism the proponent granted in the last round, at least in part. */
export function listGranted(debate: Debate): Objection[] {
  const last = debate.exchanges.at(-1)?.round;
  return listStanding(debate).filter(({ missing, rounds }) => {
    const entry = rounds.at(-1);
    const disposition = entry?.round === last ? entry?.answer?.disposition : undefined;
    return missing === null && (disposition === "ACCEPT" || disposition === "PARTIAL");
  });
}

/**
 * H24: who is asked next to refute the new version as a whole before it is agreed to: first those whose alternatives are
 * not in it, then the others. Nobody while objections stand, or where the position is as it was opened.
 */
export function listNextRefuters(debate: Debate): readonly Participant[] {
  const { version } = readCurrentPosition(debate);
  if (version === 1 || isConceded(debate) || listStanding(debate).length > 0) return [];
  const asked = new Set(listAskedOfVersion(debate, version));
  const left = listPresentChallengers(debate).filter(({ id }) => !asked.has(id));
  const first = left.filter(({ id }) => !isAlternativeTaken(debate, id));
  return first.length > 0 ? first : left;
}

/** Who was asked to refute this version as a whole, whether or not an answer came. */
export function listAskedOfVersion(debate: Debate, version: number): string[] {
  const versions = listPositions(debate);
  return debate.exchanges.flatMap(({ round, refutations }) => {
    const then = versions.findLast(({ afterRound }) => afterRound <= round)?.version;
    if (then !== version) return [];
    return refutations.flatMap(({ spoken, absent }) => [...spoken, ...absent].map(({ by }) => by));
  });
}

/** Challengers whose last answer was received. */
export function listPresentChallengers(debate: Debate): Participant[] {
  const last = new Map(listTurns(debate).map(({ by, kind }) => [by, kind]));
  return debate.challengers.filter(({ id }) => last.get(id) === "spoken");
}

/** From this share of its telling words on, an alternative is in what the new version brought. */
const TAKEN_SHARE = 0.5;

function isAlternativeTaken(debate: Debate, challenger: string): boolean {
  const brought = listPositions(debate)
    .flatMap(({ changes }) => changes)
    .map(({ after }) => after ?? "");
  const words = listNamingWords(brought.join("\n"));
  return listObjections(debate)
    .filter((one) => one.challenger === challenger && one.alternative !== null)
    .some(({ alternative }) => {
      const wanted = [...listNamingWords(alternative ?? "")];
      const found = wanted.filter((word) => words.has(word)).length;
      return wanted.length > 0 && found / wanted.length >= TAKEN_SHARE;
    });
}

/**
 * H38: the proponent failed in the first response and again at the end, so nothing was ever confronted. Where a limit
 * kept it from being asked, it did not fail, and the objections end the debate without agreement (K12).
 */
export function isNeverConfronted({ exchanges, exposures, proponent }: Debate): boolean {
  const unasked = exchanges.some(
    ({ response }) => response.kind === "absent" && response.reason === "over-budget",
  );
  if (unasked) return false;
  const responded = exchanges.some(({ response }) => response.kind === "spoken");
  const explained = exposures?.spoken.some(({ by }) => by === proponent.id) ?? false;
  return !responded && !explained;
}

export const OBJECTION_FATES = [
  "resolved",
  "minor",
  "lowered",
  "granted",
  "maintained",
  "escalated",
  "unreadable",
  "open",
] as const;
export type ObjectionFate = (typeof OBJECTION_FATES)[number];

/** A dissenter that fell silent keeps what it last said. */
export function readObjectionFate({ state, missing, blocked, rounds }: Objection): ObjectionFate {
  if (state === "resolved") return "resolved";
  if (state === "minor") return blocked ? "lowered" : "minor";
  const last = rounds.findLast(({ rebuttal }) => rebuttal !== null)?.rebuttal;
  if (!last) {
    if (missing === "unreadable") return "unreadable";
    return rounds.at(-1)?.answer?.disposition === "ACCEPT" ? "granted" : "open";
  }
  return last.choice === "ESCALATE" ? "escalated" : "maintained";
}

/** Challengers who objected and have nothing left that blocks. */
export function listResolvedParties(debate: Debate): string[] {
  const blocked = listObjections(debate).filter((one) => one.blocked);
  const parties = [...new Set(blocked.map(({ challenger }) => challenger))];
  return parties.filter((party) =>
    blocked.every(({ challenger, state }) => challenger !== party || state !== "open"),
  );
}
