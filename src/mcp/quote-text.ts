/** Prepares text by models, documents and people for an agent: bounded, and without terminal control characters. */

/** What an agent is shown of anything that someone else said; the record has it whole. */
export const QUOTE_LIMITS = { label: 160, sentence: 400, words: 700, entries: 12 } as const;

// tab and line feed are text; the rest moves cursors, reorders or hides what is read
const STEERING_CHARACTERS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

export function stripSteeringCharacters(words: string): string {
  return words.toWellFormed().replace(/\r\n?/g, "\n").replace(STEERING_CHARACTERS, "");
}

/** Cut where it is too long, and that is said. */
export function quoteForAgent(words: string, most: number = QUOTE_LIMITS.words): string {
  const clean = stripSteeringCharacters(words).trim();
  if (clean.length <= most) return clean;
  return `${clean.slice(0, most).toWellFormed()}… [cut, ${clean.length} characters in all]`;
}

/** A name, an id or a title: one line. */
export function quoteLabel(words: string): string {
  return quoteForAgent(words.replace(/\s+/g, " "), QUOTE_LIMITS.label);
}

/** The first few, and how many are left. */
export function takeFirstEntries<Entry>(
  entries: readonly Entry[],
  most: number = QUOTE_LIMITS.entries,
): { shown: readonly Entry[]; more: number } {
  return { shown: entries.slice(0, most), more: Math.max(0, entries.length - most) };
}
