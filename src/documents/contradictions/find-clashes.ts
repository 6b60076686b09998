/** Finds clashes among statements with the same key, without comparing all pairs. */
import { computeWordOverlap, listTitleWords } from "../../text/comparable-words.ts";
import type { StatementLocation, LocatedStatement } from "../claims/document-statements.ts";
import { readSpanText } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";

/** More things under one key than this are a list, not a repetition; the rest is not compared. */
const MOST_UNDER_ONE_KEY = 40;
const MOST_OF_A_VARIANT = 4;

/** The first two exclude each other. Between variants there is one of each that speaks of it. */
export type StatementClash<Said> = readonly [
  LocatedStatement<Said>,
  LocatedStatement<Said>,
  ...LocatedStatement<Said>[],
];

export interface ClashScan {
  /** True to look between variants, false to look within one document. */
  readonly between: boolean;
  readonly breathe: YieldToEventLoop;
}

interface ClashSearch<Said> extends ClashScan {
  /** What is about the same thing has the same key, if it is in the same scope. */
  readonly getKey: (said: Said) => string;
  readonly clash: (a: Said, b: Said) => boolean;
}

const CLASH_BATCH_SIZE = 256;

/** At most one for each key. */
export async function findClashes<Said>(
  stated: readonly LocatedStatement<Said>[],
  { getKey, clash, between, breathe }: ClashSearch<Said>,
): Promise<StatementClash<Said>[]> {
  const found: StatementClash<Said>[] = [];
  let looked = 0;
  for (const group of (await groupByClashKey(stated, getKey, breathe)).values()) {
    if (++looked % CLASH_BATCH_SIZE === 0) await breathe();
    const kept = between ? sampleAcrossVariants(group) : group.slice(0, MOST_UNDER_ONE_KEY);
    const pair = findFirstClash(kept, { clash, between });
    if (pair !== undefined)
      found.push([...pair, ...(between ? listOtherVariants(kept, pair) : [])]);
  }
  return found;
}

/** Only what has a key in common with something; most has not. */
async function groupByClashKey<Said>(
  stated: readonly LocatedStatement<Said>[],
  getKey: (said: Said) => string,
  breathe: YieldToEventLoop,
): Promise<Map<string, LocatedStatement<Said>[]>> {
  const alone = new Map<string, LocatedStatement<Said>>();
  const groups = new Map<string, LocatedStatement<Said>[]>();
  for (const [place, one] of stated.entries()) {
    if (place % CLASH_BATCH_SIZE === 0) await breathe();
    const key = getKey(one.said);
    const scoped = one.at.scope === "" ? key : `${one.at.scope}|${key}`;
    const first = alone.get(scoped);
    if (first === undefined) alone.set(scoped, one);
    else {
      const group = groups.get(scoped);
      if (group === undefined) groups.set(scoped, [first, one]);
      else group.push(one);
    }
  }
  return groups;
}

/** A few from each variant, so that a repetitive one does not displace the others. */
function sampleAcrossVariants<Said>(
  group: readonly LocatedStatement<Said>[],
): LocatedStatement<Said>[] {
  const counts = new Map<number, number>();
  return group.filter(({ at: { document } }) => {
    const count = counts.get(document.variant) ?? 0;
    counts.set(document.variant, count + 1);
    return count < MOST_OF_A_VARIANT;
  });
}

function findFirstClash<Said>(
  group: readonly LocatedStatement<Said>[],
  { clash, between }: Pick<ClashSearch<Said>, "clash" | "between">,
): [LocatedStatement<Said>, LocatedStatement<Said>] | undefined {
  const apart = (a: StatementLocation, b: StatementLocation): boolean =>
    !areUnderOthers(a, b) &&
    (between
      ? a.document !== b.document && !isSharedPassage(group, a, b) && !isSharedPassage(group, b, a)
      : a.start !== b.start && !areCellsOfOneTable(a, b) && !areStepsOfOneList(a, b));
  for (let i = 0; i < group.length; i++) {
    for (let j = i + 1; j < group.length; j++) {
      const [a, b] = [group[i], group[j]];
      if (a === undefined || b === undefined || a.said === b.said) continue;
      if (clash(a.said, b.said) && apart(a.at, b.at)) return [a, b];
    }
  }
  return undefined;
}

/** Items below two releases, findings or steps say something about each of these. */
function areUnderOthers(
  { under: one }: StatementLocation,
  { under: two }: StatementLocation,
): boolean {
  if (one === "" || two === "" || one === two) return false;
  const figures = [one, two].map((text) => (text.match(/\d[\d.]*/g) ?? []).join(" "));
  return (
    figures[0] !== figures[1] || computeWordOverlap(listTitleWords(one), listTitleWords(two)) < 0.5
  );
}

/** What is so after one step need not be so after the next. */
function areStepsOfOneList(a: StatementLocation, b: StatementLocation): boolean {
  return a.steps !== undefined && a.steps === b.steps;
}

/** Rows of one table are about different things. */
function areCellsOfOneTable(a: StatementLocation, b: StatementLocation): boolean {
  return a.inCell === true && b.inCell === true && a.section === b.section;
}

/** What the other draft says as well is no difference between the two. */
function isSharedPassage(
  group: readonly LocatedStatement<unknown>[],
  a: StatementLocation,
  b: StatementLocation,
): boolean {
  const text = readSpanText(a.document, a);
  return group.some(
    ({ at }) => at.document === b.document && readSpanText(at.document, at) === text,
  );
}

/** The first word of each further variant. */
function listOtherVariants<Said>(
  group: readonly LocatedStatement<Said>[],
  pair: readonly LocatedStatement<Said>[],
): LocatedStatement<Said>[] {
  const heard = new Set(pair.map(({ at }) => at.document));
  return group.filter(({ at }) => {
    const first = !heard.has(at.document);
    heard.add(at.document);
    return first;
  });
}
