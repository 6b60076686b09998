/** Where a suite comes from: built in, by name, or a file of the person's own. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";

import { parse as parseYaml } from "yaml";

import { type Json, toJsonFields, type JsonObject } from "../../domain/json.ts";
import { SetupError } from "../../errors.ts";
import { createSimulatedItem } from "../simulation/play-talk.ts";

export interface SuiteText {
  readonly name: string;
  /** Ends as its form needs: `.yaml`, `.jsonl`… */
  readonly file: string;
  readonly text: string;
  /** What the suite says of itself. */
  readonly about: string;
  readonly arms: string | null;
  readonly seats: number | null;
}

const FOLDER = join(import.meta.dirname, "..", "..", "..", "examples", "evaluation");

export function listBuiltInSuites(): SuiteText[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => readSuiteFile(join(FOLDER, file), file));
}

// far more than items need
const LARGEST_FILE = 256 * 1024 * 1024;

/** A name of the list, or a path; a name wins. */
export function findSuite(reference: string, cwd: string): SuiteText {
  const built = listBuiltInSuites().find(({ name }) => name === reference);
  if (built) return built;
  const path = resolve(cwd, reference);
  try {
    const found = statSync(path);
    if (!found.isFile()) throw new Error("not a file");
    if (found.size > LARGEST_FILE) throw new Error("too large");
  } catch (cause) {
    const names = listBuiltInSuites()
      .map(({ name }) => name)
      .join(", ");
    throw new SetupError("file-unreadable", `There is no suite or file "${reference}".`, {
      cause,
      hint: `Suites: ${names}. Or name a file of items: .jsonl, .json, .yaml or .csv.`,
    });
  }
  return readSuiteFile(path, basename(reference));
}

function readSuiteFile(path: string, file: string): SuiteText {
  const text = readFileSync(path, "utf8");
  const head = /\.ya?ml$/.test(file) ? readHead(text) : {};
  const words = (name: string): string | null => {
    const value = head[name];
    return typeof value === "string" ? value : null;
  };
  const { arms, seats } = head;
  return {
    name: words("name") ?? file.replace(/\.\w+$/, ""),
    file,
    text,
    about: words("about") ?? "",
    arms: Array.isArray(arms) ? arms.join(",") : words("arms"),
    seats: typeof seats === "number" ? seats : null,
  };
}

function readHead(text: string): JsonObject {
  try {
    return toJsonFields(parseYaml(text) as Json);
  } catch {
    // refused with its place when the items are read
    return {};
  }
}

/** Items whose answer only simulated participants can know. */
export function createSimulatedSuite(count: number, options: number): SuiteText {
  const rows = Array.from({ length: count }, (_, index) => {
    const item = createSimulatedItem(`simulated item ${index + 1}`, options);
    return {
      id: `sim-${index + 1}`,
      question: item.question,
      options: item.options.map(({ id, label }) => ({ id, text: label })),
      answer: item.answer,
      context: item.material,
    };
  });
  return {
    name: "simulated",
    file: "simulated.jsonl",
    text: rows.map((row) => JSON.stringify(row)).join("\n"),
    about: "items whose answer only simulated participants know",
    arms: "single,sc@5,vote1,free@3",
    seats: 5,
  };
}
