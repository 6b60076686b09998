/** What every outcome has, whatever it is: absences, tallies, changes, notes, and the fields of the result. */
import type { Json } from "../../../domain/json.ts";
import type { BlindBaseline, RecordedAbsence } from "../../../domain/outcome/outcome.ts";
import type { Tally } from "../../../domain/outcome/tally.ts";
import { type Absence, describeAbsenceReason, type Turn } from "../../../domain/round.ts";
import { formatCount } from "../../../text/plain-text.ts";
import { type CompletedRounds, listCaseConditions, listCases, findJudgeName } from "./cases.ts";
import { checkReplies } from "./reply-checks.ts";

export type SharedParts = ReturnType<typeof collectSharedParts>;

export function collectSharedParts(held: CompletedRounds) {
  const checks = checkReplies(held);
  const { panel, openings, responses, first, final, changes } = held;
  const absent: readonly Absence[] = [...openings.absent, ...(responses?.absent ?? [])];
  const absences: RecordedAbsence[] = absent.map(({ by, key, reason, detail }) => {
    const step = key.split("/", 1)[0] ?? key;
    return { by, step, reason, detail };
  });
  const turns: Turn<unknown>[] = [...openings.spoken, ...(responses?.spoken ?? []), ...absent];
  const all = listCases(held);
  const conditions = all.filter((one) => one.conditions.length > 0);
  return {
    expected: panel.judges.length,
    present: final.cast,
    absences,
    tallies: responses ? [first, final] : [first],
    changes,
    rounds: responses ? 2 : 1,
    ...(conditions.length > 0 && { conditions: listCaseConditions(all, final.carried) }),
    notes: checks.notes,
    baseline: computeBaseline(first, final),
    fields: {
      type: final.cast < 2 ? "NONE" : final.type,
      distribution: final.distribution,
      round_1_only: groupByOption(all.filter(({ isEarly }) => isEarly)),
      conditions: Object.fromEntries(
        conditions.map(({ judge, conditions: only }) => [judge.id, [...only]]),
      ),
      change_log: changes
        .filter(({ standing }) => standing !== "reverted")
        .map(({ by, round, from, to, reason }) => ({ judge: by, round, from, to, reason })),
      violations: listViolations(held),
      rounds: responses ? 2 : 1,
      degraded: absences.length > 0,
      notes: absent.map((one) => describeAbsence(held, one)),
      repairs: turns.filter(({ repaired }) => repaired).length,
      classification: { ...panel.kind },
      scores: checks.scores,
      own_score_conflicts: checks.conflicts,
      confidence_changes: checks.confidences,
      concessions: checks.concessions,
      corrections: checks.corrections,
      withdrawn: checks.withdrawn,
      missing: checks.missing,
      unmet_duties: checks.unmet.map((one) => ({ ...one })),
      stance_drift: checks.drift.map((one) => ({ ...one })),
    } satisfies Record<string, Json>,
  };
}

function groupByOption(
  cases: readonly { readonly option: string; readonly judge: { readonly id: string } }[],
): Record<string, string[]> {
  const groups = Map.groupBy(cases, ({ option }) => option);
  return Object.fromEntries(
    [...groups].map(([option, held]) => [option, held.map(({ judge }) => judge.id)]),
  );
}

function listViolations({ panel, changes }: CompletedRounds): string[] {
  return changes
    .filter(({ standing }) => standing !== "explained")
    .map(({ by, from, to, reason, standing }) => {
      const fate =
        standing === "reverted" ? `its vote stays ${from}` : "its vote counts as revised";
      return `${findJudgeName(panel, by)} moved from ${from} to ${to} without a valid cause (${reason}); ${fate}`;
    });
}

/** J29: who is missing, and how many are left. */
function describeAbsence({ panel, final }: CompletedRounds, { by, reason, key }: Absence): string {
  const later = key.startsWith("responses") ? " in round 2" : "";
  const left = `only ${formatCount(final.cast, "perspective")} available`;
  return `${findJudgeName(panel, by)} judge ${describeAbsenceReason(reason)}${later} - ${left}`;
}

/** K18. One vote carries nothing, so there is nothing it could have changed. */
function computeBaseline(first: Tally, final: Tally): BlindBaseline {
  const choice = first.cast < 2 ? null : first.carried;
  const settled = first.cast < 2 ? null : final.carried;
  return { distribution: first.distribution, choice, changed: choice !== settled };
}
