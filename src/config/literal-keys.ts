/** Keys that stand in a configuration themselves, instead of being taken from the environment. */
import { detectSecretKind } from "../text/secret-patterns.ts";
import { SECRET_REFERENCE, SECRET_REFERENCE_RULE } from "./access-schema.ts";
import { isSecretKeyName } from "./context/find-secrets.ts";
import { hasDatabasePassword } from "./database-reference.ts";
import type { ValuePath } from "./parse-markup.ts";

export interface LiteralKey {
  readonly path: ValuePath;
  /** Reads on from the name of the value, and never repeats it. */
  readonly says: string;
}

/** The first value that is, or may well be, a key. */
export function findLiteralKey(value: unknown, path: ValuePath = []): LiteralKey | undefined {
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
  // what stands here is a key more often than not, so a wrong one is not repeated in an error
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
