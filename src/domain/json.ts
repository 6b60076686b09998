/** JSON values as types, and whether a value survives being written and read again. */

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

export type JsonFields = Readonly<Record<string, unknown>>;

export type JsonObject = { readonly [name: string]: Json };

export function isJsonObject(value: Json | undefined): value is JsonObject;
export function isJsonObject(value: unknown): value is JsonFields;
export function isJsonObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of an object that came from elsewhere; none of anything else. */
export function toJsonFields(value: Json | undefined): JsonObject;
export function toJsonFields(value: unknown): JsonFields;
export function toJsonFields(value: unknown): JsonFields {
  return isJsonObject(value) ? value : {};
}

/** Empty for anything but text. */
export function toJsonText(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Whether the JSON round trip would change nothing; looking is far cheaper than going. */
export function isPlainJson(value: unknown): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      if (value === null) return true;
      if (Array.isArray(value)) return value.every(isPlainJson);
      if (Object.getPrototypeOf(value) !== Object.prototype) return false;
      for (const field in value)
        if (!isPlainJson((value as Record<string, unknown>)[field])) return false;
      return true;
    default:
      return false;
  }
}
