/**
 * Checks for values that came in as JSON. A check returns undefined, or where the value is wrong and how. It copies
 * nothing and builds no path until something is wrong, so checking costs little beside parsing.
 */

export interface ShapeFault {
  /** "limits.calls", or "asks[2].by"; empty for the value itself. */
  readonly path: string;
  /** "must be a text". */
  readonly says: string;
}

export type ShapeCheck = (value: unknown) => ShapeFault | undefined;

type ShapeChecks = Readonly<Record<string, ShapeCheck>>;

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

function createShapeFault(says: string): ShapeFault {
  return { path: "", says };
}

function prefixFaultPath(name: string, { path, says }: ShapeFault): ShapeFault {
  const glue = path === "" || path.startsWith("[") ? "" : ".";
  return { path: `${name}${glue}${path}`, says };
}

/** Names come from elsewhere too, and are shown on one terminal line. */
function sanitizeFieldName(name: string): string {
  return /^[\w-]{1,64}$/.test(name) ? name : "(unreadable name)";
}

export const anyText: ShapeCheck = (value) =>
  typeof value === "string" ? undefined : createShapeFault("must be a text");

export const anyBoolean: ShapeCheck = (value) =>
  typeof value === "boolean" ? undefined : createShapeFault("must be true or false");

/** A short text that names something: no control characters, nothing that separates the parts of a key. */
export const shortId: ShapeCheck = (value) =>
  typeof value === "string" && SHORT_ID.test(value)
    ? undefined
    : createShapeFault("must be an id of 1 to 200 characters");

// eslint-disable-next-line no-control-regex -- these are what is refused
const SHORT_ID = /^[^\u0000-\u001f\u007f/]{1,200}$/;

export function textMatching(pattern: RegExp, what: string): ShapeCheck {
  const fault = createShapeFault(`must be ${what}`);
  return (value) => (typeof value === "string" && pattern.test(value) ? undefined : fault);
}

export function numberInRange(least: number, most: number): ShapeCheck {
  const fault = createShapeFault(`must be a number from ${least} to ${most}`);
  return (value) =>
    typeof value === "number" && value >= least && value <= most ? undefined : fault;
}

export function integerInRange(least: number, most: number = Number.MAX_SAFE_INTEGER): ShapeCheck {
  const fault = createShapeFault(`must be a whole number from ${least} to ${most}`);
  return (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : fault;
}

export function expectChoice(...words: readonly (string | boolean)[]): ShapeCheck {
  const fault = createShapeFault(`must be ${words.join(", ")}`.replace(/, ([^,]+)$/, " or $1"));
  return (value) => (words.includes(value as string | boolean) ? undefined : fault);
}

export function orNull(shape: ShapeCheck): ShapeCheck {
  return (value) => {
    if (value === null) return undefined;
    const fault = shape(value);
    return fault?.path === "" ? createShapeFault(`${fault.says}, or null`) : fault;
  };
}

export function expectList(shape: ShapeCheck): ShapeCheck {
  return (value) => {
    if (!Array.isArray(value)) return createShapeFault("must be a list");
    for (let index = 0; index < value.length; index++) {
      const fault = shape(value[index]);
      if (fault) return prefixFaultPath(`[${index}]`, fault);
    }
    return undefined;
  };
}

/** A list of objects with unique ids. */
export function listOfDistinct(shape: ShapeCheck, idName = "id"): ShapeCheck {
  const items = expectList(shape);
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
export function expectObject(required: ShapeChecks, optional: ShapeChecks = {}): ShapeCheck {
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
      return createShapeFault("must be an object");
    }
    let found = 0;
    for (const name in value) {
      const given = (value as Readonly<Record<string, unknown>>)[name];
      // what has no value is not written
      if (given === undefined) continue;
      const field = known.get(name);
      if (field === undefined) return { path: sanitizeFieldName(name), says: UNKNOWN };
      const fault = field.shape(given);
      if (fault !== undefined) return prefixFaultPath(name, fault);
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
export function expectRecord(shape: ShapeCheck): ShapeCheck {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return createShapeFault("must be an object");
    }
    for (const name in value) {
      if (name === PROTOTYPE) return { path: PROTOTYPE, says: "is a name that cannot be used" };
      const fault = shape((value as Readonly<Record<string, unknown>>)[name]);
      if (fault) return prefixFaultPath(sanitizeFieldName(name), fault);
    }
    return undefined;
  };
}

const PROTOTYPE = "__proto__";
// readers go through such a value level by level, on a stack that ends
const DEEPEST_JSON = 64;

/** Any JSON that is not nested too deeply, with numbers that are numbers. */
export const anyJson: ShapeCheck = (value) => findJsonFault(value, DEEPEST_JSON);

function findJsonFault(value: unknown, levels: number): ShapeFault | undefined {
  if (typeof value === "number") {
    return Number.isFinite(value) ? undefined : createShapeFault("must be a finite number");
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (levels === 0) return createShapeFault(`must have at most ${DEEPEST_JSON} levels`);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const fault = findJsonFault(value[index], levels - 1);
      if (fault) return levels === DEEPEST_JSON ? prefixFaultPath(`[${index}]`, fault) : fault;
    }
    return undefined;
  }
  for (const name in value) {
    if (name === PROTOTYPE) return { path: PROTOTYPE, says: "is a name that cannot be used" };
    const fault = findJsonFault((value as Readonly<Record<string, unknown>>)[name], levels - 1);
    // the first level is enough to find it by, and a path of any length is not
    if (fault)
      return levels === DEEPEST_JSON ? prefixFaultPath(sanitizeFieldName(name), fault) : fault;
  }
  return undefined;
}
