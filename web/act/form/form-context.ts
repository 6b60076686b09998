/** What every field knows about its whole form. */
import { createContext } from "preact";

import type { Json } from "../../../src/domain/json.ts";
import type { FieldWords } from "../../../src/page/page-payload.ts";
import type { FindReferences } from "./references.ts";
import type { FormProblems } from "./validate-form.ts";

export interface FormContext {
  /** Before the ids of all its fields. */
  readonly id: string;
  /** Empty until it was tried to send the form. */
  readonly problems: FormProblems;
  /** What a field can name: options, participants, points, sources. */
  readonly references: FindReferences;
  /** What the form began with. */
  readonly blank: Json;
  /** What its fields are called. */
  readonly words: FieldWords;
}

export const FormContext = createContext<FormContext>({
  id: "form",
  problems: new Map(),
  references: () => [],
  blank: null,
  words: {},
});
