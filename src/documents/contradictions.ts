/** Contradictions that code can prove from the words alone: within one document, and between documents (A9-A12). */
import type { Breath } from "./breath.ts";
import { conflictingValues } from "./conflicting-values.ts";
import { brokenConstraints } from "./constraints.ts";
import type { Document } from "./document.ts";
import type { Found } from "./finding.ts";
import { impossibleDates } from "./impossible-dates.ts";
import { cyclesBetween, cyclesWithin } from "./impossible-sequences.ts";
import { opposedClaims } from "./opposed-claims.ts";
import { readingOf, readingsOf } from "./reading.ts";

export type { Found } from "./finding.ts";

const known = new WeakMap<Document, Promise<readonly Found[]>>();

/** In the order of the text; looked for once, however often it is asked. */
export function contradictionsWithin(
  document: Document,
  breathe: Breath,
): Promise<readonly Found[]> {
  const found = known.get(document) ?? within(document, breathe);
  known.set(document, found);
  return found;
}

async function within(document: Document, breathe: Breath): Promise<Found[]> {
  const { claims, needs, dependencies, dates } = await readingOf(document, breathe);
  const scan = { between: false, breathe };
  return inOrder([
    ...(await opposedClaims(claims, scan)),
    ...(await conflictingValues(claims, scan)),
    ...(await brokenConstraints(needs, scan)),
    ...(await cyclesWithin(dependencies, breathe)),
    ...(await impossibleDates(dependencies, dates, breathe)),
  ]);
}

/** Between any two of the documents; what all of them say of one thing is one finding. */
export async function contradictionsBetween(
  documents: readonly Document[],
  breathe: Breath,
): Promise<Found[]> {
  const readings = await readingsOf(documents, breathe);
  const claims = readings.flatMap((reading) => reading.claims);
  const needs = readings.flatMap((reading) => reading.needs);
  const dependencies = readings.flatMap((reading) => reading.dependencies);
  const scan = { between: true, breathe };
  return inOrder([
    ...(await opposedClaims(claims, scan)),
    ...(await conflictingValues(claims, scan)),
    ...(await brokenConstraints(needs, scan)),
    ...(await cyclesBetween(dependencies, breathe)),
  ]);
}

/** By the place of the first side. The same two sentences are reported once, by the first that found them. */
function inOrder(found: readonly Found[]): Found[] {
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
