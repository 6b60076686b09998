/** Where in an agent's JSON its answer stands: `item.text where item.type=agent_message`. */
import { readJsonPath } from "./printed-json.ts";

export interface AnswerPath {
  readonly path: string;
  /** All of them hold for the object that is meant. */
  readonly where: readonly (readonly [path: string, value: string])[];
}

/** Undefined where it is not written like that. */
export function parseAnswerPath(text: string): AnswerPath | undefined {
  const [, path, conditions] = /^\s*([^\s=]+)(?:\s+where\s+(.+?))?\s*$/i.exec(text) ?? [];
  if (path === undefined || !PATH.test(path)) return undefined;
  const where = (conditions === undefined ? [] : conditions.split(/\s+and\s+/i)).map(
    (condition): readonly [string, string] | undefined => {
      const [, name, value] = /^(\S+?)\s*=\s*(.+)$/.exec(condition) ?? [];
      return name !== undefined && value !== undefined && PATH.test(name)
        ? [name, value.replace(/^"(.*)"$/, "$1")]
        : undefined;
    },
  );
  return where.includes(undefined)
    ? undefined
    : { path, where: where.filter((one) => one !== undefined) };
}

const PATH = /^[^\s.=]+(?:\.[^\s.=]+)*$/;

/** The text at the place in the last value that has one; an object there is given as JSON. */
export function findAnswerText(
  values: readonly unknown[],
  { path, where }: AnswerPath,
): string | undefined {
  return values
    .filter((value) =>
      where.every(([name, wanted]) => String(readJsonPath(value, name)) === wanted),
    )
    .map((value) => stringifyAnswerValue(readJsonPath(value, path)))
    .findLast((text) => text !== undefined);
}

function stringifyAnswerValue(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : undefined;
}
