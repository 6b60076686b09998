import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { EXIT, computeErrorExit } from "../../cli/exit-codes.ts";
import type { ConfigValues } from "../../config/config.ts";
import type { AppContext } from "../app-context.ts";
import { cacheWorkingModels } from "./challenger-cache.ts";
import {
  WAYS_TO_CONNECT,
  createNoModelError,
  describeModelSeating,
  findModelSeating,
  listSeatsWithoutModel,
} from "./model-seating.ts";

function desk(env: Readonly<Record<string, string>> = {}): AppContext {
  const folder = mkdtempSync(join(tmpdir(), "dissent-seating-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { env, homeDir: folder, cwd: folder, root: folder, flags: {} } as unknown as AppContext;
}

function config(
  panel: readonly string[] | null = null,
  offline = false,
): Pick<ConfigValues, "panel" | "offline"> {
  return { panel, offline };
}

describe("who is seated", () => {
  test("nobody, without keys and without anything that was seen to work", async () => {
    expect(await findModelSeating(desk(), config())).toEqual({ from: "nothing", models: [] });
  });

  test("the panel of the configuration, whatever else is there", async () => {
    const at = desk({ ANTHROPIC_API_KEY: "key-12345678" });

    expect(await findModelSeating(at, config(["codex", "person"]))).toEqual({
      from: "panel",
      models: ["codex", "person"],
    });
  });

  test("the built-in reader where it was asked for, whatever else is there", async () => {
    const at = desk({ ANTHROPIC_API_KEY: "key-12345678" });

    expect(await findModelSeating(at, config(["codex"], true))).toEqual({
      from: "offline",
      models: ["offline"],
    });
  });

  test("keys and what the doctor saw to work, but not what only another project knows", async () => {
    const at = desk({ ANTHROPIC_API_KEY: "key-12345678" });
    await cacheWorkingModels(at, ["offline", "ollama/qwen3", "team/large", "openai/gpt-6-sol"]);

    expect(await findModelSeating(at, config())).toEqual({
      from: "found",
      models: ["anthropic/claude-sonnet-5", "ollama/qwen3"],
    });
  });
});

describe("how it is said", () => {
  const seat = (id: string, model: string) => ({
    id,
    model,
    name: id,
    role: "",
    stance: null,
    mark: "",
  });
  const plan = {
    participants: [
      seat("risk", "a/x"),
      seat("value", "b/y"),
      seat("effort", "a/x"),
      seat("me", "person"),
    ],
    unnamed: ["risk", "value", "effort"],
  };

  test("in one line with the models that nobody named", () => {
    expect(describeModelSeating(plan, { from: "found", models: ["a/x", "b/y"] })).toBe(
      "Seats: a/x, b/y; change with --seat or panel",
    );
  });

  test("that there is no language model", () => {
    expect(describeModelSeating(plan, { from: "nothing", models: [] })).toMatch(
      /^No language model was found/,
    );
  });

  test("K20 that the built-in reader decides nothing", () => {
    expect(describeModelSeating(plan, { from: "offline", models: ["offline"] })).toBe(
      "Offline: the built-in reader quotes what the brief marks and decides nothing.",
    );
  });

  test("not at all where people named the models", () => {
    expect(describeModelSeating(plan, { from: "panel", models: ["a/x"] })).toBeNull();
    expect(
      describeModelSeating({ ...plan, unnamed: [] }, { from: "nothing", models: [] }),
    ).toBeNull();
  });
});

describe("K20 seats that nobody can speak for", () => {
  const unnamed = ["risk", "value"];

  test("are those without a model, unless the built-in reader was asked for", () => {
    expect(listSeatsWithoutModel({ unnamed }, { from: "nothing", models: [] })).toEqual(unnamed);
    expect(listSeatsWithoutModel({ unnamed }, { from: "offline", models: ["offline"] })).toEqual(
      [],
    );
    expect(listSeatsWithoutModel({ unnamed: [] }, { from: "nothing", models: [] })).toEqual([]);
  });

  test("are named where others have a model", () => {
    const participants = ["risk", "value", "effort"].map((id) => ({ id })) as never;
    const error = createNoModelError({ participants }, { seats: unnamed, hint: "Connect one." });

    expect(error).toMatchObject({ code: "no-model", hint: "Connect one." });
    expect(error.message).toBe("No language model was found for risk, value.");
    expect(computeErrorExit(error)).toBe(EXIT.providers);
  });

  test("there are three ways to connect a model", () => {
    expect(WAYS_TO_CONNECT).toHaveLength(3);
    expect(WAYS_TO_CONNECT.join("\n")).toMatch(
      /dissent config keys set[^]*dissent doctor[^]*Ollama/,
    );
  });
});
