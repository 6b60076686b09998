/** A2: what a person should know before anything is spent, and what makes a merge impossible. */
import type { Brief } from "../../domain/brief.ts";
import type { Participant } from "../../domain/participant.ts";
import type { CallBounds, Notice } from "../../protocol.ts";
import { isPersona, PERSONA_NAMES } from "./prompts/personas.ts";
import {
  ADVOCATE,
  ANALYST,
  AUTHOR,
  EVALUATOR,
  originalSource,
  variantSources,
} from "./rules/seats.ts";
import { FEWEST_VARIANTS, type MergeSettings, MOST_VARIANTS } from "./settings.ts";

export function preflight(
  brief: Brief,
  seats: readonly Participant[],
  settings: MergeSettings,
): Notice[] {
  const given = variantSources(brief).length;
  const count = settings.generate === null ? given : settings.agents.length;
  return [
    ...[
      ...modeErrors(brief, settings, given),
      ...countErrors(settings, count),
      ...seatErrors(seats, count, settings),
    ].map((text): Notice => ({ text, level: "error" })),
    ...listRemarks(seats, settings).map((text): Notice => ({ text, level: "warning" })),
  ];
}

function modeErrors(brief: Brief, { generate, agents }: MergeSettings, given: number): string[] {
  if (generate === null) {
    return agents.length === 0
      ? []
      : ["agents write variants only where generate names what to write"];
  }
  return [
    ...(given === 0 ? [] : ["variants are either given or written, not both"]),
    ...(originalSource(brief) ? [] : ["there is no source to write variants from"]),
  ];
}

function countErrors({ base, generate }: MergeSettings, count: number): string[] {
  const what = generate === null ? "variants" : "agents";
  const wrong =
    count < FEWEST_VARIANTS || count > MOST_VARIANTS
      ? [`a merge has ${FEWEST_VARIANTS} to ${MOST_VARIANTS} ${what}, this one has ${count}`]
      : [];
  const stranger =
    base !== null && base > count ? [`base is ${base}, and there are ${count} variants`] : [];
  return [...wrong, ...stranger];
}

/** A18: each variant has its advocate; a seat of nobody's variant has nothing to argue for. */
function seatErrors(
  seats: readonly Participant[],
  count: number,
  { generate }: MergeSettings,
): string[] {
  const roles = generate === null ? [ADVOCATE] : [ADVOCATE, AUTHOR];
  const wanted = roles.flatMap((role) =>
    Array.from({ length: count }, (_, index) => `${role}-${index + 1}`),
  );
  const missing = wanted.filter((id) => !seats.some((seat) => seat.id === id));
  const known = new Set([...wanted, ANALYST, EVALUATOR]);
  const strangers = seats.filter(({ id }) => !known.has(id));
  return [
    ...missing.map((id) => `the seat ${id} is empty`),
    ...strangers.map(({ id }) => `there is no variant for the seat ${id}`),
  ];
}

function listRemarks(seats: readonly Participant[], { agents, generate }: MergeSettings): string[] {
  const unknown = agents.flatMap(({ persona }) =>
    persona === null || isPersona(persona)
      ? []
      : [
          `the persona "${persona}" is not known, so it is left out; known: ${PERSONA_NAMES.join(", ")}`,
        ],
  );
  const vacant = [ANALYST, EVALUATOR]
    .filter((id) => !seats.some((seat) => seat.id === id))
    .map((id) =>
      id === ANALYST
        ? "the seat analyst is empty, so code alone finds the differences"
        : "the seat evaluator is empty, so scores have only their measured half",
    );
  return [...unknown, ...vacant, ...(generate === null ? [] : ownJudge(seats))];
}

/** t: allowed, and said. */
function ownJudge(seats: readonly Participant[]): string[] {
  const evaluator = seats.find(({ id }) => id === EVALUATOR);
  const authors = seats.filter(({ role, model }) => role === AUTHOR && model === evaluator?.model);
  if (!evaluator || authors.length === 0) return [];
  const names = authors.map(({ id }) => id).join(", ");
  return [`the evaluator is the model (${evaluator.model}) that also writes as ${names}`];
}

/** No questions about identical drafts; at most everyone is asked again, and every round is run. */
export function computeCallBounds(
  seats: readonly Participant[],
  settings: MergeSettings,
): CallBounds {
  const { depth, generate } = settings;
  const advocates = seats.filter(({ role }) => role === ADVOCATE).length;
  const authors = generate === null ? 0 : seats.filter(({ role }) => role === AUTHOR).length;
  const seated = (id: string): number => (seats.some((seat) => seat.id === id) ? 1 : 0);
  const rounds = depth === "quick" ? 0 : depth === "standard" ? 1 : 2;
  return {
    min: authors,
    max: 2 * authors + seated(ANALYST) + (2 + rounds) * advocates + 3 * seated(EVALUATOR),
  };
}
