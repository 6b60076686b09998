import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import {
  keyNameOf,
  type KeyOwner,
  keysPath,
  removeKey,
  storedKeys,
  storedSecrets,
  storeKey,
  withStoredKeys,
} from "./keys.ts";

const KEY = "sk-planted-0123456789";

function someone(env: Readonly<Record<string, string>> = {}): KeyOwner {
  return { env, homeDir: mkdtempSync(join(tmpdir(), "dissent-keys-")) };
}

function withFile(text: string, mode = 0o600): KeyOwner {
  const owner = someone();
  mkdirSync(dirname(keysPath(owner)), { recursive: true });
  writeFileSync(keysPath(owner), text);
  chmodSync(keysPath(owner), mode);
  return owner;
}

test("K17 stored keys are in one file that only their owner can read, and no draft is left", async () => {
  const owner = someone();
  expect(storedKeys(owner)).toEqual({});

  await storeKey(owner, "ANTHROPIC_API_KEY", ` ${KEY}\n`);
  await storeKey(owner, "TEAM_KEY", "another-key-1");

  expect(storedKeys(owner)).toEqual({ ANTHROPIC_API_KEY: KEY, TEAM_KEY: "another-key-1" });
  expect(statSync(keysPath(owner)).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(keysPath(owner))).mode & 0o777).toBe(0o700);
  expect(readdirSync(dirname(keysPath(owner)))).toEqual(["keys.json"]);
});

test("K17 a file that others can read is refused with the command that closes it, and no key is told", async () => {
  const owner = withFile(JSON.stringify({ TEAM_KEY: KEY }), 0o640);

  expect(() => storedKeys(owner)).toThrow(
    expect.objectContaining({
      code: "bad-keys",
      hint: expect.stringContaining(`chmod 600 ${keysPath(owner)}`),
    }),
  );
  await expect(storeKey(owner, "TEAM_KEY", KEY)).rejects.toThrow("Others on this machine");
  // its keys are taken out of texts all the same
  expect(storedSecrets(owner)).toEqual([KEY]);
});

test.each([
  ["no JSON", `{"TEAM_KEY": "${KEY}"`],
  ["a bare key", KEY],
  ["a list", `["${KEY}"]`],
  ["a value that is no text", `{"TEAM_KEY": ["${KEY}"]}`],
  ["a name that is no key's", `{"PATH": "${KEY}"}`],
])("K17 a damaged file is refused without a word of what it holds: %s", (_, text) => {
  const owner = withFile(text);

  const failure = catching(() => storedKeys(owner));
  expect(failure).toMatchObject({ code: "bad-keys" });
  expect(`${failure.message} ${String(failure.cause)}`).not.toContain(KEY.slice(0, 8));
  expect(storedSecrets(owner)).toEqual([]);
});

function catching(call: () => unknown): Error {
  try {
    call();
  } catch (error) {
    return error as Error;
  }
  throw new TypeError("nothing was thrown");
}

test("a key in the environment goes before a stored one, and an empty variable is none", async () => {
  const { homeDir } = someone();
  const owner = { homeDir, env: { OPENAI_API_KEY: "from-environment", TEAM_KEY: " ", HOME: "/x" } };
  await storeKey(owner, "OPENAI_API_KEY", "from-the-file");
  await storeKey(owner, "TEAM_KEY", "from-the-file");

  expect(withStoredKeys(owner)).toEqual({
    OPENAI_API_KEY: "from-environment",
    TEAM_KEY: "from-the-file",
    HOME: "/x",
  });
});

test("a key can be removed, once", async () => {
  const owner = someone();
  await storeKey(owner, "TEAM_KEY", KEY);

  expect(await removeKey(owner, "TEAM_KEY")).toBe(true);
  expect(await removeKey(owner, "TEAM_KEY")).toBe(false);
  expect(storedKeys(owner)).toEqual({});
});

test("a vendor's name stands for its variable, and only names of keys are taken", () => {
  expect(["anthropic", "OpenAI", "google", "TEAM_KEY"].map(keyNameOf)).toEqual([
    "ANTHROPIC_API_KEY",
    "OPENAI_API_KEY",
    "GEMINI_API_KEY",
    "TEAM_KEY",
  ]);
  for (const name of ["PATH", "NODE_OPTIONS", "team", "ollama", "../x_KEY", "__proto__", ""]) {
    expect(() => keyNameOf(name)).toThrow("cannot be stored");
  }
});

test.each(["short", "two words here", "with\u0000control", "x".repeat(9000)])(
  "K17 what is no key is refused and not repeated",
  async (value) => {
    const failure = await storeKey(someone(), "TEAM_KEY", value).catch((error: unknown) => error);

    expect(failure).toMatchObject({ code: "usage" });
    expect(String(failure)).not.toContain(value);
  },
);

test("XDG_CONFIG_HOME decides where the file is, unless it is relative", () => {
  const homeDir = "/home/someone";
  expect(keysPath({ env: { XDG_CONFIG_HOME: "/conf" }, homeDir })).toBe("/conf/dissent/keys.json");
  expect(keysPath({ env: { XDG_CONFIG_HOME: "conf" }, homeDir })).toBe(
    "/home/someone/.config/dissent/keys.json",
  );
});
