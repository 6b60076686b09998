import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import {
  resolveKeyName,
  type KeyOwner,
  resolveKeysPath,
  deleteStoredKey,
  readStoredKeys,
  listStoredSecrets,
  saveStoredKey,
  addStoredKeys,
} from "./stored-keys.ts";

const KEY = "sk-planted-0123456789";

function someone(env: Readonly<Record<string, string>> = {}): KeyOwner {
  return { env, homeDir: mkdtempSync(join(tmpdir(), "dissent-keys-")) };
}

function withFile(text: string, mode = 0o600): KeyOwner {
  const owner = someone();
  mkdirSync(dirname(resolveKeysPath(owner)), { recursive: true });
  writeFileSync(resolveKeysPath(owner), text);
  chmodSync(resolveKeysPath(owner), mode);
  return owner;
}

test("K17 stored keys are in one file that only their owner can read, and no draft is left", async () => {
  const owner = someone();
  expect(readStoredKeys(owner)).toEqual({});

  await saveStoredKey(owner, "ANTHROPIC_API_KEY", ` ${KEY}\n`);
  await saveStoredKey(owner, "TEAM_KEY", "another-key-1");

  expect(readStoredKeys(owner)).toEqual({ ANTHROPIC_API_KEY: KEY, TEAM_KEY: "another-key-1" });
  expect(statSync(resolveKeysPath(owner)).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(resolveKeysPath(owner))).mode & 0o777).toBe(0o700);
  expect(readdirSync(dirname(resolveKeysPath(owner)))).toEqual(["keys.json"]);
});

test("K17 a file that others can read is refused with the command that closes it, and no key is told", async () => {
  const owner = withFile(JSON.stringify({ TEAM_KEY: KEY }), 0o640);

  expect(() => readStoredKeys(owner)).toThrow(
    expect.objectContaining({
      code: "bad-keys",
      hint: expect.stringContaining(`chmod 600 ${resolveKeysPath(owner)}`),
    }),
  );
  await expect(saveStoredKey(owner, "TEAM_KEY", KEY)).rejects.toThrow("Others on this machine");
  // its keys are taken out of texts all the same
  expect(listStoredSecrets(owner)).toEqual([KEY]);
});

test.each([
  ["no JSON", `{"TEAM_KEY": "${KEY}"`],
  ["a bare key", KEY],
  ["a list", `["${KEY}"]`],
  ["a value that is no text", `{"TEAM_KEY": ["${KEY}"]}`],
  ["a name that is no key's", `{"PATH": "${KEY}"}`],
])("K17 a damaged file is refused without a word of what it holds: %s", (_, text) => {
  const owner = withFile(text);

  const failure = catching(() => readStoredKeys(owner));
  expect(failure).toMatchObject({ code: "bad-keys" });
  expect(`${failure.message} ${String(failure.cause)}`).not.toContain(KEY.slice(0, 8));
  expect(listStoredSecrets(owner)).toEqual([]);
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
  await saveStoredKey(owner, "OPENAI_API_KEY", "from-the-file");
  await saveStoredKey(owner, "TEAM_KEY", "from-the-file");

  expect(addStoredKeys(owner)).toEqual({
    OPENAI_API_KEY: "from-environment",
    TEAM_KEY: "from-the-file",
    HOME: "/x",
  });
});

test("a key can be removed, once", async () => {
  const owner = someone();
  await saveStoredKey(owner, "TEAM_KEY", KEY);

  expect(await deleteStoredKey(owner, "TEAM_KEY")).toBe(true);
  expect(await deleteStoredKey(owner, "TEAM_KEY")).toBe(false);
  expect(readStoredKeys(owner)).toEqual({});
});

test("a vendor's name stands for its variable, and only names of keys are taken", () => {
  expect(["anthropic", "OpenAI", "google", "TEAM_KEY"].map(resolveKeyName)).toEqual([
    "ANTHROPIC_API_KEY",
    "OPENAI_API_KEY",
    "GEMINI_API_KEY",
    "TEAM_KEY",
  ]);
  for (const name of ["PATH", "NODE_OPTIONS", "team", "ollama", "../x_KEY", "__proto__", ""]) {
    expect(() => resolveKeyName(name)).toThrow("cannot be stored");
  }
});

test.each(["short", "two words here", "with\u0000control", "x".repeat(9000)])(
  "K17 what is no key is refused and not repeated",
  async (value) => {
    const failure = await saveStoredKey(someone(), "TEAM_KEY", value).catch(
      (error: unknown) => error,
    );

    expect(failure).toMatchObject({ code: "usage" });
    expect(String(failure)).not.toContain(value);
  },
);

test("XDG_CONFIG_HOME decides where the file is, unless it is relative", () => {
  const homeDir = "/home/someone";
  expect(resolveKeysPath({ env: { XDG_CONFIG_HOME: "/conf" }, homeDir })).toBe(
    "/conf/dissent/keys.json",
  );
  expect(resolveKeysPath({ env: { XDG_CONFIG_HOME: "conf" }, homeDir })).toBe(
    "/home/someone/.config/dissent/keys.json",
  );
});
