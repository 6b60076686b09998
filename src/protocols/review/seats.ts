/** Who reviews: each reviewer looks with another lens, so that together they see more than one would. */
import type { Participant, Seat } from "../../domain/participant.ts";
import { AUTHOR, REVIEWER } from "./rules/table.ts";

function createReviewer(id: string, name: string): Seat {
  return { id, name, role: REVIEWER, stance: id };
}

export const REVIEWERS: readonly Seat[] = [
  createReviewer("correctness", "Correctness"),
  createReviewer("security", "Security"),
  createReviewer("operations", "Operations"),
  createReviewer("contracts", "Contracts"),
  createReviewer("caller", "Caller"),
];

export const AUTHOR_SEAT: Seat = { id: AUTHOR, name: "Author", role: AUTHOR, stance: null };

const LENSES: Readonly<Record<string, string>> = {
  correctness:
    "correctness and invariants: wrong results, edge cases, off-by-one, null and error paths, state and concurrency.",
  security:
    "security and data: untrusted input, permissions, injection, secrets, data that is lost, corrupted or exposed.",
  operations:
    "operations and failure: timeouts, retries, resources that leak, load, migration, rollback, what is seen when it fails.",
  contracts:
    "tests and contracts: behaviour others rely on, interfaces, formats, versions, what no test would notice.",
  caller:
    "the caller's view: how the changed code is used, what callers must now do otherwise, surprising defaults, misuse.",
};

export function describeReviewer({ name, stance }: Participant): string {
  const lens = (stance !== null && LENSES[stance]) || stance || "anything that goes wrong.";
  return `You are the reviewer ${name}. Look first at ${lens.replace(/\.$/, "")}; then at everything else.`;
}

/** How findings are rated, the same wherever it is asked. */
export const SEVERITY_RULE = [
  "blocker: data is lost, security is broken, or it does not work at all. major: wrong in a case that will happen.",
  "minor: wrong in a rare case, or costly later.",
].join("\n");
