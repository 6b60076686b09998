/** The doctor through the real command line, with vendors on this machine and agents that are real processes. */
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test, vi } from "vitest";

import { createDoctorQuestion } from "../../src/app/seating/trial-debate.ts";
import { systemClock } from "../../src/clock.ts";
import type { Json } from "../../src/domain/json.ts";
import { callModelOnce } from "../../src/models/call-model-once.ts";
import { offline } from "../../src/models/offline.ts";
import type { LoopbackScript } from "../../src/testing/loopback/loopback-script.ts";
import { startLoopbackServer } from "../../src/testing/loopback/loopback-server.ts";
import type { LoopbackVendor } from "../../src/testing/loopback/loopback-vendor.ts";
import {
  expectHarmless,
  type Project,
  project,
  type Ran,
  run,
  start,
} from "../support/processes/cli.ts";

const AGENT = join(import.meta.dirname, "..", "programs", "agent-over-http.ts");
const KEYS = {
  ANTHROPIC_API_KEY: "sk-ant-planted-0123456789",
  OPENAI_API_KEY: "sk-oai-planted-0123456789",
  GEMINI_API_KEY: "AIza-planted-0123456789",
};
/** What the built-in reader answers: whatever a debate asks, it is an answer that a debate takes. */
const trial = await createDoctorQuestion();
const { text: reply = "" } = await callModelOnce(offline(), trial.createRequest("offline"), {
  clock: systemClock,
  deadlineMs: 60_000,
});
const READY = { answers: { "test of the connection": JSON.parse(reply) as Json } };

const running: LoopbackVendor[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((loopback) => loopback.close()));
});

async function vendor(script: LoopbackScript = READY): Promise<LoopbackVendor> {
  const loopback = await startLoopbackServer(script);
  running.push(loopback);
  return loopback;
}

/** No agent is on the path, and no Ollama is looked for at its usual place. */
function alone(at: Project): Record<string, string> {
  const bin = join(at.base, "bin");
  mkdirSync(bin, { recursive: true });
  return { PATH: bin };
}

function vendorsAt(url: string, { ollama = `${url}/v1` } = {}): string {
  return [
    "providers:",
    `  anthropic: { baseUrl: ${url}/v1 }`,
    `  openai: { baseUrl: ${url}/v1 }`,
    `  google: { baseUrl: ${url}/v1beta }`,
    `  ollama: { baseUrl: ${ollama} }`,
    "",
  ].join("\n");
}

const NO_OLLAMA = "providers:\n  ollama: { baseUrl: http://127.0.0.1:1/v1 }\n";

interface Told {
  readonly capability: string;
  readonly keys: readonly { name: string; from: string }[];
  readonly keysRefused: { why: string; fix: string } | null;
  readonly models: readonly {
    model: string;
    works: boolean;
    why: string;
    fix: string | null;
    served: string | null;
    version: string | null;
  }[];
  readonly absent: readonly { name: string; why: string; fix: string }[];
}

function told({ stdout }: Ran): Told {
  return JSON.parse(stdout) as Told;
}

function noKeyIn({ stdout, stderr }: Ran): void {
  for (const key of Object.values(KEYS)) expect(stdout + stderr).not.toContain(key);
}

test("H5 with nothing there it says what is missing and three ways in, and exits 3", async () => {
  const at = project({ "dissent.yaml": NO_OLLAMA });
  const found = await run(at, ["doctor"], { env: alone(at) });

  expect(found.code).toBe(3);
  expect(found.stdout).toMatch(/^. offline +works \(built-in readers, no language model\)$/m);
  expect(found.stdout).toMatch(/^ {2}anthropic +no key: dissent config keys set anthropic$/m);
  expect(found.stdout).toMatch(/^ {2}codex +not installed: npm install -g @openai\/codex$/m);
  expect(found.stdout).toMatch(/^ {2}ollama +no answer at .*: ollama serve$/m);
  expect(found.stdout).toContain("Models         none works (DISABLED)");
  expect(found.stdout.trimEnd().split("\n").slice(-3)).toEqual([
    "  dissent config keys set anthropic",
    "  npm install -g @anthropic-ai/claude-code",
    "  ollama pull qwen3",
  ]);
  expectHarmless(found.stdout);
});

test("H1 H5 each key is tried by a real question, and who answers is remembered for the person alone", async () => {
  const loopback = await vendor({ ...READY, models: ["small:latest"] });
  const at = project({ "dissent.yaml": vendorsAt(loopback.url) });
  const { GEMINI_API_KEY, ...set } = KEYS;
  await run(at, ["config", "keys", "set", "google", "--stdin"], { stdin: GEMINI_API_KEY });
  const found = await run(at, ["doctor", "--json"], { env: { ...alone(at), ...set } });
  const { models, capability, keys } = told(found);

  expect(found.code).toBe(0);
  expect(capability).toBe("OPTIMAL");
  expect(keys).toEqual([
    { name: "ANTHROPIC_API_KEY", from: "environment" },
    { name: "OPENAI_API_KEY", from: "environment" },
    { name: "GEMINI_API_KEY", from: "stored" },
  ]);
  expect(models.map(({ model, works, served }) => [model.split("/")[0], works, served])).toEqual([
    ["anthropic", true, "claude-sonnet-5"],
    ["openai", true, "gpt-6-sol"],
    ["google", true, "gemini-3.8-flash"],
    ["ollama", true, "small:latest"],
    ["offline", true, null],
  ]);
  expect(models.find(({ model }) => model === "ollama/small:latest")?.version).toMatch(/loopback/);
  const asked = (await loopback.requests()).filter(({ model }) => model !== "");
  expect(asked).toHaveLength(4);
  // each vendor was given its own key and no other
  const sent = asked.map(
    ({ path, headers }) => [path.split("?")[0], JSON.stringify(headers)] as const,
  );
  for (const [path, headers] of sent) {
    const own = Object.values(KEYS).filter((key) => headers.includes(key));
    expect(own, path).toHaveLength(path?.endsWith("/chat/completions") ? 0 : 1);
  }
  noKeyIn(found);
  const cache = join(at.home, ".cache/dissent/challengers.json");
  expect(JSON.parse(readFileSync(cache, "utf8"))).toMatchObject({
    challengers: models.map(({ model }) => model),
  });
  expect(statSync(cache).mode & 0o777).toBe(0o600);
});

test("K21 a real question of a debate is put to each, and what a debate could not use is said in plain words", async () => {
  const misquoted = JSON.parse(reply.replaceAll(/"quote": "[^"]*"/g, '"quote": "made up"')) as Json;
  const loopback = await vendor({
    ...READY,
    rules: [
      { model: "gpt-6-sol", do: { say: "I would send a mail." } },
      { model: "gemini-3.8-flash", do: { reply: { option: "A" } } },
      { model: "claude-sonnet-5", do: { reply: misquoted } },
    ],
    models: ["small:latest"],
  });
  const at = project({ "dissent.yaml": vendorsAt(loopback.url) });
  const found = await run(at, ["doctor", "--json"], { env: { ...alone(at), ...KEYS } });
  const why = Object.fromEntries(told(found).models.map((one) => [one.model, one.why]));

  const unused = "it answered, but a debate could not use the answer: ";
  expect(why["openai/gpt-6-sol"]).toBe(`${unused}the reply holds no JSON object`);
  expect(why["google/gemini-3.8-flash"]).toMatch(new RegExp(`^${unused}.*evaluations`));
  expect(why["anthropic/claude-sonnet-5"]).toBe(
    `${unused}it quotes nothing that occurs word for word in the material`,
  );
  expect(why["ollama/small:latest"]).toBe("");
  const [asked] = (await loopback.requests()).filter(({ model }) => model === "small:latest");
  expect(asked?.prompt).toContain("every manager reads mail before the shop opens");
});

test("K4 doctor says of a model that another one answered for it", async () => {
  const loopback = await vendor({ ...READY, serves: "claude-haiku-4-5" });
  const at = project({
    "dissent.yaml": vendorsAt(loopback.url, { ollama: "http://127.0.0.1:1/v1" }),
  });
  const { ANTHROPIC_API_KEY } = KEYS;
  const found = await run(at, ["doctor"], { env: { ...alone(at), ANTHROPIC_API_KEY } });

  expect(found.code).toBe(3);
  expect(found.stdout).toContain(
    "does not work: claude-sonnet-5 was asked for, and anthropic let claude-haiku-4-5 answer",
  );
});

test("K17 a refused key is told with what to do, and is in nothing that is printed or kept", async () => {
  const loopback = await vendor({ rules: [{ do: "401" }] });
  const at = project({
    "dissent.yaml": vendorsAt(loopback.url, { ollama: "http://127.0.0.1:1/v1" }),
  });
  await run(at, ["config", "keys", "set", "openai", "--stdin"], { stdin: KEYS.OPENAI_API_KEY });
  const env = { ...alone(at), ANTHROPIC_API_KEY: KEYS.ANTHROPIC_API_KEY };
  const found = await run(at, ["doctor"], { env });

  expect(found.code).toBe(3);
  expect(found.stdout).toMatch(/anthropic\/\S+ +does not work: anthropic refused the key \(401\)/);
  expect(found.stdout).toContain("    Set ANTHROPIC_API_KEY to a key that is valid, or unset it.");
  expect(found.stdout).toContain("    dissent config keys set openai");
  noKeyIn(found);
  expect(
    JSON.parse(readFileSync(join(at.home, ".cache/dissent/challengers.json"), "utf8")),
  ).toMatchObject({
    challengers: ["offline"],
  });
});

test("those who never answer are let go at the deadline", async () => {
  const loopback = await vendor({ rules: [{ do: "hang" }] });
  const at = project({ "dissent.yaml": vendorsAt(loopback.url) });
  const found = await run(at, ["doctor", "--timeout", "2s", "--json"], {
    env: { ...alone(at), ...KEYS },
  });

  expect(told(found).models.map(({ works }) => works)).toEqual([false, false, false, false, true]);
  expect(told(found).models[0]).toMatchObject({
    why: "no answer within 2 s",
    fix: "Give it longer: dissent doctor --timeout 3m",
  });
});

test("Ctrl-C lets go of everybody at once and remembers nothing", async () => {
  const loopback = await vendor({ rules: [{ do: "hang" }] });
  const at = project({ "dissent.yaml": vendorsAt(loopback.url) });
  const doctor = start(at, ["doctor"], { env: { ...alone(at), ...KEYS } });
  await vi.waitUntil(
    async () => (await loopback.requests()).filter(({ model }) => model !== "").length >= 4,
    { timeout: 60_000 },
  );
  doctor.kill("SIGINT");

  expect((await doctor.ended).code).toBe(130);
  expect(at.listing().filter((path) => path.includes("challengers.json"))).toEqual([]);
});

test("--network names every host and reaches none", async () => {
  const loopback = await vendor();
  const at = project({
    "dissent.yaml": `${vendorsAt(loopback.url)}participants:\n  risk: { model: ollama/small }\n  value: { model: team/any }\nendpoints:\n  team: { baseUrl: 'https://gateway.example:8443/v1', keyEnv: TEAM_KEY }\n`,
  });
  const env = { ...alone(at), ...KEYS, TEAM_KEY: "team-key-planted" };
  const network = await run(at, ["doctor", "--network"], { env });
  const json = await run(at, ["doctor", "--network", "--json"], { env: { ...env, TEAM_KEY: "" } });

  expect(network.code).toBe(0);
  expect(network.stdout).toMatch(
    new RegExp(
      `^127\\.0\\.0\\.1:${loopback.port} +ollama/small, anthropic/\\S+, openai/\\S+, google/\\S+$`,
      "m",
    ),
  );
  expect(network.stdout).toMatch(/^gateway\.example:8443 +team\/any$/m);
  expect(JSON.parse(json.stdout)).toMatchObject({
    unknown: [{ model: "team/any", why: expect.stringContaining("TEAM_KEY is not set") }],
  });
  expect(await loopback.requests()).toEqual([]);
});

test("K17 stored keys that others can read are not used, and the command that closes them is told", async () => {
  const loopback = await vendor();
  const at = project({
    "dissent.yaml": vendorsAt(loopback.url, { ollama: "http://127.0.0.1:1/v1" }),
  });
  await run(at, ["config", "keys", "set", "openai", "--stdin"], { stdin: KEYS.OPENAI_API_KEY });
  const file = join(at.home, ".config/dissent/keys.json");
  chmodSync(file, 0o640);
  const found = await run(at, ["doctor"], { env: alone(at) });

  expect(found.stdout).toContain(`chmod 600 ${file}`);
  expect(found.stdout).toMatch(/^ {2}openai +no key/m);
  expect(found.code).toBe(3);
  expect(await loopback.requests()).toEqual([]);
});

test("H1 further names come from a list, and one that is none is told with a hint", async () => {
  const at = project({
    "dissent.yaml": NO_OLLAMA,
    "names.txt": "offline\n# tried\nanthropc/some\n",
  });
  const { models } = told(
    await run(at, ["doctor", "--json", "--import", "names.txt"], { env: alone(at) }),
  );

  expect(models.map(({ model, works }) => [model, works])).toEqual([
    ["offline", true],
    ["anthropc/some", false],
  ]);
  expect(models[1]?.fix).toContain("anthropic/some");
});

test("an endpoint that no seat names is tried with a model that it lists, and one without a key is told", async () => {
  // what a server lists becomes part of a reference, so a key that it repeats is left out
  const loopback = await vendor({ ...READY, models: ["team-key-planted", "listed-model"] });
  const endpoint = (key: string): string => `{ baseUrl: ${loopback.url}/v1, keyEnv: ${key} }`;
  const at = project({
    "dissent.yaml": `${NO_OLLAMA}endpoints:\n  team: ${endpoint("TEAM_KEY")}\n  other: ${endpoint("OTHER_KEY")}\n`,
  });
  const env = { ...alone(at), TEAM_KEY: "team-key-planted" };
  const { models, absent, keys } = told(await run(at, ["doctor", "--json"], { env }));

  expect(models.map(({ model, works }) => [model, works])).toEqual([
    ["team/listed-model", true],
    ["offline", true],
  ]);
  expect(keys).toEqual([{ name: "TEAM_KEY", from: "environment" }]);
  expect(absent.find(({ name }) => name === "other")).toMatchObject({
    fix: expect.stringContaining("dissent config keys set OTHER_KEY"),
  });
});

describe("agents", () => {
  function withAgent(vices = "", setting = ""): string {
    return `${NO_OLLAMA}participants:\n  risk: { model: own }\nagents:\n  own:\n    command: ${process.execPath}\n    args: [${AGENT}${vices}]\n${setting}`;
  }

  test("one of the configuration is asked as a process of its own", async () => {
    const loopback = await vendor();
    const at = project({
      "dissent.yaml": withAgent("", `    env: { AGENT_BASE_URL: ${loopback.url} }\n`),
    });
    await run(at, ["config", "trust"]);
    const found = await run(at, ["doctor", "--json"], { env: { ...alone(at), ...KEYS } });
    const own = told(found).models.find(({ model }) => model === "own");

    expect(own).toMatchObject({ works: true, by: "seat risk" });
  });

  test("one on the path is found with its version, and one that fails says how to get in", async () => {
    const at = project({ "dissent.yaml": NO_OLLAMA });
    const env = alone(at);
    const program = join(env["PATH"]!, "codex");
    writeFileSync(
      program,
      `#!${process.execPath}\nif (process.argv[2] === "--version") console.log("codex-cli 9.8.7");\nelse { console.error("Not logged in"); process.exit(1); }\n`,
      { mode: 0o755 },
    );
    const found = await run(at, ["doctor", "--json"], { env });
    const codex = told(found).models.find(({ model }) => model === "codex");

    expect(codex).toMatchObject({
      works: false,
      version: "9.8.7",
      why: expect.stringMatching(/log ?in/i),
    });
    expect(found.code).toBe(3);
  });

  test.concurrent("--conformance proves a seat, prints each case, and exits 0", async () => {
    const at = project({
      "dissent.yaml": withAgent("", "    endpointEnv: AGENT_BASE_URL\n"),
    });
    await run(at, ["config", "trust"]);
    const proved = await run(at, ["doctor", "--conformance", "risk"], { env: alone(at) });

    expect(proved.stdout).toMatch(/^own, against a vendor on this machine$/m);
    expect(proved.stdout).toMatch(/^pass +a model that orders a file to be written gets no file/m);
    expect(proved.stdout).toMatch(/^n\/a +says which model answered/m);
    expect(proved.stdout).toMatch(/^\d+ passed, 0 failed, 1 not applicable$/m);
    expect(proved.code).toBe(0);
  });

  test.concurrent("--conformance exits 5 for one that obeys a model, and says which case", async () => {
    const at = project({
      "dissent.yaml": withAgent(", obeys", "    endpointEnv: AGENT_BASE_URL\n"),
    });
    await run(at, ["config", "trust"]);
    const proved = await run(at, ["doctor", "--conformance", "own", "--json"], { env: alone(at) });
    const { failed, cases } = JSON.parse(proved.stdout) as {
      failed: number;
      cases: { id: string; status: string }[];
    };

    expect(proved.code).toBe(5);
    expect(failed).toBe(1);
    expect(cases.find(({ status }) => status === "fail")?.id).toBe("tool-call");
  });
});

test("--conformance needs no key, and leaves the person's own alone", async () => {
  const at = project();
  const proved = await run(at, ["doctor", "--conformance", "anthropic/claude-sonnet-5", "--json"], {
    env: { ...alone(at), ANTHROPIC_API_KEY: KEYS.ANTHROPIC_API_KEY, TMPDIR: at.outside },
  });

  expect(proved.code).toBe(0);
  expect(JSON.parse(proved.stdout)).toMatchObject({ failed: 0, notApplicable: 3 });
  noKeyIn(proved);
  expect(at.listing().filter((path) => path.startsWith("outside/dissent-"))).toEqual([]);
});

test("--conformance on what has nothing to prove is told so", async () => {
  const proved = await run(project(), ["doctor", "--conformance", "offline"]);

  expect([proved.code, proved.stdout]).toEqual([2, ""]);
  expect(proved.stderr).toContain('There is nothing to prove about "offline".');
});
