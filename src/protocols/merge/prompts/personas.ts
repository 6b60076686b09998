/** The persona a variant is written with, and how every seat is introduced to its role. */
import type { Participant } from "../../../domain/participant.ts";

const PERSONAS: Readonly<Record<string, string>> = {
  architect: "an architect: structure, boundaries and what follows from them in two years",
  security: "a security engineer: what can be attacked, and what it costs when it is",
  analyzer: "an analyst: causes, evidence, and what is still unknown",
  frontend: "a front-end engineer: what people see, touch and wait for",
  backend: "a back-end engineer: data, interfaces and how they fail",
  performance: "a performance engineer: figures, limits and where time goes",
  qa: "a tester: what can be proven, and what breaks first",
  scribe: "a writer: order, plain words, and a reader who was not there",
};

export const PERSONA_NAMES: readonly string[] = Object.keys(PERSONAS);

export function isPersona(name: string): boolean {
  return Object.hasOwn(PERSONAS, name);
}

/** Empty for a persona nobody knows: it is then written without one, and that is said. */
export function personaText(name: string | null): string {
  return name !== null && isPersona(name) ? `You write as ${PERSONAS[name]}.` : "";
}

export function advocateText({ name }: Participant, label: string): string {
  return `You are ${name}. You argue for Variant ${label}, and you say so where another draft is better.`;
}
