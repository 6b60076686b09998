/** H1-H5: who can be asked, what that is worth, and when no debate is possible. */
import type { Brief } from "../../domain/brief.ts";
import type { Participant } from "../../domain/participant.ts";
import type { Notice } from "../../protocol.ts";
import { formatCount } from "../../text/plain-text.ts";
import { CHALLENGER, isAvailable, PROPONENT, readBriefBody } from "./rules/table.ts";
import type { ChallengeSettings } from "./settings.ts";

export type ChallengeCapability = "DISABLED" | "MINIMAL" | "FUNCTIONAL" | "OPTIMAL";

export function rateCapability(challengers: number): ChallengeCapability {
  if (challengers === 0) return "DISABLED";
  if (challengers === 1) return "MINIMAL";
  return challengers === 2 ? "FUNCTIONAL" : "OPTIMAL";
}

/** Challengers that are the proponent's own model: their agreement is its own echo. */
export function listOwnEchoes(
  proponent: Participant,
  challengers: readonly Participant[],
): readonly Participant[] {
  return challengers.filter(({ model }) => model === proponent.model);
}

/** The built-in readers say on every surface what they are; a second warning would say it again. */
const BUILT_IN = "offline";

export function preflight(
  brief: Brief,
  participants: readonly Participant[],
  settings: ChallengeSettings,
): Notice[] {
  const proponent = participants.find(({ role }) => role === PROPONENT);
  const seated = participants.filter(({ role }) => role === CHALLENGER);
  const challengers = seated.filter((one) => isAvailable(one, settings));
  if (!proponent)
    return [createError("the seat of the proponent is empty, so no one defends the position")];
  if (seated.length === 0)
    return [createError(`no challenger is seated (capability DISABLED)${ALONE}`)];
  if (settings.opening === "user" && readBriefBody(brief) === "") {
    return [createError("the opening is to be the user's, and the brief has no text of its own")];
  }
  // K4: who cannot be reached is absent, so that the debate fails as it does when nobody answers
  if (challengers.length === 0)
    return [createWarning(`no seated challenger is known to work (capability DISABLED)${ALONE}`)];
  return [
    createBanner(brief, challengers, settings),
    ...listWarnings(proponent, { seated, challengers }),
  ];
}

const ALONE = ", and a proponent never debates alone; find out who answers with: dissent doctor";

/** H5: topic, challengers, protocol, rounds, in one line. */
function createBanner(
  { question }: Brief,
  challengers: readonly Participant[],
  { max_rounds }: ChallengeSettings,
): Notice {
  const topic = question.length > 60 ? `${question.slice(0, 59)}…` : question;
  const names = challengers.map(({ id }) => id).join(", ");
  const rounds = formatCount(max_rounds, "round");
  const capability = rateCapability(challengers.length);
  return createWarning(
    `challenge of "${topic}" by ${names}: capability ${capability}, at most ${rounds}`,
  );
}

function listWarnings(
  proponent: Participant,
  { seated, challengers }: Record<"seated" | "challengers", readonly Participant[]>,
): Notice[] {
  const lost = seated.filter((one) => !challengers.includes(one)).map(({ id }) => id);
  const own = proponent.model === BUILT_IN ? [] : listOwnEchoes(proponent, challengers);
  return [
    ...(lost.length === 0
      ? []
      : [createWarning(`not known to work and left out: ${lost.join(", ")}`)]),
    ...(own.length === 0
      ? []
      : [
          createWarning(
            `${own.map(({ id }) => id).join(", ")} and the proponent are one model (${proponent.model}), ` +
              "so agreement between them is weak evidence",
          ),
        ]),
  ];
}

function createWarning(text: string): Notice {
  return { level: "warning", text };
}

function createError(text: string): Notice {
  return { level: "error", text };
}
