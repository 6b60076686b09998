/** Checks one layer of the configuration by itself, so that a mistake is reported where it was made. */
import { isJsonObject } from "../domain/json.ts";
import { SetupError } from "../errors.ts";
import { detectSecretKind } from "../text/secret-patterns.ts";
import { SECRET_REFERENCE, SECRET_REFERENCE_RULE } from "./access-schema.ts";
import type { ConfigLayer } from "./config-layers.ts";
import { getConfigSchema, listSettingKeys } from "./config-schema.ts";
import { isSecretKeyName } from "./context/find-secrets.ts";
import { DATABASE_REFERENCE, PROJECT_DATABASE, hasDatabasePassword } from "./database-reference.ts";
import { findFirstMistake } from "./input-mistakes.ts";
import type { ValuePath } from "./parse-markup.ts";

/** The same layer with its short forms written out. */
export function checkConfigLayer(layer: ConfigLayer): ConfigLayer {
  const values = dropNullValues(layer.values);
  refuseLiteralSecrets({ ...layer, values });
  const checked = getConfigSchema().safeParse(values);
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
        if (key === "settings" || !isJsonObject(value)) return [key, value];
        return [key, key === "participants" ? fillEmptySeats(value) : dropNullValues(value)];
      }),
  );
}

/** A seat with nothing said about it still sits. */
function fillEmptySeats(seats: LayerValues): LayerValues {
  return Object.fromEntries(
    Object.entries(seats).map(([id, seat]) => {
      return [id, seat === null ? {} : isJsonObject(seat) ? dropNullValues(seat) : seat];
    }),
  );
}

/** `risk: offline` is short for `risk: { model: offline }`. */
function expandSeatShorthand(values: LayerValues): LayerValues {
  const seats = values["participants"];
  if (!isJsonObject(seats)) return values;
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
  // without the lines of the file, which contain the secret
  throw new SetupError(code, message, {
    hint: "Put the key into an environment variable and remove it here.",
  });
}

// Keys written into a configuration instead of being read from the environment.

interface LiteralKey {
  readonly path: ValuePath;
  /** Reads on from the name of the value, and never repeats it. */
  readonly says: string;
}

/** The first value that is, or may well be, a key. */
function findLiteralKey(value: unknown, path: ValuePath = []): LiteralKey | undefined {
  if (typeof value === "string") {
    const says = findKeyProblem(value, path);
    return says === undefined ? undefined : { path, says };
  }
  if (typeof value !== "object" || value === null) return undefined;
  let before: unknown;
  for (const [key, below] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (isSecretFlagValue(before, below)) return { path: at, says: COMMAND_LINE_PROBLEM };
    const found = findLiteralKey(below, at);
    if (found !== undefined) return found;
    before = Array.isArray(value) ? below : undefined;
  }
  return undefined;
}

function findKeyProblem(value: string, path: ValuePath): string | undefined {
  const name = String(path.at(-1) ?? "");
  if (path.length === 1 && name === "database" && hasDatabasePassword(value))
    return PASSWORD_PROBLEM;
  if (value.split("\n").some((line) => detectSecretKind(line))) return SECRET_PROBLEM;
  if (SECRET_REFERENCE.test(value)) return undefined;
  if (isSecretKeyName(name) && value !== "") return SECRET_PROBLEM;
  const [top, , inside] = path;
  if (top === "agents" && inside === "args" && KEY_FLAG_PATTERN.test(value.split("=")[0] ?? "")) {
    return value.includes("=") ? COMMAND_LINE_PROBLEM : undefined;
  }
  // this is usually a key, so an invalid one is not repeated in an error
  if (inside === "headers") return SECRET_REFERENCE_RULE;
  if (inside === "keyEnv" && !/^[A-Z][A-Z0-9_]{0,63}$/.test(value)) {
    return "must be the name of an environment variable, and not the key itself";
  }
  return inside === "baseUrl" && /[@?#]/.test(value)
    ? "must be an address without user, password or query"
    : undefined;
}

const SECRET_PROBLEM = "looks like a secret, and a configuration must not hold one";
const PASSWORD_PROBLEM = "holds a password, and a configuration must not hold one";
const COMMAND_LINE_PROBLEM =
  "would put a secret on a command line, which everyone on the machine can read";

const KEY_FLAG_PATTERN = /^-{1,2}(?:[\w-]*[-_])?(?:key|token|secret|password)$/i;

/** `--api-key` with what follows it, unless that is another flag or something to be filled in. */
function isSecretFlagValue(before: unknown, value: unknown): boolean {
  if (typeof before !== "string" || typeof value !== "string" || !KEY_FLAG_PATTERN.test(before))
    return false;
  return !/^(?:-|\{)/.test(value);
}
