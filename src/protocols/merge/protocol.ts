/**
 * What is known about a merge before it starts; the flow and everything that reads documents are loaded when one
 * runs.
 */
import { defineProtocol } from "../../protocol.ts";
import { computeCallBounds, preflight } from "./preflight.ts";
import { SEATS, seatsFor } from "./rules/seats.ts";
import { MergeSettings } from "./settings.ts";

export const merge = defineProtocol({
  id: "merge",
  version: 4,
  summary:
    "Advocates argue point by point for variants of a document; code merges them and keeps every source.",
  input: "drafts",
  settings: MergeSettings,
  seats: SEATS,
  seating: seatsFor,
  titles: {
    variants: "Variants",
    "variants-again": "Variants, asked again",
    findings: "Step 1, findings of the analyst",
    statements: "Step 2, statements, sealed",
    "statements-again": "Step 2, statements, asked again",
    rebuttals: "Step 2, rebuttals",
    finals: "Step 2, final arguments",
    forward: "Step 3, criteria in input order",
    reverse: "Step 3, criteria in reversed order",
    "re-evaluation": "Step 3, disputed criteria",
  },
  preflight,
  deadlineMs: ({ timeout }) => timeout * 1000,
  calls: computeCallBounds,

  async run(floor, brief, settings) {
    const { holdMerge } = await import("./merge.ts");
    return holdMerge(floor, brief, settings);
  },
});
