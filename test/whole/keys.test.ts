/** Stored keys through the real command line: kept for one person alone, told to nobody. */
import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  expectRefusal,
  NO_TERMINAL,
  project,
  run,
  scriptedProject,
  startInTerminal,
} from "../support/processes/cli.ts";

const KEY = "sk-planted-0123456789abcdef";

test("K17 a key is set from standard input, listed by name and source, and removed", async () => {
  const at = project({
    "dissent.yaml": "endpoints:\n  team: { baseUrl: 'http://127.0.0.1:1/v1', keyEnv: TEAM_KEY }\n",
  });
  const file = join(at.home, ".config/dissent/keys.json");
  const set = await run(at, ["config", "keys", "set", "anthropic", "--stdin"], {
    stdin: `${KEY}\n`,
  });
  const team = await run(at, ["config", "keys", "set", "team", "--stdin"], {
    stdin: "another-key-1",
  });
  const env = { OPENAI_API_KEY: "from-the-environment", TEAM_KEY: "before-the-stored" };
  const list = await run(at, ["config", "keys"], { env });
  const json = await run(at, ["config", "keys", "list", "--json"]);

  expect([set.code, team.code, list.code]).toEqual([0, 0, 0]);
  expect(list.stdout.split("\n")).toEqual([
    "ANTHROPIC_API_KEY  stored          anthropic",
    "OPENAI_API_KEY     environment     openai",
    "GEMINI_API_KEY     not set         google",
    "TEAM_KEY           environment, before a stored one  team",
    "",
  ]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    path: file,
    keys: [
      { name: "ANTHROPIC_API_KEY", from: "stored", for: ["anthropic"] },
      {},
      {},
      { name: "TEAM_KEY" },
    ],
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const { stdout, stderr } of [set, team, list, json]) {
    expect(stdout + stderr).not.toMatch(/sk-planted|another-key|from-the-env|before-the/);
  }

  expect((await run(at, ["config", "keys", "rm", "anthropic"])).stdout).toBe(
    "Removed ANTHROPIC_API_KEY.\n",
  );
  expectRefusal(await run(at, ["config", "keys", "rm", "anthropic"]), {
    says: /No key is stored/,
    as: "usage",
  });
  expect((await run(at, ["config", "keys", "path"])).stdout).toBe(`${file}\n`);
});

test("K17 a key on the command line is refused and not repeated, and so is a place without a terminal", async () => {
  const at = project();
  const typed = await run(at, ["config", "keys", "set", "openai", KEY]);

  expectRefusal(typed, { says: /Too many arguments/, as: "usage" });
  expect(typed.stderr).not.toContain(KEY);
  expectRefusal(await run(at, ["config", "keys", "set", "openai"]), {
    says: /no terminal/,
    as: "usage",
  });
  expectRefusal(await run(at, ["config", "keys", "set", "nobody", "--stdin"]), {
    says: /cannot be stored/,
    as: "usage",
  });
  expectRefusal(await run(at, ["config", "keys", "set", "openai", "--stdin"], { stdin: "short" }), {
    says: /is not a key/,
    as: "usage",
  });
});

test("K17 a file that others can read is refused with the command that closes it", async () => {
  const at = project();
  await run(at, ["config", "keys", "set", "openai", "--stdin"], { stdin: KEY });
  const file = join(at.home, ".config/dissent/keys.json");
  chmodSync(file, 0o644);

  expectRefusal(await run(at, ["config", "keys"]), {
    says: new RegExp(`chmod 600 ${file}`),
    as: "bad-keys",
  });
  // where the file is can be told all the same
  expect((await run(at, ["config", "keys", "path"])).code).toBe(0);
});

test("K17 a stored key that a model repeats is in no journal, report or line of progress", async () => {
  const at = scriptedProject({ "*": { crash: `refused: ${KEY} is not valid` } });
  await run(at, ["config", "keys", "set", "openai", "--stdin"], { stdin: KEY });
  const { stdout, stderr } = await run(at, ["run", "q.md", "-o", "out.md", "-o", "out.jsonl"]);

  expect(stderr).toContain("[redacted] is not valid");
  expect(stdout + stderr + at.read("out.md") + at.read("out.jsonl")).not.toContain(KEY);
});

describe.skipIf(NO_TERMINAL)("on a terminal", () => {
  test("K17 a key is typed unseen", async () => {
    const at = project();
    const typing = startInTerminal(at, ["config", "keys", "set", "openai"]);
    await typing.said("(not shown)");
    typing.child.stdin!.write(`${KEY}\r`);
    const { code, stdout } = await typing.ended;

    expect(code).toBe(0);
    expect(stdout).toContain("Stored OPENAI_API_KEY");
    expect(stdout).not.toContain(KEY);
    expect((await run(at, ["config", "keys"])).stdout).toContain("OPENAI_API_KEY     stored");
  });

  test("giving up stores nothing", async () => {
    const at = project();
    const typing = startInTerminal(at, ["config", "keys", "set", "openai"]);
    await typing.said("(not shown)");
    typing.child.stdin!.write("sk-half\u0003");

    expect((await typing.ended).code).toBe(130);
    expect((await run(at, ["config", "keys"])).stdout).toContain("OPENAI_API_KEY     not set");
  });
});
