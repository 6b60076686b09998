/** What a person should know before the panel is asked anything. */
import type { Brief } from "../../domain/brief.ts";
import type { Participant } from "../../domain/participant.ts";
import { reaches } from "../../domain/tally.ts";
import type { Notice } from "../../protocol.ts";
import type { JudgesSettings } from "./settings.ts";

export function preflight(
  brief: Brief,
  judges: readonly Participant[],
  settings: JudgesSettings,
): Notice[] {
  const notices: Notice[] = [];
  const say = (level: Notice["level"], text: string): void => {
    notices.push({ level, text });
  };
  if (brief.options.length < 2 || brief.options.length > 9) {
    say(
      "error",
      `judges need 2 to 9 options to choose from, the brief has ${brief.options.length}`,
    );
  }
  if (judges.length < 2 || judges.length > 9) {
    say("error", `a panel has 2 to 9 judges, this one has ${judges.length}`);
  }
  if (settings.require_unanimous_round_1 && settings.max_rounds === 1) {
    say("error", "require_unanimous_round_1 needs a second round, and max_rounds is 1");
  }
  const { require_unanimous_round_1, consensus_threshold } = settings;
  const certain = !require_unanimous_round_1 && reaches(consensus_threshold, 2, 3);
  if (brief.options.length === 2 && judges.length === 3 && certain) {
    say(
      "warning",
      "three judges over two options always reach 2/3, so there will be no second round; " +
        "add an option, or set require_unanimous_round_1",
    );
  }
  return notices;
}
