/** Settings of protocols for completion: `name=value`, with every value that is known. */
import * as z from "zod";

import { PROTOCOLS } from "../../dissent.ts";
import type { CompletionSuggestion } from "./suggestions.ts";

interface SettingShape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SettingShape[];
  readonly default?: unknown;
  readonly description?: string;
}

/** Those of the protocol that the words before name; of all protocols if they name none. */
export function suggestSettings(before: readonly string[]): CompletionSuggestion[] {
  const named = PROTOCOLS.filter(({ id }) => isProtocolNamed(id, before));
  const found = (named.length > 0 ? named : PROTOCOLS).flatMap(({ settings }) => {
    const { properties = {} } = z.toJSONSchema(settings, { io: "input" }) as {
      properties?: Readonly<Record<string, SettingShape>>;
    };
    return Object.entries(properties).flatMap(([name, shape]) =>
      listKnownValues(shape).map((value) => ({
        value: `${name}=${value}`,
        about: shape.description ?? "",
      })),
    );
  });
  return [...new Map(found.map((one) => [one.value, one])).values()];
}

/** After `-p` or `--protocol`, or as the command of that name. */
function isProtocolNamed(id: string, before: readonly string[]): boolean {
  return before.some(
    (word, index) =>
      word === `--protocol=${id}` ||
      (word === id && (index === 0 || /^(?:-p|--protocol|=)$/.test(before[index - 1] ?? ""))),
  );
}

/** Both of a switch, all of a choice, else what it is by default. */
function listKnownValues(shape: SettingShape): string[] {
  const { type, enum: choices, anyOf = [], default: fallback } = shape;
  const inside = anyOf.flatMap((one) => listKnownValues(one));
  const known = type === "boolean" ? [true, false] : (choices ?? []);
  const values = [...known.filter((value) => value !== null).map(String), ...inside];
  if (values.length > 0) return values;
  return typeof fallback === "number" || typeof fallback === "string" ? [String(fallback)] : [];
}
