/** Which lines of a search are shown where not all of them can be. */
import { formatPath } from "./file-tree.ts";

/** A line that was found, ready to be shown. */
export interface MatchedLine {
  readonly path: string;
  readonly number: number;
  readonly text: string;
  readonly isRedacted: boolean;
}

/** Lines of a search that are shown; more would be half a file. */
const MOST_SHOWN = 40;
/** Lines of one file that come before those of the next. */
const FIRST_OF_A_FILE = 5;
/** Fewer lines that another search shows are shown again: that is easier to read. */
const FEWEST_LEFT_OUT = 6;

const TEST_PATH =
  /(?:^|\/)(?:tests?|__tests__|spec|testdata|fixtures|snapshots)(?:\/|$)|[._-](?:test|spec)\.|_test\.|(?:^|\/)test_/i;

export interface ChosenMatches {
  readonly shown: readonly MatchedLine[];
  /** Lines that other searches show. */
  readonly elsewhere: number;
  readonly left: number;
}

/**
 * Files of the program before its tests, some lines of every file before all of one, and no long list twice. What is
 * chosen stays in its order.
 */
export function chooseMatches(
  matches: readonly MatchedLine[],
  isShownElsewhere: (match: MatchedLine) => boolean,
): ChosenMatches {
  const repeated = matches.filter(isShownElsewhere);
  const isRepeatedLeftOut = repeated.length >= FEWEST_LEFT_OUT;
  const fresh = isRepeatedLeftOut ? matches.filter((match) => !repeated.includes(match)) : matches;
  const chosen = new Set(rankMatches(fresh).slice(0, MOST_SHOWN));
  return {
    shown: fresh.filter((match) => chosen.has(match)),
    elsewhere: isRepeatedLeftOut ? repeated.length : 0,
    left: fresh.length - chosen.size,
  };
}

function rankMatches(matches: readonly MatchedLine[]): readonly MatchedLine[] {
  const counts = new Map<string, number>();
  const ranked = matches.map((match) => {
    const place = counts.get(match.path) ?? 0;
    counts.set(match.path, place + 1);
    return { match, isTest: TEST_PATH.test(match.path), turn: Math.floor(place / FIRST_OF_A_FILE) };
  });
  return ranked
    .toSorted((a, b) => Number(a.isTest) - Number(b.isTest) || a.turn - b.turn)
    .map(({ match }) => match);
}

export function formatPlace({ path, number }: Pick<MatchedLine, "path" | "number">): string {
  return `${formatPath(path)}:${number}`;
}

export function formatMatches(
  what: string,
  { shown, elsewhere, left }: ChosenMatches,
  { of, isCut }: { readonly of: number; readonly isCut: boolean },
): string {
  return [
    `${what}: ${isCut ? "more than " : ""}${of === 1 ? "1 line" : `${of} lines`}`,
    ...shown.map((match) => `${formatPlace(match)}: ${match.text}`),
    ...(elsewhere > 0 ? [`(and ${elsewhere} that another search shows)`] : []),
    ...(left > 0 ? [`(and ${left} more)`] : []),
  ].join("\n");
}
