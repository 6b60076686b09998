/** Makes untrusted words safe to look at: terminal controls and direction overrides become visible. */

// C0 and C1 controls but tab and newline; marks and overrides of direction; zero width; tags; line separators
const INVISIBLE_CHARACTERS =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E0FFF}]/gu;

export function showInvisibleCharacters(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .toWellFormed()
    .replace(INVISIBLE_CHARACTERS, (sign) => `\u2039U+${formatCodePoint(sign)}\u203A`);
}

function formatCodePoint(sign: string): string {
  return (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}

// such as risk-5, or E5 in old journals; not part of a longer word
const CLAIM_ID = /(?<![\w/.-])([A-Za-z][\w-]{0,60}?[0-9]{1,4})(?![\w/-])/g;

export type ClaimTextPart = { readonly text: string } | { readonly claim: string };

/** Words cut where they name a claim that is known. */
export function splitAtClaimIds(text: string, isClaim: (id: string) => boolean): ClaimTextPart[] {
  const parts: ClaimTextPart[] = [];
  let from = 0;
  for (const found of text.matchAll(CLAIM_ID)) {
    const id = found[1] ?? "";
    if (!isClaim(id)) continue;
    if (found.index > from) parts.push({ text: text.slice(from, found.index) });
    parts.push({ claim: id });
    from = found.index + id.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
