/**
 * The plain baselines that a debate is measured against: any number of seats answer, and code counts.
 *
 *   ROUND 1   all seats, blind: one seat is a single answer, k seats are a vote over k samples
 *      │
 *      ├─ sees: nobody ──▶ counted
 *      │
 *   ROUND 2…  each seat answers again after its own words (self-refinement), the others' (free debate), or words
 *      │      from elsewhere (noise, a confederate, a challenge of the answer)
 *      └──────▶ the last round is counted: most votes, a tie is a tie
 *
 * With `sees: earlier` the seats speak one after another and each sees the ones before.
 */
import type { Brief } from "../../domain/brief.ts";
import type { Outcome } from "../../domain/outcome/outcome.ts";
import type { Floor } from "../../protocol.ts";
import { askSeat, createPollStage } from "./prompts/asks.ts";
import type { PollReply } from "./replies.ts";
import { concludePoll } from "./result.ts";
import { type PollRounds } from "./rules/exchange.ts";
import { type PollSettings } from "./settings.ts";

export async function holdPollDebate(
  floor: Floor,
  brief: Brief,
  settings: PollSettings,
): Promise<Outcome> {
  const stage = createPollStage(brief, settings, floor);
  const rounds: PollRounds = [];
  if (settings.sees === "earlier") {
    const spoken = await floor.turns<PollReply>("turns", floor.participants, (seat, earlier) =>
      askSeat(stage, seat, { round: 1, earlier: [earlier] }),
    );
    return concludePoll(stage, [spoken]);
  }
  rounds.push(
    await floor.round<PollReply>("blind", floor.participants, (seat) =>
      askSeat(stage, seat, { round: 1, earlier: [] }),
    ),
  );
  for (let round = 2; settings.sees !== "nobody" && round <= settings.rounds; round++) {
    rounds.push(
      await floor.round<PollReply>(`again-${round}`, floor.participants, (seat) =>
        askSeat(stage, seat, { round, earlier: rounds }),
      ),
    );
  }
  return concludePoll(stage, rounds);
}
