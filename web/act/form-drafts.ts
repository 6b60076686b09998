/** What was typed and not sent yet, kept in this browser until it is. */

const DRAFT_KEY_PREFIX = "dissent:draft:";

/** Null where nothing was kept, or the browser keeps nothing. */
export function loadStoredDraft(name: string): unknown {
  try {
    const text = localStorage.getItem(DRAFT_KEY_PREFIX + name);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

export function storeDraft(name: string, draft: unknown): void {
  try {
    localStorage.setItem(DRAFT_KEY_PREFIX + name, JSON.stringify(draft));
  } catch {
    // a browser that keeps nothing still lets people send what they see
  }
}

export function deleteStoredDraft(name: string): void {
  try {
    localStorage.removeItem(DRAFT_KEY_PREFIX + name);
  } catch {
    // nothing was kept
  }
}

/** A text that was kept; empty where none was. */
export function loadStoredText(name: string): string {
  const kept = loadStoredDraft(name);
  return typeof kept === "string" ? kept : "";
}
