import { parseDuration } from "../config/durations.ts";
/** Reads flag values that commander hands over as text. */
import type { Limits } from "../domain/event.ts";
import { SetupError } from "../errors.ts";

type Flags = Readonly<Record<string, unknown>>;

export function textFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}

export function listFlag(flags: Flags, name: string): readonly string[] {
  const value = flags[name];
  return Array.isArray(value) ? value.map(String) : [];
}

export function numberFlag(flags: Flags, name: string, flag: string): number | undefined {
  const text = textFlag(flags, name);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number) && number > 0) return number;
  throw new SetupError("usage", `${flag} must be a number above 0, got "${text}".`, {
    hint: `Write it as ${flag} 10.`,
  });
}

export function durationFlag(flags: Flags, name: string, flag: string): number | undefined {
  const text = textFlag(flags, name);
  if (text === undefined) return undefined;
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  throw new SetupError("usage", `${flag} must be a time such as 120s or 2m, got "${text}".`, {
    hint: `Write it as ${flag} 120s.`,
  });
}

export function wholeFlag(flags: Flags, name: string, flag: string): number | undefined {
  const number = numberFlag(flags, name, flag);
  if (number === undefined || Number.isSafeInteger(number)) return number;
  throw new SetupError("usage", `${flag} must be a whole number, got "${textFlag(flags, name)}".`, {
    hint: `Write it as ${flag} 10.`,
  });
}

/** Where results go. An empty path would be the current directory, which nobody means. */
export function outFlag(flags: Flags): readonly string[] {
  const outs = listFlag(flags, "out");
  for (const out of outs) refuseNoFile(out, "out");
  if (outs.every((out) => out.trim() !== "")) return outs;
  throw new SetupError("usage", "--out has no path.", { hint: "Write it as --out record.md." });
}

/** A file to write beside what is printed. */
export function fileFlag(flags: Flags, name: string): string | undefined {
  const path = textFlag(flags, name);
  if (path !== undefined) refuseNoFile(path, name);
  return path;
}

/** Where answers are recorded, and where they come from. */
export function cassettesIn(flags: Flags): {
  readonly record: string | undefined;
  readonly replay: string | undefined;
} {
  return { record: fileFlag(flags, "record"), replay: textFlag(flags, "replay") };
}

function refuseNoFile(path: string, name: string): void {
  if (path.trim() !== "-") return;
  throw new SetupError("usage", `--${name} - names no file.`, {
    hint: "Standard output has a use of its own here: name a file, or ./- for one of that name.",
  });
}

/** `risk=offline` to its two sides. */
export function pairs(values: readonly string[], flag: string): Record<string, string> {
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
export function settingValues(values: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(pairs(values, "--setting")).map(([name, value]) => [name, scalar(value)]),
  );
}

function scalar(value: string): unknown {
  if (value === "true" || value === "false") return value === "true";
  return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

export function limitsFrom(flags: Flags): Partial<Limits> {
  const calls = wholeFlag(flags, "maxCalls", "--max-calls");
  const tokens = wholeFlag(flags, "maxTokens", "--max-tokens");
  const usd = numberFlag(flags, "budget", "--budget");
  const wallMs = durationFlag(flags, "maxTime", "--max-time");
  return {
    ...(calls !== undefined && { calls }),
    ...(tokens !== undefined && { tokens }),
    ...(usd !== undefined && { usd }),
    ...(wallMs !== undefined && { wallMs }),
  };
}
