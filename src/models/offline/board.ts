/** The readers of `board`, by kind of ask. */
import type {
  GateMatter,
  PollMatter,
  RespondMatter,
  ReviewMatter,
  StateMatter,
  SynthesizeMatter,
} from "../../domain/boardroom.ts";
import type { Matter } from "../../model.ts";
import { reread, review, synthesis, vote } from "./board-close.ts";
import { answer } from "./board-respond.ts";
import { state } from "./board-state.ts";

export const boardReaders: Readonly<Record<string, (matter: Matter) => unknown>> = {
  "board.state": (matter) => state(matter as StateMatter),
  "board.respond": (matter) => answer(matter as RespondMatter),
  "board.gate": (matter) => review(matter as GateMatter),
  "board.poll": (matter) => vote(matter as PollMatter),
  "board.synthesize": (matter) => synthesis(matter as SynthesizeMatter),
  "board.review": (matter) => reread(matter as ReviewMatter),
};
