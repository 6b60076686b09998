/** Reads JSON that a program printed, with whatever it printed around it. */

export type Fields = Readonly<Record<string, unknown>>;

/** The value at a path such as `item.text`; undefined where there is none. Numbers count into lists, -1 is the last. */
export function at(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((inner, name) => {
    if (Array.isArray(inner)) return /^-?\d+$/.test(name) ? inner.at(Number(name)) : undefined;
    return Object.hasOwn(fieldsOf(inner), name) ? fieldsOf(inner)[name] : undefined;
  }, value);
}

export function textAt(value: unknown, path: string): string | undefined {
  const found = at(value, path);
  return typeof found === "string" && found.trim() !== "" ? found : undefined;
}

/** A count or an amount; what is not a number counts as none. */
export function numberAt(value: unknown, path: string): number {
  const found = at(value, path);
  return typeof found === "number" && Number.isFinite(found) && found > 0 ? found : 0;
}

export function statusAt(value: unknown, path: string): number | undefined {
  const found = numberAt(value, path);
  return Number.isInteger(found) && found >= 400 && found <= 599 ? found : undefined;
}

/** The object or list that a text is, or ends with: warnings are printed before it. */
export function jsonIn(text: string): unknown {
  const whole = parsed(text);
  if (whole !== undefined) return whole;
  // the end of a text is read from the last lines that could begin it, so that a flood of noise stays cheap
  const starts = [...text.slice(-LONGEST_END).matchAll(/^[[{]/gm)].slice(-MOST_STARTS);
  for (const { index } of starts) {
    const value = parsed(text.slice(-LONGEST_END).slice(index));
    if (value !== undefined) return value;
  }
  return undefined;
}

const LONGEST_END = 1024 * 1024;
const MOST_STARTS = 50;

/** Every line that is an object; others are noise. */
export function jsonLines(text: string): readonly Fields[] {
  return text.split("\n").flatMap((line) => {
    const value = line.trimStart().startsWith("{") ? parsed(line) : undefined;
    return typeof value === "object" && value !== null ? [fieldsOf(value)] : [];
  });
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    // not JSON, or not all of it
    return undefined;
  }
}
