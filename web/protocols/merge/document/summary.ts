/** What a merge has come to, in sentences; what failed comes first. */
import type { MergedConvergence, MergedView } from "../../../../src/page/payload.ts";
import { plural } from "../../../kit/words.ts";

export interface Sentence {
  readonly words: string;
  /** Something a person should look at. */
  readonly open: boolean;
}

export function summaryOf(view: MergedView): Sentence[] {
  const failed = view.checks.filter(({ holds }) => !holds).map(({ what }) => what.toLowerCase());
  const undone = view.changes.filter(({ status }) => status === "failed").length;
  const struck = view.changes.filter(({ status }) => status === "struck").length;
  const told: (Sentence | null)[] = [
    failed.length === 0 ? null : { words: `Failed its checks: ${failed.join(", ")}.`, open: true },
    undone === 0
      ? null
      : { words: `${plural(undone, "planned change")} could not be made.`, open: true },
    { words: `${STAGES[view.stage]} ${plural(view.variants.length, "variant")}.`, open: false },
    agreementOf(view),
    madeOf(view),
    struck === 0 ? null : { words: `${plural(struck, "change")} taken back.`, open: false },
    view.valid === true ? { words: "All checks passed.", open: false } : null,
    view.traced
      ? null
      : {
          words:
            "Only what was published is shown: working it out again came to something else, or a text is missing.",
          open: true,
        },
  ];
  return told
    .filter((sentence) => sentence !== null)
    .toSorted((a, b) => Number(b.open) - Number(a.open));
}

const STAGES: Readonly<Record<MergedView["stage"], string>> = {
  gathered: "Not written yet: there are",
  compared: "Not written yet: the differences are known between",
  debating: "Not written yet: advocates argue for",
  debated: "Not written yet: the debate is over between",
  based: "Not written yet: a base is chosen among",
  planned: "Not written yet: the changes are planned for",
  merged: "Merged from",
};

function madeOf({ changes, stage }: MergedView): Sentence | null {
  if (stage !== "merged") return null;
  const made = changes.filter(({ status }) => status === "applied").length;
  return { words: `${plural(made, "change")} to the base.`, open: false };
}

function agreementOf({ convergence, stage }: MergedView): Sentence | null {
  if (convergence === null) return null;
  const { agreed, points } = convergence;
  const words = `${agreed} of ${plural(points, "difference")} settled by agreement`;
  if (stage === "debating") return { words: `${words} so far.`, open: false };
  const open = convergence.reached === false;
  return { words: `${words}${open ? ", which is not enough" : ""}.`, open };
}

/** "82%"; how it came about is in the title. */
export function convergedWords({ agreed, points }: MergedConvergence): string {
  return points === 0 ? "nothing to agree on" : `${Math.floor((agreed / points) * 100)}%`;
}

/** The document's own title, as far as it has one: its first heading of the highest level. */
export function titleOf({ pieces }: MergedView): string | null {
  const first = pieces.find(({ kind, sources }) => kind === "heading" && sources.length > 0);
  if (first?.depth !== 1) return null;
  const words = first.text
    .split(/\r?\n/, 1)[0]
    ?.replace(/^\s*#+\s*/, "")
    .replace(/\s+#+\s*$/, "")
    .replace(/[*_`]/g, "")
    .trim();
  return words === undefined || words === "" ? null : words;
}
