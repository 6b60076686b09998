/** What to do about a model that does not answer: a command to paste, or one sentence. */
import { findVendor } from "../../domain/vendor.ts";
import type { EnvironmentVariables } from "../../models/model-access.ts";

export interface FailingModel {
  readonly reference: string;
  readonly why: string;
  /** What the failure itself advises. */
  readonly fix: string | null;
}

/** Null where the failure says all there is to say. */
export function adviseOnFailure(
  { reference, why, fix }: FailingModel,
  env: EnvironmentVariables,
): string | null {
  if (fix !== null) return fix;
  const [name = ""] = reference.split("/", 1);
  if (/\(40[13]\)/.test(why)) return adviseOnKey(name, env);
  if (/\(404\)/.test(why)) {
    return name === "ollama"
      ? `ollama pull ${reference.slice(name.length + 1)}`
      : `Name another of its models: --seat <seat>=${name}/<model>, or panel in dissent.yaml.`;
  }
  if (/nothing listens/.test(why)) return name === "ollama" ? "ollama serve" : null;
  return /no answer within/.test(why) ? "Give it longer: dissent doctor --timeout 3m" : null;
}

/** A stored key is of no use while the environment has another. */
function adviseOnKey(name: string, env: EnvironmentVariables): string | null {
  const names = findVendor(name)?.keyNames ?? [];
  const set = names.find((key) => (env[key] ?? "").trim() !== "");
  if (set !== undefined) return `Set ${set} to a key that is valid, or unset it.`;
  return names.length === 0 ? null : `dissent keys set ${name}`;
}
