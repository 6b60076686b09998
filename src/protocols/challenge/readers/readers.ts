/** The built-in readers of `challenge`, one per kind of ask. */
import type { PromptInput } from "../../../model.ts";
import type {
  AttackMatter,
  BlindMatter,
  ExposeMatter,
  OpenMatter,
  PressMatter,
  ChallengeRebutInput,
  RemarkMatter,
  ChallengeRespondInput,
} from "../prompts/prompt-input.ts";
import { answerAlone, attack, press } from "./attack.ts";
import { open, remark, respond } from "./defend.ts";
import { expose, rebut } from "./insist.ts";

export const challengeReaders: Readonly<Record<string, (promptInput: PromptInput) => unknown>> = {
  "challenge.blind": (matter) => answerAlone(matter as BlindMatter),
  "challenge.open": (matter) => open(matter as OpenMatter),
  "challenge.attack": (matter) => attack(matter as AttackMatter),
  "challenge.press": (matter) => press(matter as PressMatter),
  "challenge.respond": (matter) => respond(matter as ChallengeRespondInput),
  "challenge.rebut": (matter) => rebut(matter as ChallengeRebutInput),
  "challenge.remark": (matter) => remark(matter as RemarkMatter),
  "challenge.expose": (matter) => expose(matter as ExposeMatter),
};
