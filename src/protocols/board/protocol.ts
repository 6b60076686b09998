/** What is known about `board` before it starts; the flow is loaded when one runs. */
import type { Seat } from "../../domain/participant.ts";
import { withEvidenceCalls } from "../../evidence/evidence-settings.ts";
import { createLateFlow, defineProtocol, type Protocol } from "../../protocol.ts";
import { preflight } from "./preflight.ts";
import { GATE_REVIEWER, isBoardMember, createPersonaSeat } from "./prompts/personas.ts";
import { callBounds } from "./rules/calls.ts";
import { describePresets, presetFor, presetSeats } from "./rules/presets.ts";
import { BoardSettings, FLAGS } from "./settings.ts";
import { titles } from "./titles.ts";

/** The rules over a table of one's own, which gets a gate reviewer if it has none. */
export function boardWith(table: readonly Seat[]): Protocol<BoardSettings> {
  const seats = table.every(isBoardMember) ? [...table, createPersonaSeat(GATE_REVIEWER)] : table;
  return defineProtocol({
    id: "board",
    version: 5,
    summary:
      "A board states blind, challenges in rounds, and writes a synthesis that keeps every dissent.",
    settings: BoardSettings,
    seats,
    openTable: { most: 2, presets: describePresets() },
    flags: FLAGS,
    titles,
    preflight,
    deciding: () => ({ by: "synthesis" }),
    deadlineMs: () => 180_000,
    calls(participants, settings) {
      const seated = participants.filter(isBoardMember);
      return withEvidenceCalls(callBounds(seated.length, settings).total, settings, seated);
    },
    run: createLateFlow(async () => (await import("./board.ts")).holdBoardDebate),
  });
}

export const board: Protocol<BoardSettings> = {
  ...boardWith(["ceo", "cto", "cfo", "coo", "contrarian", "moonshot"].map(createPersonaSeat)),
  seating: (brief, settings, files) => presetSeats(presetFor(brief, settings), brief, files).seats,
};
