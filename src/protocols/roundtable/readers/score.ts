/** A score depends on the open worries, and rises only with a message that eased one. */
import type { ScoreMatter } from "../prompts/prompt-input.ts";
import { domainOf } from "./lexicon.ts";
import { currentOption, worriesOf } from "./reading.ts";
import { answersIn, HARD, nameOf, selfOf } from "./view.ts";

const SATISFIED = 95;
/** What an open worry of weight 1, 2 or 3 takes off. */
const PENALTY = [0, 7, 13, 27];
const LOWEST = 20;

export function giveScore({ view, target, fresh }: ScoreMatter) {
  const { brief, seat, positions, scores } = view;
  const option = currentOption(positions, brief);
  const held =
    scores.findLast((one) => one.option !== null)?.option ??
    positions.find(({ by }) => by === selfOf(view))?.option ??
    null;
  const worries = worriesOf(seat, brief, option);
  const open = worries.filter((worry) => answersIn(view, worry).length === 0);
  const causes = [
    ...new Set(worries.flatMap((worry) => answersIn(view, worry)).map(({ id }) => id)),
  ].filter((id) => fresh.includes(id));
  const reached = Math.max(target, SATISFIED);
  const satisfaction =
    open.length === 0
      ? reached
      : Math.max(
          LOWEST,
          Math.min(
            target - 1,
            open.reduce((left, { weight }) => left - (PENALTY[weight] ?? 0), SATISFIED),
          ),
        );
  const first = open[0];
  const moves = open.length === 0 && held !== option && fresh.length > 0;
  const cited = causes.length > 0 ? causes : moves ? fresh.slice(0, 1) : [];
  return {
    SATISFACTION: satisfaction,
    POSITION: first
      ? `I could support ${nameOf(brief, option)}, and ${domainOf(seat).subject} is not settled there yet.`
      : `I support ${nameOf(brief, option)}; nothing is open for ${domainOf(seat).subject}.`,
    position_option: open.length === 0 && (held === option || cited.length > 0) ? option : held,
    REMAINING_CONCERNS: open.map(({ text, settles, weight }) => ({
      text,
      domain: seat.id,
      resolved_by: settles,
      blocking: weight >= HARD,
    })),
    WOULD_ACCEPT_CURRENT:
      satisfaction >= 70 && !open.some(({ weight }) => weight >= HARD) ? "yes" : "no",
    raised_because: cited,
  };
}
