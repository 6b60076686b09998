/** Makes up a reply of the shape that a prompt ends with, and from nothing else. */
import type { Json } from "../../domain/json.ts";
import { type ParsedShape, parsePromptShape } from "./parse-shape.ts";

/** Undefined where the prompt shows no shape. */
export function createShapeSample(prompt: string): Json | undefined {
  const shape = parsePromptShape(prompt);
  return shape && sampleShape(shape, "");
}

function sampleShape(shape: ParsedShape, notes: string): Json {
  switch (shape.kind) {
    case "literal":
      return shape.value;
    case "placeholder":
      return samplePlaceholder(shape.words, notes);
    case "list":
      return Array.from({ length: countLeastEntries(notes) }, () => sampleShape(shape.of, notes));
    case "choice": {
      const choices = shape.of.map((one) => sampleShape(one, notes));
      // where null will do, nothing is made up
      return choices.includes(null) ? null : (choices[0] ?? null);
    }
    case "object":
      return Object.fromEntries(
        shape.fields.flatMap(({ name, value, notes: own }) =>
          name === null ? [] : [[name, sampleShape(value, own)]],
        ),
      );
  }
}

/** One, so that what is in it is put to the test, or as many as the notes ask for. */
function countLeastEntries(notes: string): number {
  const [, least = "1"] = /^(?:exactly |at least )?(\d+)(?: to \d+)? of these/.exec(notes) ?? [];
  return Math.max(1, Number(least));
}

function samplePlaceholder(words: string, notes: string): Json {
  return /^(?:whole )?number/.test(words) ? sampleNumber(words) : sampleText(words, notes);
}

function sampleNumber(words: string): number {
  const least = readNumberAfter(words, "(?:from|at least)");
  const above = readNumberAfter(words, "more than");
  const most = readNumberAfter(words, "(?:to|at most)");
  const below = readNumberAfter(words, "less than");
  if (least !== undefined) return least;
  if (above !== undefined) return above + 1;
  return Math.min(0, most ?? 0, (below ?? 1) - 1);
}

function readNumberAfter(words: string, before: string): number | undefined {
  const [, number] = new RegExp(`\\b${before} (-?[\\d.]+(?:e[+-]?\\d+)?)`).exec(words) ?? [];
  return number === undefined ? undefined : Number(number);
}

function sampleText(words: string, notes: string): string {
  const [, pattern] = /must match \/(.+)\//.exec(notes) ?? [];
  const [, least] = /(\d+)(?: to \d+)? characters/.exec(words) ?? [];
  const [, most] = /(?:to|at most) (\d+) characters/.exec(words) ?? [];
  const sample = SAMPLES.find((one) => new RegExp(pattern ?? "").test(one)) ?? "loopback";
  const atLeast = words.includes("at most") ? 0 : Number(least ?? 0);
  return sample.padEnd(atLeast, ".").slice(0, Number(most ?? Number.POSITIVE_INFINITY));
}

const SAMPLES = ["loopback", "A", "A-1", "a1", "1", "2026-01-01", "2026-01-01T00:00:00Z", "a@b.co"];
