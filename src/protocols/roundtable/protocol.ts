/** What is known about `roundtable` before it starts; the flow is loaded when one runs. */
import { createLateFlow, defineProtocol } from "../../protocol.ts";
import { preflight } from "./preflight.ts";
import { countCalls } from "./rules/calls.ts";
import { SEATS, seatsFor } from "./rules/seats.ts";
import { FLAGS, RoundtableSettings } from "./settings.ts";
import { titles } from "./titles.ts";

export const roundtable = defineProtocol({
  id: "roundtable",
  version: 5,
  summary:
    "Specialists discuss one written proposal and score it until all reach 90, or a person decides.",
  settings: RoundtableSettings,
  seats: SEATS,
  seating: (_, settings) => seatsFor(settings),
  openTable: { most: 3 },
  flags: FLAGS,
  titles,
  preflight,
  deciding: ({ target }) => ({ by: "scores", target }),
  deadlineMs: (settings) =>
    Math.max(settings.initial_position_minutes, settings.response_minutes) * 60_000,
  calls: countCalls,

  run: createLateFlow(async () => (await import("./roundtable.ts")).holdRoundtableDebate),
});
