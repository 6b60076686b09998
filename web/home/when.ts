/** How long ago something was, in the reader's words. */

const RELATIVE_TIME_FORMAT = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const AGO_DATE_FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

const RELATIVE_TIME_STEPS = [
  ["minute", 60_000, 60],
  ["hour", 3_600_000, 24],
  ["day", 86_400_000, 14],
] as const;

/** "3 minutes ago", "yesterday"; the date where that is two weeks away or more. */
export function formatTimeAgo(atMs: number, nowMs: number): string {
  const passed = Math.max(0, nowMs - atMs);
  if (passed < 60_000) return "just now";
  for (const [unit, ms, most] of RELATIVE_TIME_STEPS) {
    const units = Math.floor(passed / ms);
    if (units < most) return RELATIVE_TIME_FORMAT.format(-units, unit);
  }
  return AGO_DATE_FORMAT.format(atMs);
}
