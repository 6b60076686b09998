/**
 * Secrets of every kind, given away by vendors and agents in real debates, and then looked for in everything that was
 * ever written.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import { spawnLoopbackProcess } from "../../src/testing/loopback/loopback-process.ts";
import type { LoopbackRule } from "../../src/testing/loopback/loopback-script.ts";
import type { LoopbackVendor } from "../../src/testing/loopback/loopback-vendor.ts";
import { briefText, type Project, project, type Ran, run } from "../support/processes/cli.ts";
import {
  ALL_SECRETS,
  SECRETS,
  secretsLeftIn,
  STORED,
  VARIABLES,
} from "../support/processes/planted-secrets.ts";
import { BODY, recommends, responds } from "../support/protocols/judges.ts";

const AGENT = join(import.meta.dirname, "../programs/agent-leak.ts");
const MARK = "[redacted]";

let loopback: LoopbackVendor;
let collector: ReturnType<typeof createServer>;
let spans = "";
beforeAll(async () => {
  loopback = await spawnLoopbackProcess();
  collector = createServer((request, response) => {
    void text(request).then((body) => {
      spans += body;
      response.end("{}");
    });
  });
  await new Promise<void>((listening) => void collector.listen(0, "127.0.0.1", listening));
});
afterAll(async () => {
  collector.close();
  await loopback.close();
});

/** What a judge says, with secrets wherever it may say what it likes. */
function leaking(reply: Json): Json {
  return JSON.parse(
    JSON.stringify(reply, (name, value: unknown) =>
      typeof value === "string" && /description|summary|reason|text|argument/.test(name)
        ? `${value} ${ALL_SECRETS}`
        : value,
    ),
  ) as Json;
}

interface Seating {
  readonly rules: readonly LoopbackRule[];
  readonly agent?: "stdout" | "stderr";
  readonly args?: readonly string[];
}

async function leakyProject(agent: Seating["agent"]): Promise<Project> {
  const at = project({
    "q.md": briefText(),
    "dissent.yaml": [
      "participants:",
      "  risk: team/large",
      "  value: stored/large",
      `  effort: ${agent === undefined ? "team/large" : "leaky"}`,
      "endpoints:",
      "  team:",
      `    baseUrl: ${loopback.url}/v1`,
      "    keyEnv: TEAM_GATEWAY",
      "    headers: { X-Team-Token: '${TEAM_HEADER}', X-Team-Auth: 'Basic ${TEAM_BASIC}' }",
      "    attribution: true",
      "    price: { inputPerMillion: 1, outputPerMillion: 1 }",
      "  stored:",
      "    api: anthropic",
      `    baseUrl: ${loopback.url}/v1`,
      "    keyEnv: REPORTS_TOKEN",
      "    attribution: true",
      "    price: { inputPerMillion: 1, outputPerMillion: 1 }",
      "agents:",
      "  leaky:",
      `    command: ${process.execPath}`,
      `    args: [${AGENT}, ${agent ?? "stderr"}, words.txt]`,
      "    env: { LOGIN: '${AGENT_LOGIN}' }",
      "",
    ].join("\n"),
  });
  for (const [name, value] of Object.entries(STORED)) {
    const set = await run(at, ["config", "keys", "set", name, "--stdin"], { stdin: value });
    expect(set.code).toBe(0);
  }
  return at;
}

/** A debate with `--record`, and every way to look at it afterwards. */
async function heldAndTold({ rules, agent, args = [] }: Seating): Promise<{
  readonly at: Project;
  readonly outputs: readonly Ran[];
}> {
  const at = await leakyProject(agent);
  const answer = agent === "stdout" ? JSON.stringify(leaking(recommends("effort", "C").reply)) : "";
  const words = join(at.outside, "words.txt");
  writeFileSync(words, answer === "" ? `${ALL_SECRETS}\n` : answer);
  writeFileSync(join(at.dir, "dissent.yaml"), at.read("dissent.yaml").replace("words.txt", words));
  await loopback.play({ rules, serves: VARIABLES.TEAM_GATEWAY });
  const env = {
    ...VARIABLES,
    NO_PROXY: "127.0.0.1",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
  };
  expect((await run(at, ["config", "trust"])).code).toBe(0);
  const outs = ["md", "html", "json", "jsonl"].flatMap((kind) => ["-o", `out.${kind}`]);
  const record = ["--record", "tape.jsonl", "--yes", ...outs];
  const outputs = [
    await run(at, ["run", "q.md", ...record, ...args], { env }),
    await run(at, ["show", "last"], { env }),
    await run(at, ["report", "last", "-f", "jsonl"]),
    await run(at, ["journal", "export", "last", "-o", "exported.jsonl"]),
    await run(at, ["verify", "last"]),
    await run(at, ["run", "q.md", "--replay", "tape.jsonl", "--json", "--yes"], { env }),
  ];
  // where they came from
  for (const path of [words, join(at.home, ".config/dissent/keys.json")]) writeFileSync(path, "");
  return { at, outputs };
}

/** Everything below a folder, as bytes are: a database too. */
function filesBelow(path: string): [path: string, text: string][] {
  if (statSync(path).isDirectory()) {
    return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
  }
  return [[path, readFileSync(path, "latin1")]];
}

function expectNothingLeft(at: Project, outputs: readonly Ran[]): void {
  for (const [path, words] of filesBelow(at.base))
    expect([path, secretsLeftIn(words)]).toEqual([path, []]);
  for (const { stdout, stderr } of outputs) expect(secretsLeftIn(stdout + stderr)).toEqual([]);
  expect(secretsLeftIn(spans)).toEqual([]);
}

const LEAKS_IN_REPLIES: readonly LoopbackRule[] = ["risk", "value", "effort"].flatMap(
  (seat, index) => {
    const option = ["A", "B", "C"][index] ?? "A";
    return [
      { when: `openings/${seat}`, do: { reply: leaking(recommends(seat, option).reply) } },
      { when: `responses/${seat}`, do: { reply: leaking(responds(seat, option).reply) } },
    ];
  },
);

test("at least thirty secrets are planted, and each would be found", () => {
  expect(SECRETS.length).toBeGreaterThanOrEqual(30);
  expect(secretsLeftIn(ALL_SECRETS)).toEqual(SECRETS.map(({ name }) => name));
});

test("K17 of secrets in replies and on an agent's stdout nothing is left anywhere", async () => {
  const { at, outputs } = await heldAndTold({ rules: LEAKS_IN_REPLIES, agent: "stdout" });

  expect(outputs.map(({ code }) => code)).toEqual([10, 0, 0, 0, 0, 10]);
  expectNothingLeft(at, outputs);
  for (const path of ["tape.jsonl", "out.md", "out.html", "out.jsonl", "exported.jsonl"]) {
    // Markdown escapes the brackets
    expect(at.read(path).replaceAll("\\", "")).toContain(MARK);
  }
  expect(spans).toContain(MARK);
});

test("K17 of secrets in errors, on stderr and in replies that come in pieces nothing is left anywhere", async () => {
  const rules: readonly LoopbackRule[] = [
    {
      when: "openings/risk",
      do: { status: 400, body: JSON.stringify({ error: { message: ALL_SECRETS } }) },
    },
    { when: "openings/value", do: { say: ALL_SECRETS, pieces: 400, everyMs: 1 } },
    { do: { say: ALL_SECRETS } },
  ];
  const { at, outputs } = await heldAndTold({
    rules,
    agent: "stderr",
    args: ["--display", "live"],
  });

  expect(outputs.map(({ code }) => code)).toEqual([3, 0, 0, 0, 0, 3]);
  expectNothingLeft(at, outputs);
  expect(at.read("tape.jsonl")).toContain(MARK);
  expect(at.read("out.jsonl")).toContain(MARK);
});

test("K17 a cut in an error does not leave half of a key, wherever it falls", async () => {
  const body = (seat: string, before: number): LoopbackRule => ({
    when: `openings/${seat}`,
    do: {
      status: 400,
      body: JSON.stringify({
        error: { message: `${"x ".repeat(before)}${VARIABLES.OPENAI_API_KEY}` },
      }),
    },
  });
  const rules = [body("risk", 145), body("value", 140), body("effort", 148)];
  const { at, outputs } = await heldAndTold({ rules });

  expectNothingLeft(at, outputs);
  for (const [, words] of filesBelow(at.base)) expect(words).not.toContain("oai-");
});

test("K7 a quote of a source that a person let pass with its secret still counts", async () => {
  const at = await leakyProject(undefined);
  const secret = "AKIAZQ34WXZQ34WXZQ34";
  at.write("q.md", briefText({}, `${BODY} The job signs in with ${secret} every night.`));
  const reply = JSON.parse(
    JSON.stringify(recommends("risk", "A").reply).replaceAll(
      /"quote":"[^"]*"/g,
      `"quote":"signs in with ${secret} every night"`,
    ),
  ) as Json;
  await loopback.play({ rules: [{ do: { reply } }] });
  const env = { ...VARIABLES, NO_PROXY: "127.0.0.1" };
  await run(at, ["run", "q.md", "--yes", "-o", "out.jsonl"], { env });
  const verified = await run(at, ["verify", "out.jsonl"]);

  expect(at.read("out.jsonl")).toContain(
    `"quote":"signs in with ${MARK} every night","verified":true`,
  );
  expect(verified.code).toBe(0);
});
