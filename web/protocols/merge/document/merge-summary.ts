/** The result of a merge in sentences, failures first. */
import type {
  MergedConvergence,
  MergedView,
} from "../../../../src/protocols/merge/view/merged-view-shape.ts";
import type { DebateTimeline } from "../../../../src/timeline/debate-timeline.ts";
import { readResultRow, textIn } from "../../../../src/timeline/reading.ts";
import { formatPlural } from "../../../kit/format-text.ts";

export interface SummarySentence {
  readonly words: string;
  /** Something a person should look at. */
  readonly open: boolean;
}

/** The merged document, once it is written. */
export function listMergedTexts(debateTimeline: DebateTimeline): readonly string[] {
  const name = textIn(readResultRow(debateTimeline), "merged_output_path");
  return name === null ? [] : [name];
}

export function summarizeMerge(view: MergedView): SummarySentence[] {
  const failed = view.checks.filter(({ holds }) => !holds).map(({ what }) => what.toLowerCase());
  const undone = view.changes.filter(({ status }) => status === "failed").length;
  const struck = view.changes.filter(({ status }) => status === "struck").length;
  const told: (SummarySentence | null)[] = [
    failed.length === 0 ? null : { words: `Failed its checks: ${failed.join(", ")}.`, open: true },
    undone === 0
      ? null
      : { words: `${formatPlural(undone, "planned change")} could not be made.`, open: true },
    {
      words: `${STAGE_SENTENCES[view.stage]} ${formatPlural(view.variants.length, "variant")}.`,
      open: false,
    },
    describeMergeAgreement(view),
    describeAppliedChanges(view),
    struck === 0 ? null : { words: `${formatPlural(struck, "change")} taken back.`, open: false },
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

const STAGE_SENTENCES: Readonly<Record<MergedView["stage"], string>> = {
  gathered: "Not written yet: there are",
  compared: "Not written yet: the differences are known between",
  debating: "Not written yet: advocates argue for",
  debated: "Not written yet: the debate is over between",
  based: "Not written yet: a base is chosen among",
  planned: "Not written yet: the changes are planned for",
  merged: "Merged from",
};

function describeAppliedChanges({ changes, stage }: MergedView): SummarySentence | null {
  if (stage !== "merged") return null;
  const made = changes.filter(({ status }) => status === "applied").length;
  return { words: `${formatPlural(made, "change")} to the base.`, open: false };
}

function describeMergeAgreement({ convergence, stage }: MergedView): SummarySentence | null {
  if (convergence === null) return null;
  const { agreed, points } = convergence;
  const words = `${agreed} of ${formatPlural(points, "difference")} settled by agreement`;
  if (stage === "debating") return { words: `${words} so far.`, open: false };
  const open = convergence.reached === false;
  return { words: `${words}${open ? ", which is not enough" : ""}.`, open };
}

/** "82%"; how it came about is in the title. */
export function formatConvergence({ agreed, points }: MergedConvergence): string {
  return points === 0 ? "nothing to agree on" : `${Math.floor((agreed / points) * 100)}%`;
}

/** The document's own title, as far as it has one: its first heading of the highest level. */
export function findDocumentTitle({ pieces }: MergedView): string | null {
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
