/** How long ago something was, in the reader's words. */

const AGO = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

const STEPS = [
  ["minute", 60_000, 60],
  ["hour", 3_600_000, 24],
  ["day", 86_400_000, 14],
] as const;

/** "3 minutes ago", "yesterday"; the date where that is two weeks away or more. */
export function agoWords(atMs: number, nowMs: number): string {
  const passed = Math.max(0, nowMs - atMs);
  if (passed < 60_000) return "just now";
  for (const [unit, ms, most] of STEPS) {
    const units = Math.floor(passed / ms);
    if (units < most) return AGO.format(-units, unit);
  }
  return DATE.format(atMs);
}
