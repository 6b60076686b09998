/** The readers of `board`, by kind of ask. */
import type { PromptInput } from "../../../model.ts";
import type {
  GateMatter,
  PollMatter,
  BoardRespondInput,
  BoardReviewInput,
  BoardStateInput,
  SynthesizeMatter,
} from "../prompts/prompt-input.ts";
import { reread, review, synthesis, vote } from "./close.ts";
import { answer } from "./respond.ts";
import { state } from "./state.ts";

export const boardReaders: Readonly<Record<string, (promptInput: PromptInput) => unknown>> = {
  "board.state": (matter) => state(matter as BoardStateInput),
  "board.respond": (matter) => answer(matter as BoardRespondInput),
  "board.gate": (matter) => review(matter as GateMatter),
  "board.poll": (matter) => vote(matter as PollMatter),
  "board.synthesize": (matter) => synthesis(matter as SynthesizeMatter),
  "board.review": (matter) => reread(matter as BoardReviewInput),
};
