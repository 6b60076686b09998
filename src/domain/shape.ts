/**
 * Checks of values that came as JSON from elsewhere. A check answers undefined, or where the value is wrong and how.
 * Nothing is copied and no path is put together until something is wrong, so that checking costs little beside parsing.
 */

export interface ShapeFault {
  /** "limits.calls", or "asks[2].by"; empty for the value itself. */
  readonly path: string;
  /** "must be a text". */
  readonly says: string;
}

export type Shape = (value: unknown) => ShapeFault | undefined;

type Shapes = Readonly<Record<string, Shape>>;

/** "has an invalid field fact.usage.costUsd: must be …", after the name of what is wrong. */
export function describeShapeFault({ path, says }: ShapeFault): string {
  if (path === "") return says;
  if (says === MISSING) return `has no field ${path}`;
  return says === UNKNOWN
    ? `has an unknown field ${path}`
    : `has an invalid field ${path}: ${says}`;
}

const MISSING = "is missing";
const UNKNOWN = "is not known";

function wrong(says: string): ShapeFault {
  return { path: "", says };
}

function inside(name: string, { path, says }: ShapeFault): ShapeFault {
  const glue = path === "" || path.startsWith("[") ? "" : ".";
  return { path: `${name}${glue}${path}`, says };
}

/** Names come from elsewhere too, and are told in one line of a terminal. */
function harmlessName(name: string): string {
  return /^[\w-]{1,64}$/.test(name) ? name : "(unreadable name)";
}

export const anyText: Shape = (value) =>
  typeof value === "string" ? undefined : wrong("must be a text");

export const trueOrFalse: Shape = (value) =>
  typeof value === "boolean" ? undefined : wrong("must be true or false");

/** A short text that names something: no control characters, nothing that separates the parts of a key. */
export const shortId: Shape = (value) =>
  typeof value === "string" && SHORT_ID.test(value)
    ? undefined
    : wrong("must be an id of 1 to 200 characters");

// eslint-disable-next-line no-control-regex -- these are what is refused
const SHORT_ID = /^[^\u0000-\u001f\u007f/]{1,200}$/;

export function matching(pattern: RegExp, what: string): Shape {
  const fault = wrong(`must be ${what}`);
  return (value) => (typeof value === "string" && pattern.test(value) ? undefined : fault);
}

export function numberFrom(least: number, most: number): Shape {
  const fault = wrong(`must be a number from ${least} to ${most}`);
  return (value) =>
    typeof value === "number" && value >= least && value <= most ? undefined : fault;
}

export function wholeFrom(least: number, most: number = Number.MAX_SAFE_INTEGER): Shape {
  const fault = wrong(`must be a whole number from ${least} to ${most}`);
  return (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : fault;
}

export function oneOf(...words: readonly (string | boolean)[]): Shape {
  const fault = wrong(`must be ${words.join(", ")}`.replace(/, ([^,]+)$/, " or $1"));
  return (value) => (words.includes(value as string | boolean) ? undefined : fault);
}

export function orNull(shape: Shape): Shape {
  return (value) => {
    if (value === null) return undefined;
    const fault = shape(value);
    return fault?.path === "" ? wrong(`${fault.says}, or null`) : fault;
  };
}

export function listOf(shape: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) return wrong("must be a list");
    for (let index = 0; index < value.length; index++) {
      const fault = shape(value[index]);
      if (fault) return inside(`[${index}]`, fault);
    }
    return undefined;
  };
}

/** A list of objects of which no two have the same id. */
export function listOfDistinct(shape: Shape, idName = "id"): Shape {
  const items = listOf(shape);
  return (value) => {
    const fault = items(value);
    if (fault) return fault;
    const seen = new Set<unknown>();
    for (const [index, item] of (value as Readonly<Record<string, unknown>>[]).entries()) {
      if (seen.has(item[idName])) return { path: `[${index}].${idName}`, says: "must be unique" };
      seen.add(item[idName]);
    }
    return undefined;
  };
}

/** An object with these fields and no others; those in `optional` may be left out. */
export function objectOf(required: Shapes, optional: Shapes = {}): Shape {
  const names = Object.keys(required);
  const owed = names.length;
  const known = new Map(
    Object.entries({ ...optional, ...required }).map(([name, shape]) => [
      name,
      { shape, counts: name in required ? 1 : 0 },
    ]),
  );
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return wrong("must be an object");
    }
    let found = 0;
    for (const name in value) {
      const given = (value as Readonly<Record<string, unknown>>)[name];
      // what has no value is not written
      if (given === undefined) continue;
      const field = known.get(name);
      if (field === undefined) return { path: harmlessName(name), says: UNKNOWN };
      const fault = field.shape(given);
      if (fault !== undefined) return inside(name, fault);
      found += field.counts;
    }
    if (found === owed) return undefined;
    const fields = value as Readonly<Record<string, unknown>>;
    const isGiven = (name: string): boolean =>
      Object.hasOwn(fields, name) && fields[name] !== undefined;
    return { path: names.find((name) => !isGiven(name)) ?? "", says: MISSING };
  };
}

/** An object with any names, each for a value of this shape. */
export function recordOf(shape: Shape): Shape {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return wrong("must be an object");
    }
    for (const name in value) {
      if (name === PROTOTYPE) return { path: PROTOTYPE, says: "is a name that cannot be used" };
      const fault = shape((value as Readonly<Record<string, unknown>>)[name]);
      if (fault) return inside(harmlessName(name), fault);
    }
    return undefined;
  };
}

const PROTOTYPE = "__proto__";
// readers go through such a value level by level, on a stack that ends
const DEEPEST_JSON = 64;

/** Any JSON that is not nested too deeply, with numbers that are numbers. */
export const anyJson: Shape = (value) => jsonFault(value, DEEPEST_JSON);

function jsonFault(value: unknown, levels: number): ShapeFault | undefined {
  if (typeof value === "number") {
    return Number.isFinite(value) ? undefined : wrong("must be a finite number");
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (levels === 0) return wrong(`must have at most ${DEEPEST_JSON} levels`);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const fault = jsonFault(value[index], levels - 1);
      if (fault) return levels === DEEPEST_JSON ? inside(`[${index}]`, fault) : fault;
    }
    return undefined;
  }
  for (const name in value) {
    if (name === PROTOTYPE) return { path: PROTOTYPE, says: "is a name that cannot be used" };
    const fault = jsonFault((value as Readonly<Record<string, unknown>>)[name], levels - 1);
    // the first level is enough to find it by, and a path of any length is not
    if (fault) return levels === DEEPEST_JSON ? inside(harmlessName(name), fault) : fault;
  }
  return undefined;
}
