/** K5, K8: flags that all protocols share. */
import { rehearseRecording } from "../../src/app/demo/play-recording.ts";
import { computeAudit } from "../../src/audit/audit.ts";
import { findSettlement } from "../../src/domain/journal/event.ts";
import { listRecordingNames, readRecording } from "../../src/models/recorded/recording.ts";
import { findHollowness } from "../../src/text/substance.ts";
import {
  countRaised,
  type FlagRate,
  listReasons,
  PLANTED,
  type RecordedReply,
  RECORDINGS,
} from "./recorded-replies.ts";

export function measureSubstance(replies: readonly RecordedReply[]): FlagRate {
  const reasons = replies.flatMap(({ reply }) => listReasons(reply)).filter((text) => text !== "");
  return {
    rule: "K8",
    what: "a reason or an argument that says nothing",
    honest: countRaised(reasons, (text) => findHollowness(text, { mayAgree: true }) !== null),
    planted: countRaised(PLANTED.hollow, (text) => findHollowness(text) !== null),
  };
}

/** Of whole debates as the engine plays them. Planted changes without a cause are tests of the audit. */
export async function measureChanges(): Promise<FlagRate[]> {
  const played = await Promise.all(
    listRecordingNames(RECORDINGS).map(async (name) => {
      const { events } = await rehearseRecording(readRecording(RECORDINGS, name));
      return {
        changes: findSettlement(events)?.outcome.changes ?? [],
        flips: computeAudit(events).flips,
      };
    }),
  );
  const changes = played.flatMap((one) => one.changes);
  const flips = played.flatMap((one) => one.flips);
  const bare = flips.map((flip) => ({ ...flip, because: [] }));
  return [
    {
      rule: "K5",
      what: "a change of vote, score or winner that is not explained",
      honest: countRaised(changes, ({ standing }) => standing !== "explained"),
      planted: { raised: 0, of: 0 },
    },
    {
      rule: "audit",
      what: "a change of position counted as capitulation",
      honest: countRaised(bare, (flip) => flip.class === "capitulated"),
      planted: { raised: 0, of: 0 },
    },
  ];
}
