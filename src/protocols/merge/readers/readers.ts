/** The built-in readers of `merge`, one per kind of ask. */
import { type PromptInput, ModelError } from "../../../model.ts";
import type {
  CloseMatter,
  EvaluateMatter,
  MergeFindings,
  MergeRebutInput,
  ReEvaluateMatter,
  MergeStateInput,
} from "../prompts/prompt-input.ts";
import { evaluate, reEvaluate } from "./evaluate.ts";
import { close, rebut } from "./rebut.ts";
import { state } from "./state.ts";

export const mergeReaders: Readonly<Record<string, (promptInput: PromptInput) => unknown>> = {
  "merge.write": () => {
    throw new ModelError(
      "unavailable",
      "The built-in readers compare documents and cannot write one.",
    );
  },
  // code has compared every section and sentence; the readers have no rule that code does not
  "merge.find": (): MergeFindings => ({ findings: [] }),
  "merge.state": (matter) => state(matter as MergeStateInput),
  "merge.rebut": (matter) => rebut(matter as MergeRebutInput),
  "merge.close": (matter) => close(matter as CloseMatter),
  "merge.evaluate": (matter) => evaluate(matter as EvaluateMatter),
  "merge.re-evaluate": (matter) => reEvaluate(matter as ReEvaluateMatter),
};
