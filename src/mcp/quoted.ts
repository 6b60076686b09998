/** Words of models, documents and persons on their way to an agent: bounded, without what could steer a terminal. */

/** What an agent is shown of anything that someone else said; the record has it whole. */
export const MOST = { label: 160, sentence: 400, words: 700, entries: 12 } as const;

// tab and line feed are text; the rest moves cursors, reorders or hides what is read
const STEERING =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

export function harmless(words: string): string {
  return words.toWellFormed().replace(/\r\n?/g, "\n").replace(STEERING, "");
}

/** Cut where it is too long, and that is said. */
export function quoted(words: string, most: number = MOST.words): string {
  const clean = harmless(words).trim();
  if (clean.length <= most) return clean;
  return `${clean.slice(0, most).toWellFormed()}… [cut, ${clean.length} characters in all]`;
}

/** A name, an id or a title: one line. */
export function labelled(words: string): string {
  return quoted(words.replace(/\s+/g, " "), MOST.label);
}

/** The first few, and how many are left. */
export function first<Entry>(
  entries: readonly Entry[],
  most: number = MOST.entries,
): { shown: readonly Entry[]; more: number } {
  return { shown: entries.slice(0, most), more: Math.max(0, entries.length - most) };
}
