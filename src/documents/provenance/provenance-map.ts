/** The format of the provenance map: where each paragraph comes from, and what was left out of each variant. */
import { isJsonObject, type JsonFields } from "../../domain/json.ts";
import { INTEGRATIONS, type IntegrationKind } from "../apply/change-plan.ts";

export const MAP_VERSION = 1;

/** Lines are counted from 1, the last one included; offsets count characters, `[start, end)`. */
export interface MappedUnit {
  readonly lines: readonly [number, number];
  readonly offsets: readonly [number, number];
  readonly sha256: string;
  readonly variant: number;
  readonly section: string;
  readonly title: string;
  readonly sourceLines: readonly [number, number];
  /** Null for the base's own words. */
  readonly change: number | null;
  readonly point: string | null;
  readonly integration: IntegrationKind | null;
}

export interface MappedVariant {
  readonly variant: number;
  readonly label: string;
  readonly name: string;
  readonly sha256: string;
  readonly base: boolean;
}

/** Words of a variant that are not in the output. */
export interface LeftOutPassage {
  readonly variant: number;
  readonly section: string;
  readonly title: string;
  readonly lines: readonly [number, number];
  readonly point: string | null;
  readonly why: string;
}

export interface ProvenanceMap {
  readonly version: typeof MAP_VERSION;
  /** Of the output, as UTF-8. */
  readonly sha256: string;
  readonly variants: readonly MappedVariant[];
  readonly units: readonly MappedUnit[];
  readonly leftOut: readonly LeftOutPassage[];
}

// A map read from a file. The file may be anyone's: every field is checked, and nothing else is kept.

/** Throws a TypeError that names the first field that is wrong. */
export function parseProvenanceFile(json: unknown): ProvenanceMap {
  const map = readObjectField(json, "the map");
  if (map["version"] !== MAP_VERSION) throw createFieldError("version");
  return {
    version: MAP_VERSION,
    sha256: readDigestField(map["sha256"], "sha256"),
    variants: readListField(map["variants"], "variants").map(parseMappedVariant),
    units: readListField(map["units"], "units").map(parseMappedUnit),
    leftOut: readListField(map["leftOut"], "leftOut").map(parseLeftOutPassage),
  };
}

function createFieldError(where: string): TypeError {
  return new TypeError(`In a provenance map, ${where} is missing or wrong.`);
}

function readObjectField(json: unknown, where: string): JsonFields {
  if (!isJsonObject(json)) throw createFieldError(where);
  return json;
}

function readListField(json: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(json)) throw createFieldError(where);
  return json;
}

function readTextField(json: unknown, where: string): string {
  if (typeof json !== "string") throw createFieldError(where);
  return json;
}

function readDigestField(json: unknown, where: string): string {
  if (typeof json !== "string" || !/^[0-9a-f]{64}$/.test(json)) throw createFieldError(where);
  return json;
}

function readCountField(json: unknown, where: string): number {
  if (typeof json !== "number" || !Number.isSafeInteger(json) || json < 1)
    throw createFieldError(where);
  return json;
}

function readRangeField(json: unknown, where: string, least: number): readonly [number, number] {
  const [first, last, ...rest] = readListField(json, where);
  const [from, to] = [
    readCountField(Number(first) + 1, where) - 1,
    readCountField(Number(last) + 1, where) - 1,
  ];
  if (typeof first !== "number" || typeof last !== "number" || rest.length > 0)
    throw createFieldError(where);
  if (from < least || to < from) throw createFieldError(where);
  return [from, to];
}

function readNullableField<Value>(json: unknown, read: (json: unknown) => Value): Value | null {
  return json === null ? null : read(json);
}

function parseMappedVariant(json: unknown, index: number): MappedVariant {
  const where = `variants[${index}]`;
  const { variant, label, name, sha256, base } = readObjectField(json, where);
  if (typeof base !== "boolean") throw createFieldError(`${where}.base`);
  return {
    variant: readCountField(variant, `${where}.variant`),
    label: readTextField(label, `${where}.label`),
    name: readTextField(name, `${where}.name`),
    sha256: readDigestField(sha256, `${where}.sha256`),
    base,
  };
}

function parseMappedUnit(json: unknown, index: number): MappedUnit {
  const where = `units[${index}]`;
  const unit = readObjectField(json, where);
  return {
    lines: readRangeField(unit["lines"], `${where}.lines`, 1),
    offsets: readRangeField(unit["offsets"], `${where}.offsets`, 0),
    sha256: readDigestField(unit["sha256"], `${where}.sha256`),
    variant: readCountField(unit["variant"], `${where}.variant`),
    section: readTextField(unit["section"], `${where}.section`),
    title: readTextField(unit["title"], `${where}.title`),
    sourceLines: readRangeField(unit["sourceLines"], `${where}.sourceLines`, 1),
    change: readNullableField(unit["change"], (value) => readCountField(value, `${where}.change`)),
    point: readNullableField(unit["point"], (value) => readTextField(value, `${where}.point`)),
    integration: readNullableField(unit["integration"], (value) => {
      const found = INTEGRATIONS.find((one) => one === value);
      if (found === undefined) throw createFieldError(`${where}.integration`);
      return found;
    }),
  };
}

function parseLeftOutPassage(json: unknown, index: number): LeftOutPassage {
  const where = `leftOut[${index}]`;
  const { variant, section, title, lines, point, why } = readObjectField(json, where);
  return {
    variant: readCountField(variant, `${where}.variant`),
    section: readTextField(section, `${where}.section`),
    title: readTextField(title, `${where}.title`),
    lines: readRangeField(lines, `${where}.lines`, 1),
    point: readNullableField(point, (value) => readTextField(value, `${where}.point`)),
    why: readTextField(why, `${where}.why`),
  };
}
