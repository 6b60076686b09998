/** A34: a change before it has a number and a rationale, or why there is none. */
import type { MergeChange } from "../../../documents/apply/change-plan.ts";
import type { ComparisonPoint, PointSide } from "../../../documents/comparison-point.ts";
import type { ParsedDocument, TextSpan } from "../../../documents/document.ts";
import type { SectionPlacement } from "./document-places.ts";

/** A change before it has a number and a rationale. */
export type DraftChange = Pick<
  MergeChange,
  | "from"
  | "source"
  | "sourceSection"
  | "targetSection"
  | "target"
  | "integration"
  | "risk"
  | "renames"
> & { readonly point: ComparisonPoint };

/** Why nothing is changed; `open` where the debate wanted a change that code cannot make. */
export interface ChangeRefusal {
  readonly reason: string;
  readonly open: boolean;
}

export interface DraftChangeContext {
  readonly base: ParsedDocument;
  readonly winner: ParsedDocument;
  /** From the start of a passage of the winner to that of the base's passage that a point compares with it. */
  readonly pairs: ReadonlyMap<number, number>;
}

export function createReplacement(
  point: ComparisonPoint,
  { variant }: ParsedDocument,
  { at, ...rest }: { source: TextSpan; sourceSection: number; at: TextSpan; targetSection: number },
): DraftChange {
  const target = { kind: "span", at } as const;
  return { point, from: variant, target, integration: "replace", risk: "Medium", ...rest };
}

export function createAddition(
  point: ComparisonPoint,
  { variant }: ParsedDocument,
  { place, ...rest }: { source: TextSpan; sourceSection: number; place: SectionPlacement },
): DraftChange {
  const { target, section: targetSection, integration } = place;
  return { point, from: variant, risk: "Low", target, targetSection, integration, ...rest };
}

/** Words of the base are left out, and nothing takes their place. */
export function createRemoval(
  point: ComparisonPoint,
  { variant }: ParsedDocument,
  { at, section }: { readonly at: TextSpan; readonly section: number },
): DraftChange {
  return {
    point,
    from: variant,
    source: null,
    sourceSection: section,
    targetSection: section,
    target: { kind: "span", at },
    integration: "replace",
    risk: "Medium",
  };
}

export function findVariantSide(
  { sides }: ComparisonPoint,
  { variant }: ParsedDocument,
): PointSide | undefined {
  return sides.find((side) => side.variant === variant);
}

export function refuseChange(reason: string, open = false): ChangeRefusal {
  return { reason, open };
}
