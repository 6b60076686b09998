/** Corrections by a person who read the findings, as code reads words and not sense: `marks.yaml` beside the report. */
import { parse as parseYaml } from "yaml";
import * as z from "zod";

import { SetupError } from "../../errors.ts";

const FlawMarks = z.array(
  z.strictObject({
    arm: z.string(),
    item: z.string(),
    flaw: z.string(),
    found: z.boolean(),
    why: z.string().trim().min(1),
  }),
);
export type FlawMark = z.infer<typeof FlawMarks>[number];

/** What may be corrected: every flaw that an arm could have found. */
export interface MarkableFlaw {
  readonly arm: string;
  readonly item: string;
  readonly flaw: string;
}

export function readFlawMarks(
  text: string,
  shown: string,
  known: readonly MarkableFlaw[],
): FlawMark[] {
  const marks = parseFlawMarks(text);
  if (!marks)
    throw refuseMarks(shown, "cannot be read", "Each entry has arm, item, flaw, found and why.");
  const names = new Set(known.map(formatFlawPlace));
  const seen = new Set<string>();
  for (const mark of marks) {
    const place = formatFlawPlace(mark);
    if (!names.has(place)) throw refuseMarks(shown, `corrects "${place}", which was not scored`);
    if (seen.has(place)) throw refuseMarks(shown, `corrects "${place}" twice`);
    seen.add(place);
  }
  return marks;
}

function parseFlawMarks(text: string): FlawMark[] | undefined {
  try {
    return FlawMarks.safeParse(parseYaml(text) ?? []).data;
  } catch {
    return undefined;
  }
}

function formatFlawPlace({ arm, item, flaw }: MarkableFlaw): string {
  return `${arm}, ${item}, ${flaw}`;
}

function refuseMarks(shown: string, what: string, hint?: string): SetupError {
  return new SetupError("bad-settings", `${shown} ${what}.`, hint === undefined ? {} : { hint });
}
