/** Finds models to seat without being named: those whose key is set, then those that were seen to work. */
import { VENDORS, findModelFamily } from "../domain/vendor.ts";
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
  return !/^(?:offline|person|recorded|scripted)(?:\/|$)/.test(reference);
}

// Which model of a vendor sits when a key is found and nobody has named one. `panel` in dissent.yaml overrules it.

/** Current on the price list that ships with the package, at about the same price; a test checks that. */
export const DEFAULT_MODELS: Readonly<Record<string, string>> = {
  anthropic: "claude-sonnet-5",
  openai: "gpt-6-sol",
  google: "gemini-3.8-flash",
};
