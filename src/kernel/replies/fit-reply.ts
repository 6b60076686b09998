/**
 * Fits a value to the schema of its reply where models habitually miss it by form alone: numbers as words, an enum or
 * a field name in another case, one level missing or too many.
 *
 * FR1. A value that fits stays as it is.
 * FR2. Nothing is made up or dropped: no missing field is filled in, no text is turned into other text.
 * FR3. Where two ways of fitting lead to different values, neither is taken.
 */
import { isJsonObject, type Json, toJsonFields } from "../../domain/json.ts";
import {
  listSchemaChoices,
  type ReplySchema,
  resolveSchemaPart,
} from "../../domain/reply-schema.ts";
import { parseNumberText } from "../../text/number-words.ts";

/** The value as the schema wants it; where it cannot be had, as close as it gets. */
export function fitReplyValue(value: Json, root: ReplySchema): Json {
  return fitPart(value, root, root);
}

function fitPart(value: Json, part: ReplySchema, root: ReplySchema): Json {
  const choices = listSchemaChoices(root, part);
  if (choices.some((choice) => isSatisfied(value, choice, root))) return value;
  const fitted = choices.map((choice) => fitChoice(value, choice, root));
  const fitting = fitted.filter((one, index) => isSatisfied(one, choices[index] ?? {}, root));
  const only = findOnlyValue(fitting);
  if (only !== undefined) return only;
  // what is wrong further inside is put right as far as it goes
  const [like, ...more] = choices.filter((choice) => isOfType(value, choice));
  return like && more.length === 0 ? fitChoice(value, like, root) : value;
}

function fitChoice(value: Json, choice: ReplySchema, root: ReplySchema): Json {
  if (isOfType(value, choice)) {
    if (Array.isArray(value)) {
      return value.map((item: Json) => fitPart(item, choice.items ?? {}, root));
    }
    if (choice.type === "object") return fitFields(value, choice, root);
  }
  const scalar = fitScalar(value, choice);
  if (scalar !== undefined) return scalar;
  return fitLevel(value, choice, root) ?? value;
}

// One level missing or too many.

function fitLevel(value: Json, choice: ReplySchema, root: ReplySchema): Json | undefined {
  const candidates = [
    ...listUnwrapped(value),
    ...(choice.type === "array" && isOneItem(value) ? [[value]] : []),
    ...listWrapped(value, choice),
  ].map((one) => fitShallow(one, choice, root));
  return findOnlyValue(candidates.filter((one) => isSatisfied(one, choice, root)));
}

function findOnlyValue(values: readonly Json[]): Json | undefined {
  const [first, ...others] = new Map(values.map((one) => [JSON.stringify(one), one])).values();
  return others.length === 0 ? first : undefined;
}

/** Like `fitChoice`, but no second level is added or taken away at the same place. */
function fitShallow(value: Json, choice: ReplySchema, root: ReplySchema): Json {
  if (!isOfType(value, choice)) return fitScalar(value, choice) ?? value;
  if (Array.isArray(value)) {
    return value.map((item: Json) => fitPart(item, choice.items ?? {}, root));
  }
  return choice.type === "object" ? fitFields(value, choice, root) : value;
}

/** What a value holds and nothing else: the only item, the objects in its only field, or the JSON in a text. */
function listUnwrapped(value: Json): Json[] {
  if (typeof value === "string") {
    const read = parseContainer(value);
    return read === undefined ? [] : [read];
  }
  if (typeof value !== "object" || value === null) return [];
  const [inside, ...more]: Json[] = Object.values(value);
  if (inside === undefined || more.length > 0) return [];
  // the name of a field that holds less than objects may say what the value does not
  return Array.isArray(value) || isJsonObject(inside) || isListOfObjects(inside) ? [inside] : [];
}

/** Text with commas or lines may be several items, so it is none. */
function isOneItem(value: Json): boolean {
  return typeof value === "string" ? !/[,;\n]/.test(value) : value !== null;
}

function isListOfObjects(value: Json): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject);
}

function parseContainer(text: string): Json | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Objects as the only field of an object that has just one. */
function listWrapped(value: Json, { type, properties = {} }: ReplySchema): Json[] {
  const [name, ...more] = Object.keys(properties);
  if (type !== "object" || name === undefined || more.length > 0) return [];
  return isListOfObjects(value) ? [{ [name]: value }] : [];
}

// Fields.

function fitFields(value: Json, choice: ReplySchema, root: ReplySchema): Json {
  const { properties = {} } = choice;
  const given = renameFields(toJsonFields(value), Object.keys(properties));
  const grouped = groupFields(given, choice, root);
  const fitted = Object.entries(grouped).map(([name, inner]) => {
    const part = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, part === undefined ? inner : fitPart(inner, part, root)] as const;
  });
  const object = Object.fromEntries(fitted);
  if (isSatisfied(object, choice, root)) return object;
  // an object around the object: none of its names is a name of the schema
  const foreign = Object.keys(object).every((name) => !Object.hasOwn(properties, name));
  return (foreign ? fitLevel(value, choice, root) : undefined) ?? object;
}

type Fields = Readonly<Record<string, Json>>;

/** `Would-Change My_Mind` and `wouldChangeMyMind` are `would_change_my_mind` where nothing else could be. */
function renameFields(given: Readonly<Record<string, unknown>>, names: readonly string[]): Fields {
  const fields = given as Fields;
  const missing = names.filter((name) => !Object.hasOwn(fields, name));
  if (missing.length === 0) return fields;
  const entries = Object.entries(fields).map(([name, value]) => {
    if (names.includes(name)) return [name, value] as const;
    const meant = missing.filter((one) => foldName(one) === foldName(name));
    const rivals = Object.keys(fields).filter((one) => foldName(one) === foldName(name));
    const [only] = meant;
    return [
      only !== undefined && meant.length === 1 && rivals.length === 1 ? only : name,
      value,
    ] as const;
  });
  return Object.fromEntries(entries);
}

/** Fields that belong one level deeper, where only one object could take them. */
function groupFields(fields: Fields, choice: ReplySchema, root: ReplySchema): Fields {
  const { properties = {}, required = [] } = choice;
  const takers = required.filter((name) => {
    if (Object.hasOwn(fields, name)) return false;
    const inner = listInnerNames(properties[name] ?? {}, root);
    return (
      inner.length > 0 &&
      inner.every((one) => Object.hasOwn(fields, one) && !Object.hasOwn(properties, one))
    );
  });
  const [taker, ...more] = takers;
  if (taker === undefined || more.length > 0) return fields;
  const inner = new Set(listInnerNames(properties[taker] ?? {}, root));
  const entries = Object.entries(fields);
  return {
    ...Object.fromEntries(entries.filter(([name]) => !inner.has(name))),
    [taker]: Object.fromEntries(entries.filter(([name]) => inner.has(name))),
  };
}

/** Names of the fields of a part that can be nothing but one object, or null. */
function listInnerNames(part: ReplySchema, root: ReplySchema): string[] {
  const [only, ...more] = listSchemaChoices(root, part).filter(({ type }) => type !== "null");
  return only?.type === "object" && more.length === 0 ? Object.keys(only.properties ?? {}) : [];
}

// Scalars.

function fitScalar(value: Json, choice: ReplySchema): Json | undefined {
  const allowed = choice.const === undefined ? choice.enum : [choice.const];
  if (allowed) return fitAllowedValue(value, allowed);
  if (typeof value !== "string") return undefined;
  switch (choice.type) {
    case "number":
    case "integer":
      return fitNumber(value, choice);
    case "boolean":
      return TRUTHS.get(value.trim().toLowerCase());
    case "null":
      return value.trim().toLowerCase() === "null" ? null : undefined;
    default:
      return undefined;
  }
}

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["false", false],
  ["no", false],
]);

function fitAllowedValue(value: Json, allowed: readonly Json[]): Json | undefined {
  const meant = allowed.filter((one) => {
    if (typeof one === "number") return typeof value === "string" && parseNumberText(value) === one;
    if (typeof one !== "string") return false;
    if (typeof value === "boolean") return TRUTHS.get(one.toLowerCase()) === value;
    return typeof value === "string" && foldName(one) === foldName(value);
  });
  return meant.length === 1 ? meant[0] : undefined;
}

/** `85`, `eighty-five`, and on a scale that ends at 100 also `85%`, `85/100` and `85 out of 100`. */
function fitNumber(text: string, { maximum }: ReplySchema): number | undefined {
  const plain = parseNumberText(text);
  if (plain !== undefined) return plain;
  const [, share, sign, whole] =
    /^(.+?)\s*(?:(%|percent)|(?:\/|out of|of)\s*(\S+))$/i.exec(text.trim()) ?? [];
  const scale = sign === undefined ? Number(whole) : 100;
  return share !== undefined && scale === maximum ? parseNumberText(share) : undefined;
}

/** Without case and separators. */
function foldName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "");
}

// Whether a value is of a part's form. Lengths and patterns are left to the reply's own check.

function isSatisfied(value: Json, part: ReplySchema, root: ReplySchema): boolean {
  return listSchemaChoices(root, part).some((choice) => satisfiesChoice(value, choice, root));
}

function satisfiesChoice(value: Json, choice: ReplySchema, root: ReplySchema): boolean {
  if (!isOfType(value, choice)) return false;
  const allowed = choice.const === undefined ? choice.enum : [choice.const];
  if (allowed) return allowed.includes(value);
  if (typeof value === "number") {
    const { minimum = value, maximum = value } = choice;
    return value >= minimum && value <= maximum;
  }
  if (Array.isArray(value)) {
    return value.every((item: Json) => isSatisfied(item, choice.items ?? {}, root));
  }
  if (choice.type !== "object") return true;
  const fields = value as Fields;
  return (
    (choice.required ?? []).every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(choice.properties ?? {}).every(([name, inner]) => {
      const given = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return given === undefined || isSatisfied(given, resolveSchemaPart(root, inner), root);
    })
  );
}

function isOfType(value: Json, { type }: ReplySchema): boolean {
  switch (type) {
    case "object":
      return isJsonObject(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    case undefined:
      return true;
    default:
      return typeof value === type;
  }
}
