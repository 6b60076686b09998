/** What was typed and not sent yet, kept in this browser until it is. */

const PREFIX = "dissent:draft:";

/** Null where nothing was kept, or the browser keeps nothing. */
export function keptDraft(name: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

export function keepDraft(name: string, draft: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(draft));
  } catch {
    // a browser that keeps nothing still lets people send what they see
  }
}

export function dropDraft(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // nothing was kept
  }
}

/** A text that was kept; empty where none was. */
export function keptText(name: string): string {
  const kept = keptDraft(name);
  return typeof kept === "string" ? kept : "";
}
