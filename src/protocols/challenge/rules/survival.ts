/** H34: whether the original holds as written, and what became of it. */
import { countSharedRuns, listWordTriples } from "../../../text/novelty.ts";
import type { PositionFate } from "../reply-values.ts";
import { isConceded, listGranted } from "./confrontation.ts";
import { listObjections, listStanding } from "./objections.ts";
import { formatPositionText, listPositions, readCurrentPosition } from "./positions.ts";
import { type Debate, isUsersPlan } from "./table.ts";

export type OriginalVerdict = "upheld" | "refuted" | "contested";

/** Refuted: the proponent granted an objection that blocked, and its author had made it. */
export function judgeOriginal(debate: Debate): OriginalVerdict {
  if (isConceded(debate)) return "refuted";
  const blocking = new Set(
    listObjections(debate)
      .filter(({ blocked, missing }) => blocked && missing === null)
      .map(({ id }) => id),
  );
  const isRefuted = listPositions(debate).some(({ changes }) =>
    changes.some(({ because }) => because.some((id) => blocking.has(id))),
  );
  if (isRefuted) return "refuted";
  return listStanding(debate).length > 0 ? "contested" : "upheld";
}

/** Below this share of the original's runs of words, nothing of it is left worth the name. */
const REPLACED_BELOW = 0.3;
/** The proponent's own "replaced" counts up to this share. */
const REPLACED_BY_WORD_BELOW = 0.7;

/** Which share of the original's words, in runs of three, the final version still has. */
export function measureOverlap(debate: Debate): number {
  const [first] = listPositions(debate);
  if (!first) return 1;
  const original = listWordTriples(formatPositionText(first));
  const final = listWordTriples(formatPositionText(readCurrentPosition(debate)));
  return original.size === 0 ? 1 : countSharedRuns(original, final) / original.size;
}

/** Null where a person's plan was refuted and nobody asked for another version. */
export function judgeSurvival(debate: Debate): PositionFate | null {
  const { version, fate } = readCurrentPosition(debate);
  if (fate === "withdrawn") return "withdrawn";
  if (version === 1) return isConceded(debate) ? null : "unchanged";
  const overlap = measureOverlap(debate);
  const said = listPositions(debate).some((one) => one.fate === "replaced");
  return overlap < REPLACED_BELOW || (said && overlap < REPLACED_BY_WORD_BELOW)
    ? "replaced"
    : "amended";
}

/** The outcome in one sentence that says what became of the original; `first` is how the position begins. */
export function describeSurvival(debate: Debate, first: string): string {
  const subject = isUsersPlan(debate) ? "Your plan" : "The position";
  switch (judgeSurvival(debate)) {
    case "unchanged":
      return `${subject} holds as written: ${first}`;
    case "amended":
      return judgeOriginal(debate) === "upheld"
        ? `${subject} holds, with additions: ${first}`
        : `${subject} did not hold as written; an amended version did: ${first}`;
    case "replaced":
      return `${subject} did not survive; this one did: ${first}`;
    case "withdrawn":
      return `${subject} was withdrawn.${describeGranted(debate)}`;
    case null:
      return `${subject} does not hold as written.${describeGranted(debate)}`;
  }
}

function describeGranted(debate: Debate): string {
  const [first] = listGranted(debate);
  return first ? ` ${first.text}` : "";
}
