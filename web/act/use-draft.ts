/** A form's state, kept in this browser with every change until it is sent. */
import { useState } from "preact/hooks";

import { dropDraft, keepDraft, keptDraft } from "./drafts.ts";

export interface Draft<T> {
  readonly filled: T;
  readonly change: (more: Partial<T>) => void;
  readonly drop: () => void;
}

/** `read` makes of what was kept, or of null, what the form begins with. */
export function useDraft<T extends object>(name: string, read: (kept: unknown) => T): Draft<T> {
  const [filled, setFilled] = useState<T>(() => read(keptDraft(name)));
  return {
    filled,
    change: (more) => {
      const next = { ...filled, ...more };
      setFilled(next);
      keepDraft(name, next);
    },
    drop: () => dropDraft(name),
  };
}

/** The fields of what was kept, whatever it was. */
export function fieldsIn(kept: unknown): Readonly<Record<string, unknown>> {
  return typeof kept === "object" && kept !== null ? { ...kept } : {};
}

export function textIn(kept: unknown): string {
  return typeof kept === "string" ? kept : "";
}

export function textsIn(kept: unknown): readonly string[] {
  return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
}
