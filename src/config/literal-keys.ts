/** Keys that stand in a configuration themselves, instead of being taken from the environment. */
import { secretKind } from "../text/secret-patterns.ts";
import { REFERENCE, REFERENCE_RULE } from "./access-schema.ts";
import { namesSecret } from "./context/secrets.ts";
import { holdsPassword } from "./literal-database.ts";
import type { Path } from "./yaml.ts";

export interface LiteralKey {
  readonly path: Path;
  /** Reads on from the name of the value, and never repeats it. */
  readonly says: string;
}

/** The first value that is, or may well be, a key. */
export function literalKey(value: unknown, path: Path = []): LiteralKey | undefined {
  if (typeof value === "string") {
    const says = problemOf(value, path);
    return says === undefined ? undefined : { path, says };
  }
  if (typeof value !== "object" || value === null) return undefined;
  let before: unknown;
  for (const [key, below] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (isFlagValue(before, below)) return { path: at, says: ON_COMMAND_LINE };
    const found = literalKey(below, at);
    if (found !== undefined) return found;
    before = Array.isArray(value) ? below : undefined;
  }
  return undefined;
}

function problemOf(value: string, path: Path): string | undefined {
  const name = String(path.at(-1) ?? "");
  if (path.length === 1 && name === "database" && holdsPassword(value)) return PASSWORD;
  if (value.split("\n").some((line) => secretKind(line))) return SECRET;
  if (REFERENCE.test(value)) return undefined;
  if (namesSecret(name) && value !== "") return SECRET;
  const [top, , inside] = path;
  if (top === "agents" && inside === "args" && KEY_FLAG.test(value.split("=")[0] ?? "")) {
    return value.includes("=") ? ON_COMMAND_LINE : undefined;
  }
  // what stands here is a key more often than not, so a wrong one is not repeated in an error
  if (inside === "headers") return REFERENCE_RULE;
  if (inside === "keyEnv" && !/^[A-Z][A-Z0-9_]{0,63}$/.test(value)) {
    return "must be the name of an environment variable, and not the key itself";
  }
  return inside === "baseUrl" && /[@?#]/.test(value)
    ? "must be an address without user, password or query"
    : undefined;
}

const SECRET = "looks like a secret, and a configuration must not hold one";
const PASSWORD = "holds a password, and a configuration must not hold one";
const ON_COMMAND_LINE =
  "would put a secret on a command line, which everyone on the machine can read";

const KEY_FLAG = /^-{1,2}(?:[\w-]*[-_])?(?:key|token|secret|password)$/i;

/** `--api-key` with what follows it, unless that is another flag or something to be filled in. */
function isFlagValue(before: unknown, value: unknown): boolean {
  if (typeof before !== "string" || typeof value !== "string" || !KEY_FLAG.test(before))
    return false;
  return !/^(?:-|\{)/.test(value);
}
