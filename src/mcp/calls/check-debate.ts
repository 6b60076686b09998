/** Waits for a debate and tells how it stands; one that was opened here and lost its process goes on. */
import type { CallToolResult } from "@modelcontextprotocol/server";

import type { DebateRecord } from "../../dissent.ts";
import { opening } from "../../domain/event.ts";
import { transcriptOf } from "../../domain/transcript.ts";
import { isMerge } from "../../protocols/merge/files/write-merged.ts";
import { mergedTold } from "../../protocols/merge/mcp/merged.ts";
import type { Call } from "../call.ts";
import { follow, isHeld } from "../follow.ts";
import { withDebates } from "../projects.ts";
import { isLimited, standingReply } from "../reply.ts";
import { statusOf } from "../standing.ts";
import { type Station, wasOpenedHere } from "../station.ts";
import type { InputOf } from "../tools.ts";

const PATIENCE_SECONDS = 40;

export async function checkDebate(
  station: Station,
  call: Call,
  input: InputOf<"check_debate">,
): Promise<CallToolResult> {
  const { wait_seconds: seconds = PATIENCE_SECONDS, prompt_from: promptFrom } = input;
  return withDebates(station, async (app) => {
    const debate = await app.find(input.debate);
    const held = station.keeper.holds(debate) || (await isHeld(app, debate));
    const continues = !held && continuedHere(station, await app.read(debate));
    await follow(station, app, { call, debate, ms: seconds * 1_000 });
    const record = await app.read(debate);
    const continued = continues && station.keeper.troubleOf(debate) === undefined;
    const merged = isMerge(record) ? await mergedTold(station.desk, record) : null;
    return standingReply(station, app, {
      record,
      remarks: continued ? [CONTINUED] : [],
      promptFrom,
      ...(merged && { more: { merged } }),
    });
  });
}

const CONTINUED = "Its process had ended; it goes on here, and nothing is lost.";

/** What it would cost was agreed to when it was opened, and its limits are in its journal. */
function continuedHere({ keeper }: Station, { id, events }: DebateRecord): boolean {
  const status = statusOf(transcriptOf(events));
  if (status === "settled" || isLimited(events) || !wasOpenedHere(opening(events))) return false;
  keeper.keep(id);
  // one that waits may have lost others' turns; where it has not, holding it adds nothing
  return status !== "waiting";
}
