/** Sets, lists and removes stored keys. Their values are never printed. */
import { resolveConfigWithFlags } from "../../../app/resolve-input.ts";
import { VENDORS } from "../../../domain/vendor.ts";
import { SetupError } from "../../../errors.ts";
import {
  resolveKeyName,
  resolveKeysPath,
  deleteStoredKey,
  readStoredKeys,
  saveStoredKey,
} from "../../../models/stored-keys.ts";
import type { CliContext } from "../../cli-context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { CommandHandler } from "../../program/program.ts";
import { askPerson, canAskPerson } from "../../terminal/ask-person.ts";
import { padToColumns, sanitizeForTerminal } from "../../terminal/terminal-style.ts";

export const runKeysSetCommand: CommandHandler = async (cli, [given = ""], flags) => {
  const name = await resolveGivenKeyName(cli, given);
  const value = flags["stdin"] === true ? await cli.stdin() : await askForKey(cli, name);
  if (value === undefined) return EXIT.usage;
  await saveStoredKey(cli, name, value);
  const used = isKeyInEnvironment(cli, name)
    ? "; not used while the environment has a key of that name"
    : "";
  printKeysResult(
    cli,
    { name, path: resolveKeysPath(cli) },
    `Stored ${name} in ${resolveKeysPath(cli)}${used}.`,
  );
  return EXIT.decided;
};

export const runKeysListCommand: CommandHandler = async (cli) => {
  const stored = readStoredKeys(cli);
  const uses = await listKeyUses(cli);
  const names = [...new Set([...uses.keys(), ...Object.keys(stored)])];
  const keys = names.map((name) => ({
    name,
    from: isKeyInEnvironment(cli, name) ? "environment" : name in stored ? "stored" : null,
    stored: name in stored,
    for: uses.get(name) ?? [],
  }));
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const lines = keys.map(({ name, from, stored: kept, for: users }) => {
    const shadowed = from === "environment" && kept ? ", before a stored one" : "";
    const where = `${from ?? "not set"}${shadowed}`;
    return `${padToColumns(sanitizeForTerminal(name), width)}${padToColumns(where, 14)}  ${users.join(", ")}`.trimEnd();
  });
  printKeysResult(cli, { path: resolveKeysPath(cli), keys }, lines.join("\n"));
  return EXIT.decided;
};

export const runKeysRemoveCommand: CommandHandler = async (cli, [given = ""]) => {
  const name = await resolveGivenKeyName(cli, given);
  if (!(await deleteStoredKey(cli, name))) {
    throw new SetupError("usage", `No key is stored under ${name}.`, {
      hint: "See which are: dissent config keys list",
    });
  }
  const left = isKeyInEnvironment(cli, name) ? "; the environment still has one" : "";
  printKeysResult(cli, { name, removed: true }, `Removed ${name}${left}.`);
  return EXIT.decided;
};

export const runKeysPathCommand: CommandHandler = async (cli) => {
  printKeysResult(cli, { path: resolveKeysPath(cli) }, resolveKeysPath(cli));
  return EXIT.decided;
};

function printKeysResult(cli: CliContext, found: object, text: string): void {
  cli.stdout.write(`${cli.flags.json ? JSON.stringify(found) : text}\n`);
}

/** A vendor, a variable, or an endpoint of the configuration that names its variable. */
async function resolveGivenKeyName(cli: CliContext, given: string): Promise<string> {
  try {
    return resolveKeyName(given);
  } catch (error) {
    const { values } = await resolveConfigWithFlags(cli, {}, null);
    const named = Object.hasOwn(values.access.endpoints, given)
      ? values.access.endpoints[given]?.keyEnv
      : undefined;
    if (named === undefined) throw error;
    return resolveKeyName(named);
  }
}

export async function askForKey(cli: CliContext, name: string): Promise<string | undefined> {
  if (canAskPerson(cli)) {
    const asking = { hidden: true, whenLeft: "No key was stored." };
    return askPerson(cli, asking, (ask) => ask(`Key for ${name} (not shown): `));
  }
  throw new SetupError("usage", "There is no terminal to type the key on.", {
    hint: `Hand it over on standard input: dissent config keys set ${name} --stdin < key.txt`,
  });
}

function isKeyInEnvironment({ env }: CliContext, name: string): boolean {
  return (env[name] ?? "").trim() !== "";
}

/** From a variable to the vendors and endpoints that take their key from it. */
async function listKeyUses(cli: CliContext): Promise<Map<string, string[]>> {
  const { values } = await resolveConfigWithFlags(cli, {}, null);
  const uses = new Map<string, string[]>();
  const add = (name: string, user: string): void => {
    uses.set(name, [...(uses.get(name) ?? []), user]);
  };
  for (const { name, keyNames } of VENDORS) {
    // of several variables, the first is the one to set; the others are shown where they are
    keyNames
      .filter((key, index) => index === 0 || isKeyInEnvironment(cli, key))
      .forEach((key) => add(key, name));
  }
  for (const [name, { keyEnv }] of Object.entries(values.access.endpoints)) {
    if (keyEnv !== undefined) add(keyEnv, name);
  }
  return uses;
}
