/** Text that was typed and not sent yet, kept in this browser. */
import { useState } from "preact/hooks";

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

// A form's state, kept in this browser with every change until it is sent.

interface FormDraft<T> {
  readonly filled: T;
  readonly change: (more: Partial<T>) => void;
  readonly drop: () => void;
}

/** `read` makes of what was kept, or of null, what the form begins with. */
export function useFormDraft<T extends object>(
  name: string,
  read: (kept: unknown) => T,
): FormDraft<T> {
  const [filled, setFilled] = useState<T>(() => read(loadStoredDraft(name)));
  return {
    filled,
    change: (more) => {
      const next = { ...filled, ...more };
      setFilled(next);
      storeDraft(name, next);
    },
    drop: () => deleteStoredDraft(name),
  };
}

/** The fields of what was kept, whatever it was. */
export function readDraftFields(kept: unknown): Readonly<Record<string, unknown>> {
  return typeof kept === "object" && kept !== null ? { ...kept } : {};
}

export function readDraftText(kept: unknown): string {
  return typeof kept === "string" ? kept : "";
}

export function readDraftTexts(kept: unknown): readonly string[] {
  return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
}
