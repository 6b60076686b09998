/** The first place where two values differ, as a person would point at it. */
export function describeFirstDifference(
  recorded: unknown,
  computed: unknown,
  path: string,
): string | undefined {
  if (Object.is(recorded, computed)) return undefined;
  const alike = Array.isArray(recorded) === Array.isArray(computed);
  if (!isPlainRecord(recorded) || !isPlainRecord(computed) || !alike) {
    return `${path} is recorded as ${formatDiffValue(recorded)}, recomputed as ${formatDiffValue(computed)}`;
  }
  const keys = new Set([...Object.keys(recorded), ...Object.keys(computed)]);
  for (const key of keys) {
    const difference = describeFirstDifference(recorded[key], computed[key], `${path}.${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function isPlainRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function formatDiffValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
