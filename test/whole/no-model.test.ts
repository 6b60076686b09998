/** Nobody to ask: without a model nothing is debated, unless a person asks for the built-in reader (K20). */
import { describe, expect, test } from "vitest";

import {
  NO_TERMINAL,
  briefText,
  debates,
  expectRefusal,
  ndjson,
  project,
  run,
  startInTerminal,
} from "../support/processes/cli.ts";

const NO_MODEL = { env: { DISSENT_OFFLINE: "" } };
const FILES = {
  "q.md": briefText(),
  "a.md": "# Plan\n\nWe move.\n",
  "b.md": "# Plan\n\nWe stay.\n",
};

describe("without a terminal and without --offline", () => {
  test.each([
    ["run", ["run", "q.md"]],
    ["run --json", ["run", "q.md", "--json"]],
    ["a question", ["A or B?", "--option", "A: one", "--option", "B: two"]],
    ["challenge", ["challenge", "a.md"]],
    ["merge", ["merge", "a.md", "b.md", "-o", "out.md"]],
  ])(
    "K20 %s exits 3 with three ways to connect a model, and leaves nothing behind",
    async (_, args) => {
      const at = project(FILES);
      const before = at.listing();
      const ended = await run(at, args, NO_MODEL);

      if (args.includes("--json")) {
        expect(JSON.parse(ended.stdout)).toMatchObject({ exit: 3, error: { code: "no-model" } });
      }
      expectRefusal(args.includes("--json") ? { ...ended, stdout: "" } : ended, {
        says: /^dissent: No language model was found/,
        exit: 3,
        as: "no-model",
      });
      expect(ended.stderr).toMatch(
        /dissent config keys set[^]*log in to one of claude[^]*Ollama[^]*--offline[^]*dissent demo/,
      );
      expect(at.listing()).toEqual(before);
    },
  );

  test("K20 a seat that is named does not speak for the others", async () => {
    const ended = await run(project(FILES), ["run", "q.md", "--seat", "risk=person"], NO_MODEL);

    expectRefusal(ended, { says: /found for value, effort/, exit: 3, as: "no-model" });
  });

  test("a gate fails for want of a provider, and an advisory one says so", async () => {
    const at = project(FILES);
    const failed = await run(at, ["--json", "gate", "q.md"], NO_MODEL);
    const advised = await run(at, ["gate", "q.md", "--advisory"], NO_MODEL);

    expect(failed.code).toBe(3);
    expect(ndjson(failed.stdout).at(-1)).toMatchObject({
      gate: { passed: false, reasons: [{ kind: "infrastructure", code: "no-model" }] },
    });
    expect(advised).toMatchObject({ code: 0, stderr: expect.stringContaining("[no-model]") });
  });

  test("a dry run checks the brief all the same, and says that nobody would answer", async () => {
    const { code, stdout } = await run(project(FILES), ["run", "q.md", "--dry-run"], NO_MODEL);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^No language model was found\.\n/);
    expect(stdout).toMatch(/Risk +skeptical +no model\n/);
  });
});

describe("the built-in reader", () => {
  test.each([
    ["--offline", ["--offline"], {}],
    ["DISSENT_OFFLINE", [], { DISSENT_OFFLINE: "true" }],
    ["--offline beside a key", ["--offline"], { ANTHROPIC_API_KEY: "key-0123456789" }],
  ])("K20 by %s decides nothing, and the first line says so", async (_, flags, env) => {
    const at = project(FILES);
    const ended = await run(at, ["run", "q.md", ...flags], { env: { ...NO_MODEL.env, ...env } });

    expect(ended.code).toBe(10);
    expect(ended.stdout).toMatch(/No model or person judged this/);
    expect(
      ended.stdout.split("\n").findIndex((line) => line.includes("No model or person")),
    ).toBeLessThan(3);
  });

  test("K20 by dissent.yaml, too", async () => {
    const at = project({ ...FILES, "dissent.yaml": "offline: true\n" });

    expect((await run(at, ["run", "q.md"], NO_MODEL)).code).toBe(10);
  });
});

describe.skipIf(NO_TERMINAL)("on a terminal", () => {
  async function answering(...typed: readonly string[]) {
    const at = project(FILES);
    const asked = startInTerminal(at, ["run", "q.md"], { ...NO_MODEL, columns: 100 });
    const questions = ["Your choice [1/2/3]", "Paste a key now?", "(not shown): "];
    for (const [index, line] of typed.entries()) {
      await asked.said(questions[index] ?? "");
      asked.child.stdin?.write(line);
    }
    const { code, stdout } = await asked.ended;
    return { code, screen: stdout.replaceAll(/\s+/g, " "), debates: await debates(at) };
  }

  test("K20 a person is asked, and learns how to connect a model", async () => {
    const { code, screen, debates: held } = await answering("1\r", "\r");

    expect(screen).toMatch(/No language model was found\. You can:/);
    expect(screen).toMatch(/dissent config keys set anthropic/);
    expect({ code, held }).toEqual({ code: 3, held: [] });
  });

  test("a key that is missing can be pasted at once, unseen", async () => {
    const { code, screen } = await answering("1\r", "openai\r", "planted-4711-key\r");

    expect(screen).toContain("Stored OPENAI_API_KEY. Then type the same command again.");
    expect(screen).not.toContain("planted-4711");
    expect(code).toBe(3);
  });

  test("K20 a sketch ends with exit code 10", async () => {
    const { code, screen, debates: held } = await answering("2\r");

    expect(screen).toMatch(/Offline: the built-in reader quotes what the brief marks/);
    expect(code).toBe(10);
    expect(held).toHaveLength(1);
  });

  test.each([
    ["3", "3\r"],
    ["nothing", "\r"],
    ["the end of the input", "\u0004"],
  ])("%s stops, and nothing was written", async (_, typed) => {
    const { code, screen, debates: held } = await answering(typed);

    expect(screen).toMatch(/No model was called and nothing was written/);
    expect({ code, held }).toEqual({ code: 3, held: [] });
  });

  test("Ctrl-C leaves with 130", async () => {
    expect((await answering("\u0003")).code).toBe(130);
  });
});
