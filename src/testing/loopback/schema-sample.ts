/** Makes up a value that satisfies a reply's JSON Schema. */
import { type Json, toJsonFields } from "../../domain/json.ts";
import {
  readRequestJson,
  readRequestNumber,
  readRequestRows,
  readRequestText,
} from "./request-fields.ts";

type SampledSchema = Readonly<Record<string, unknown>>;

export function createSchemaSample(schema: Json): Json {
  const top = toJsonFields(schema);
  return sampleSchemaValue(top, {
    ...toJsonFields(top["definitions"]),
    ...toJsonFields(top["$defs"]),
  });
}

function sampleSchemaValue(schema: SampledSchema, named: SampledSchema): Json {
  const reference = readRequestText(schema["$ref"]).split("/").at(-1);
  if (reference) return sampleSchemaValue(toJsonFields(named[reference]), named);
  if (schema["const"] !== undefined) return readRequestJson(schema["const"]) ?? null;
  if (Array.isArray(schema["enum"])) return (schema["enum"][0] as Json | undefined) ?? null;
  const choices = [...readRequestRows(schema["anyOf"]), ...readRequestRows(schema["oneOf"])];
  // where null will do, nothing is made up
  if (choices.some(({ type }) => type === "null")) return null;
  const [choice] = choices;
  return choice ? sampleSchemaValue(choice, named) : sampleValueByType(schema, named);
}

function sampleValueByType(schema: SampledSchema, named: SampledSchema): Json {
  const types = [schema["type"]].flat().map(readRequestText);
  if (types.includes("null")) return null;
  switch (types[0]?.toLowerCase()) {
    case "object":
      return Object.fromEntries(
        Object.entries(toJsonFields(schema["properties"])).map(([name, property]) => [
          name,
          sampleSchemaValue(toJsonFields(property), named),
        ]),
      );
    case "array":
      return Array.from({ length: readRequestNumber(schema["minItems"]) ?? 0 }, () =>
        sampleSchemaValue(toJsonFields(schema["items"]), named),
      );
    case "integer":
      return Math.ceil(readSchemaMinimum(schema));
    case "number":
      return readSchemaMinimum(schema);
    case "boolean":
      return true;
    default:
      return "loopback".padEnd(readRequestNumber(schema["minLength"]) ?? 0, ".");
  }
}

function readSchemaMinimum(schema: SampledSchema): number {
  const above = readRequestNumber(schema["exclusiveMinimum"]);
  return above === undefined ? (readRequestNumber(schema["minimum"]) ?? 0) : above + 1;
}
