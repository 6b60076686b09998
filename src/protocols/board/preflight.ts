/** What a person should know before anyone is asked, and what makes a board impossible. */
import type { Brief } from "../../domain/brief.ts";
import type { Participant } from "../../domain/participant.ts";
import type { Notice } from "../../protocol.ts";
import { isBoardMember } from "./prompts/personas.ts";
import { callBounds } from "./rules/calls.ts";
import { classifyBrief } from "./rules/classify.ts";
import { isLanguageSpecialist } from "./rules/codebase.ts";
import { findSynthesizer, presetFor, presetSeats } from "./rules/presets.ts";
import type { BoardSettings, Preset } from "./settings.ts";

const FEWEST = 4;

export function preflight(
  brief: Brief,
  seats: readonly Participant[],
  settings: BoardSettings,
): Notice[] {
  const preset = presetFor(brief, settings);
  return [
    ...seatErrors(seats, settings, preset).map((text) => ({ level: "error" as const, text })),
    ...listRemarks(brief, seats, settings).map((text) => ({ level: "warning" as const, text })),
  ];
}

function seatErrors(
  participants: readonly Participant[],
  settings: BoardSettings,
  preset: Preset,
): string[] {
  const seats = participants.filter(isBoardMember);
  const missing = (["contrarian", "moonshot"] as const)
    .filter((role) => !seats.some((seat) => seat.role === role))
    .map((role) => `the ${role} sits in every debate and is not seated`);
  const gates = participants.length - seats.length;
  const gate = gates === 1 ? [] : [`one gate reviewer is needed, and ${gates} are seated`];
  const writer = findSynthesizer(preset, settings, seats);
  const vacant = seats.some(({ id }) => id === writer)
    ? []
    : participants.some(({ id }) => id === writer)
      ? ["the gate reviewer cannot write the synthesis"]
      : [`the synthesizer is to be "${writer}", who is not seated`];
  const few =
    seats.length < FEWEST
      ? [`a board has at least ${FEWEST} seats, this one has ${seats.length}`]
      : [];
  const rounds =
    settings.min_rounds > settings.max_rounds
      ? [`min_rounds is ${settings.min_rounds} and max_rounds is ${settings.max_rounds}`]
      : [];
  return [...missing, ...few, ...gate, ...vacant, ...rounds];
}

/** Why these people sit here, and what the estimate is made of. */
function listRemarks(
  brief: Brief,
  seats: readonly Participant[],
  settings: BoardSettings,
): string[] {
  const preset = presetFor(brief, settings);
  const { class: kind, matched } = classifyBrief(brief, settings.brief_class);
  const words = matched.length === 0 ? "by default" : matched.slice(0, 5).join(", ");
  const chosen =
    settings.preset === "auto"
      ? [`the brief is ${kind} (${words}), so the preset is ${preset}`]
      : [];
  const called =
    preset === "planning-1"
      ? Object.entries(presetSeats(preset, brief).because)
          .filter(([id]) => seats.some((seat) => seat.id === id))
          .map(([id, because]) => `${id} sits because of: ${because.slice(0, 5).join(", ")}`)
      : [];
  const unrecognised =
    preset === "planning-2" && !seats.some(({ id }) => isLanguageSpecialist(id))
      ? ["no language could be recognised from the codebase, so a generalist leads"]
      : [];
  const { overhead, phases } = callBounds(seats.filter(isBoardMember).length, settings);
  const apart =
    `at most ${phases.max} calls are for the three phases, ${overhead.gates} for gate reviews ` +
    `and ${overhead.polls} for polls`;
  return [...chosen, ...called, ...unrecognised, apart];
}
