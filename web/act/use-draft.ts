/** A form's state, kept in this browser with every change until it is sent. */
import { useState } from "preact/hooks";

import { deleteStoredDraft, storeDraft, loadStoredDraft } from "./form-drafts.ts";

export interface FormDraft<T> {
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
