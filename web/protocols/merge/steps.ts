/** The steps of a merge at a moment: which are done, which one is under way, which are ahead or were not needed. */
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";

export interface MergeStep {
  readonly name: string;
  readonly state: "done" | "now" | "ahead" | "skipped";
}

interface Sign {
  readonly name: string;
  /** Done once something by this name was published or closed. */
  readonly published?: RegExp;
  readonly closed?: string;
  /** Only there where it was begun. */
  readonly ifBegun?: true;
}

const SIGNS: readonly Sign[] = [
  { name: "Variants", published: /^adversarial\/variant-/ },
  { name: "Differences", published: /^adversarial\/diff-analysis\.md$/ },
  { name: "Statements", closed: "statements" },
  { name: "Rebuttals", closed: "rebuttals" },
  { name: "Final arguments", closed: "finals", ifBegun: true },
  { name: "Scores", published: /^adversarial\/base-selection\.md$/ },
  { name: "Plan", published: /^adversarial\/refactor-plan\.md$/ },
  { name: "Merge", published: /^adversarial\/provenance\.json$/ },
];

export function mergeSteps(
  story: Pick<DebateTimeline, "publications" | "steps" | "end">,
  at: number,
): MergeStep[] {
  const { publications, steps, end } = story;
  const names = publications.filter((one) => one.at <= at).map(({ name }) => name);
  const begun = steps.filter((one) => one.at <= at);
  const isDone = ({ published, closed }: Sign): boolean =>
    published
      ? names.some((name) => published.test(name))
      : begun.some(({ step, closedAt }) => step === closed && closedAt !== null && closedAt <= at);
  const shown = SIGNS.filter(
    ({ ifBegun, closed }) => ifBegun !== true || begun.some(({ step }) => step === closed),
  );
  const last = shown.findLastIndex(isDone);
  const hasEnded = end !== null && end.at <= at;
  return shown.map((sign, index) => {
    const { name } = sign;
    if (isDone(sign)) return { name, state: "done" };
    if (index < last) return { name, state: "skipped" };
    if (hasEnded) return { name, state: "skipped" };
    return { name, state: index === last + 1 ? "now" : "ahead" };
  });
}
