/** K4: a seat that cannot be reached at the start, or that another model speaks for, is an absence like any other. */
import { chmodSync } from "node:fs";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import { spawnLoopbackProcess } from "../../src/testing/loopback/loopback-process.ts";
import type { LoopbackVendor } from "../../src/testing/loopback/loopback-vendor.ts";
import {
  briefText,
  debates,
  journal,
  ndjson,
  type Project,
  project,
  run,
} from "../support/processes/cli.ts";
import { recommends } from "../support/protocols/judges.ts";

const SEATS = ["risk", "value", "effort"];
const ANSWERS: Record<string, Json> = Object.fromEntries(
  SEATS.map((seat) => [`openings/${seat}`, recommends(seat, "A").reply]),
);

let loopback: LoopbackVendor;
beforeAll(async () => {
  loopback = await spawnLoopbackProcess();
});
afterAll(() => loopback.close());
beforeEach(async () => {
  await loopback.play({ answers: ANSWERS });
  await loopback.forget();
});

/** Every seat at the team's endpoint, but for those that are named. */
function teamProject(participants: string, more = ""): Project {
  return project({
    "q.md": briefText(),
    "dissent.yaml": [
      "panel: [team/large]",
      `participants: { ${participants} }`,
      "endpoints:",
      `  team: { baseUrl: "${loopback.url}/v1", attribution: true, price: { inputPerMillion: 1, outputPerMillion: 1 } }`,
      `  keyed: { baseUrl: "${loopback.url}/v1", keyEnv: NO_SUCH_KEY, attribution: true }`,
      more,
    ].join("\n"),
  });
}

async function absences(at: Project) {
  return (await journal(at)).filter(({ type }) => type === "participant-absent");
}

describe("K4 a seat that cannot be reached at the start", () => {
  test.each([
    ["not installed", "value: claude", /claude is not installed: there is no program claude/],
    ["without its key", "value: keyed/large", /keyed needs a key, and NO_SUCH_KEY is not set/],
  ])("%s: the others hold the debate, and every surface says so", async (_, seats, why) => {
    const at = teamProject(seats);
    const { code, stdout, stderr } = await run(at, ["run", "q.md", "--yes"]);

    expect(code).toBe(0);
    expect(stderr).toMatch(/^value cannot be reached and will be absent: /m);
    expect(stderr).toMatch(why);
    expect(stdout).toMatch(/^Degraded: 2 of 3 /m);
    expect(await absences(at)).toMatchObject([
      { key: "openings/value", reason: "unavailable", detail: expect.stringMatching(why) },
    ]);
    const opened = (await journal(at)).find(({ type }) => type === "debate-opened");
    expect(opened?.["notices"]).toContainEqual(
      expect.stringMatching(/^Value could not be reached: /),
    );
    expect((await journal(at)).at(-1)).toMatchObject({ outcome: { confidence: "MEDIUM" } });
    expect((await run(at, ["verify", "last"])).code).toBe(0);
    expect((await run(at, ["show", "last"])).stdout).toMatch(/Degraded: 2 of 3/);
  });

  test("a gate that wants all seats fails on it as on any absence", async () => {
    const at = teamProject("value: claude");
    const args = ["gate", "q.md", "--json", "--fail-on", "degraded"];
    const { code, stdout } = await run(at, args);

    expect(code).toBe(11);
    expect(ndjson(stdout).at(-1)).toMatchObject({
      gate: { passed: false, reasons: [{ kind: "infrastructure", code: "degraded" }] },
    });
  });

  test.each([
    ["none", "risk: claude, value: codex, effort: keyed/large", /No seat can be reached/],
    ["one", "risk: claude, value: codex", /Only one seat can be reached/],
  ])(
    "with %s left it is trouble of providers, before anything is spent",
    async (_, seats, says) => {
      const at = teamProject(seats);
      const { code, stderr } = await run(at, ["run", "q.md", "--yes"]);

      expect(code).toBe(3);
      expect(stderr).toMatch(says);
      expect(stderr).toContain("[not-installed]");
      expect(stderr).toContain("npm install -g @anthropic-ai/claude-code");
      expect(await debates(at)).toEqual([]);
      expect(await loopback.requests()).toEqual([]);
      expect((await run(at, ["gate", "q.md"])).code).toBe(3);
    },
  );

  test("a name that nobody has is still a mistake of usage", async () => {
    const { code, stderr } = await run(teamProject("value: clude"), ["run", "q.md", "--yes"]);

    expect({ code, typo: stderr.includes("[unknown-model]") }).toEqual({ code: 2, typo: true });
  });

  test("K13 once somebody has spoken, a key that is gone loses no seat: what is missing is said", async () => {
    const at = teamProject("value: keyed/large, effort: person");
    const env = { NO_SUCH_KEY: "planted-4711" };
    expect((await run(at, ["run", "q.md", "--yes"], { env })).code).toBe(10);

    at.write("answer.json", JSON.stringify(recommends("effort", "A").reply));
    const answered = await run(at, ["resume", "--answer", "last", "--file", "answer.json"]);

    expect(answered.code).toBe(3);
    expect(answered.stderr).toContain("[missing-key]");
    expect(await absences(at)).toEqual([]);
    expect((await run(at, ["resume"], { env })).code).toBe(0);
    expect(await absences(at)).toEqual([]);
  });
});

describe("SM1 K4 another model than the requested one", () => {
  const OTHER = /claude-opus-4-8 was asked for, and \w+ let claude-haiku-4-5 answer/;

  test("of an endpoint is an absence with that reason, and no voice", async () => {
    await loopback.play({ answers: ANSWERS, serves: "claude-haiku-4-5" });
    const at = teamProject(
      "risk: team/claude-haiku-4-5, value: team/claude-opus-4-8, effort: team/haiku",
    );
    const { stdout } = await run(at, ["run", "q.md", "--yes"]);

    expect(stdout).toMatch(/^Degraded: 2 of 3 /m);
    expect(stdout).toContain("had another model answer in its place");
    expect(await absences(at)).toMatchObject([
      { key: "openings/value", reason: "another-model", detail: expect.stringMatching(OTHER) },
    ]);
    expect((await run(at, ["verify", "last"])).code).toBe(0);
  });

  test("of an agent is one too, whatever its exit code and its answer say", async () => {
    const at = teamProject("value: claude/claude-opus-4-8");
    const program = at.write("bin/claude", fakeClaude("claude-haiku-4-5-20251001"));
    chmodSync(program, 0o755);
    const env = { PATH: `${at.dir}/bin:${process.env["PATH"]}`, ANTHROPIC_API_KEY: "planted-4711" };
    const { stdout } = await run(at, ["run", "q.md", "--yes"], { env });

    expect(stdout).toMatch(/^Degraded: 2 of 3 /m);
    expect(await absences(at)).toMatchObject([
      {
        reason: "another-model",
        detail: expect.stringContaining("claude let claude-haiku-4-5-20251001 answer"),
        speaker: { requested: "claude/claude-opus-4-8", served: "claude-haiku-4-5-20251001" },
      },
    ]);

    chmodSync(at.write("bin/claude", fakeClaude("claude-opus-4-8-20260401")), 0o755);
    expect((await run(at, ["run", "q.md", "--yes"], { env })).stdout).not.toContain("Degraded");
  });
});

/** Prints what Claude Code prints when this model has answered. */
function fakeClaude(model: string): string {
  const result = JSON.stringify(recommends("value", "A").reply);
  const lines = [
    { type: "assistant", message: { model } },
    { type: "result", subtype: "success", is_error: false, result },
  ];
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  return `#!/bin/sh\ncat > /dev/null\ncat <<'END'\n${text}\nEND\n`;
}
