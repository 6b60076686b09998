/** Who could sit here without being named: keys that are set, then what was seen to work. */
import { findModelFamily } from "../domain/family.ts";
import { VENDORS } from "../domain/vendor.ts";
import { DEFAULT_MODELS } from "./default-models.ts";
import type { EnvironmentVariables } from "./model-access.ts";

/**
 * One model of each family, so that seats are as independent as what is there allows. Keys go before
 * agents and local models, which are only taken where they were seen to work.
 */
export function findAvailableModels(
  env: EnvironmentVariables,
  seenToWork: readonly string[],
): string[] {
  const keyed = VENDORS.flatMap(({ name, keyNames }) => {
    const model = DEFAULT_MODELS[name];
    const held = keyNames.some((key) => (env[key] ?? "").trim() !== "");
    return model !== undefined && held ? [`${name}/${model}`] : [];
  });
  const families = new Map<string, string>();
  for (const reference of [...keyed, ...seenToWork.filter(isLanguageModel)]) {
    const family = findModelFamily(reference);
    if (!families.has(family)) families.set(family, reference);
  }
  return [...families.values()];
}

function isLanguageModel(reference: string): boolean {
  return !/^(?:offline|person|scripted)(?:\/|$)/.test(reference);
}
