/** What a person should know before anyone is asked, and what makes a board impossible. */
import type { Brief } from "../../domain/brief.ts";
import type { Participant } from "../../domain/participant.ts";
import type { Notice } from "../../protocol.ts";
import { callBounds } from "./rules/calls.ts";
import { classifyBrief } from "./rules/classify.ts";
import { isLanguageSpecialist } from "./rules/codebase.ts";
import { officesOf, presetFor, presetSeats } from "./rules/presets.ts";
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
    ...remarks(brief, seats, settings).map((text) => ({ level: "warning" as const, text })),
  ];
}

function seatErrors(
  seats: readonly Participant[],
  settings: BoardSettings,
  preset: Preset,
): string[] {
  const missing = (["contrarian", "moonshot"] as const)
    .filter((role) => !seats.some((seat) => seat.role === role))
    .map((role) => `the ${role} sits in every debate and is not seated`);
  const vacant = Object.entries(officesOf(preset, settings, seats))
    .filter(([, holder]) => !seats.some(({ id }) => id === holder))
    .map(([office, holder]) => `the ${office} is to be "${holder}", who is not seated`);
  const few =
    seats.length < FEWEST
      ? [`a board has at least ${FEWEST} seats, this one has ${seats.length}`]
      : [];
  const rounds =
    settings.min_rounds > settings.max_rounds
      ? [`min_rounds is ${settings.min_rounds} and max_rounds is ${settings.max_rounds}`]
      : [];
  return [...missing, ...few, ...vacant, ...rounds];
}

/** Why these people sit here, and what the estimate leaves out. */
function remarks(brief: Brief, seats: readonly Participant[], settings: BoardSettings): string[] {
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
  const { overhead } = callBounds(seats.length, settings);
  const apart =
    `gate reviews and polls are counted apart from the calls of the three phases: ` +
    `at most ${overhead.gates} and ${overhead.polls} more`;
  return [...chosen, ...called, ...unrecognised, apart];
}
