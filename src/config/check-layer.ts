/** Checks one layer of the configuration by itself, so that a mistake is reported where it was made. */
import { SetupError } from "../errors.ts";
import { knownSettings, Settings } from "./config-schema.ts";
import type { Layer } from "./layers.ts";
import { DATABASE_REFERENCE, PROJECT_DATABASE } from "./literal-database.ts";
import { literalKey } from "./literal-keys.ts";
import { firstMistake } from "./mistakes.ts";

/** The same layer with its short forms written out. */
export function checkedLayer(layer: Layer): Layer {
  const values = withoutNulls(layer.values);
  refuseSecrets({ ...layer, values });
  const checked = Settings.safeParse(values);
  if (!checked.success) throw layer.fault(firstMistake(checked.error, values, knownSettings));
  refuseDatabase({ ...layer, values });
  refuseSelfTrust({ ...layer, values });
  refuseSigning({ ...layer, values });
  return { ...layer, values: longhand(values) };
}

/** A project's file may come from anyone, and a database is given everything that is said in a debate. */
function refuseDatabase(layer: Layer): void {
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
function refuseSelfTrust(layer: Layer): void {
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
function refuseSigning(layer: Layer): void {
  if (layer.values["signing"] === undefined) return;
  if (layer.origin(["signing"]).startsWith("user ")) return;
  throw layer.fault({
    path: ["signing"],
    part: "key",
    says: "is read from your own configuration file only",
    hint: "Move it to dissent/config.yaml in your .config folder.",
  });
}

type Values = Readonly<Record<string, unknown>>;

/** `limits:` with nothing after it sets nothing. A protocol's own settings may know null. */
function withoutNulls(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => {
        if (key === "settings" || !isMapping(value)) return [key, value];
        return [key, key === "participants" ? seated(value) : withoutNulls(value)];
      }),
  );
}

/** A seat with nothing said about it still sits. */
function seated(seats: Values): Values {
  return Object.fromEntries(
    Object.entries(seats).map(([id, seat]) => {
      return [id, seat === null ? {} : isMapping(seat) ? withoutNulls(seat) : seat];
    }),
  );
}

/** `risk: offline` is short for `risk: { model: offline }`. */
function longhand(values: Values): Values {
  const seats = values["participants"];
  if (!isMapping(seats)) return values;
  const participants = Object.fromEntries(
    Object.entries(seats).map(([id, seat]) => [
      id,
      typeof seat === "string" ? { model: seat } : seat,
    ]),
  );
  return { ...values, participants };
}

/** A key in a file ends up in a repository, and one in a flag in the shell's history. */
function refuseSecrets(layer: Layer): void {
  const found = literalKey(layer.values);
  if (found === undefined) return;
  const { code, message } = layer.fault({ ...found, part: "key", hint: "" });
  // without the lines of the file, which hold the secret
  throw new SetupError(code, message, {
    hint: "Put the key into an environment variable and remove it here.",
  });
}

function isMapping(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
