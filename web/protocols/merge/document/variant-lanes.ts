/** Variants of a merge as lanes: each with its colour, letter and shape, and its share of the document. */
import type {
  MergedVariant,
  MergedView,
} from "../../../../src/protocols/merge/view/merged-view-shape.ts";
import type { PositionLane, DebateTimeline } from "../../../../src/timeline/debate-timeline.ts";

export interface VariantLane {
  readonly variant: MergedVariant;
  readonly lane: PositionLane;
  readonly isBase: boolean;
  /** 0 to 1, of the words that are anybody's. */
  readonly share: number;
}

export function createVariantLanes(
  debateTimeline: Pick<DebateTimeline, "lanes">,
  view: MergedView,
): VariantLane[] {
  const all = view.variants.reduce((sum, { characters }) => sum + characters, 0);
  return view.variants.map((variant) => ({
    variant,
    lane: createVariantLane(debateTimeline, variant),
    isBase: variant.variant === view.base,
    share: all === 0 ? 0 : variant.characters / all,
  }));
}

/** The same colour as on the floor; the name is left out where the merge was blind. */
function createVariantLane(
  { lanes }: Pick<DebateTimeline, "lanes">,
  { variant, label, name }: MergedVariant,
): PositionLane {
  const title = `Variant ${label}`;
  const known = lanes.find(({ id }) => id === title);
  const words = { label: name === "" ? title : name, letter: label };
  return known
    ? { ...known, ...words }
    : { id: title, ...words, description: "", hue: variant - 1, at: 0 };
}

export function findVariantLane(
  lanes: readonly VariantLane[],
  variant: number,
): PositionLane | undefined {
  return lanes.find((one) => one.variant.variant === variant)?.lane;
}

/** "<1%" where it rounds to nothing, so that no share disappears; never 100% where someone else has a word. */
export function formatVariantShare(share: number): string {
  if (share === 0 || share === 1) return `${share * 100}%`;
  const whole = Math.round(share * 100);
  if (whole === 0) return "<1%";
  return whole === 100 ? ">99%" : `${whole}%`;
}
