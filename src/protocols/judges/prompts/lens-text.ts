/** J24: the stances and lenses in words. They are in every round's prompt, and no reply can change them. */
import type { Participant } from "../../../domain/participant.ts";
import { text } from "../../../text/text.ts";
import { type LensId, USUAL_HORIZON } from "../rules/lens.ts";

export function stanceText(judge: Participant, lens: LensId): string {
  return text`
    You are the ${judge.name} judge. Your stance is ${(judge.stance ?? "neutral").toUpperCase()} and it is fixed.
    ${MISSION[lens]}
  `;
}

const MISSION: Readonly<Record<LensId, string>> = {
  risk: text`
    Look for what can go wrong before what can go right. What happens when it fails? Who notices? Can it be undone?
    Distrust optimistic estimates and common practice. Harm that goes on where nothing changes is a risk of that option.
    Recommend the option with the least risk.
  `,
  value: text`
    Speak for the people who will use this and are not in the room. What do they gain? What do they lose by caution?
    Distrust "too complex" as a reason. Push for more. Recommend the option with the most value.
  `,
  effort: text`
    Ground both extremes. What can this team do in its time? Which version brings most of the value for a small part of
    the work? What can come later? Recommend the option with the best return on effort.
  `,
  plain: text`
    Judge every option from your stance alone, by what the material says. Recommend the option that serves it best.
  `,
};

export function lensText(lens: LensId): string {
  return SCALE[lens];
}

const SCALE: Readonly<Record<LensId, string>> = {
  risk: text`
    For each option rate four rows: technical, user, business, operational. Rate what is certain as
    high. Code multiplies probability and impact (1 to 3) and adds up the rows; an unknown one leaves the total open.
  `,
  value: text`
    For each option rate four rows: daily_use (what customers or colleagues gain or lose every day), advantage (over
    rivals or substitutes, not once more what daily_use counts), trust (whether people stay and rely on it), growth
    (what it makes possible later). Code multiplies magnitude and reach (1 to 3) and adds up the rows; losses count
    against.
  `,
  effort: text`
    For each option give person-days in four rows: implementation, testing, rollout (migration, training,
    documentation), recurring (upkeep, support, manual work that it leaves as it is; doing nothing has days too). Count
    the days of the team that decides, over ${USUAL_HORIZON} months unless the material says otherwise. "unknown" makes the return
    "at most". Value, from -10 to 10, is what is not work: revenue, harm, trust. Code divides it by days × uncertainty.
  `,
  plain: text`
    For each option give its strengths, its weaknesses and a score.
  `,
};
