/** What a reader must know, and the changes behind the outcome, computed from the turns. */
import type { PositionChange, RecordedAbsence } from "../../../domain/outcome/outcome.ts";
import { describeAbsenceReason, findSpokenTurn } from "../../../domain/round.ts";
import { findHollowness } from "../../../text/substance.ts";
import { listOwnEchoes } from "../preflight.ts";
import type { Objection } from "../prompts/prompt-input.ts";
import { readGrounds } from "./agreement.ts";
import { findStopReason, listAskedOfVersion } from "./confrontation.ts";
import {
  findNewestClaim,
  listChallengerClaims,
  listObjections,
  listStanding,
} from "./objections.ts";
import { listPositions, readCurrentPosition } from "./positions.ts";
import { listCauses } from "./response-checks.ts";
import { describeStepPlace } from "./steps.ts";
import { type Debate, listTurns } from "./table.ts";
import { listVerdicts, readVerdict } from "./verdicts.ts";

/** K4: a challenger that was seated and could not be reached at the start is absent like any other. */
export function listAbsences(debate: Debate): RecordedAbsence[] {
  const lost = debate.unavailable.map(({ id }): RecordedAbsence => ({
    by: id,
    step: "preflight",
    reason: "unavailable",
    detail: "not known to work",
  }));
  const later = listTurns(debate).flatMap((turn) => {
    if (turn.kind !== "absent") return [];
    const { by, key, reason, detail } = turn;
    return [{ by, step: key.split("/", 1)[0] ?? key, reason, detail }];
  });
  return [...lost, ...later];
}

/** H39: "operator timed out in round 2". */
export function listAbsenceLines(debate: Debate): string[] {
  return listAbsences(debate).map(
    ({ by, step, reason }) => `${by} ${describeAbsenceReason(reason)} ${describeStepPlace(step)}`,
  );
}

/** Proponent and challengers whose last answer was received. */
export function countPresent(debate: Debate): number {
  const last = new Map(listTurns(debate).map(({ by, kind }) => [by, kind]));
  return [...last.values()].filter((kind) => kind === "spoken").length;
}

/** Versions of the position, and objections withdrawn, each with its cause (K5). */
export function listChanges(debate: Debate): PositionChange[] {
  return [
    ...listVersionChanges(debate),
    ...debate.challengers.flatMap(({ id }) => listMoves(debate, id)),
  ];
}

function listVersionChanges(debate: Debate): PositionChange[] {
  return listPositions(debate)
    .filter(({ changes }) => changes.length > 0)
    .map(({ version, afterRound, changes }) => {
      const causes = listValidCauses(debate, afterRound);
      const ids = new Set(causes.map(({ id }) => id));
      const named = new Set(changes.flatMap(({ because }) => because));
      const used = causes.filter(({ id }) => named.has(id));
      const isExplained = changes.every(({ because }) => because.some((id) => ids.has(id)));
      return {
        by: debate.proponent.id,
        round: afterRound,
        from: `v${version - 1}`,
        to: `v${version}`,
        reason: used.map(({ text }) => text).join("; ") || "no reason was given",
        causes: used.map(findNewestClaim),
        standing: isExplained ? "explained" : "unexplained",
      };
    });
}

/** Objections that a change may rest on: granted in that response and put anew since the last, or remarks (K5). */
function listValidCauses(debate: Debate, round: number): Objection[] {
  const exchanges = debate.exchanges.filter((one) => one.round < round);
  const before = { ...debate, exchanges };
  const response = debate.exchanges.find((one) => one.round === round)?.response;
  if (response?.kind !== "spoken") return [];
  const allowed = new Set(listCauses(before, response.reply));
  const earlier = { ...debate, exchanges: exchanges.slice(0, -1) };
  const seen = new Set(
    exchanges.length === 0 ? [] : listChallengerClaims(earlier).map(({ id }) => id),
  );
  return listObjections(before).filter(
    (one) => allowed.has(one.id) && (one.state === "minor" || !seen.has(findNewestClaim(one))),
  );
}

/** A challenger moves when nothing of its objections blocks any more; an ACCEPT without a cause is reverted. */
function listMoves(debate: Debate, challenger: string): PositionChange[] {
  const row = listVerdicts(debate).find((one) => one.challenger.id === challenger);
  const blocked = listObjections(debate).filter(
    (one) => one.challenger === challenger && one.blocked,
  );
  if (!row || blocked.length === 0) return [];
  const from = row.verdict ?? "unreadable";
  const reverted = blocked.flatMap(({ id, rounds }) =>
    rounds.flatMap(({ round, rebuttal }): PositionChange[] =>
      rebuttal?.choice === "ACCEPT" && rebuttal.problems.length > 0
        ? [
            {
              by: challenger,
              round,
              from,
              to: "agree",
              reason: `${id} still stands: ${rebuttal.problems.join("; ")}`,
              causes: [],
              standing: "reverted",
            },
          ]
        : [],
    ),
  );
  if (blocked.some(({ state }) => state === "open")) return reverted;
  return [...reverted, describeMove(blocked, { by: challenger, from })];
}

function describeMove(
  blocked: readonly Objection[],
  { by, from }: { readonly by: string; readonly from: string },
): PositionChange {
  const last = blocked.flatMap(({ rounds }) => rounds.at(-1) ?? []);
  const round = Math.max(0, ...last.map((entry) => entry.round));
  const reasons = last.flatMap(({ rebuttal }) => rebuttal?.reason ?? []);
  const causes = last.flatMap(({ answer, rebuttal }) =>
    rebuttal?.choice === "ACCEPT" && rebuttal.because.length > 0
      ? rebuttal.because
      : answer
        ? [answer.claim]
        : [],
  );
  return {
    by,
    round,
    from,
    to: blocked.some(({ state }) => state === "minor") ? "partial" : "agree",
    reason: reasons.join(" "),
    causes: [...new Set(causes)],
    standing: "explained",
  };
}

export function listIncoherences(debate: Debate): string[] {
  return listVerdicts(debate).flatMap(({ challenger, incoherent, turn }) => {
    if (!incoherent || !turn) return [];
    const { strength } = readVerdict(turn.reply);
    return [
      `${challenger.id} says ${turn.reply.verdict} and calls its objection ${strength}; it was confronted`,
    ];
  });
}

export function isEchoed({ proponent, challengers }: Debate): boolean {
  return listOwnEchoes(proponent, challengers).length > 0;
}

/** H24: challengers who did not really judge the version that is agreed to: not asked, absent, or a nod. */
export function listUntested(debate: Debate): { readonly id: string; readonly why: string }[] {
  const { version } = readCurrentPosition(debate);
  if (version === 1) return [];
  const asked = new Set(listAskedOfVersion(debate, version));
  return debate.challengers.flatMap(({ id }) => {
    if (!asked.has(id)) return [{ id, why: `was not asked about v${version} as a whole` }];
    const turn = debate.exchanges
      .flatMap(({ refutations }) => refutations)
      .findLast((round) => findSpokenTurn(round, id));
    const reply = turn && findSpokenTurn(turn, id)?.reply;
    if (!reply) return [{ id, why: `gave no answer about v${version} as a whole` }];
    const hollow = findHollowness(readGrounds(reply), { mayAgree: true });
    return hollow === null ? [] : [{ id, why: `agreed to v${version} without grounds` }];
  });
}

export function listNotes(debate: Debate): string[] {
  const downgraded = listVerdicts(debate)
    .filter((one) => one.downgraded)
    .map(
      ({ challenger }) =>
        `${challenger.id} agreed without substance, also when pressed; treated as partial with a moderate objection`,
    );
  const changes = listChanges(debate).flatMap(({ by, from, to, round, standing, reason }) => {
    if (standing === "explained") return [];
    return standing === "reverted"
      ? [`${by} accepted in round ${round} without a valid cause; ${reason}`]
      : [`${by} moved from ${from} to ${to} in round ${round} without a valid cause`];
  });
  const untested = listStanding(debate).length > 0 ? [] : listUntested(debate);
  const stopped = listStanding(debate).length > 0 ? findStopReason(debate) : null;
  const unmet = listTurns(debate).flatMap((turn) =>
    turn.kind === "spoken"
      ? turn.unmet.map((problem) => `${turn.by} ${describeStepPlace(turn.key)}: ${problem}`)
      : [],
  );
  return [
    ...listAbsenceLines(debate),
    ...listIncoherences(debate),
    ...downgraded,
    ...changes,
    ...untested.map(({ id, why }) => `${id} ${why}`),
    ...(stopped === null ? [] : [`the confrontation ended: ${stopped}`]),
    ...unmet,
  ];
}
