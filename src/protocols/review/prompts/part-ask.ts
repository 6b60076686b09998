/** What the asks after the findings have in common: they show what was said of a part, and can quote it. */
import type { Participant } from "../../../domain/participant.ts";
import type { Fence } from "../../../protocol.ts";
import { listChangeTexts } from "../change/change.ts";
import { listSpokenKeys, type PartReview, type ReviewTable } from "../rules/table.ts";

export interface PartAsk {
  readonly table: ReviewTable;
  readonly one: PartReview;
  readonly seat: Participant;
  readonly fence: Fence;
}

export function revealPart({ table, one }: PartAsk): {
  reveals: string[];
  texts: ReadonlyMap<string, string>;
} {
  const said = listSpokenClaims(one);
  return {
    reveals: listSpokenKeys(one),
    texts: new Map([...listChangeTexts(table.change), ...said]),
  };
}

function listSpokenClaims(one: PartReview): (readonly [string, string])[] {
  const turns = [
    ...one.findings.spoken,
    ...(one.cross?.spoken ?? []),
    ...(one.answers?.kind === "spoken" ? [one.answers] : []),
    ...(one.defence?.spoken ?? []),
  ];
  return turns.flatMap(({ claims }) =>
    claims.map(({ id, text: words, detail = "" }) => [id, `${words}\n${detail}`] as const),
  );
}
