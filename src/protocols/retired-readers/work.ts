/** How much work the brief says an option is, and how much the team can do. */
import type { EffortKind } from "./cues.ts";
import { peopleIn, shareIn, stretchesIn } from "./numbers.ts";
import type { BriefPassage } from "./passages.ts";
import type { Read } from "./reads.ts";

export interface EffortWork {
  readonly option: string;
  readonly passage: BriefPassage;
  readonly kind: EffortKind;
  /** Person-days. */
  readonly days: number;
  readonly vague: boolean;
}

/** What the team has: people, and the time before it must be done. */
export interface Capacity {
  readonly people: number;
  readonly days: number | null;
  readonly passage: BriefPassage;
}

const WORKING =
  /\b(?:tak(?:es?|ing)|needs?|requires?|estimat\w*|effort|duration|work|spend|finish\w*|deliver\w*|(?:done|ready|built|shipped) in|(?:engineers?|developers?|people|persons?) for|(?:weeks|days|months) of)\b/i;

export function workIn(reads: readonly Read[], capacity: Capacity | null): EffortWork[] {
  return reads.flatMap(({ passage, options }) => {
    const [option, other] = options;
    const { said } = passage;
    if (option === undefined || other !== undefined) return [];
    if (!WORKING.test(said)) return [];
    const people =
      peopleIn(said) ??
      (/\b(?:both|whole team|everyone)\b/i.test(said) ? capacity?.people : 1) ??
      1;
    // a second stretch is nearly always a limit or a comparison: "five months, inside two quarters"
    const stretch = stretchesIn(said)[0] ?? roughStretch(said);
    if (!stretch) return [];
    const days = stretch.days * people;
    return [{ option, passage, kind: kindOf(said), days, vague: stretch.vague }];
  });
}

/** "Effort: high", "little work": an order of magnitude and no more. */
function roughStretch(said: string): { days: number; vague: boolean } | undefined {
  const size =
    /\b(low|small|little|medium|moderate|high|large|huge|big|much)\b[\s\w]{0,12}\b(?:effort|work)\b|\b(?:effort|work)\b(?:\sis|:)?\s(low|small|little|medium|moderate|high|large|huge|big)\b/i.exec(
      said,
    );
  const word = (size?.[1] ?? size?.[2])?.toLowerCase();
  if (word === undefined) return undefined;
  const days = /^(?:low|small|little)$/.test(word)
    ? 5
    : /^(?:medium|moderate)$/.test(word)
      ? 20
      : 60;
  return { days, vague: true };
}

function kindOf(said: string): EffortKind {
  if (/\b(?:testing|tests?|trial|pilot|qa)\b/i.test(said)) return "testing";
  if (/\b(?:documentation|docs|manuals|training|runbooks?|handbook)\b/i.test(said))
    return "documentation";
  if (/\b(?:design|polish|styling|translations?|accessibility)\b/i.test(said)) return "polish";
  return "implementation";
}

/** "Two engineers, one quarter": the first count of people that names no option, and the time beside it. */
export function capacityIn(reads: readonly Read[]): Capacity | null {
  for (const { passage, options } of reads) {
    if (options.length > 0 || shareIn(passage.said) !== undefined) continue;
    const people = peopleIn(passage.said);
    if (people === undefined) continue;
    const stretch = stretchesIn(passage.said)[0] ?? bareQuarter(passage.said);
    return { people, days: stretch === undefined ? null : people * stretch.days, passage };
  }
  return null;
}

/** "for this quarter" names a stretch without counting it. */
function bareQuarter(said: string): { days: number } | undefined {
  return /\b(?:this|the|one|next) quarter\b/i.test(said) ? { days: QUARTER } : undefined;
}

const QUARTER = 65;
