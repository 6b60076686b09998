/** Who looks at the page, told to its script: what they may not do is not offered. */
import { escapeHtmlText } from "../../page/html-report.ts";
import type { TokenGrant } from "../tokens/token-grant.ts";

export function renderUserMetaTag({
  person,
  scopes,
}: Pick<TokenGrant, "person" | "scopes">): string {
  return `\n<meta name="dissent-me" content="${escapeHtmlText(JSON.stringify({ person, scopes }))}" />`;
}
