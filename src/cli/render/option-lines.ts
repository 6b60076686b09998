import type { Option } from "../../domain/brief.ts";
import { plain, type Style, widthOf, withoutColours } from "../terminal/terminal.ts";

/** The options side by side where they fit, else one below the other. */
export function optionLines(
  options: readonly Pick<Option, "id" | "label">[],
  style: Style,
): string[] {
  const labels = options.map(
    ({ id, label }, index) => `${style.option(index, plain(id))} ${plain(label)}`,
  );
  if (labels.length === 0) return [];
  const beside = labels.join("   ");
  return widthOf(withoutColours(beside)) <= style.columns ? [beside] : labels;
}
