/**
 * What is known about a merge before it starts; the flow and everything that reads documents are loaded when one
 * runs.
 */
import { defineProtocol } from "../../protocol.ts";
import { computeCallBounds, preflight } from "./preflight.ts";
import { SEATS, seatsFor } from "./rules/seats.ts";
import { MergeSettings } from "./settings.ts";
import { titles } from "./titles.ts";

export const merge = defineProtocol({
  id: "merge",
  version: 4,
  summary:
    "Advocates argue point by point for variants of a document; code merges them and keeps every source.",
  input: "drafts",
  settings: MergeSettings,
  seats: SEATS,
  seating: seatsFor,
  titles,
  preflight,
  deadlineMs: ({ timeout }) => timeout * 1000,
  calls: computeCallBounds,

  async run(floor, brief, settings) {
    const { holdMerge } = await import("./merge.ts");
    return holdMerge(floor, brief, settings);
  },
});
