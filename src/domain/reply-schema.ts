/** The JSON Schema of a reply, read part by part, and what a part expects in plain words. */
import type { Json } from "./json.ts";

/** One part of the schema. It may come from anyone's protocol, so every keyword is optional. */
export interface ReplySchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, ReplySchema>>;
  readonly required?: readonly string[];
  readonly items?: ReplySchema;
  readonly anyOf?: readonly ReplySchema[];
  readonly oneOf?: readonly ReplySchema[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, ReplySchema>>;
}

/** `claims[2].quote`, as one would point at it. Names may be a model's own, so odd or long ones are quoted and cut. */
export function formatFieldPath(path: readonly PropertyKey[]): string {
  const shown = path.slice(-DEEPEST_SHOWN).map(formatPathStep).join("");
  return path.length > DEEPEST_SHOWN ? `…${shown}` : shown.replace(/^\./, "");
}

const DEEPEST_SHOWN = 8;
const LONGEST_NAME = 40;

function formatPathStep(key: PropertyKey): string {
  if (typeof key === "number") return `[${key}]`;
  const name = String(key);
  if (/^[\w-]+$/.test(name) && name.length <= LONGEST_NAME) return `.${name}`;
  return `[${JSON.stringify(name.slice(0, LONGEST_NAME))}]`;
}

/** The part that a reference names; any other part is itself. */
export function resolveSchemaPart(root: ReplySchema, part: ReplySchema): ReplySchema {
  if (part.$ref === undefined) return part;
  if (part.$ref === "#") return root;
  const name = part.$ref.split("/").at(-1) ?? "";
  const found = root.$defs?.[name];
  const described = part.description === undefined ? {} : { description: part.description };
  return found === undefined || found.$ref !== undefined ? {} : { ...found, ...described };
}

/** The ways in which a part can be satisfied: itself, or each of its alternatives. */
export function listSchemaChoices(root: ReplySchema, part: ReplySchema): readonly ReplySchema[] {
  const { anyOf, oneOf, type, ...rest } = resolveSchemaPart(root, part);
  const choices = anyOf ?? oneOf;
  if (choices) return choices.flatMap((choice) => listSchemaChoices(root, choice));
  if (Array.isArray(type)) return type.map((one: string) => ({ ...rest, type: one }));
  return [{ ...rest, ...(type !== undefined && { type }) }];
}

/** The part of the schema that describes the value at a path. */
export function findSchemaPart(
  root: ReplySchema,
  path: readonly PropertyKey[],
): ReplySchema | undefined {
  let parts: readonly ReplySchema[] = [root];
  for (const key of path) {
    parts = parts
      .flatMap((part) => listSchemaChoices(root, part))
      .flatMap(({ items, properties }) => {
        const inner = typeof key === "number" ? items : properties?.[String(key)];
        return inner === undefined ? [] : [inner];
      });
  }
  const [found, ...more] = parts.map((part) => resolveSchemaPart(root, part));
  // alternatives may give one field different parts
  return found && more.length > 0 ? { anyOf: [found, ...more] } : found;
}

/** What a part expects: `a whole number from 0 to 100`, `"supports" or "attacks"`, `text or null`. */
export function describeExpectedValue(root: ReplySchema, part: ReplySchema): string {
  return joinAlternatives(
    listSchemaChoices(root, part).map((choice) => describeChoice(root, choice)),
  );
}

function describeChoice(root: ReplySchema, choice: ReplySchema): string {
  if (choice.const !== undefined) return JSON.stringify(choice.const);
  if (choice.enum) return joinAlternatives(choice.enum.map((value) => JSON.stringify(value)));
  switch (choice.type) {
    case "string":
      return `text${describeTextLength(choice)}`;
    case "integer":
      return `a whole number${describeNumberRange(choice)}`;
    case "number":
      return `a number${describeNumberRange(choice)}`;
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "array":
      return describeList(root, choice);
    case "object":
      return `an object with ${Object.keys(choice.properties ?? {}).join(", ") || "fields of your own"}`;
    default:
      return "a value";
  }
}

function describeList(root: ReplySchema, list: ReplySchema): string {
  const { items = {} } = list;
  const simple = listSchemaChoices(root, items).every(
    ({ type }) => type !== "object" && type !== "array",
  );
  return `a list${describeListLength(list)}${simple ? `, each ${describeExpectedValue(root, items)}` : ""}`;
}

/** Said where it matters: that text is not empty goes without saying. */
function describeTextLength({ minLength = 0, maxLength }: ReplySchema): string {
  const least = minLength > 1 ? [`at least ${minLength}`] : [];
  const most = maxLength === undefined ? [] : [`at most ${maxLength}`];
  const bounds = [...least, ...most];
  return bounds.length === 0 ? "" : ` of ${bounds.join(" and ")} characters`;
}

export function describeListLength({ minItems = 0, maxItems }: ReplySchema): string {
  if (maxItems === minItems) return ` of exactly ${minItems}`;
  if (maxItems !== undefined && minItems > 0) return ` of ${minItems} to ${maxItems}`;
  if (maxItems !== undefined) return ` of at most ${maxItems}`;
  return minItems > 0 ? ` of at least ${minItems}` : "";
}

function describeNumberRange(number: ReplySchema): string {
  const [least, most] = [number.minimum, number.maximum].map((bound) =>
    bound === undefined || isLargestInteger(bound) ? undefined : bound,
  );
  const { exclusiveMinimum: above, exclusiveMaximum: below } = number;
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`;
  const words = [
    least === undefined ? [] : [`at least ${least}`],
    above === undefined ? [] : [`more than ${above}`],
    most === undefined ? [] : [`at most ${most}`],
    below === undefined ? [] : [`less than ${below}`],
  ].flat();
  return words.length === 0 ? "" : `, ${words.join(" and ")}`;
}

/** What a language gives every integer as its bound, and nobody means. */
export function isLargestInteger(bound: unknown): boolean {
  return typeof bound === "number" && Math.abs(bound) === Number.MAX_SAFE_INTEGER;
}

/** `a, b or c`, each once. */
function joinAlternatives(words: readonly string[]): string {
  const [last = "", ...before] = [...new Set(words)].toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(", ")} or ${last}`;
}
