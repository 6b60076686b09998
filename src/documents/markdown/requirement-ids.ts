/** How requirements are numbered: FR-1, NFR-2.3, R-04, REQ-5. */

export const REQUIREMENT_ID = /(?<![\p{L}\p{N}-])(?:NFR|FR|REQ|R)-\d+(?:\.\d+)*(?![\p{L}\p{N}])/u;

const ALL_REQUIREMENT_IDS = new RegExp(REQUIREMENT_ID.source, "gu");

/** Upper case, each once, in the order of the text. */
export function findRequirementIds(text: string): string[] {
  return [...new Set([...text.matchAll(ALL_REQUIREMENT_IDS)].map(([id]) => id))];
}
