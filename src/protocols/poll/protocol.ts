/** What is known about `poll` before it starts; the flow is loaded when one runs. */
import { createLateFlow, defineProtocol } from "../../protocol.ts";
import { listSeats } from "./rules/exchange.ts";
import { PollSettings } from "./settings.ts";
import { titles } from "./titles.ts";

export const poll = defineProtocol({
  id: "poll",
  // points are called after their seats, as in every protocol from version 2 on
  version: 2,
  summary: "Seats answer by themselves and code counts: the baseline of an evaluation.",
  settings: PollSettings,
  seats: listSeats(1),
  seating: (_brief, { seats }) => listSeats(seats),
  titles,
  deadlineMs: ({ timeout_per_seat }) => timeout_per_seat * 1000,
  calls: (participants, { rounds, sees }) => {
    const count = participants.length * (sees === "nobody" || sees === "earlier" ? 1 : rounds);
    return { min: count, max: count };
  },

  run: createLateFlow(async () => (await import("./poll.ts")).holdPollDebate),
});
