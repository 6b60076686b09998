/**
 * Parses YAML and JSON into plain values with their positions.
 *
 * PM1. Time and memory grow with the size of the text: keys are compared through a set, and aliases are expanded
 *      under a limit. The parser's own check for unique keys takes minutes for 60,000 keys.
 * PM2. The result has only null, booleans, finite numbers, strings, lists and mappings; no tag produces anything
 *      else.
 */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  type YAMLMap,
} from "yaml";

import type { Json } from "../domain/json.ts";
import { type SetupCode, SetupError } from "../errors.ts";
import { formatShownValue } from "../text/plain-text.ts";
import { formatCodeFrame, type SourcePosition, formatSourcePosition } from "./source-position.ts";

export type ValuePath = readonly (string | number)[];

/** A parsed text. */
export interface ParsedMarkup {
  readonly file: string;
  readonly value: Json;
  /** The position of a path of keys; for a missing one, of its nearest parent. */
  findPosition(path: ValuePath, part: "key" | "value"): SourcePosition;
  /** An error with the place in its message and the lines in its hint. */
  fault(place: SourcePosition, says: string, hint: string): SetupError;
}

interface MarkupOrigin {
  /** As the person wrote it; the name of a JSON file ends in .json. */
  readonly file: string;
  readonly code: SetupCode;
}

export function parseMarkup(text: string, { file, code }: MarkupOrigin): ParsedMarkup {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    schema: file.endsWith(".json") ? "json" : "core",
    uniqueKeys: false,
    resolveKnownTags: false,
    prettyErrors: false,
    logLevel: "error",
  });
  const placeAt = (offset: number): SourcePosition => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const fault: ParsedMarkup["fault"] = (place, says, hint) =>
    new SetupError(code, `${formatSourcePosition(place)} ${says}`, {
      hint: `${hint}\n${formatCodeFrame(text, place.line)}`,
    });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem) {
    const [says, hint] = SYNTAX_ERRORS[problem.code] ?? ANY_SYNTAX_ERROR;
    throw fault(placeAt(problem.pos[0]), says, hint);
  }
  return {
    file,
    value: convertDocument(document, (offset, says, hint) => fault(placeAt(offset), says, hint)),
    findPosition: (path, part) => placeAt(findPathOffset(document, path, part)),
    fault,
  };
}

type OffsetErrorFactory = (offset: number, says: string, hint: string) => SetupError;

/** The document's values, with aliases written out. */
function convertDocument(document: Document.Parsed, faultAt: OffsetErrorFactory): Json {
  const anchored = new Map<string, unknown>();
  let values = 0;
  let aliases = 0;

  function readPlainValue(node: unknown): Json {
    if (++values > MAX_VALUES) {
      throw faultAt(
        findNodeStart(node),
        `More than ${MAX_VALUES} values stand here.`,
        "Shorten it.",
      );
    }
    if (isAlias(node)) {
      const meant = anchored.get(node.source);
      if (meant === undefined) {
        throw faultAt(
          findNodeStart(node),
          "This alias has no anchor before it.",
          "Write the value itself.",
        );
      }
      if (++aliases > MAX_ALIASES) {
        throw faultAt(
          findNodeStart(node),
          `More than ${MAX_ALIASES} aliases are used.`,
          WRITE_OUT_HINT,
        );
      }
      return readPlainValue(meant);
    }
    const value = isMap(node)
      ? readMapping(node)
      : isSeq(node)
        ? node.items.map(readPlainValue)
        : convertScalar(node, faultAt);
    // after its children: an anchor cannot be used inside itself, where it would never end
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) {
      anchored.set(node.anchor, node);
    }
    return value;
  }

  function readMapping(node: YAMLMap): Json {
    const known = new Map<string, Json>();
    for (const pair of node.items) {
      const key = readMappingKey(pair, faultAt);
      if (known.has(key)) {
        throw faultAt(
          findNodeStart(pair.key),
          `${formatShownValue(key)} is given twice.`,
          "Remove one of them.",
        );
      }
      known.set(key, readPlainValue(pair.value));
    }
    return Object.fromEntries(known);
  }

  return readPlainValue(document.contents);
}

// far more than people write by hand, far less than a bomb needs
const MAX_ALIASES = 50;
const MAX_VALUES = 100_000;
const WRITE_OUT_HINT = "Write the values themselves instead of aliases.";

function convertScalar(node: unknown, faultAt: OffsetErrorFactory): Json {
  const value: unknown = isScalar(node) ? node.value : null;
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw faultAt(findNodeStart(node), "JSON has no such value.", "Put quotes around it.");
}

function readMappingKey({ key }: Pair, faultAt: OffsetErrorFactory): string {
  const value: unknown = isScalar(key) ? key.value : undefined;
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
    throw faultAt(findNodeStart(key), "A key must be a word.", "Write a word before the colon.");
  }
  if (["__proto__", "constructor", "prototype"].includes(String(value))) {
    throw faultAt(
      findNodeStart(key),
      `${formatShownValue(value)} cannot be a key.`,
      "Choose another word.",
    );
  }
  return String(value);
}

function findNodeStart(node: unknown): number {
  const range = isMap(node) || isSeq(node) || isScalar(node) || isAlias(node) ? node.range : null;
  return range?.[0] ?? 0;
}

function findPathOffset(document: Document.Parsed, path: ValuePath, part: "key" | "value"): number {
  let node: unknown = document.contents;
  let offset = findNodeStart(node);
  for (const [index, step] of path.entries()) {
    const last = index === path.length - 1;
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(
        ({ key }) => isScalar(key) && String(key.value) === String(step),
      );
      if (pair === undefined) return offset;
      const empty = !isScalar(pair.value) || pair.value.source === "";
      const inside = isMap(pair.value) || isSeq(pair.value) || isAlias(pair.value) || !empty;
      offset = findNodeStart((last && part === "key") || !inside ? pair.key : pair.value);
      node = pair.value;
    } else if (isSeq(node)) {
      const entry: unknown = node.items[Number(step)];
      if (entry === undefined) return offset;
      offset = findNodeStart(entry);
      node = entry;
    } else {
      return offset;
    }
  }
  return offset;
}

const ANY_SYNTAX_ERROR = ["This is not valid YAML.", "Correct the line."] as const;
const COLON_ERROR = [
  "A text with a colon needs quotes.",
  "Put quotes around the whole text.",
] as const;
const TAG_ERROR = ["This tag or word is not a value.", "Put quotes around the text."] as const;

/** The parser's own messages can repeat what the file says, secrets included. */
const SYNTAX_ERRORS: Readonly<Record<string, readonly [says: string, hint: string]>> = {
  BAD_INDENT: [
    "The line is not indented as the ones before it expect.",
    "Align it, or close the bracket before it.",
  ],
  BLOCK_AS_IMPLICIT_KEY: COLON_ERROR,
  MULTILINE_IMPLICIT_KEY: ["A key must stand on one line.", "Put a colon after the key."],
  MISSING_CHAR: ["A quote, bracket, comma or colon is missing.", "Add what is missing."],
  MULTIPLE_DOCS: ["A second document begins here.", "Keep one document in the file."],
  RESOURCE_EXHAUSTION: ["The values are nested too deeply.", "Nest them less deeply."],
  TAB_AS_INDENT: ["A tab cannot indent a line.", "Indent with spaces."],
  TAG_RESOLVE_FAILED: TAG_ERROR,
};
