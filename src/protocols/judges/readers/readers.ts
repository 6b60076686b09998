/** The built-in readers of `judges`, one per kind of ask. */
import type { PromptInput } from "../../../model.ts";
import type { RecommendMatter, JudgeRespondInput } from "../prompts/prompt-input.ts";
import { recommend } from "./recommend.ts";
import { respond } from "./respond.ts";

export const judgesReaders: Readonly<Record<string, (promptInput: PromptInput) => unknown>> = {
  "judges.recommend": (matter) => recommend(matter as RecommendMatter),
  "judges.respond": (matter) => respond(matter as JudgeRespondInput),
};
