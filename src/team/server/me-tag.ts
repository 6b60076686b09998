/** Who looks at the page, told to its script: what they may not do is not offered. */
import { asHtml } from "../../page/report.ts";
import type { Grant } from "../tokens/grant.ts";

export function meTag({ person, scopes }: Pick<Grant, "person" | "scopes">): string {
  return `\n<meta name="dissent-me" content="${asHtml(JSON.stringify({ person, scopes }))}" />`;
}
