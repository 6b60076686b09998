/** What a person should know before the roundtable starts. */
import type { Brief } from "../../domain/brief.ts";
import type { Participant } from "../../domain/participant.ts";
import type { Notice } from "../../protocol.ts";
import type { RoundtableSettings } from "./settings.ts";

const FEWEST = 5;

export function preflight(
  _brief: Brief,
  participants: readonly Participant[],
  { mandatory, max_rounds, stall_rounds }: RoundtableSettings,
): Notice[] {
  const leads = participants.filter(({ role }) => role === "lead");
  const specialists = participants.filter(({ role }) => role !== "lead");
  const notices: Notice[] = [];
  const say = (level: Notice["level"], text: string): void => {
    notices.push({ level, text });
  };
  if (leads.length !== 1) say("error", `a roundtable has one lead, this one has ${leads.length}`);
  for (const id of mandatory) {
    if (!specialists.some((specialist) => specialist.id === id)) {
      say("error", `the mandatory specialist ${id} is not seated`);
    }
  }
  if (specialists.length < FEWEST) {
    say(
      "error",
      `a roundtable needs ${FEWEST} specialists or more, this one has ${specialists.length}`,
    );
  }
  if (specialists.every(({ id }) => mandatory.includes(id))) {
    say("warning", "every specialist is mandatory, so no one speaks for the question's own domain");
  }
  if (max_rounds <= stall_rounds) {
    say(
      "warning",
      `a stall shows after ${stall_rounds + 1} rounds, and max_rounds is ${max_rounds}`,
    );
  }
  return notices;
}
