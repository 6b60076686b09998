/** A38: what is taken says R8 where its draft said R4, because the base has another R4. */
import type { MergeChange } from "./change-plan.ts";
import type { OutputFragment } from "./output-fragment.ts";

export function renameIds(
  fragments: readonly OutputFragment[],
  { from, renames = [] }: MergeChange,
): readonly OutputFragment[] {
  if (renames.length === 0) return fragments;
  return fragments.map((fragment) => {
    if (fragment.from?.variant !== from) return fragment;
    let { text } = fragment;
    const names = new Map(renames.map(({ id, as }) => [id, as]));
    const pattern = new RegExp(renames.map(({ id }) => formatIdPattern(id)).join("|"), "gu");
    text = text.replace(pattern, (id) => names.get(id) ?? id);
    return { ...fragment, text };
  });
}

/** The id as a word of its own, not as the beginning of R41 or D1.2.3. */
export function formatIdPattern(id: string): string {
  const plain = id.replace(/[.]/g, String.raw`\.`);
  return String.raw`(?<![\p{L}\p{N}.-])${plain}(?![\p{L}\p{N}]|[.-]\p{N})`;
}

export function describeRenames({ renames = [] }: MergeChange): string[] {
  return renames.map(({ id, as }) => `${id} is ${as} here, because the base has another ${id}`);
}
