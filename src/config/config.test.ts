import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { SetupError } from "../errors.ts";
import { readBrief } from "./briefs/read-brief.ts";
import { type ConfigRequest, type Configuration, explainConfig, resolveConfig } from "./config.ts";
import { BUILT_IN_DENY_PATTERNS } from "./context/find-files.ts";

const SHARE = "must be a share above 1/2 and up to 1, such as 2/3, 67% or 0.67";
const WHOLE = "must be a whole number of at least 1";
const DURATION = "must be a duration such as 500ms, 120s, 2m or 1h, and at most 7d";
const NO_ACCESS = { endpoints: {}, agents: {}, providers: {}, cacheWarming: "auto" };

let folder: string;
let project: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dissent-config-"));
  project = join(folder, "project");
  write("project/.git/HEAD", "");
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

function write(name: string, content: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

function resolved(request: Partial<ConfigRequest> = {}): Promise<Configuration> {
  return resolveConfig({
    flags: [],
    env: {},
    brief: null,
    cwd: project,
    configPath: null,
    homeDir: join(folder, "home"),
    ...request,
  });
}

async function refusal(request: Partial<ConfigRequest> = {}): Promise<SetupError> {
  const error: unknown = await resolved(request).catch((thrown: unknown) => thrown);
  if (!(error instanceof SetupError)) throw new Error(`No refusal: ${JSON.stringify(error)}`);
  expect(error.message).not.toContain("\n");
  expect(error.hint?.split("\n")[0]).toMatch(/^[A-Z].*\.$/);
  return error;
}

async function collectRefusal(yaml: string): Promise<SetupError> {
  write("project/dissent.yaml", yaml);
  return refusal();
}

async function briefSettings(frontMatter: string): Promise<ConfigRequest["brief"]> {
  write("project/debates/x.md", `---\nquestion: Ship it?\n${frontMatter}\n---\n`);
  const { given } = await readBrief({
    from: "debates/x.md",
    options: [],
    context: [],
    cwd: project,
    stdin: async () => "",
    contextRules: { include: [], deny: [], maxBytes: 1000 },
  });
  return given;
}

describe("values", () => {
  test("are the defaults when nobody says anything", async () => {
    const { values, files } = await resolved();

    expect(values).toEqual({
      protocol: "judges",
      consensus: null,
      maxRounds: null,
      timeoutMs: null,
      participants: {},
      panel: null,
      offline: false,
      access: NO_ACCESS,
      limits: { calls: null, tokens: null, usd: null, wallMs: null, onLimit: "pause" },
      confirmAboveUsd: 1,
      settings: {},
      context: { include: [], deny: BUILT_IN_DENY_PATTERNS, maxBytes: 2 * 1024 * 1024 },
      engine: "inline",
      out: null,
      records: { dir: "auto", journal: false },
      display: "auto",
    });
    expect(files).toEqual([]);
  });

  test("of a whole file are typed", async () => {
    write(
      "project/dissent.yaml",
      `version: 1
protocol: judges
consensus: 67%
maxRounds: 2
timeout: 2m
offline: true
participants:
  risk: offline
  value: { model: scripted/replies.yaml, stance: optimistic, name: Value }
limits: { calls: 20, tokens: 100000, usd: 2.5, time: 600, onLimit: finish }
confirmAbove: 0
settings: { trigger: scope_critical, deep: { list: [1, 2], none: null } }
context: { include: [README.md], deny: ["*.csv"], maxBytes: 1000 }
engine: fleet
out: reports
records: { dir: docs/decisions, journal: true }
display: plain
`,
    );

    const { values } = await resolved();

    expect(values).toEqual({
      protocol: "judges",
      consensus: { needed: 2, of: 3 },
      maxRounds: 2,
      timeoutMs: 120_000,
      participants: {
        risk: { model: "offline" },
        value: { model: "scripted/replies.yaml", stance: "optimistic", name: "Value" },
      },
      panel: null,
      offline: true,
      access: NO_ACCESS,
      limits: { calls: 20, tokens: 100_000, usd: 2.5, wallMs: 600_000, onLimit: "finish" },
      confirmAboveUsd: 0,
      settings: { trigger: "scope_critical", deep: { list: [1, 2], none: null } },
      context: {
        include: ["README.md"],
        deny: [...BUILT_IN_DENY_PATTERNS, "*.csv"],
        maxBytes: 1000,
      },
      engine: "fleet",
      out: "reports",
      records: { dir: "docs/decisions", journal: true },
      display: "plain",
    });
  });

  test("with nothing after the colon are not set", async () => {
    write("project/dissent.yaml", "limits:\nprotocol:\ncontext: { deny: }\n");

    expect((await resolved()).values).toEqual((await resolved({ cwd: folder })).values);
  });

  test("come from JSON as well", async () => {
    write("project/dissent.json", '{"$schema": "dissent.schema.json", "maxRounds": 3}');
    expect((await resolved()).values.maxRounds).toBe(3);
  });
});

describe("precedence", () => {
  test("is flag, environment, brief, project, user, default", async () => {
    const said: [number | null, string | undefined][] = [];
    const note = async (request: Partial<ConfigRequest>): Promise<void> => {
      const { values, origins } = await resolved(request);
      said.push([values.limits.usd, origins.get("limits.usd")]);
    };

    await note({});
    write("home/.config/dissent/config.yaml", "limits:\n  usd: 1\n");
    await note({});
    write("project/dissent.yaml", "version: 1\nlimits:\n  usd: 2\n");
    await note({});
    const brief = await briefSettings("limits: { usd: 3 }");
    await note({ brief });
    const env = { DISSENT_BUDGET: "4" };
    await note({ brief, env });
    await note({ brief, env, flags: [{ from: "--budget", key: "limits.usd", value: "5" }] });

    expect(said).toEqual([
      [null, undefined],
      [1, `user ${join(folder, "home/.config/dissent/config.yaml")}:2:3`],
      [2, "project dissent.yaml:3:3"],
      [3, "brief debates/x.md:3:11"],
      [4, "env DISSENT_BUDGET"],
      [5, "flag --budget"],
    ]);
  });

  test("holds value by value, not file by file", async () => {
    write("home/.config/dissent/config.yaml", "participants: { risk: { model: a, stance: b } }\n");
    write("project/dissent.yaml", "participants: { risk: { stance: c }, value: offline }\n");

    const { values } = await resolved({ env: { DISSENT_SEAT_RISK: "d" } });

    expect(values.participants).toEqual({
      risk: { model: "d", stance: "c" },
      value: { model: "offline" },
    });
  });

  test("keeps a seat about which nothing is said", async () => {
    write("home/.config/dissent/config.yaml", "participants: { risk: offline }\n");
    write(
      "project/dissent.yaml",
      "participants:\n  risk: {}\n  value:\n  effort: {}\nsettings: {}\n",
    );

    expect((await resolved()).values.participants).toEqual({
      risk: { model: "offline" },
      value: {},
      effort: {},
    });
  });

  test("replaces lists, but only adds to what is denied", async () => {
    write("home/.config/dissent/config.yaml", "context: { include: [a.md], deny: ['*.a'] }\n");
    write("project/dissent.yaml", "context: { include: [b.md], deny: ['*.b'] }\n");

    const { values, origins } = await resolved();

    expect(values.context.include).toEqual(["b.md"]);
    expect(values.context.deny).toEqual([...BUILT_IN_DENY_PATTERNS, "*.a", "*.b"]);
    expect(origins.get("context.deny")).toMatch(/^default, user .*, project dissent\.yaml:1:29$/);
  });

  test("lets a protocol's settings come from several places", async () => {
    write("project/dissent.yaml", "settings: { a: 1, b: { c: 2 } }\n");

    const { values } = await resolved({
      flags: [
        { from: "--set", key: "settings.b", value: "true" },
        { from: "--set", key: "settings.d", value: "two" },
      ],
    });

    expect(values.settings).toEqual({ a: 1, b: true, d: "two" });
  });
});

describe("the project's file", () => {
  test("is found above, up to the repository", async () => {
    write("project/dissent.yml", "maxRounds: 4\n");
    mkdirSync(join(project, "a/b"), { recursive: true });

    const { values, origins, files } = await resolved({ cwd: join(project, "a/b") });

    expect(values.maxRounds).toBe(4);
    expect(origins.get("maxRounds")).toBe("project ../../dissent.yml:1:1");
    expect(files).toEqual([join(project, "dissent.yml")]);
  });

  test("is not looked for outside the repository", async () => {
    write("dissent.yaml", "maxRounds: 4\n");

    expect((await resolved()).values.maxRounds).toBeNull();
  });

  test("is the one that is named, which must exist", async () => {
    write("project/dissent.yaml", "maxRounds: 4\n");
    write("project/other.yaml", "maxRounds: 5\n");

    expect((await resolved({ configPath: "other.yaml" })).values.maxRounds).toBe(5);
    expect((await refusal({ configPath: "none.yaml" })).message).toBe(
      "There is no file none.yaml.",
    );
  });

  test("is not chosen by chance among two", async () => {
    write("project/dissent.yaml", "");
    write("project/dissent.json", "{}");

    expect((await refusal()).message).toBe(
      `Both dissent.yaml and dissent.json stand in ${project}.`,
    );
  });

  test("of the person is where XDG_CONFIG_HOME says", async () => {
    write("xdg/dissent/config.yaml", "maxRounds: 6\n");

    const env = { XDG_CONFIG_HOME: join(folder, "xdg") };

    expect((await resolved({ env })).values.maxRounds).toBe(6);
    expect(
      (await resolved({ env: { XDG_CONFIG_HOME: "xdg" }, cwd: folder })).values.maxRounds,
    ).toBeNull();
  });
});

describe("a mistake", () => {
  test.each([
    ["limits:\n  usd: -1", "dissent.yaml:2:8 limits.usd must be greater than 0, got -1."],
    ["consensus: 0.4", `dissent.yaml:1:12 consensus ${SHARE}, got 0.4.`],
    ["consensus: [1]", `dissent.yaml:1:12 consensus ${SHARE}, got a list.`],
    ["maxRounds: 1.5", `dissent.yaml:1:12 maxRounds ${WHOLE}, got 1.5.`],
    ["maxRounds: many", `dissent.yaml:1:12 maxRounds ${WHOLE}, got "many".`],
    ["timeout: soon", `dissent.yaml:1:10 timeout ${DURATION}, got "soon".`],
    ["timeout: 0", `dissent.yaml:1:10 timeout ${DURATION}, got 0.`],
    ["version: 2", "dissent.yaml:1:10 version must be 1, got 2."],
    ["protocol: ''", 'dissent.yaml:1:1 protocol must not be empty, got "".'],
    [
      "display: loud",
      'dissent.yaml:1:10 display must be one of auto, live, plain, none, got "loud".',
    ],
    ["limits: 5", "dissent.yaml:1:9 limits must be a mapping, got 5."],
    ["- a", "dissent.yaml:1:1 the file must hold settings with values."],
    ["garbage", "dissent.yaml:1:1 the file must hold settings with values."],
    ["a: b: c", "dissent.yaml:1:4 A text with a colon needs quotes."],
    [
      "participants:\n  Risk Judge: offline",
      "dissent.yaml:2:3 participants.Risk Judge must be lower-case words joined by hyphens.",
    ],
    [
      "participants: { risk: 5 }",
      "dissent.yaml:1:23 participants.risk must be a model, or a mapping of model, stance, name, source and seated, got 5.",
    ],
    ['out: "a\\e[1m"', 'dissent.yaml:1:6 out must not have control characters, got "a\\u001b[1m".'],
  ])("in the file has its place: %j", async (yaml, message) => {
    const error = await collectRefusal(yaml);

    expect(error.message).toBe(message);
    expect(error.code).toBe("bad-config");
  });

  test.each([
    ["protcol: judges", "protocol"],
    ["max_rounds: 2", "maxRounds"],
    ["limits:\n  calss: 2", "calls"],
    ["participants:\n  risk:\n    modle: x", "model"],
    ["records: { dri: x }", "dir"],
  ])("in a name suggests the nearest: %j", async (yaml, meant) => {
    const { message, hint } = await collectRefusal(yaml);

    expect(message).toMatch(/^dissent\.yaml:\d+:\d+ .* is not known\.$/);
    expect(hint?.split("\n")[0]).toBe(`Write ${meant} instead.`);
  });

  test("in a name that resembles none lists what there is", async () => {
    expect((await collectRefusal("context: { zebra: 1 }")).hint).toMatch(
      /^Use one of: include, deny, maxBytes\.\n/,
    );
  });

  test("shows the line and the one before", async () => {
    expect((await collectRefusal("version: 1\nlimits:\n  usd: -1\n")).hint).toBe(
      "Change limits.usd, or remove it to use the default.\n   2 | limits:\n > 3 |   usd: -1",
    );
  });

  test("in a variable names the variable", async () => {
    const refused = async (env: Record<string, string>): Promise<string> =>
      (await refusal({ env })).message;

    expect(await refused({ DISSENT_BUDGET: "lots" })).toBe(
      'DISSENT_BUDGET must be a number, got "lots".',
    );
    expect(await refused({ DISSENT_MAX_ROUNDS: "0" })).toBe(`DISSENT_MAX_ROUNDS ${WHOLE}, got 0.`);
    expect(await refused({ DISSENT_TIMEOUT: "x" })).toBe(`DISSENT_TIMEOUT ${DURATION}, got "x".`);
    expect(await refused({ DISSENT_SEAT_: "offline" })).toBe("DISSENT_SEAT_ does not name a seat.");
  });

  test("in a flag names the flag", async () => {
    const flags = [{ from: "--consensus", key: "consensus", value: "1/3" }];
    const { code, message } = await refusal({ flags });

    expect({ code, message }).toEqual({
      code: "bad-option",
      message: `--consensus ${SHARE}, got "1/3".`,
    });
    expect(
      (await refusal({ flags: [{ from: "--set", key: "settings.__proto__", value: "1" }] }))
        .message,
    ).toBe("--set cannot set __proto__.");
  });

  test("in a brief has its place there", async () => {
    const { code, message } = await refusal({ brief: await briefSettings("seats: { risk: 5 }") });

    expect(code).toBe("bad-brief");
    expect(message).toMatch(/^debates\/x\.md:3:16 seats\.risk must be a model/);
  });
});

describe("a secret in the configuration", () => {
  const key = `sk-proj-${"a1B2".repeat(10)}`;

  test.each([
    ["settings:\n  apiKey: hunter2", "dissent.yaml:2:3 settings.apiKey"],
    ["version: 1\npassword: hunter2", "dissent.yaml:2:1 password"],
    [
      "participants: { risk: { model: x, token: hunter2 } }",
      "dissent.yaml:1:35 participants.risk.token",
    ],
    [`settings: { any: ${key} }`, "dissent.yaml:1:13 settings.any"],
  ])("is refused with its place and without its value: %#", async (yaml, place) => {
    const { code, message, hint } = await collectRefusal(yaml);

    expect(code).toBe("bad-config");
    expect(message).toBe(`${place} looks like a secret, and a configuration must not hold one.`);
    expect(hint).toBe("Put the key into an environment variable and remove it here.");
  });

  test("is refused in variables too, and a limit on tokens is none", async () => {
    const { message } = await refusal({ env: { DISSENT_SEAT_RISK: key } });

    expect(message).toMatch(/^DISSENT_SEAT_RISK .*looks like a secret/);
    expect(message).not.toContain(key);
    expect((await resolved({ env: { DISSENT_MAX_TOKENS: "500" } })).values.limits.tokens).toBe(500);
  });
});

test("an empty variable is none", async () => {
  expect((await resolved({ env: { DISSENT_BUDGET: "" } })).values.limits.usd).toBeNull();
});

test.each([
  ["1", true],
  ["true", true],
  ["0", false],
  ["", false],
])("DISSENT_OFFLINE=%s is %s", async (value, offline) => {
  expect((await resolved({ env: { DISSENT_OFFLINE: value } })).values.offline).toBe(offline);
});

test("DISSENT_OFFLINE is yes or no", async () => {
  const { message } = await refusal({ env: { DISSENT_OFFLINE: "maybe" } });

  expect(message).toMatch(/^DISSENT_OFFLINE must be /);
});

test("every setting can be explained", async () => {
  write("project/dissent.yaml", "timeout: 90\nconsensus: 0.67\nsettings: { deep: true }\n");

  const rows = explainConfig(await resolved({ env: { DISSENT_SEAT_RISK: "offline" } }));

  expect(rows).toEqual(
    expect.arrayContaining([
      { key: "protocol", value: "judges", origin: "default" },
      { key: "timeout", value: "90s", origin: "project dissent.yaml:1:1" },
      { key: "consensus", value: "2/3", origin: "project dissent.yaml:2:1" },
      { key: "limits.usd", value: "not set", origin: "default" },
      { key: "context.include", value: "none", origin: "default" },
      { key: "settings.deep", value: "true", origin: "project dissent.yaml:3:13" },
      { key: "participants.risk.model", value: "offline", origin: "env DISSENT_SEAT_RISK" },
    ]),
  );
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});
