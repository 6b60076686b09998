import type { Matter } from "../../../model.ts";
/** The readers of `board`, by kind of ask. */
import type {
  GateMatter,
  PollMatter,
  RespondMatter,
  ReviewMatter,
  StateMatter,
  SynthesizeMatter,
} from "../boardroom.ts";
import { reread, review, synthesis, vote } from "./close.ts";
import { answer } from "./respond.ts";
import { state } from "./state.ts";

export const boardReaders: Readonly<Record<string, (matter: Matter) => unknown>> = {
  "board.state": (matter) => state(matter as StateMatter),
  "board.respond": (matter) => answer(matter as RespondMatter),
  "board.gate": (matter) => review(matter as GateMatter),
  "board.poll": (matter) => vote(matter as PollMatter),
  "board.synthesize": (matter) => synthesis(matter as SynthesizeMatter),
  "board.review": (matter) => reread(matter as ReviewMatter),
};
