/**
 * Which models remote users may seat.
 *
 * KM1. Only models set up on this machine by name: the built-in readers, a person, vendors whose key is here,
 *      endpoints and agents of the configuration. No script, and no program that just happens to be installed.
 */
import { findVendor } from "../../domain/vendor.ts";
import { SetupError } from "../../errors.ts";
import { createModelSource, type AppContext } from "../app-context.ts";
import { resolveConfigWithFlags } from "../resolve-input.ts";

// as providers name them; nothing that a program could read as a flag or a path
const MODEL_REFERENCE = /^[a-z0-9][\w.-]{0,60}(?:\/[\w@][\w.:@+/-]{0,200})?$/i;

export async function refuseUnknownModels(
  context: AppContext,
  references: readonly string[],
): Promise<void> {
  if (references.length === 0) return;
  const { access } = (await resolveConfigWithFlags(context, {}, null)).values;
  const modelFor = createModelSource(context, {});
  for (const reference of references.map((one) => one.trim())) {
    const [name = ""] = reference.split("/");
    const isKnown =
      ALWAYS_ALLOWED_MODELS.includes(reference) ||
      (findVendor(name)?.keyNames.length ?? 0) > 0 ||
      [access.endpoints, access.agents, access.providers].some((all) => Object.hasOwn(all, name));
    if (!isKnown || !MODEL_REFERENCE.test(reference)) throw createUnlistedModelError(reference);
    // a vendor without a key says so
    await modelFor(reference);
  }
}

const ALWAYS_ALLOWED_MODELS = ["offline", "person"];

function createUnlistedModelError(reference: string): SetupError {
  const shown = MODEL_REFERENCE.test(reference) ? `"${reference}"` : "That";
  return new SetupError("unknown-model", `${shown} is not set up on this server.`, {
    hint: "The person who runs it adds a key, or an endpoint or agent in dissent.yaml.",
  });
}
