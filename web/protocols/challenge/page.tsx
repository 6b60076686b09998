/** The page of a `challenge` debate. */
import { challengeAt } from "../../../src/protocols/challenge/timeline/timeline.ts";
import type {
  ChallengeFate,
  DebateSnapshot,
  DebateTimeline,
} from "../../../src/timeline/debate-timeline.ts";
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { registerProtocolParts } from "../protocol-parts.tsx";
import { listChallengeReferences } from "./form-references.ts";
import { countObjectionFates, rankObjections } from "./objection-words.ts";
import { ChallengePanels, ObjectionLadder } from "./panels.tsx";

registerProtocolParts({
  Panels: ChallengePanels,
  MainPicture: ObjectionLadder,
  listMainTexts: () => ["consensus.md"],
  summarizeSeat,
  listJoinedClaims,
  readFates,
  listReferences: listChallengeReferences,
});
startPage(DebatePage);

/** A challenger's own objections with what became of them, the weightiest in words. */
function summarizeSeat(timeline: DebateTimeline, { at }: DebateSnapshot, seat: string) {
  const objections = challengeAt(timeline, at).objections;
  const own = rankObjections(objections.filter((one) => one.seat === seat));
  const [first] = own;
  if (first !== undefined) return `${countObjectionFates(own)}. ${first.headline}`;
  const isProponent = objections.some(({ rounds }) => rounds.length > 0) && own.length === 0;
  const spoke = [...timeline.claims.values()].some(({ claim }) => claim.by === seat);
  return isProponent && spoke ? `Of the objections: ${countObjectionFates(objections)}.` : null;
}

/** Objections of several challengers that say the same are answered once, under the first one's id. */
function listJoinedClaims(timeline: DebateTimeline): ReadonlyMap<string, string> {
  const named = new Set(timeline.links.map(({ to }) => to));
  const pairs = challengeAt(timeline, timeline.last).objections.flatMap(({ id, joined }) => {
    const answered = named.has(id) ? undefined : joined.find((other) => named.has(other));
    return answered === undefined ? [] : [[id, answered] as const];
  });
  return new Map(pairs);
}

/** As the ladder has them: an answer in part does not grant an objection. */
function readFates(timeline: DebateTimeline): ReadonlyMap<string, ChallengeFate> {
  return new Map(
    challengeAt(timeline, timeline.last).objections.map(({ fate, id, rounds }) => {
      if (fate === "granted") return [id, "granted"] as const;
      return [id, rounds.some(({ answer }) => answer !== null) ? "answered" : "open"] as const;
    }),
  );
}
