/** H28-H33: what each side assumes, mapped to its position; every sentence is that side's own. */
import type { CheckedEvidence } from "../../../domain/evidence/evidence.ts";
import type { Json } from "../../../domain/json.ts";
import type { Participant } from "../../../domain/participant.ts";
import { findSpokenTurn } from "../../../domain/round.ts";
import type { ExposureReply } from "../replies.ts";
import { listStanding, readNewestWords } from "./objections.ts";
import { formatPositionText, listOpeningClaims, readCurrentPosition } from "./positions.ts";
import type { Debate } from "./table.ts";

type Row = { readonly [field: string]: Json };

/** Proponent first, then the remaining dissenters in seat order. */
export function listParties(debate: Debate): Participant[] {
  const left = new Set(listStanding(debate).map(({ challenger }) => challenger));
  return [debate.proponent, ...debate.challengers.filter(({ id }) => left.has(id))];
}

export function findExposure({ exposures }: Debate, party: string): ExposureReply | null {
  return (exposures && findSpokenTurn(exposures, party)?.reply) ?? null;
}

export function listExposedAssumptions(debate: Debate): Row[] {
  return listParties(debate).map(({ id }) => {
    const exposure = findExposure(debate, id);
    return {
      party: id,
      core_assumption: exposure?.core_assumption ?? null,
      leads_to: exposure?.leads_to ?? null,
      testable_by: exposure?.testable_by ?? null,
      why: exposure?.why ?? null,
      other_right_if: exposure?.other_right_if ?? null,
    };
  });
}

/** The proponent's sentence, else the first dissenter's; without either, the first objection speaks for itself. */
export function readCoreDisagreement(debate: Debate): { text: string; by: string } {
  for (const { id } of listParties(debate)) {
    const exposure = findExposure(debate, id);
    if (exposure) return { text: exposure.core_disagreement, by: id };
  }
  const [first] = listStanding(debate);
  return { text: first?.text ?? "", by: first?.challenger ?? "" };
}

export function listCommonGround(debate: Debate): Row[] {
  return listParties(debate).flatMap(({ id }) => {
    const exposure = findExposure(debate, id);
    return exposure ? [{ party: id, text: exposure.common_ground }] : [];
  });
}

export interface ExposureSide {
  readonly advocate: string;
  readonly argument: string;
  readonly evidence: readonly CheckedEvidence[];
  readonly best_if: string | null;
  readonly risk_if_wrong: string | null;
}

/** What a person can choose between: the position, and what each remaining dissenter would have instead. */
export function listSides(debate: Debate): ExposureSide[] {
  const { proponent } = debate;
  const standing = listStanding(debate);
  return listParties(debate).map(({ id }) => {
    const exposure = findExposure(debate, id);
    const objections = standing.filter(({ challenger }) => challenger === id);
    const [first] = objections;
    const instead = objections.find(({ alternative }) => alternative !== null)?.alternative;
    const argument =
      id === proponent.id
        ? formatPositionText(readCurrentPosition(debate))
        : (instead ?? (first ? readNewestWords(first) : ""));
    const evidence =
      id === proponent.id
        ? listProponentEvidence(debate)
        : objections.flatMap((objection) => objection.evidence);
    return {
      advocate: id,
      argument,
      evidence: removeRepeats(evidence),
      best_if: exposure?.best_if ?? null,
      risk_if_wrong: exposure?.risk_if_wrong ?? null,
    };
  });
}

export function listOptions(debate: Debate): Row[] {
  return listSides(debate).map(({ evidence, ...side }) => ({
    ...side,
    evidence: evidence.map(({ kind = "quote", source, quote, verified }) => ({
      kind,
      source,
      quote,
      verified,
    })),
  }));
}

function listProponentEvidence(debate: Debate): CheckedEvidence[] {
  const answered = debate.exchanges.flatMap(({ response }) =>
    response.kind === "spoken" ? response.claims : [],
  );
  return [...listOpeningClaims(debate), ...answered].flatMap(({ evidence }) => evidence);
}

function removeRepeats(evidence: readonly CheckedEvidence[]): CheckedEvidence[] {
  const same = (a: CheckedEvidence, b: CheckedEvidence): boolean =>
    a.source === b.source && a.quote === b.quote;
  return evidence.filter((one, index) => evidence.findIndex((other) => same(one, other)) === index);
}
