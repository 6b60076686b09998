/** Names that may become part of a path, a URL or a terminal line: lower-case words joined by hyphens. */

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Windows takes these for devices, in any folder and with any extension. */
const DEVICE = /(?:^|\/)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:[./]|$)/;

export function isSlug(text: string): boolean {
  return text.length <= 64 && SLUG.test(text) && !DEVICE.test(text);
}

/** For a name that people type: with the letters that make it unique, about 30 characters. */
export const LONGEST_NAME_TO_TYPE = 24;

/** The nearest slug to a text, cut at a word; empty when nothing in it can be kept. */
export function createSlug(text: string, longest = 40): string {
  const words = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, "")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  let slug = "";
  for (const word of words) {
    const longer = slug === "" ? word.slice(0, longest) : `${slug}-${word}`;
    if (longer.length > longest) break;
    slug = longer;
  }
  return isSlug(slug) ? slug : "";
}

export function isStepName(text: string): boolean {
  return SLUG.test(text);
}

const ARTIFACT = /^(?:[a-z0-9][a-z0-9-]*\/)*[a-z0-9][a-z0-9-]*(?:\.partial)?\.[a-z]+$/;

export function isArtifactPath(text: string): boolean {
  return ARTIFACT.test(text) && !DEVICE.test(text);
}
