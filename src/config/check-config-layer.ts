/** Checks one layer of the configuration by itself, so that a mistake is reported where it was made. */
import { SetupError } from "../errors.ts";
import type { ConfigLayer } from "./config-layers.ts";
import { listSettingKeys, ConfigSettings } from "./config-schema.ts";
import { DATABASE_REFERENCE, PROJECT_DATABASE } from "./database-reference.ts";
import { findFirstMistake } from "./input-mistakes.ts";
import { findLiteralKey } from "./literal-keys.ts";

/** The same layer with its short forms written out. */
export function checkConfigLayer(layer: ConfigLayer): ConfigLayer {
  const values = dropNullValues(layer.values);
  refuseLiteralSecrets({ ...layer, values });
  const checked = ConfigSettings.safeParse(values);
  if (!checked.success) throw layer.fault(findFirstMistake(checked.error, values, listSettingKeys));
  refuseProjectDatabase({ ...layer, values });
  refuseSelfTrust({ ...layer, values });
  refuseForeignSigning({ ...layer, values });
  return { ...layer, values: expandSeatShorthand(values) };
}

/** A project's file may come from anyone, and a database is given everything that is said in a debate. */
function refuseProjectDatabase(layer: ConfigLayer): void {
  const { database } = layer.values;
  if (typeof database !== "string" || database === PROJECT_DATABASE) return;
  if (DATABASE_REFERENCE.test(database)) return;
  if (!layer.origin(["database"]).startsWith("project ")) return;
  throw layer.fault({
    path: ["database"],
    part: "value",
    says: "would let the project decide where your debates are kept",
    hint: "Name a variable that holds the address, as in ${TEAM_DATABASE}?schema=field_app.",
  });
}

/** A file that others can write must not be the one that says it can be trusted. */
function refuseSelfTrust(layer: ConfigLayer): void {
  if (layer.values["trustedFolders"] === undefined) return;
  if (layer.origin(["trustedFolders"]).startsWith("user ")) return;
  throw layer.fault({
    path: ["trustedFolders"],
    part: "key",
    says: "is read from your own configuration file only",
    hint: "Move it to dissent/config.yaml in your .config folder.",
  });
}

/** A project must choose neither the key you sign with nor whose signatures you believe. */
function refuseForeignSigning(layer: ConfigLayer): void {
  if (layer.values["signing"] === undefined) return;
  if (layer.origin(["signing"]).startsWith("user ")) return;
  throw layer.fault({
    path: ["signing"],
    part: "key",
    says: "is read from your own configuration file only",
    hint: "Move it to dissent/config.yaml in your .config folder.",
  });
}

type LayerValues = Readonly<Record<string, unknown>>;

/** `limits:` with nothing after it sets nothing. A protocol's own settings may know null. */
function dropNullValues(values: LayerValues): LayerValues {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => {
        if (key === "settings" || !isLayerMapping(value)) return [key, value];
        return [key, key === "participants" ? fillEmptySeats(value) : dropNullValues(value)];
      }),
  );
}

/** A seat with nothing said about it still sits. */
function fillEmptySeats(seats: LayerValues): LayerValues {
  return Object.fromEntries(
    Object.entries(seats).map(([id, seat]) => {
      return [id, seat === null ? {} : isLayerMapping(seat) ? dropNullValues(seat) : seat];
    }),
  );
}

/** `risk: offline` is short for `risk: { model: offline }`. */
function expandSeatShorthand(values: LayerValues): LayerValues {
  const seats = values["participants"];
  if (!isLayerMapping(seats)) return values;
  const participants = Object.fromEntries(
    Object.entries(seats).map(([id, seat]) => [
      id,
      typeof seat === "string" ? { model: seat } : seat,
    ]),
  );
  return { ...values, participants };
}

/** A key in a file ends up in a repository, and one in a flag in the shell's history. */
function refuseLiteralSecrets(layer: ConfigLayer): void {
  const found = findLiteralKey(layer.values);
  if (found === undefined) return;
  const { code, message } = layer.fault({ ...found, part: "key", hint: "" });
  // without the lines of the file, which hold the secret
  throw new SetupError(code, message, {
    hint: "Put the key into an environment variable and remove it here.",
  });
}

function isLayerMapping(value: unknown): value is LayerValues {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
