/** The built-in readers of `judges`, one per kind of ask. */
import type { Matter } from "../../../model.ts";
import type { RecommendMatter, RespondMatter } from "../judging.ts";
import { recommend } from "./recommend.ts";
import { respond } from "./respond.ts";

export const judgesReaders: Readonly<Record<string, (matter: Matter) => unknown>> = {
  "judges.recommend": (matter) => recommend(matter as RecommendMatter),
  "judges.respond": (matter) => respond(matter as RespondMatter),
};
