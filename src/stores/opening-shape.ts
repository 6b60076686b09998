/** Whether the first line of a journal from elsewhere opens a debate: its hash may hold and its fields be anything. */

type Fields = Readonly<Record<string, unknown>>;

/** A line that is no JSON is left to the chain, which says so. */
export function opensNoDebate(line: string): boolean {
  try {
    const { fact } = JSON.parse(line) as { fact: unknown };
    return !isOpening(fact);
  } catch {
    return false;
  }
}

function isOpening(fact: unknown): boolean {
  if (!isObject(fact) || fact["type"] !== "debate-opened") return false;
  const { brief, participants, limits, notices } = fact;
  return (
    hasTexts(fact, ["debate", "protocol", "salt", "by"]) &&
    hasTexts(brief, ["id", "question"]) &&
    isList(brief["options"], (option) => hasTexts(option, ["id", "label"])) &&
    isList(brief["sources"], (source) => hasTexts(source, ["id", "title", "sha256"])) &&
    isList(participants, (seat) => hasTexts(seat, ["id", "name", "role", "model", "mark"])) &&
    isList(notices, (notice) => typeof notice === "string") &&
    isObject(limits)
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasTexts(value: unknown, names: readonly string[]): value is Fields {
  return isObject(value) && names.every((name) => typeof value[name] === "string");
}

function isList(value: unknown, holds: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(holds);
}
