/** A31: the 25 yes-or-no questions of the qualitative half, five for each of five dimensions. */
import { type Criterion, type MergeDimension, DIMENSIONS } from "../prompts/prompt-input.ts";

const TEXTS: Readonly<Record<MergeDimension, readonly string[]>> = {
  completeness: [
    "Every explicit requirement of the source, or of the other variants, is covered.",
    "Edge cases and failures are dealt with.",
    "Dependencies and prerequisites are named.",
    "Success criteria are stated.",
    "What is out of scope is said explicitly.",
  ],
  correctness: [
    "There is no factual error and nothing is invented.",
    "The approach is feasible under the stated constraints.",
    "Terms are used consistently.",
    "The document does not contradict itself.",
    "Its claims are supported within the document.",
  ],
  structure: [
    "Prerequisites come before what depends on them.",
    "Sections are nested consistently and none is orphaned.",
    "Separate concerns have separate sections.",
    "There are aids to find one's way: numbering, references, a summary or a contents list.",
    "It follows the conventions of its kind of document.",
  ],
  clarity: [
    "No wording can be read in two ways.",
    "It is concrete where it could have been abstract.",
    "Every section has one clear purpose.",
    "Abbreviations are explained where they are first used.",
    "Next steps or decisions are clear.",
  ],
  "risk coverage": [
    "At least three risks are named with probability and impact.",
    "Every named risk has a mitigation.",
    "Failure modes and the way back from them are described.",
    "Failures of external dependencies are considered.",
    "It is said how risks are watched or the result is validated.",
  ],
};

export const CRITERIA: readonly Criterion[] = DIMENSIONS.flatMap((dimension) =>
  TEXTS[dimension].map((text, index) => ({
    id: `${dimension.replace(" coverage", "")}-${index + 1}`,
    dimension,
    text,
  })),
);

/** Met by something that is not there: no quote can show it, a search that finds nothing can. */
export const ABSENCES: ReadonlySet<string> = new Set([
  "correctness-1",
  "correctness-3",
  "clarity-1",
]);

/** Code looks at the outline, for skipped levels and sections without content; what it finds outweighs a verdict. */
export const NESTED = "structure-2";

/**
 * Met by something that no quote shows and that no words would tell: code looks, too. The contradictions that it finds
 * inside a variant are listed and do not decide, for some are false.
 */
export const CODE_CHECKED: ReadonlySet<string> = new Set(["correctness-4", NESTED]);
