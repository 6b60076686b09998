/** A9-A12: finds contradictions that code can prove from the words alone, within one document and between documents. */
import { readAllStatements, readDocumentStatements } from "../claims/document-statements.ts";
import type { ParsedDocument } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import {
  findBrokenConstraints,
  findConflictingValues,
  findExclusiveClashes,
  findOpposedClaims,
} from "./conflicting-claims.ts";
import type { FoundContradiction } from "./found-contradiction.ts";
import {
  findCyclesBetween,
  findCyclesWithin,
  findImpossibleDates,
  findReversedBetween,
} from "./impossible-sequences.ts";

export type { FoundContradiction } from "./found-contradiction.ts";

const contradictionsCache = new WeakMap<ParsedDocument, Promise<readonly FoundContradiction[]>>();

/** In the order of the text; looked for once, however often it is asked. */
export function findContradictionsWithin(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<readonly FoundContradiction[]> {
  const found = contradictionsCache.get(document) ?? searchOneDocument(document, breathe);
  contradictionsCache.set(document, found);
  return found;
}

async function searchOneDocument(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<FoundContradiction[]> {
  const { claims, plain, needs, dependencies, dates, exclusives } = await readDocumentStatements(
    document,
    breathe,
  );
  const scan = { between: false, breathe };
  return sortContradictions([
    ...(await findOpposedClaims([...claims, ...plain], scan)),
    ...(await findConflictingValues(claims, scan)),
    ...(await findBrokenConstraints(needs, scan)),
    ...(await findExclusiveClashes(exclusives, scan)),
    ...(await findCyclesWithin(dependencies, breathe)),
    ...(await findImpossibleDates(dependencies, dates, breathe)),
  ]);
}

/** Between any two of the documents; what all of them say of one thing is one finding. */
export async function findContradictionsBetween(
  documents: readonly ParsedDocument[],
  breathe: YieldToEventLoop,
): Promise<FoundContradiction[]> {
  const readings = await readAllStatements(documents, breathe);
  const claims = readings.flatMap((reading) => reading.claims);
  const plain = readings.flatMap((reading) => reading.plain);
  const needs = readings.flatMap((reading) => reading.needs);
  const dependencies = readings.flatMap((reading) => reading.dependencies);
  const exclusives = readings.flatMap((reading) => reading.exclusives);
  const scan = { between: true, breathe };
  return sortContradictions([
    ...(await findOpposedClaims([...claims, ...plain], scan)),
    ...(await findConflictingValues(claims, scan)),
    ...(await findBrokenConstraints(needs, scan)),
    ...(await findExclusiveClashes(exclusives, scan)),
    ...(await findCyclesBetween(dependencies, breathe)),
    ...findReversedBetween(readings.flatMap((reading) => reading.dates)),
  ]);
}

/** By the place of the first side. The same two sentences are reported once, by the first that found them. */
function sortContradictions(found: readonly FoundContradiction[]): FoundContradiction[] {
  const seen = new Set<string>();
  return found
    .filter(({ sides }) => {
      const places = sides.slice(0, 2).map(({ variant, start }) => `${variant}:${start}`);
      const key = places.sort().join(" ");
      const fresh = !seen.has(key);
      seen.add(key);
      return fresh;
    })
    .sort(({ sides: [a] }, { sides: [b] }) => {
      if (a === undefined || b === undefined) return 0;
      return a.variant - b.variant || a.start - b.start;
    });
}
