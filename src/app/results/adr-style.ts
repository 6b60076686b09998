/** Which form a project's decision records have, and which debate one of them comes from. */

export type AdrStyle = "madr" | "nygard";

/** The form that more of the records have; MADR where there are none, or none that is known. */
export function detectAdrStyle(texts: readonly string[]): AdrStyle {
  const nygard = texts.filter(isNygardRecord).length;
  const madr = texts.filter(isMadrRecord).length;
  return nygard > madr ? "nygard" : "madr";
}

/** As adr-tools writes them: `# 1. Title`, then Status, Context, Decision and Consequences. */
export function isNygardRecord(text: string): boolean {
  return /^# \d+\. \S/m.test(text) && ["Status", "Context", "Decision"].every(hasSection(text));
}

function isMadrRecord(text: string): boolean {
  const titles = ["Context and Problem Statement", "Considered Options", "Decision Outcome"];
  return titles.some(hasSection(text)) || /^---\n(?:(?!---$).*\n)*?status:/.test(text);
}

function hasSection(text: string): (title: string) => boolean {
  return (title) => new RegExp(`^## ${title}\\s*$`, "m").test(text);
}

const ORIGIN_FRONT_MATTER =
  /^---\n(?:(?!---$).*\n)*?dissent:\n {2}debate: "([^"\n]+)"\n(?: {2}chain: "([0-9a-f]{64})"\n)?/;
// what a person or a model wrote is escaped, so such a comment is Dissent's own
const ORIGIN_COMMENT = /^<!-- dissent debate="([^"\n]+)" chain="([0-9a-f]{64})" -->$/m;

/** The debate that a decision record was made from, and its last event then; undefined for other records. */
export function parseRecordOrigin(
  text: string,
): { readonly debate: string; readonly head: string | undefined } | undefined {
  const [, debate, head] = ORIGIN_FRONT_MATTER.exec(text) ?? ORIGIN_COMMENT.exec(text) ?? [];
  return debate === undefined ? undefined : { debate, head };
}
