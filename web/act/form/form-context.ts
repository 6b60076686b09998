/** What every field of a form that is being filled in knows about the whole. */
import { createContext } from "preact";

import type { FormProblems } from "./validate-form.ts";

export interface FormContext {
  /** Before the ids of all its fields. */
  readonly id: string;
  /** Empty until it was tried to send the form. */
  readonly problems: FormProblems;
  /** Ids that a field may mean: options, seats, claims, sources. */
  readonly suggestions: (name: string, note: string) => readonly string[];
}

export const FormContext = createContext<FormContext>({
  id: "form",
  problems: new Map(),
  suggestions: () => [],
});
