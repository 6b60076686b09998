/** Durations as people write them: seconds as a number, or a number with a unit. */

export const DURATION_PATTERN = /^\s*(\d{1,9}(?:\.\d{1,6})?)\s*(ms|s|m|h|d)?\s*$/;

export const DURATION_RULE = "must be a duration such as 500ms, 120s, 2m or 1h, and at most 7d";

/** Milliseconds, or undefined if it is not a duration or out of range. */
export function parseDuration(given: string | number): number | undefined {
  const [, amount, unit = "s"] = DURATION_PATTERN.exec(String(given)) ?? [];
  if (amount === undefined) return undefined;
  const ms = Math.round(Number(amount) * (UNIT_MS[unit] ?? 0));
  return ms >= 1 && ms <= MAX_DURATION_MS ? ms : undefined;
}

/** The shortest exact spelling: 120000 is `2m`, 90000 is `90s`. */
export function formatDurationSetting(ms: number): string {
  const [unit, size] = Object.entries(UNIT_MS).findLast(([, size]) => ms % size === 0) ?? ["ms", 1];
  return `${ms / size}${unit}`;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

// a timer beyond 24.8 days overflows and fires at once
const MAX_DURATION_MS = 7 * 86_400_000;
