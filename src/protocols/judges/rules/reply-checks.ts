/** J9, J15, J24: what code finds in the replies: scores, choices against them, unmet duties, drift. */
import type { Json } from "../../../domain/json.ts";
import { isUncausedChange } from "../../../domain/outcome/change-cause.ts";
import type { Spoken } from "../../../domain/round.ts";
import type { JudgeResponse, Recommendation } from "../replies.ts";
import { type CompletedRounds, type JudgeCase, listCases, findJudgeName } from "./cases.ts";
import { CONFIDENCE_STEP } from "./change-duty.ts";
import { correctEvaluations, listCorrectedRows } from "./corrections.ts";
import { collectStanceWords, type Drift, measureDrift } from "./drift.ts";
import { listBestOptions, type LensId, findLens, scoreForLens, type LensScore } from "./lens.ts";

export interface ReplyChecks {
  /** Judge to option to its score, as computed after corrections. */
  readonly scores: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Choices that are not the best of the judge's own scores. */
  readonly conflicts: readonly string[];
  readonly drift: readonly Drift[];
  readonly unmet: readonly { judge: string; round: number; duty: string }[];
  readonly concessions: readonly { [field: string]: Json }[];
  readonly corrections: readonly { [field: string]: Json }[];
  /** Own claims that a judge gave up, and what a judge found missing. */
  readonly withdrawn: readonly { readonly judge: string; readonly claims: string[] }[];
  readonly missing: readonly { readonly judge: string; readonly words: string }[];
  readonly confidences: readonly { [field: string]: Json }[];
  readonly notes: readonly string[];
}

export function checkReplies(held: CompletedRounds): ReplyChecks {
  const { panel, openings, responses } = held;
  const judged = listCases(held).map((one) => ({ one, ...scoreCase(one) }));
  const conflicts = judged.flatMap(({ one, lens, scores }) =>
    findConflict(one, listBestOptions(lens, scores), scores),
  );
  const drift = judged.map(({ one, lens }) => measureCaseDrift(one, lens));
  const unmet = [
    ...listUnmetDuties(openings.spoken, 1),
    ...listUnmetDuties(responses?.spoken ?? [], 2),
  ];
  const withdrawn = judged.flatMap(({ one }) => listWithdrawals(one));
  const missing = judged.flatMap(({ one }) => listMissing(one));
  const name = (judge: string): string => findJudgeName(panel, judge);
  const isReported = panel.settings.require_stance_maintenance;
  return {
    scores: Object.fromEntries(
      judged.map(({ one, scores }) => [
        one.judge.id,
        Object.fromEntries(scores.map(({ option, shown }) => [option, shown])),
      ]),
    ),
    conflicts,
    drift,
    unmet,
    concessions: judged.flatMap(({ one }) => listCaseConcessions(one)),
    corrections: judged.flatMap(({ one, lens }) =>
      listCorrectedRows(lens, one.opening, one.response?.reply ?? null).map((row) => ({
        judge: one.judge.id,
        ...row,
      })),
    ),
    withdrawn,
    missing,
    confidences: judged.flatMap(({ one }) => listConfidenceChange(one)),
    notes: [
      ...missing.map(({ judge, words }) => `${name(judge)} finds missing: ${words}`),
      ...withdrawn.map(({ judge, claims }) => `${name(judge)} withdraws ${claims.join(", ")}`),
      ...conflicts,
      ...drift
        .filter(({ drifting }) => drifting && isReported)
        .map((one) => describeDriftNote(one)),
      ...unmet.map(
        ({ judge, round, duty }) => `${judge} left a duty unmet in round ${round}: ${duty}`,
      ),
    ],
  };
}

function scoreCase({ judge, opening, response }: JudgeCase) {
  const lens = findLens(judge.id, judge.stance);
  const evaluations = correctEvaluations(lens, opening, response?.reply ?? null);
  return { lens, scores: evaluations.map((one) => scoreForLens(lens, one)) };
}

function findConflict(
  { judge, option, opening, response }: JudgeCase,
  best: readonly string[],
  scores: readonly LensScore[],
): string[] {
  if (best.length === 0 || best.includes(option)) return [];
  const shown = (id: string): string => {
    const found = scores.find((one) => one.option === id);
    return found?.short ?? found?.shown ?? "not scored";
  };
  const why = response?.reply.against_own_scores ?? opening.reply.against_own_scores;
  return [
    `${judge.name} recommends ${option} (${shown(option)}), but their own table puts ` +
      `${best.join(", ")} first (${shown(best[0] ?? "")}); ${why === null ? "no reason is given" : `because: ${why}`}`,
  ];
}

function measureCaseDrift({ judge, opening, response }: JudgeCase, lens: LensId): Drift {
  const later = response ? collectStanceWords(response.reply) : "";
  return measureDrift(judge.id, lens, `${collectStanceWords(opening.reply)} ${later}`);
}

function describeDriftNote({ judge, own, other }: Drift): string {
  return `${judge} argues for another stance (${other} of its words against ${own} of its own stance), also after being asked`;
}

/** A change without a cause is among the changes. */
function listUnmetDuties(
  turns: readonly Spoken<Recommendation | JudgeResponse>[],
  round: number,
): { judge: string; round: number; duty: string }[] {
  return turns.flatMap(({ by, unmet }) =>
    unmet.filter((duty) => !isUncausedChange(duty)).map((duty) => ({ judge: by, round, duty })),
  );
}

function listCaseConcessions({ judge, opening, response }: JudgeCase) {
  if (!response) return [];
  const granted = new Set(
    response.claims.filter(({ side }) => side === "supports").map(({ about }) => about),
  );
  const own = new Set(opening.claims.map(({ id }) => id));
  return response.reply.concedes
    .filter(({ claim }) => granted.has(claim) && !own.has(claim))
    .map(({ claim, extent, words }) => ({ judge: judge.id, claim, extent, words }));
}

/** Only what the judge had claimed itself; a name of anything else is an unmet duty. */
function listWithdrawals({ judge, opening, response }: JudgeCase) {
  const named = new Set(response?.reply.withdraws);
  const claims = opening.claims
    .filter(({ id, aside }) => aside !== true && named.has(id))
    .map(({ id }) => id);
  return claims.length === 0 ? [] : [{ judge: judge.id, claims }];
}

/** Of both rounds, what is new in the second after what was said in the first. */
function listMissing({ judge, opening, response }: JudgeCase) {
  const said = [opening.reply.missing, response?.reply.missing].filter((words) => words != null);
  return [...new Set(said)].map((words) => ({ judge: judge.id, words }));
}

function listConfidenceChange({ judge, opening, response }: JudgeCase) {
  const [from, to] = [opening.reply.confidence, response?.reply.confidence];
  if (!response || to === undefined || Math.abs(to - from) < CONFIDENCE_STEP) return [];
  const { confidence_because, changed_because } = response.reply;
  const reason = confidence_because ?? changed_because?.explanation ?? null;
  return [{ judge: judge.id, from, to, reason }];
}
