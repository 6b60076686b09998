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
    Distrust optimistic estimates and common practice. Recommend the option with the least risk. Harm that goes on where
    nothing changes is a risk of that option too.
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
    For each option give four rows: technical, user, business, operational. Rate probability and impact as none, low,
    medium, high (also if certain), does_not_apply or unknown. Code multiplies them (1 to 3) and adds up the rows; an
    unknown row leaves the total open.
  `,
  value: text`
    For each option give four rows: daily_use (what customers or colleagues gain or lose every day), advantage (over
    rivals, or over today), trust (whether people stay and rely on it), growth (what it makes possible later). effect is
    gain, loss, none, does_not_apply or unknown; a gain or loss has a magnitude and a reach of low, medium or high, else
    both are null. Code multiplies the two (1 to 3) and adds up the rows; losses count against.
  `,
  effort: text`
    For each option give four rows in person-days: implementation, testing, rollout (migration, training,
    documentation), recurring (upkeep, support, and manual work that the option leaves as it is; doing nothing has days
    too). Count the days of the team that decides, over ${USUAL_HORIZON} months unless the material says otherwise; state it in
    horizon_months. null: does not apply. "unknown" makes the return "at most". Give each option's uncertainty (1
    understood, 1.5 some unknowns, 2 significant unknowns, 3 novel) and its value from -10 to 10, with what is not work:
    revenue, harm, trust. Code divides value by days × uncertainty.
  `,
  plain: text`
    For each option give its strengths, its weaknesses and a score from 0 to 10.
  `,
};

/** What a judge may correct of its own table in round 2. */
export function correctionText(lens: LensId): string {
  return CORRECTED[lens];
}

const CORRECTED: Readonly<Record<LensId, string>> = {
  risk: "its id, the new probability and impact, and the reason",
  value: "its id, the new effect, magnitude and reach, and the reason",
  effort:
    "its id, the new days of a row, or the new uncertainty and value of an estimate, and the reason",
  plain: "its id, the new score of that option, and the reason",
};
