/** Reads the flag values that commander passes as text. */
import { parseDuration } from "../config/durations.ts";
import type { Limits } from "../domain/journal/event.ts";
import { SetupError } from "../errors.ts";

/** The flags of one command, by their names in camel case. */
export type CommandFlags = Readonly<Record<string, unknown>>;

export function readTextFlag(flags: CommandFlags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}

export function readListFlag(flags: CommandFlags, name: string): readonly string[] {
  const value = flags[name];
  return Array.isArray(value) ? value.map(String) : [];
}

export function readNumberFlag(
  flags: CommandFlags,
  name: string,
  flag: string,
): number | undefined {
  const text = readTextFlag(flags, name);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number) && number > 0) return number;
  throw new SetupError("usage", `${flag} must be a number above 0, got "${text}".`, {
    hint: `Write it as ${flag} 10.`,
  });
}

export function readDurationFlag(
  flags: CommandFlags,
  name: string,
  flag: string,
): number | undefined {
  const text = readTextFlag(flags, name);
  if (text === undefined) return undefined;
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  throw new SetupError("usage", `${flag} must be a time such as 120s or 2m, got "${text}".`, {
    hint: `Write it as ${flag} 120s.`,
  });
}

export function readWholeNumberFlag(
  flags: CommandFlags,
  name: string,
  flag: string,
): number | undefined {
  const number = readNumberFlag(flags, name, flag);
  if (number === undefined || Number.isSafeInteger(number)) return number;
  throw new SetupError(
    "usage",
    `${flag} must be a whole number, got "${readTextFlag(flags, name)}".`,
    {
      hint: `Write it as ${flag} 10.`,
    },
  );
}

/** Where results go. An empty path would be the current directory, which nobody means. */
export function readOutputFlag(flags: CommandFlags): readonly string[] {
  const outs = readListFlag(flags, "out");
  for (const out of outs) refuseStandardOutput(out, "out");
  if (outs.every((out) => out.trim() !== "")) return outs;
  throw new SetupError("usage", "--out has no path.", { hint: "Write it as --out record.md." });
}

/** A file to write beside what is printed. */
export function readFileFlag(flags: CommandFlags, name: string): string | undefined {
  const path = readTextFlag(flags, name);
  if (path !== undefined) refuseStandardOutput(path, name);
  return path;
}

/** Where answers are recorded, and where they come from. */
export function readCassetteFlags(flags: CommandFlags): {
  readonly record: string | undefined;
  readonly replay: string | undefined;
} {
  return { record: readFileFlag(flags, "record"), replay: readTextFlag(flags, "replay") };
}

function refuseStandardOutput(path: string, name: string): void {
  if (path.trim() !== "-") return;
  throw new SetupError("usage", `--${name} - names no file.`, {
    hint: "Standard output has a use of its own here: name a file, or ./- for one of that name.",
  });
}

/** `risk=offline` to its two sides. */
export function parseNameValuePairs(
  values: readonly string[],
  flag: string,
): Record<string, string> {
  return Object.fromEntries(
    values.map((value) => {
      const at = value.indexOf("=");
      if (at > 0 && at < value.length - 1)
        return [value.slice(0, at).trim(), value.slice(at + 1).trim()];
      throw new SetupError("usage", `${flag} takes name=value, got "${value}".`, {
        hint: `Write it as ${flag} ${flag === "--seat" ? "risk=offline" : "max_rounds=1"}.`,
      });
    }),
  );
}

/** `true`, `2` and `text` as what they say. */
export function parseSettingFlags(values: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parseNameValuePairs(values, "--setting")).map(([name, value]) => [
      name,
      parseScalarFlag(value),
    ]),
  );
}

function parseScalarFlag(value: string): unknown {
  if (value === "true" || value === "false") return value === "true";
  return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

export function readLimitFlags(flags: CommandFlags): Partial<Limits> {
  const calls = readWholeNumberFlag(flags, "maxCalls", "--max-calls");
  const tokens = readWholeNumberFlag(flags, "maxTokens", "--max-tokens");
  const usd = readNumberFlag(flags, "budget", "--budget");
  const wallMs = readDurationFlag(flags, "maxTime", "--max-time");
  return {
    ...(calls !== undefined && { calls }),
    ...(tokens !== undefined && { tokens }),
    ...(usd !== undefined && { usd }),
    ...(wallMs !== undefined && { wallMs }),
  };
}
