/** A map read from a file. The file may be anyone's: every field is checked, and nothing else is kept. */
import { INTEGRATIONS } from "./change.ts";
import {
  type LeftOut,
  MAP_VERSION,
  type MappedUnit,
  type MappedVariant,
  type ProvenanceMap,
} from "./provenance-map.ts";

/** Throws a TypeError that names the first field that is wrong. */
export function readProvenance(json: unknown): ProvenanceMap {
  const map = fieldsOf(json, "the map");
  if (map["version"] !== MAP_VERSION) throw wrong("version");
  return {
    version: MAP_VERSION,
    sha256: digest(map["sha256"], "sha256"),
    variants: list(map["variants"], "variants").map(variantOf),
    units: list(map["units"], "units").map(unitOf),
    leftOut: list(map["leftOut"], "leftOut").map(leftOutOf),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function wrong(where: string): TypeError {
  return new TypeError(`In a provenance map, ${where} is missing or wrong.`);
}

function fieldsOf(json: unknown, where: string): Fields {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw wrong(where);
  return json as Fields;
}

function list(json: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(json)) throw wrong(where);
  return json;
}

function text(json: unknown, where: string): string {
  if (typeof json !== "string") throw wrong(where);
  return json;
}

function digest(json: unknown, where: string): string {
  if (typeof json !== "string" || !/^[0-9a-f]{64}$/.test(json)) throw wrong(where);
  return json;
}

function count(json: unknown, where: string): number {
  if (typeof json !== "number" || !Number.isSafeInteger(json) || json < 1) throw wrong(where);
  return json;
}

function range(json: unknown, where: string, least: number): readonly [number, number] {
  const [first, last, ...rest] = list(json, where);
  const [from, to] = [count(Number(first) + 1, where) - 1, count(Number(last) + 1, where) - 1];
  if (typeof first !== "number" || typeof last !== "number" || rest.length > 0) throw wrong(where);
  if (from < least || to < from) throw wrong(where);
  return [from, to];
}

function orNull<Value>(json: unknown, read: (json: unknown) => Value): Value | null {
  return json === null ? null : read(json);
}

function variantOf(json: unknown, index: number): MappedVariant {
  const where = `variants[${index}]`;
  const { variant, label, name, sha256, base } = fieldsOf(json, where);
  if (typeof base !== "boolean") throw wrong(`${where}.base`);
  return {
    variant: count(variant, `${where}.variant`),
    label: text(label, `${where}.label`),
    name: text(name, `${where}.name`),
    sha256: digest(sha256, `${where}.sha256`),
    base,
  };
}

function unitOf(json: unknown, index: number): MappedUnit {
  const where = `units[${index}]`;
  const unit = fieldsOf(json, where);
  return {
    lines: range(unit["lines"], `${where}.lines`, 1),
    offsets: range(unit["offsets"], `${where}.offsets`, 0),
    sha256: digest(unit["sha256"], `${where}.sha256`),
    variant: count(unit["variant"], `${where}.variant`),
    section: text(unit["section"], `${where}.section`),
    title: text(unit["title"], `${where}.title`),
    sourceLines: range(unit["sourceLines"], `${where}.sourceLines`, 1),
    change: orNull(unit["change"], (value) => count(value, `${where}.change`)),
    point: orNull(unit["point"], (value) => text(value, `${where}.point`)),
    integration: orNull(unit["integration"], (value) => {
      const found = INTEGRATIONS.find((one) => one === value);
      if (found === undefined) throw wrong(`${where}.integration`);
      return found;
    }),
  };
}

function leftOutOf(json: unknown, index: number): LeftOut {
  const where = `leftOut[${index}]`;
  const { variant, section, title, lines, point, why } = fieldsOf(json, where);
  return {
    variant: count(variant, `${where}.variant`),
    section: text(section, `${where}.section`),
    title: text(title, `${where}.title`),
    lines: range(lines, `${where}.lines`, 1),
    point: orNull(point, (value) => text(value, `${where}.point`)),
    why: text(why, `${where}.why`),
  };
}
