/** What a child may see of the environment, on this platform and on Windows. */
import { describe, expect, test } from "vitest";

import { createChildEnvironment } from "./child-environment.ts";

const NESTED = {
  CLAUDECODE: "1",
  CLAUDE_CODE_ENTRYPOINT: "cli",
  CLAUDE_CODE_SSE_PORT: "1",
  CODEX_SANDBOX: "seatbelt",
  CODEX_THREAD_ID: "1",
  GEMINI_CLI: "1",
  QWEN_CODE: "1",
  OPENCODE: "1",
  COPILOT_AGENT: "1",
  CURSOR_TRACE_ID: "1",
};
const KEYS = {
  ANTHROPIC_API_KEY: "sk-1",
  OPENAI_API_KEY: "sk-2",
  GEMINI_API_KEY: "sk-3",
  AWS_SECRET_ACCESS_KEY: "sk-4",
  DATABASE_URL: "postgres://user:password@host/db",
};
const PERSON = {
  HOME: "/home/ada",
  USER: "ada",
  XDG_CONFIG_HOME: "/home/ada/.c",
  SHELL: "/bin/sh",
};
const env = { PATH: "/bin", LANG: "C", EMPTY: "", ...NESTED, ...KEYS, ...PERSON };

const plain = {
  env,
  platform: "linux",
  login: "key",
  folder: "/tmp/call",
  passes: [],
  given: {},
  local: false,
} as const;

test("AG1 by key: a private home and temporary directory, no key, no variable of another agent", () => {
  expect(createChildEnvironment(plain)).toEqual({
    PATH: "/bin",
    LANG: "C",
    NO_COLOR: "1",
    HOME: "/tmp/call/home",
    TMPDIR: "/tmp/call/tmp",
  });
});

test("AG1 by its own login: the person's home, and still no key", () => {
  expect(createChildEnvironment({ ...plain, login: "subscription" })).toEqual({
    PATH: "/bin",
    LANG: "C",
    NO_COLOR: "1",
    ...PERSON,
    TMPDIR: "/tmp/call/tmp",
  });
});

test("what the adapter passes is taken over, and what is given wins", () => {
  const child = createChildEnvironment({
    ...plain,
    passes: ["OPENAI_API_KEY", "EMPTY", "NOT_SET"],
    given: { OPENAI_API_KEY: "another", HOME: "/elsewhere" },
  });

  expect(child).toMatchObject({ OPENAI_API_KEY: "another", HOME: "/elsewhere" });
  expect(Object.keys(child)).not.toContain("EMPTY");
  expect(Object.keys(child)).not.toContain("NOT_SET");
});

test("proxies and certificates reach the child; a server on this machine is reached without them", () => {
  const proxied = {
    PATH: "/bin",
    HTTPS_PROXY: "http://p:1",
    NO_PROXY: "intern",
    SSL_CERT_FILE: "/c",
    NODE_EXTRA_CA_CERTS: "/c",
    NODE_USE_ENV_PROXY: "1",
    NODE_USE_SYSTEM_CA: "1",
  };
  const outside = createChildEnvironment({ ...plain, env: proxied });
  const local = createChildEnvironment({ ...plain, env: proxied, local: true });

  expect(outside).toMatchObject(proxied);
  expect(local).toMatchObject({
    NO_PROXY: "intern,127.0.0.1,localhost",
    no_proxy: "intern,127.0.0.1,localhost",
  });
});

describe("Windows", () => {
  const windows = {
    Path: "C:\\bin",
    SYSTEMROOT: "C:\\Windows",
    UserProfile: "C:\\Users\\ada",
    ...KEYS,
  };

  test("names are found in any case, and the places of a home are private", () => {
    expect(
      createChildEnvironment({ ...plain, env: windows, platform: "win32", folder: "C:\\t" }),
    ).toEqual({
      PATH: "C:\\bin",
      SystemRoot: "C:\\Windows",
      NO_COLOR: "1",
      TEMP: "C:\\t\\tmp",
      TMP: "C:\\t\\tmp",
      USERPROFILE: "C:\\t\\home",
      APPDATA: "C:\\t\\home",
      LOCALAPPDATA: "C:\\t\\home",
      HOME: "C:\\t\\home",
    });
  });

  test("by its own login the person's profile is kept", () => {
    const child = createChildEnvironment({
      ...plain,
      env: windows,
      platform: "win32",
      login: "subscription",
    });

    expect(child).toMatchObject({ USERPROFILE: "C:\\Users\\ada" });
    expect(child).not.toHaveProperty("HOME");
  });
});
