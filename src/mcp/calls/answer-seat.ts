/** Takes the host's reply for its seat, and lets the debate go on. */
import type { CallToolResult } from "@modelcontextprotocol/server";

import { StoreError } from "../../errors.ts";
import type { Call } from "../call.ts";
import { follow, isHeld } from "../follow.ts";
import { withDebates } from "../projects.ts";
import { standingReply } from "../reply.ts";
import type { Station } from "../station.ts";
import type { InputOf } from "../tools.ts";

const PATIENCE_MS = 40_000;

/** P2: the reply is read, checked and sent back once like any other. */
export async function answerSeat(
  station: Station,
  call: Call,
  { debate: reference, seat, reply }: InputOf<"answer_seat">,
): Promise<CallToolResult> {
  const { clock, keeper } = station;
  const untilMs = clock.nowMs() + PATIENCE_MS;
  return withDebates(station, async (app) => {
    const debate = await app.find(reference);
    // a journal has one writer: what others are still saying is let land first
    await follow(station, app, { call, debate, ms: PATIENCE_MS / 2 });
    call.signal.throwIfAborted();
    if (keeper.holds(debate) || (await isHeld(app, debate))) {
      throw new StoreError(
        "store-lease-held",
        `Others still speak in ${debate}; nothing was taken.`,
        {
          hint: "Call check_debate, then send the same reply again.",
        },
      );
    }
    await app.answer(debate, { seat, text: reply, by: call.host, from: "host" });
    keeper.keep(debate);
    await follow(station, app, { call, debate, ms: untilMs - clock.nowMs() });
    return standingReply(station, app, { record: await app.read(debate) });
  });
}
