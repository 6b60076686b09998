/** Names what is wrong with a reply field by field, in words that its author can act on. */
import type * as z from "zod";

import { type Json, toJsonFields } from "../../domain/json.ts";
import {
  describeExpectedValue,
  findSchemaPart,
  formatFieldPath,
  type ReplySchema,
} from "../../domain/reply-schema.ts";

type ReplyIssue = z.core.$ZodIssue;

// more would hide what matters, and the first are mended the same way
const MOST_PROBLEMS = 20;

/** `claims[2].quote: it is missing; give text: the exact words, as they stand in that source`. */
export function describeReplyProblems(
  issues: readonly ReplyIssue[],
  value: Json,
  schema: ReplySchema,
): string[] {
  const all = listFirstIssues(issues.flatMap(listClosestIssues));
  const told = all.slice(0, MOST_PROBLEMS).map((issue) => describeIssue(issue, value, schema));
  const left = all.length - told.length;
  return left === 0 ? told : [...told, `and ${left} more problems of the same kind`];
}

/** Of alternatives that all fail, the one that got furthest tells what is wrong. */
function listClosestIssues(issue: ReplyIssue): ReplyIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const further = issue.errors.filter((errors) => errors.every(({ path }) => path.length > 0));
  const [closest, ...more] = further;
  if (closest === undefined || more.length > 0) return [issue];
  return closest.flatMap((inner) =>
    listClosestIssues({ ...inner, path: [...issue.path, ...inner.path] }),
  );
}

/** One per field: what is expected there is said whole. */
function listFirstIssues(issues: readonly ReplyIssue[]): ReplyIssue[] {
  const seen = new Set<string>();
  return issues.filter((issue) => {
    if (issue.code === "custom") return true;
    const where = JSON.stringify(issue.path.map(String));
    const first = !seen.has(where);
    seen.add(where);
    return first;
  });
}

function describeIssue(issue: ReplyIssue, value: Json, schema: ReplySchema): string {
  const { path } = issue;
  const where = path.length === 0 ? "the reply" : formatFieldPath(path);
  if (issue.code === "custom" || issue.code === "invalid_format") {
    return `${where}: ${issue.message}`;
  }
  if (issue.code === "unrecognized_keys") {
    return `${where}: there is no field ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}; leave it out`;
  }
  const part = findSchemaPart(schema, path);
  const given = findValueAt(value, path);
  const fault = describeFault(issue, given);
  if (part === undefined) return `${where}: ${fault}`;
  const meaning = part.description === undefined ? "" : `: ${part.description}`;
  return `${where}: ${fault}; give ${describeExpectedValue(schema, part)}${meaning}`;
}

function describeFault(issue: ReplyIssue, given: Json | undefined): string {
  if (given === undefined) return "it is missing";
  if (typeof given === "string" && given.trim() === "") return "it is empty";
  if (Array.isArray(given)) {
    return issue.code === "too_small" || issue.code === "too_big"
      ? `it has ${given.length} ${given.length === 1 ? "entry" : "entries"}`
      : "it is a list";
  }
  if (typeof given === "object") return given === null ? "it is null" : "it is an object";
  const chosen = issue.code === "invalid_value" || issue.code === "invalid_union";
  if (typeof given === "string" && !chosen) {
    return issue.code === "too_small" || issue.code === "too_big"
      ? `it has ${given.length} characters`
      : `it is the text ${shorten(given)}`;
  }
  if (typeof given === "number" && (issue.code === "too_small" || issue.code === "too_big")) {
    return `${given} is ${issue.code === "too_small" ? "too small" : "too large"}`;
  }
  if (typeof given === "number" && issue.code === "invalid_type")
    return `it is the number ${given}`;
  return `${shorten(given)} does not fit`;
}

const LONGEST_SHOWN = 60;

function shorten(given: Json): string {
  const words = JSON.stringify(given);
  return words.length <= LONGEST_SHOWN ? words : `${words.slice(0, LONGEST_SHOWN)}…`;
}

function findValueAt(value: Json, path: readonly PropertyKey[]): Json | undefined {
  let at: unknown = value;
  for (const key of path) {
    if (Array.isArray(at)) at = (at as readonly unknown[])[Number(key)];
    else {
      const fields = toJsonFields(at);
      at = Object.hasOwn(fields, key) ? fields[String(key)] : undefined;
    }
  }
  return at as Json | undefined;
}
