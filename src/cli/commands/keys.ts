import { configurationFor } from "../../app/settle.ts";
/** Stored keys: set, list, remove. Their values are never printed. */
import { VENDORS } from "../../domain/vendor.ts";
import { SetupError } from "../../errors.ts";
import { keyNameOf, keysPath, removeKey, storedKeys, storeKey } from "../../models/keys.ts";
import { EXIT } from "../exit-codes.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";
import { askPerson, canAskPerson } from "../terminal/ask-person.ts";
import { padded, plain } from "../terminal/terminal.ts";

export const setKey: Action = async (session, [given = ""], flags) => {
  const name = await keyName(session, given);
  const value = flags["stdin"] === true ? await session.stdin() : await typed(session, name);
  if (value === undefined) return EXIT.usage;
  await storeKey(session, name, value);
  const used = inEnvironment(session, name)
    ? "; not used while the environment has a key of that name"
    : "";
  say(session, { name, path: keysPath(session) }, `Stored ${name} in ${keysPath(session)}${used}.`);
  return EXIT.decided;
};

export const listKeys: Action = async (session) => {
  const stored = storedKeys(session);
  const uses = await usesOfKeys(session);
  const names = [...new Set([...uses.keys(), ...Object.keys(stored)])];
  const keys = names.map((name) => ({
    name,
    from: inEnvironment(session, name) ? "environment" : name in stored ? "stored" : null,
    stored: name in stored,
    for: uses.get(name) ?? [],
  }));
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const lines = keys.map(({ name, from, stored: kept, for: users }) => {
    const shadowed = from === "environment" && kept ? ", before a stored one" : "";
    const where = `${from ?? "not set"}${shadowed}`;
    return `${padded(plain(name), width)}${padded(where, 14)}  ${users.join(", ")}`.trimEnd();
  });
  say(session, { path: keysPath(session), keys }, lines.join("\n"));
  return EXIT.decided;
};

export const removeStoredKey: Action = async (session, [given = ""]) => {
  const name = await keyName(session, given);
  if (!(await removeKey(session, name))) {
    throw new SetupError("usage", `No key is stored under ${name}.`, {
      hint: "See which are: dissent keys list",
    });
  }
  const left = inEnvironment(session, name) ? "; the environment still has one" : "";
  say(session, { name, removed: true }, `Removed ${name}${left}.`);
  return EXIT.decided;
};

export const showKeysPath: Action = async (session) => {
  say(session, { path: keysPath(session) }, keysPath(session));
  return EXIT.decided;
};

function say(session: Session, found: object, text: string): void {
  session.stdout.write(`${session.flags.json ? JSON.stringify(found) : text}\n`);
}

/** A vendor, a variable, or an endpoint of the configuration that names its variable. */
async function keyName(session: Session, given: string): Promise<string> {
  try {
    return keyNameOf(given);
  } catch (error) {
    const { values } = await configurationFor(session, {}, null);
    const named = Object.hasOwn(values.access.endpoints, given)
      ? values.access.endpoints[given]?.keyEnv
      : undefined;
    if (named === undefined) throw error;
    return keyNameOf(named);
  }
}

async function typed(session: Session, name: string): Promise<string | undefined> {
  if (canAskPerson(session)) {
    const asking = { hidden: true, whenLeft: "No key was stored." };
    return askPerson(session, asking, (ask) => ask(`Key for ${name} (not shown): `));
  }
  throw new SetupError("usage", "There is no terminal to type the key on.", {
    hint: `Hand it over on standard input: dissent keys set ${name} --stdin < key.txt`,
  });
}

function inEnvironment({ env }: Session, name: string): boolean {
  return (env[name] ?? "").trim() !== "";
}

/** From a variable to the vendors and endpoints that take their key from it. */
async function usesOfKeys(session: Session): Promise<Map<string, string[]>> {
  const { values } = await configurationFor(session, {}, null);
  const uses = new Map<string, string[]>();
  const add = (name: string, user: string): void => {
    uses.set(name, [...(uses.get(name) ?? []), user]);
  };
  for (const { name, keyNames } of VENDORS) {
    // of several variables, the first is the one to set; the others are shown where they are
    keyNames
      .filter((key, index) => index === 0 || inEnvironment(session, key))
      .forEach((key) => add(key, name));
  }
  for (const [name, { keyEnv }] of Object.entries(values.access.endpoints)) {
    if (keyEnv !== undefined) add(keyEnv, name);
  }
  return uses;
}
