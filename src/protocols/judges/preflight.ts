/** What a person should know before the panel is asked anything. */
import type { Brief } from "../../domain/brief.ts";
import { reachesShare } from "../../domain/outcome/tally.ts";
import type { Participant } from "../../domain/participant.ts";
import type { Notice } from "../../protocol.ts";
import { isSecondRoundAlways, type JudgesSettings } from "./settings.ts";

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
  const { second_round, require_unanimous_round_1, max_rounds, consensus_threshold } = settings;
  const isWanted = second_round === "always" || require_unanimous_round_1;
  if (isWanted && max_rounds === 1) {
    say("error", "second_round: always needs a second round, and max_rounds is 1");
  }
  const isCertain = judges.length === 3 && reachesShare(consensus_threshold, 2, 3);
  if (brief.options.length === 2 && isCertain) {
    const isHeard = isSecondRoundAlways(settings, brief) && max_rounds > 1;
    say(
      "warning",
      "with two options, two of three judges always agree, so agreement says little; " +
        (isHeard
          ? "a second round follows in any case. A third option would tell you more"
          : "and there will be no second round. Add an option, or set second_round: always"),
    );
  }
  return notices;
}
