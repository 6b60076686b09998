/** What stands behind a choice at a stop of a merge: the passages that differ, side by side, or how a draft scored. */
import type {
  MergedPoint,
  MergedView,
} from "../../../src/protocols/merge/view/merged-view-shape.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { truncateText } from "../../kit/format-text.ts";
import { LaneMark } from "../../kit/lane-mark.tsx";
import { showInvisibleCharacters } from "../../kit/visible-text.ts";
import { debateFindings } from "../../state/debate-state.ts";
import { createVariantLanes, findVariantLane, type VariantLane } from "./document/variant-lanes.ts";

const MOST_OF_A_PASSAGE = 220;

export function describeMergeChoice(timeline: DebateTimeline, choice: string) {
  const view = debateFindings.value?.document ?? null;
  if (view === null) return undefined;
  const lanes = createVariantLanes(timeline, view);
  const point = view.points.find(({ id }) => id === choice);
  if (point !== undefined && point.sides.length > 0)
    return <PassagesSideBySide point={point} lanes={lanes} />;
  const variant = Number(/^variant-(\d+)$/.exec(choice)?.[1] ?? 0);
  return variant === 0 ? undefined : describeDraft(view, variant);
}

function PassagesSideBySide({
  point: { sides },
  lanes,
}: {
  point: MergedPoint;
  lanes: readonly VariantLane[];
}) {
  return (
    <span class="passages">
      {sides.map(({ variant, quote }, index) => {
        const lane = findVariantLane(lanes, variant);
        return (
          <span key={index}>
            {lane && <LaneMark lane={lane} small />}{" "}
            {showInvisibleCharacters(truncateText(quote, MOST_OF_A_PASSAGE))}
          </span>
        );
      })}
    </span>
  );
}

/** Undefined where nothing was scored. */
function describeDraft({ scores, variants }: MergedView, variant: number): string | undefined {
  const score = scores.find((one) => one.variant === variant)?.total ?? "";
  const name = variants.find((one) => one.variant === variant)?.name ?? "";
  return score === "" ? undefined : [name, `score ${score}`].filter(Boolean).join(", ");
}
