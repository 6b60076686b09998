/** What a debate of an evaluation came to, made by hand. */
import type { EvalCell } from "../../../src/eval/cells/read-cell.ts";

const cost = { calls: 1, inputTokens: 10, outputTokens: 5, costUsd: 0, wallMs: 1 };

export function createCell(changes: Partial<EvalCell> & Pick<EvalCell, "arm" | "item">): EvalCell {
  return {
    debate: `${changes.arm}-${changes.item}`,
    turns: [],
    blind: null,
    final: null,
    audited: null,
    choice: null,
    margin: 0,
    label: "VOTED",
    ending: "decided",
    strength: "weak",
    flips: [],
    findings: [],
    verifiedClaims: 0,
    claims: 0,
    dissents: 0,
    fidelity: null,
    unreadable: 0,
    absences: 0,
    retries: 0,
    rounds: 1,
    cost,
    blindCost: cost,
    ...changes,
  };
}
