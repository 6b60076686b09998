/** The built-in readers of `roundtable`, by kind of ask. */
import type { PromptInput } from "../../../model.ts";
import type {
  CompromiseMatter,
  DiscussMatter,
  DraftMatter,
  PositionMatter,
  RoundtableReviewInput,
  ReviseMatter,
  ScoreMatter,
} from "../prompts/prompt-input.ts";
import { draftRecord, proposeCompromise, reviewRecord, reviseRecord } from "./lead.ts";
import { giveScore } from "./score.ts";
import { discuss, takePosition } from "./talk.ts";

export const roundtableReaders: Readonly<Record<string, (promptInput: PromptInput) => unknown>> = {
  "roundtable.position": (matter) => takePosition(matter as PositionMatter),
  "roundtable.discuss": (matter) => discuss(matter as DiscussMatter),
  "roundtable.score": (matter) => giveScore(matter as ScoreMatter),
  "roundtable.compromise": (matter) => proposeCompromise(matter as CompromiseMatter),
  "roundtable.draft": (matter) => draftRecord(matter as DraftMatter),
  "roundtable.review": (matter) => reviewRecord(matter as RoundtableReviewInput),
  "roundtable.revise": (matter) => reviseRecord(matter as ReviseMatter),
};
