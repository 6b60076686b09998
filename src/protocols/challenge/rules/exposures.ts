/** H28-H33: what each side assumes, mapped to its position; every sentence is that side's own. */
import type { CheckedEvidence } from "../../../domain/evidence.ts";
import type { Json } from "../../../domain/json.ts";
import type { Participant } from "../../../domain/participant.ts";
import { findSpokenTurn } from "../../../domain/round.ts";
import type { ExposureReply } from "../replies.ts";
import { objectionsOf, standing } from "./objections.ts";
import { currentPosition } from "./positions.ts";
import type { Debate } from "./table.ts";

type Row = { readonly [field: string]: Json };

/** Proponent first, then the remaining dissenters in seat order. */
export function partiesOf(debate: Debate): Participant[] {
  const left = new Set(standing(debate).map(({ challenger }) => challenger));
  return [debate.proponent, ...debate.challengers.filter(({ id }) => left.has(id))];
}

export function exposureOf({ exposures }: Debate, party: string): ExposureReply | null {
  return (exposures && findSpokenTurn(exposures, party)?.reply) ?? null;
}

export function exposedAssumptions(debate: Debate): Row[] {
  return partiesOf(debate).map(({ id }) => {
    const exposure = exposureOf(debate, id);
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
export function coreDisagreement(debate: Debate): { text: string; by: string } {
  for (const { id } of partiesOf(debate)) {
    const exposure = exposureOf(debate, id);
    if (exposure) return { text: exposure.core_disagreement, by: id };
  }
  const [first] = standing(debate);
  return { text: first?.newest?.text ?? first?.text ?? "", by: first?.challenger ?? "" };
}

export function commonGround(debate: Debate): Row[] {
  return partiesOf(debate).flatMap(({ id }) => {
    const exposure = exposureOf(debate, id);
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
export function sidesOf(debate: Debate): ExposureSide[] {
  const { proponent } = debate;
  const objections = objectionsOf(debate);
  return partiesOf(debate).map(({ id }) => {
    const exposure = exposureOf(debate, id);
    const objection = objections.find(({ challenger }) => challenger === id);
    const argument =
      id === proponent.id
        ? currentPosition(debate).position
        : (objection?.alternative ?? objection?.newest?.text ?? objection?.text ?? "");
    const evidence =
      id === proponent.id ? evidenceOfProponent(debate) : (objection?.evidence ?? []);
    return {
      advocate: id,
      argument,
      evidence: withoutRepeats(evidence),
      best_if: exposure?.best_if ?? null,
      risk_if_wrong: exposure?.risk_if_wrong ?? null,
    };
  });
}

export function optionsOf(debate: Debate): Row[] {
  return sidesOf(debate).map(({ evidence, ...side }) => ({
    ...side,
    evidence: evidence.map(({ source, quote, verified }) => ({ source, quote, verified })),
  }));
}

function evidenceOfProponent({ opening, exchanges }: Debate): CheckedEvidence[] {
  const opened = opening.spoken.flatMap(({ claims }) => claims);
  const answered = exchanges.flatMap(({ response }) =>
    response.kind === "spoken" ? response.claims : [],
  );
  return [...opened, ...answered].flatMap(({ evidence }) => evidence);
}

function withoutRepeats(evidence: readonly CheckedEvidence[]): CheckedEvidence[] {
  const same = (a: CheckedEvidence, b: CheckedEvidence): boolean =>
    a.source === b.source && a.quote === b.quote;
  return evidence.filter((one, index) => evidence.findIndex((other) => same(one, other)) === index);
}
