/** Chooses models for seats that nobody assigned one to, and describes that choice. */
import type { ConfigValues } from "../../config/config.ts";
import { findAvailableModels } from "../../models/available-models.ts";
import { addStoredKeys } from "../../models/stored-keys.ts";
import type { Plan } from "../../plan.ts";
import { createModelSource, type AppContext } from "../app-context.ts";
import { listCachedWorkingModels } from "./challenger-cache.ts";

export interface ModelSeating {
  /** `found`: keys, agents and local models that are there, though nobody named them. */
  readonly from: "panel" | "found" | "nothing";
  readonly models: readonly string[];
}

/** Nobody is asked and nothing is tried out: only what is set, stored or remembered counts. */
export async function findModelSeating(
  context: AppContext,
  { panel }: ConfigValues,
): Promise<ModelSeating> {
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
  if (from === "nothing") {
    return "No language model was found, so built-in readers speak by rules. Look for some: dissent doctor";
  }
  const seated = participants.filter(({ id }) => unnamed.includes(id)).map(({ model }) => model);
  return `Seats: ${[...new Set(seated)].join(", ")}; change with --seat or panel`;
}
