/** Chooses models for seats that nobody assigned one to, and describes that choice. */
import type { ConfigValues } from "../../config/config.ts";
import { AGENT_NAMES } from "../../domain/vendor.ts";
import { SetupError } from "../../errors.ts";
import { findAvailableModels } from "../../models/available-models.ts";
import { addStoredKeys } from "../../models/stored-keys.ts";
import type { Plan } from "../../plan.ts";
import { createModelSource, type AppContext } from "../app-context.ts";
import { listCachedWorkingModels } from "./challenger-cache.ts";

export interface ModelSeating {
  /**
   * `found`: keys, agents and local models that are there, though nobody named them. `offline`: the built-in reader,
   * because a person asked for it. `nothing`: there is no model.
   */
  readonly from: "panel" | "found" | "offline" | "nothing";
  readonly models: readonly string[];
}

/** Nobody is asked and nothing is tried out: only what is set, stored or remembered counts. */
export async function findModelSeating(
  context: AppContext,
  { panel, offline }: Pick<ConfigValues, "panel" | "offline">,
): Promise<ModelSeating> {
  if (offline) return { from: "offline", models: ["offline"] };
  if (panel !== null) return { from: "panel", models: panel };
  const seen = await filterKnownModels(context, await listCachedWorkingModels(context));
  const models = findAvailableModels(addStoredKeys(context), seen);
  return models.length === 0 ? { from: "nothing", models } : { from: "found", models };
}

/** What works in another project may be an endpoint that only that project has. */
async function filterKnownModels(
  context: AppContext,
  references: readonly string[],
): Promise<string[]> {
  const modelFor = createModelSource(context, {});
  const known: string[] = [];
  for (const reference of references) {
    const model = await modelFor(reference).catch(() => undefined);
    if (model) known.push(reference);
  }
  return known;
}

/** One line, said first; null where every seat's model was named by a person. */
export function describeModelSeating(
  { participants, unnamed }: Pick<Plan, "participants" | "unnamed">,
  { from }: ModelSeating,
): string | null {
  if (unnamed.length === 0 || from === "panel") return null;
  if (from === "nothing") return NO_MODEL_FOUND;
  if (from === "offline") {
    return "Offline: the built-in reader quotes what the brief marks and decides nothing.";
  }
  const seated = participants.filter(({ id }) => unnamed.includes(id)).map(({ model }) => model);
  return `Seats: ${[...new Set(seated)].join(", ")}; change with --seat or panel`;
}

const NO_MODEL_FOUND = "No language model was found.";

/** Seats that nobody can speak for: no model was named or found, and the built-in reader was not asked for. */
export function listSeatsWithoutModel(
  { unnamed }: Pick<Plan, "unnamed">,
  { from }: ModelSeating,
): readonly string[] {
  return from === "nothing" ? unnamed : [];
}

/** The three ways to connect a model, one per line, as a person types them. */
export const WAYS_TO_CONNECT: readonly string[] = [
  "A key:           dissent config keys set anthropic    (or openai, google)",
  `A coding agent:  log in to one of ${AGENT_NAMES.join(", ")}, then: dissent doctor`,
  "Your own model:  start Ollama, or add an endpoint to dissent.yaml, then: dissent doctor",
];

/** Exit code 3: nothing is wrong with what was typed. */
export function createNoModelError(
  { participants }: Pick<Plan, "participants">,
  { seats, hint }: { readonly seats: readonly string[]; readonly hint: string },
): SetupError {
  const some = seats.length < participants.length ? ` for ${seats.join(", ")}` : "";
  return new SetupError("no-model", `No language model was found${some}.`, {
    hint,
  });
}
