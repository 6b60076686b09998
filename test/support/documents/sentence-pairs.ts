/** Pairs of sentences that contradict each other, or only look alike, and documents to plant them in. */
import { readFileSync } from "node:fs";

export interface SentencePair {
  readonly kind: string;
  readonly first: string;
  readonly second: string;
}

/** Rules were written with the tuning half in view; the held half, the fresh and the unseen list measured them first. */
export function listSentencePairs(list: "opposed" | "consistent", half: string): SentencePair[] {
  const apart = half === "fresh" || half === "unseen";
  const name = apart ? `${list}-${half}` : list;
  const url = new URL(`../../fixtures/contradictions/${name}.json`, import.meta.url);
  const pairs = JSON.parse(readFileSync(url, "utf8")) as [string, string, string][];
  return pairs
    .filter((_, place) => apart || half === "all" || place % 2 === (half === "held" ? 1 : 0))
    .map(([kind, first, second]) => ({ kind, first, second }));
}

const PLAIN_CARRIER = `# Proposal for the new service

## Summary

The team moves the old tool to a service that others can call.

## Proposal

The service has an interface for programs and one for people.

### Risks

People may not know that it exists.

## Design Details

The parts talk to each other as they do today.

### Tests

There are tests for both interfaces.
`;

export interface PlantPlace {
  /** Between two drafts, or both in the first. */
  readonly scope: string | undefined;
  /** Before the first subsection of "Proposal", or after the last. */
  readonly place: "head" | "end";
}

/** The first sentence under "Proposal"; the second under the other draft's, or in the head of "Design Details". */
export function plantSentencePair(
  carriers: readonly string[] | null,
  [first, second]: readonly [string, string],
  { scope, place }: PlantPlace,
): string[] {
  const [a = "", b = a] = carriers ?? [PLAIN_CARRIER];
  if (scope === "cross") {
    return [
      insertUnderTitle(a, "## Proposal", first, place),
      insertUnderTitle(b, "## Proposal", second, place),
    ];
  }
  const planted = insertUnderTitle(a, "## Proposal", first, place);
  return [
    insertUnderTitle(planted, "## Design Details", second, "head"),
    ...(carriers === null ? [] : [b]),
  ];
}

function insertUnderTitle(
  text: string,
  title: string,
  sentence: string,
  place: PlantPlace["place"],
): string {
  const start = text.indexOf(`\n${title}\n`);
  if (start === -1) throw new Error(`No heading "${title}" in the carrier`);
  const body = start + title.length + 2;
  const next = text.slice(body).search(place === "head" ? /^#{1,6} /m : /^#{1,2} /m);
  const end = next === -1 ? text.length : body + next;
  return `${text.slice(0, end).trimEnd()}\n\n${sentence}\n\n${text.slice(end)}`;
}
