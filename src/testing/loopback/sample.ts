/** Makes up a value that satisfies a JSON Schema of the kind that replies have. */
import type { Json } from "../../domain/json.ts";
import { fields, jsonOf, numberOf, rows, textOf } from "./reading.ts";

type Schema = Readonly<Record<string, unknown>>;

export function sampleOf(schema: Json): Json {
  const top = fields(schema);
  return made(top, { ...fields(top["definitions"]), ...fields(top["$defs"]) });
}

function made(schema: Schema, named: Schema): Json {
  const reference = textOf(schema["$ref"]).split("/").at(-1);
  if (reference) return made(fields(named[reference]), named);
  if (schema["const"] !== undefined) return jsonOf(schema["const"]) ?? null;
  if (Array.isArray(schema["enum"])) return (schema["enum"][0] as Json | undefined) ?? null;
  const choices = [...rows(schema["anyOf"]), ...rows(schema["oneOf"])];
  // where null will do, nothing is made up
  if (choices.some(({ type }) => type === "null")) return null;
  const [choice] = choices;
  return choice ? made(choice, named) : madeByType(schema, named);
}

function madeByType(schema: Schema, named: Schema): Json {
  const types = [schema["type"]].flat().map(textOf);
  if (types.includes("null")) return null;
  switch (types[0]?.toLowerCase()) {
    case "object":
      return Object.fromEntries(
        Object.entries(fields(schema["properties"])).map(([name, property]) => [
          name,
          made(fields(property), named),
        ]),
      );
    case "array":
      return Array.from({ length: numberOf(schema["minItems"]) ?? 0 }, () =>
        made(fields(schema["items"]), named),
      );
    case "integer":
      return Math.ceil(least(schema));
    case "number":
      return least(schema);
    case "boolean":
      return true;
    default:
      return "loopback".padEnd(numberOf(schema["minLength"]) ?? 0, ".");
  }
}

function least(schema: Schema): number {
  const above = numberOf(schema["exclusiveMinimum"]);
  return above === undefined ? (numberOf(schema["minimum"]) ?? 0) : above + 1;
}
