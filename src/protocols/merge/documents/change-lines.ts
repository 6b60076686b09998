/** For merge-summary.md: the changes that carry out one decision, in one plain line. */
import type { MergeChange } from "../../../documents/apply/change-plan.ts";
import { cutAtWord } from "../../../text/cut-text.ts";
import { calledBy, type Finished, variantNumbered } from "../rules/table.ts";

/** "#3 “M1: Agent > Risks” adds what Variant B says (C-014): both lists are needed." */
export function describeChanges(
  finished: Finished,
  changes: readonly MergeChange[],
  reason: string,
): string {
  const places = [...new Set(changes.map((change) => findPlaceTitle(finished, change)))];
  const [first = "", second] = places;
  const where =
    places.length <= 2
      ? `${first}${second === undefined ? "" : ` and ${second}`}`
      : `${first} and ${places.length - 1} other places`;
  const numbers = formatNumbers(changes.map(({ number }) => number));
  const one = changes[0];
  const done = one === undefined ? "" : describeDeeds(finished, changes, one);
  return `${numbers} ${where}: ${done} (${one?.point ?? ""}): ${cutLine(reason)}`;
}

function findPlaceTitle(finished: Finished, { targetSection }: MergeChange): string {
  const base = variantNumbered(finished, finished.plan.into)?.document;
  const section = base?.sections[targetSection];
  const above = section?.parent ? base?.sections[section.parent] : undefined;
  const titles = [above !== undefined && above.depth > 1 ? above.title : "", section?.title ?? ""];
  const title = titles.filter((one) => one !== "").join(" > ");
  return title === "" ? "the beginning" : `“${title}”`;
}

function describeDeeds(
  finished: Finished,
  changes: readonly MergeChange[],
  first: MergeChange,
): string {
  const by = (change: MergeChange): string => describeDeed(change, calledBy(finished, change.from));
  const takes = changes.filter(
    ({ source, integration }) => source ?? integration === "restructure",
  );
  const [deed = "", second] = new Set((takes.length > 0 ? takes : [first]).map(by));
  if (second === undefined) {
    const isPlain = takes.length === changes.length || takes.length === 0;
    const isReplaced = takes.every(({ integration }) => integration === "replace");
    return isPlain || isReplaced ? deed : `${deed}, leaves other words out`;
  }
  const others = [...new Set(takes.map(({ from }) => from))];
  const names = others.map((one) => `${calledBy(finished, one)}'s`).join(" and ");
  return `puts ${names} words with the base's`;
}

/** "#3", "#2 to #9", "#1, #22". */
function formatNumbers(numbers: readonly number[]): string {
  const runs: number[][] = [];
  for (const number of numbers) {
    if (runs.at(-1)?.at(-1) === number - 1) runs.at(-1)?.push(number);
    else runs.push([number]);
  }
  const format = (run: readonly number[]): string =>
    run.length < 3 ? run.map((one) => `#${one}`).join(", ") : `#${run[0]} to #${run.at(-1)}`;
  return runs.map(format).join(", ");
}

function describeDeed({ integration, source }: MergeChange, by: string): string {
  if (source === null && integration !== "restructure") return "leaves words out";
  if (integration === "replace") return `takes ${by}'s words`;
  return integration === "restructure" ? `takes ${by}'s order` : `adds what ${by} says`;
}

const MOST_NUMBERS = 8;

/** Ids that are taken in the base: what lists or counts them is as it was. */
export function describeRenumbered(changes: readonly MergeChange[]): string[] {
  const names = new Map(
    changes.flatMap(({ renames = [] }) => renames.map(({ id, as }) => [as, id] as const)),
  );
  if (names.size === 0) return [];
  const sorted = [...names].toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  const told = sorted.slice(0, MOST_NUMBERS).map(([as, id]) => `${id} as ${as}`);
  const more = sorted.length - told.length;
  const list = `${told.join(", ")}${more > 0 ? ` and ${more} more in merge-log.md` : ""}`;
  return [`Taken under free numbers: ${list}; look at what lists or counts them`];
}

const LONGEST_LINE = 160;

export function cutLine(words: string): string {
  return cutAtWord(words.replace(/\s+/g, " ").trim(), LONGEST_LINE);
}
