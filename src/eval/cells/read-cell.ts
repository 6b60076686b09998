/** What one debate of an evaluation came to, read from its journal alone, with the product's own measures. */
import { computeAudit } from "../../audit/audit.ts";
import { readDebateExposure } from "../../audit/measures/debate-exposure.ts";
import type { OutcomeStrength } from "../../audit/measures/outcome-strength.ts";
import type { FlipClass } from "../../audit/measures/position-flips.ts";
import { CONCESSION } from "../../domain/claim.ts";
import { computeAccounts, type UsageAccount } from "../../domain/journal/accounts.ts";
import { type Event, findSettlement, readOpening } from "../../domain/journal/event.ts";

export interface CellTurn {
  readonly seat: string;
  readonly model: string;
  /** 1 for the first round in which positions were taken. */
  readonly round: number;
  /** Null where nothing readable was said. */
  readonly position: string | null;
  readonly confidence: number | null;
}

export interface CellCost {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  readonly wallMs: number;
}

export interface CellFinding {
  readonly by: string;
  readonly words: string;
}

export interface EvalCell {
  readonly arm: string;
  readonly item: string;
  readonly debate: string;
  readonly turns: readonly CellTurn[];
  /** Leader of the blind, the final and the audited vote; null for a tie or no vote. */
  readonly blind: string | null;
  readonly final: string | null;
  readonly audited: string | null;
  /** What the outcome chose; null where it was left open. */
  readonly choice: string | null;
  readonly margin: number;
  readonly label: string;
  readonly ending: "decided" | "open" | "failed";
  readonly strength: OutcomeStrength;
  /** Changes of position with their class (R6), as `from>to`. */
  readonly flips: readonly {
    readonly by: string;
    readonly from: string;
    readonly to: string;
    readonly class: FlipClass;
  }[];
  /** Everything that was said against the material: claims that attack, and weaknesses that were conceded. */
  readonly findings: readonly CellFinding[];
  readonly verifiedClaims: number;
  readonly claims: number;
  readonly dissents: number;
  readonly fidelity: number | null;
  readonly unreadable: number;
  readonly absences: number;
  readonly retries: number;
  readonly rounds: number;
  readonly cost: CellCost;
  readonly blindCost: CellCost;
}

/** Null while the debate has not ended. */
export function readEvalCell(
  { arm, item }: Pick<EvalCell, "arm" | "item">,
  events: readonly Event[],
): EvalCell | null {
  const outcome = findSettlement(events)?.outcome;
  if (!outcome) return null;
  const audit = computeAudit(events);
  const { tallies, fidelity } = audit;
  const accounts = computeAccounts(events);
  return {
    arm,
    item,
    debate: readOpening(events).debate,
    turns: readCellTurns(events),
    blind: tallies.blind.leader,
    final: tallies.final.cast === 0 ? outcome.choice : tallies.final.leader,
    audited: tallies.audited.cast === 0 ? outcome.choice : tallies.audited.leader,
    choice: outcome.choice,
    margin: tallies.final.cast === 0 ? 0 : tallies.final.margin / tallies.final.cast,
    label: outcome.label,
    ending: outcome.ending,
    strength: audit.strength,
    flips: audit.flips.map(({ by, from, to, class: kind }) => ({ by, from, to, class: kind })),
    findings: listFindings(events),
    claims: audit.ledger.entries.length,
    verifiedClaims: audit.ledger.entries.filter(({ verified }) => verified).length,
    dissents: outcome.dissents.length,
    fidelity:
      fidelity === null || fidelity.required === 0 ? null : fidelity.covered / fidelity.required,
    unreadable: outcome.absences.filter(({ reason }) => reason === "unreadable").length,
    absences: outcome.absences.length,
    retries: accounts.retries,
    rounds: outcome.rounds,
    cost: { ...pickCost(accounts), wallMs: accounts.wallMs },
    blindCost: subtractCost(accounts),
  };
}

function pickCost({
  calls,
  inputTokens,
  outputTokens,
  costUsd,
}: UsageAccount): Omit<CellCost, "wallMs"> {
  return { calls, inputTokens, outputTokens, costUsd };
}

function subtractCost(accounts: ReturnType<typeof computeAccounts>): CellCost {
  const { afterBlind } = accounts;
  return {
    calls: accounts.calls - afterBlind.calls,
    inputTokens: accounts.inputTokens - afterBlind.inputTokens,
    outputTokens: accounts.outputTokens - afterBlind.outputTokens,
    costUsd: accounts.costUsd - afterBlind.costUsd,
    wallMs: accounts.wallMs - afterBlind.wallMs,
  };
}

function readCellTurns(events: readonly Event[]): CellTurn[] {
  const models = new Map(readOpening(events).participants.map(({ id, model }) => [id, model]));
  const { stands } = readDebateExposure(events);
  const steps = [...new Set(stands.map(({ step }) => step))];
  const spoken = stands.map(({ by, step, position, confidence }) => ({
    seat: by,
    model: models.get(by) ?? "",
    round: steps.indexOf(step) + 1,
    position,
    confidence,
  }));
  const missing = events.flatMap(({ fact }) => {
    if (fact.type !== "participant-absent") return [];
    const round = steps.indexOf(fact.key.split("/")[0] ?? "") + 1;
    return [
      {
        seat: fact.by,
        model: models.get(fact.by) ?? "",
        round: Math.max(1, round),
        position: null,
        confidence: null,
      },
    ];
  });
  return [...spoken, ...missing];
}

function listFindings(events: readonly Event[]): CellFinding[] {
  return events.flatMap(({ fact }) => {
    if (fact.type !== "reply-recorded") return [];
    return fact.claims
      .filter(({ side, text }) => side === "attacks" || text.startsWith(CONCESSION))
      .map(({ by, text, detail, evidence }) => ({
        by,
        words: [text, detail ?? "", ...evidence.map(({ quote }) => quote)].join(" "),
      }));
  });
}
