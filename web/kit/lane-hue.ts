/** Colours and shapes of lanes. Red is not among them: it means a change, or something open. */

/** As many as the style sheet has; more lanes begin again, and their letters tell them apart. */
export const HUE_COUNT = 8;

/** Sets `--hue` (ink) and `--tint` (ground), and the shape of a mark. */
export function formatHueClass(hue: number): string {
  return `hue-${((hue % HUE_COUNT) + HUE_COUNT) % HUE_COUNT}`;
}

/** Of a small mark, by the letters that stand in it. */
export function computeMarkWidth(letter: string): number {
  return [18, 18, 25, 31][Math.min(3, letter.length)] ?? 18;
}
