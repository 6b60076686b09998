/** Prompts of the end: remarks on minor objections, and what each side assumes where there is no agreement. */
import type { Participant } from "../../../domain/participant.ts";
import { ownSegment, sharedSegment } from "../../../exchange/prompt-segments.ts";
import type { Ask, Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { ExposureReply, RemarksReply } from "../replies.ts";
import { listMinor, listStanding } from "../rules/objections.ts";
import { readCurrentPosition } from "../rules/positions.ts";
import type { Debate } from "../rules/table.ts";
import { listVerdicts } from "../rules/verdicts.ts";
import { createDebateView } from "./anonymizer.ts";
import { draftText, summarizeReply } from "./claim-drafts.ts";
import { orderGroups, showJoined, showOthers, showOwn } from "./objection-text.ts";
import { describeChallenger, describeProponent } from "./personas.ts";
import type { ExposeMatter, RemarkMatter } from "./prompt-input.ts";
import { listRevealedTurns, showMatter, showOpening, showVersions } from "./shown-text.ts";

/** H13: a short word on objections that nobody needs to withdraw; the position stays as it was agreed to. */
export function remarkOnMinor(debate: Debate, fence: Fence): Ask<RemarksReply> {
  const { brief, proponent } = debate;
  const view = createDebateView(debate, "remarks", proponent);
  const minor = listMinor(debate);
  const single = minor.map((one) => ({ id: one.id, members: [one] }));
  const shown = showJoined(orderGroups(single, view), { fence, view });
  const input: RemarkMatter = {
    kind: "challenge.remark",
    brief,
    proponent,
    objections: view.anonymize(minor.map(({ id, text: words }) => ({ id, text: words }))),
  };
  const persona = describeProponent(proponent);
  const task = text`
    No objection blocks your position, so it stands as it is. Answer each of these in a sentence or two: what you make of
    it, and what someone should look at who carries the position out.

    ${shown.text}
  `;
  const ask: Ask<RemarksReply> = {
    prompt: [
      showMatter(debate, fence),
      showOpening(debate, fence, view),
      ownSegment(`${task}\n\n${persona}`),
    ],
    reply: RemarksReply,
    promptInput: input,
    reveals: listRevealedTurns(debate),
    check: ({ remarks }) =>
      minor
        .filter(({ id }) => !remarks.some(({ objection }) => objection === id))
        .map(({ id }) => ({ text: `${id} is not answered`, duty: true })),
    says: ({ remarks }) => summarizeReply("v1", remarks.map(({ remark }) => remark).join(" ")),
  };
  return view.bind(ask, { own: [persona], order: shown.order });
}

/** H28-H31: why no agreement was possible, from each side that is left. */
export function exposeAssumptions(
  debate: Debate,
  party: Participant,
  fence: Fence,
): Ask<ExposureReply> {
  const { brief, proponent } = debate;
  const standing = listStanding(debate);
  const isProponent = party.id === proponent.id;
  const mine = standing.filter(({ challenger }) => challenger === party.id);
  const { version } = readCurrentPosition(debate);
  const view = createDebateView(debate, "assumptions", party);
  const others = showOthers(
    isProponent ? standing : standing.filter((one) => !mine.includes(one)),
    {
      fence,
      view,
    },
  );
  const input: ExposeMatter = {
    kind: "challenge.expose",
    brief,
    party,
    own: isProponent ? null : view.anonymize(mine),
    objections: view.anonymize(standing),
  };
  const persona = isProponent ? describeProponent(party) : describeChallenger(party);
  const side = isProponent
    ? "The other side is each challenger whose objection stands."
    : `Your objections stand; the other side is the proponent with v${version}.\n\n${showOwn(mine, { fence, view })}`;
  const segments = [others.text, `${side}\n\n${persona}`];
  const ask: Ask<ExposureReply> = {
    prompt: [
      showMatter(debate, fence),
      showOpening(debate, fence, view),
      ...[showVersions(debate, fence, view), EXPOSURE]
        .filter((words) => words !== "")
        .map(sharedSegment),
      ...segments.filter((words) => words !== "").map(ownSegment),
    ],
    reply: ExposureReply,
    promptInput: input,
    reveals: listRevealedTurns(debate),
    claims: ({ core_assumption }) => [
      { ...draftText(core_assumption), about: party.id, side: "supports", evidence: [] },
    ],
    says: ({ core_disagreement, core_assumption }) => ({
      ...summarizeReply(
        isProponent ? `v${version}` : readVerdictHeld(debate, party),
        core_disagreement,
      ),
      assumes: [core_assumption],
    }),
  };
  return view.bind(ask, { own: [persona], order: [others.heads] });
}

/** Whoever still objects does not agree, whatever was said of the opening. */
function readVerdictHeld(debate: Debate, { id }: Participant): string {
  const verdict = listVerdicts(debate).find(({ challenger }) => challenger.id === id)?.verdict;
  return verdict === "partial" ? "partial" : "disagree";
}

const EXPOSURE = text`
  The confrontation is over, and there is no agreement. Do not persuade any more: a reader has to understand what the
  disagreement rests on, when each side would be right, and how that could be tested.
`;
