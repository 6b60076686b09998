/** Every ask of `judges`: the prompt, the schema of its reply, and the judge's duties. */
import { type Brief, findOption } from "../../../domain/brief.ts";
import type { ClaimDraft } from "../../../domain/claim.ts";
import { computeOnce } from "../../../domain/compute-once.ts";
import type { ReplySummary } from "../../../domain/journal/event.ts";
import { formatUncausedChange } from "../../../domain/outcome/change-cause.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Spoken } from "../../../domain/round.ts";
import type { ExchangeContext } from "../../../exchange/reader-view.ts";
import { reportInvalid } from "../../../exchange/reply-problems.ts";
import type { Ask, Fence, Problem } from "../../../protocol.ts";
import {
  AnonymousResponse,
  type JudgeResponse,
  type Recommendation,
  recommendations,
  responses,
} from "../replies.ts";
import { formatHeldWords } from "../rules/cases.ts";
import { findChallengeProblems, createDutyTarget, voicesHidden } from "../rules/challenge-duty.ts";
import { findChangeProblems, findConfidenceProblem } from "../rules/change-duty.ts";
import { collectStanceWords, describeDrift, measureDrift } from "../rules/drift.ts";
import { splitHeadline } from "../rules/headline.ts";
import { type LensId, findLens } from "../rules/lens.ts";
import {
  draftPointClaims,
  draftReplyClaims,
  type JudgePoint,
  type PointPart,
} from "../rules/points.ts";
import { formatPositionHead, shownTo } from "./anonymizer.ts";
import { blankRecommendation, blankResponse } from "./blank-reply.ts";
import { stanceText } from "./lens-text.ts";
import { formatJudgeLabel, readClaimWords, renderPositions } from "./position-text.ts";
import { createPosition, type JudgeRespondInput, type RecommendInput } from "./prompt-input.ts";
import {
  renderAnonymousTask,
  renderMatter,
  renderOpeningTask,
  renderResponseTask,
  renderVoices,
} from "./task-text.ts";

/** What is asked about, and what the settings ask of a judge; everything unless told otherwise. */
export interface JudgeTask {
  readonly brief: Brief;
  readonly requireCause?: boolean;
  readonly requireStance?: boolean;
}

const EVERY_DUTY = { requireCause: true, requireStance: true };

export function recommendAlone(
  task: JudgeTask,
  judge: Participant,
  fence: Fence,
): Ask<Recommendation> {
  const { brief, requireStance } = { ...EVERY_DUTY, ...task };
  const lens = findLens(judge.id, judge.stance);
  const input: RecommendInput = { kind: "judges.recommend", brief, judge, lens };
  return {
    prompt: [
      { shared: true, text: renderMatter(brief, fence) },
      { shared: false, text: renderOpeningTask(judge, lens, { requireStance }) },
    ],
    reply: recommendations[lens],
    promptInput: input,
    check: (reply) => [
      ...[...findEvaluationProblems(brief, lens, reply), ...findVoteProblems(brief, reply)].map(
        reportInvalid,
      ),
      ...(requireStance ? findStanceProblems(lens, reply) : []).map(unmetDuty),
    ],
    claims: (reply) => draftPointClaims(lens, reply),
    blank: () => blankRecommendation(brief, lens),
    says: summarizeReply,
  };
}

export interface JudgeAskContext extends JudgeTask {
  readonly judges: readonly Participant[];
  readonly openings: readonly Spoken<Recommendation>[];
  readonly exchange?: ExchangeContext | null;
}

/** Once for a round: every judge is shown the same positions. */
const listPositions = computeOnce(({ judges, openings }: JudgeAskContext) =>
  openings.map((turn) => createPosition(judges, turn)),
);

export function challengeTheOthers(
  stage: JudgeAskContext,
  judge: Participant,
  fence: Fence,
): Ask<JudgeResponse> {
  const { brief, openings, requireCause, requireStance } = { ...EVERY_DUTY, ...stage };
  const positions = listPositions(stage);
  const own = positions.find((position) => position.judge.id === judge.id);
  if (!own) throw new TypeError(`${judge.id} has no round-1 position.`);
  const peers = positions.filter((position) => position !== own);
  const { lens } = own;
  const { view, voices } = shownTo(stage.exchange, positions, judge.id);
  const sealed = view.hidden ? voicesHidden(voices, view, judge) : null;
  const seen = sealed
    ? { own: { ...view.anonymize(own), lens }, peers: sealed.peers }
    : { own, peers };
  const hidden = view.hidden;
  const input: JudgeRespondInput = { kind: "judges.respond", brief, judge, lens, ...seen, hidden };
  const inOrder = view.inOrder(positions, (position) => position.judge.id);
  const points = positions.flatMap((position) => position.points);
  const ask: Ask<JudgeResponse> = {
    prompt: [
      { shared: true, text: renderMatter(brief, fence) },
      {
        shared: true,
        text: sealed ? renderVoices(voices, view, fence) : renderPositions(inOrder, fence),
      },
      {
        shared: false,
        text: sealed
          ? renderAnonymousTask(own, voices, { view, requireCause, requireStance })
          : renderResponseTask(own, peers, { requireCause, requireStance }),
      },
    ],
    reply: sealed ? AnonymousResponse : responses[lens],
    promptInput: input,
    reveals: openings.map(({ key }) => key),
    texts: listQuotablePoints(view.hidden ? view.anonymize : null, points),
    check: (reply, quoted) => [
      ...findVoteProblems(brief, reply).map(reportInvalid),
      ...[
        ...findChallengeProblems(reply, sealed?.targets ?? peers.map(createDutyTarget)),
        ...findOwnPointProblems(reply, own.points),
        ...(requireCause
          ? findChangeProblems(reply, {
              by: judge.id,
              before: own,
              visible: points.map(({ claim }) => claim),
              isVerified: quoted,
            })
          : []
        ).map(formatUncausedChange),
        ...[findConfidenceProblem(reply, own)].filter((problem) => problem !== null),
        ...(requireStance ? findStanceProblems(lens, reply, own) : []),
      ].map(unmetDuty),
    ],
    claims: (reply) => draftAnswerClaims(reply, points, judge.id),
    blank: () => blankResponse(seen.own, seen.peers, hidden),
    says: summarizeReply,
  };
  const heads = sealed
    ? voices.map(({ label }) => formatPositionHead(label))
    : inOrder.map((position) => formatJudgeLabel(position.judge.id));
  return view.bind(ask, { own: [stanceText(judge, lens)], order: [heads] });
}

/** New claims, attacks and concessions; what a judge says of their own points, unknowing, attacks nobody. */
function draftAnswerClaims(
  { claims, challenges, concedes }: JudgeResponse,
  points: readonly JudgePoint[],
  judge: string,
): ClaimDraft[] {
  const isOfAnother = ({ claim: id }: { claim: string }): boolean =>
    points.some(({ claim }) => claim.id === id && claim.by !== judge);
  return [
    ...draftReplyClaims(claims),
    ...challenges.filter(isOfAnother).map(({ claim, counter_argument, evidence }): ClaimDraft => {
      return { ...splitHeadline(counter_argument), about: claim, side: "attacks", evidence };
    }),
    ...concedes.filter(isOfAnother).map(({ claim, extent, words }): ClaimDraft => {
      const said = extent === "partly" ? `Concedes partly: ${words}` : `Concedes: ${words}`;
      return { ...splitHeadline(said), about: claim, side: "supports", evidence: [] };
    }),
  ];
}

/** K7: what was said in round 1 can be quoted, in the words that the reader was shown. */
function listQuotablePoints(
  anonymize: (<T>(value: T) => T) | null,
  points: readonly JudgePoint[],
): ReadonlyMap<string, string> {
  return new Map(
    points.map(({ claim }) => {
      const words = readClaimWords(claim);
      return [claim.id, anonymize?.(words) ?? words];
    }),
  );
}

function summarizeReply(reply: Recommendation | JudgeResponse): ReplySummary {
  const { option, confidence, headline, conditions, would_change_my_mind } = reply;
  const because = "changed_because" in reply ? (reply.changed_because?.claims ?? []) : [];
  return {
    position: option,
    confidence,
    words: formatHeldWords(headline, conditions),
    wouldChange: would_change_my_mind,
    ...(because.length > 0 && { because }),
  };
}

function findEvaluationProblems(
  brief: Brief,
  lens: LensId,
  { evaluations }: Recommendation,
): string[] {
  const counts = brief.options.flatMap(({ id }) => {
    const count = evaluations.filter(({ option }) => option === id).length;
    return count === 1 ? [] : [`option ${id} is evaluated ${count} times, once is needed`];
  });
  const strangers = evaluations
    .filter(({ option }) => !findOption(brief, option))
    .map(({ option }) => `there is no option "${option}"`);
  const rows = evaluations.flatMap((evaluation) => {
    if (!("rows" in evaluation)) return [];
    const kinds = new Set(evaluation.rows.map(({ kind }) => kind));
    const isComplete = kinds.size === 4 && evaluation.rows.length === 4;
    const unrated = evaluation.rows.filter(
      (row) =>
        "effect" in row &&
        (row.effect === "gain" || row.effect === "loss") &&
        (row.magnitude === null || row.reach === null),
    );
    return [
      ...(isComplete
        ? []
        : [`option ${evaluation.option} needs each kind of ${lens} exactly once`]),
      ...unrated.map(
        ({ kind }) =>
          `option ${evaluation.option}, ${kind}: a gain or loss has a magnitude and a reach`,
      ),
    ];
  });
  return [...counts, ...strangers, ...rows];
}

function findVoteProblems(
  brief: Brief,
  { option, claims }: Pick<Recommendation, "option" | "claims">,
): string[] {
  const known = brief.options.map(({ id }) => id).join(", ");
  return [
    ...(findOption(brief, option)
      ? []
      : [`there is no option "${option}", choose one of ${known}`]),
    ...claims
      .filter(({ about }) => !findOption(brief, about))
      .map(({ about }) => `a claim is about "${about}", which is not an option`),
  ];
}

/** Only own rows can be corrected, and only own claims withdrawn. */
function findOwnPointProblems(
  { corrections = [], withdraws = [] }: JudgeResponse,
  own: readonly JudgePoint[],
): string[] {
  const isOwn = (id: string, wanted: PointPart): boolean =>
    own.some(({ part, claim }) => part === wanted && claim.id === id);
  return [
    ...corrections
      .filter(({ claim }) => !isOwn(claim, "row"))
      .map(({ claim }) => `corrections names ${claim}, which is no row of your own table`),
    ...withdraws
      .filter((id) => !isOwn(id, "claim"))
      .map((id) => `withdraws names ${id}, which is no claim of your own`),
  ];
}

/** In round 2 the case of round 1 still stands, so both are measured together. */
function findStanceProblems(
  lens: LensId,
  reply: Pick<Recommendation, "headline" | "claims">,
  before?: { readonly points: readonly JudgePoint[] },
): string[] {
  const earlier = before?.points.map(({ claim }) => readClaimWords(claim)).join(" ") ?? "";
  const { drifting } = measureDrift("", lens, `${collectStanceWords(reply)} ${earlier}`);
  return drifting ? [describeDrift(lens)] : [];
}

function unmetDuty(problem: string): Problem {
  return { text: problem, duty: true };
}
