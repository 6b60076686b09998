/** The words of a table row: the brief's strongest statement, or that it has none. */
import type { PassageFinding } from "./findings.ts";
import type { OldLensId } from "./old-lens.ts";
import { asSentence, shortened } from "./sentences.ts";

export function rowText(
  lens: Exclude<OldLensId, "effort">,
  kind: string,
  about: readonly PassageFinding[],
): string {
  const [first, second] = strongestFirst(about);
  if (!first) return NOTHING[lens](kind);
  const text =
    lens === "risk" && first.weight < 0
      ? `Eased: ${asSentence(first.passage.said)}`
      : spoken(first);
  return lens === "plain" && second ? `${text} ${spoken(second)}` : text;
}

function spoken({ passage }: PassageFinding): string {
  return asSentence(shortened(passage.said, 240));
}

const NOTHING: Readonly<Record<Exclude<OldLensId, "effort">, (kind: string) => string>> = {
  risk: (kind) => `The brief names no ${kind} risk.`,
  value: (kind) => `The brief promises nothing here (${kind}).`,
  plain: (kind) => `The brief names no ${kind}.`,
};

/** Heaviest first; between equals the one with figures, then the one whose words come first in the alphabet. */
export function strongestFirst<One extends PassageFinding>(findings: readonly One[]): One[] {
  return findings.toSorted(
    (a, b) =>
      Math.abs(b.weight) - Math.abs(a.weight) ||
      Number(a.indirect) - Number(b.indirect) ||
      Number(b.hard) - Number(a.hard) ||
      (a.passage.said < b.passage.said ? -1 : a.passage.said > b.passage.said ? 1 : 0),
  );
}
