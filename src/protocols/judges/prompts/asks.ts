/** Every prompt of `judges`, with the schema of its reply and the judge's duties. */
import { type Brief, findOption } from "../../../domain/brief.ts";
import { findCauseProblems } from "../../../domain/change-cause.ts";
import type { ReplySummary } from "../../../domain/journal/event.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Spoken } from "../../../domain/round.ts";
import {
  renderBriefSources,
  renderBriefOptions,
  QUOTE_RULE,
} from "../../../exchange/brief-prompt.ts";
import type { ExchangeContext, ReaderView } from "../../../exchange/reader-view.ts";
import type { Ask, Problem, Fence } from "../../../protocol.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import { type Recommendation, recommendations, JudgeResponse } from "../replies.ts";
import { challengeProblems, targetOf, voicesHidden } from "../rules/challenge-duty.ts";
import { lensOf } from "../rules/lens.ts";
import { claimLine, headOf, shownTo, type ShownVoice, voiceText } from "./anonymizer.ts";
import { blankRecommendation, blankResponse } from "./blank-reply.ts";
import { lensText, stanceText } from "./lens-text.ts";
import type { JudgePosition, RecommendMatter, JudgeRespondInput } from "./prompt-input.ts";

export function recommendAlone(
  brief: Brief,
  judge: Participant,
  fence: Fence,
): Ask<Recommendation> {
  const lens = lensOf(judge.id, judge.stance);
  const input: RecommendMatter = { kind: "judges.recommend", brief, judge, lens };
  return {
    prompt: [
      { shared: true, text: matterText(brief, fence) },
      { shared: false, text: openingTask(judge, lens) },
    ],
    reply: recommendations[lens],
    promptInput: input,
    check: (reply) => [...evaluationProblems(brief, lens, reply), ...voteProblems(brief, reply)],
    claims: (reply) => reply.claims,
    blank: () => blankRecommendation(brief, lens),
    says,
  };
}

export interface JudgeAskContext {
  readonly brief: Brief;
  readonly judges: readonly Participant[];
  readonly openings: readonly Spoken<Recommendation>[];
  readonly requireCause: boolean;
  readonly exchange?: ExchangeContext | null;
}

export function challengeTheOthers(
  stage: JudgeAskContext,
  judge: Participant,
  fence: Fence,
): Ask<JudgeResponse> {
  const { brief, judges, openings } = stage;
  const positions = openings.map((turn) => positionOf(judges, turn));
  const own = positions.find((position) => position.judge.id === judge.id);
  if (!own) throw new TypeError(`${judge.id} has no round-1 position.`);
  const peers = positions.filter((position) => position !== own);
  const lens = own.lens;
  const { view, voices } = shownTo(stage.exchange, positions, judge.id);
  const sealed = view.hidden ? voicesHidden(voices, view, judge) : null;
  const seen = sealed
    ? { own: { ...view.anonymize(own), lens }, peers: sealed.peers }
    : { own, peers };
  const input: JudgeRespondInput = { kind: "judges.respond", brief, judge, lens, ...seen };
  const inOrder = view.inOrder(positions, (position) => position.judge.id);
  const ask: Ask<JudgeResponse> = {
    prompt: [
      { shared: true, text: matterText(brief, fence) },
      {
        shared: true,
        text: sealed ? voicesText(voices, view, fence) : positionsText(inOrder, fence),
      },
      {
        shared: false,
        text: sealed ? anonymousTask(own, voices, view) : responseTask(own, peers),
      },
    ],
    reply: JudgeResponse,
    promptInput: input,
    reveals: openings.map(({ key }) => key),
    check: (reply, quoted) => [
      ...voteProblems(brief, reply),
      ...challengeProblems(reply, sealed?.targets ?? peers.map(targetOf)),
      ...changeProblems(reply, { own, peers, quoted, requireCause: stage.requireCause }),
    ],
    claims: (reply) => [
      ...reply.claims,
      ...reply.challenges
        // a judge who is not told which voice is theirs may challenge themselves, and that attacks nobody
        .filter((challenge) => challenge.judge !== judge.id)
        .map(({ claim, counter_argument, evidence }) => ({
          text: counter_argument,
          about: claim,
          side: "attacks" as const,
          evidence,
        })),
    ],
    blank: () => blankResponse(seen.own, seen.peers),
    says,
  };
  const heads = sealed
    ? voices.map(({ label }) => headOf(label))
    : inOrder.map((position) => `judge ${position.judge.id}`);
  return view.bind(ask, { own: [stanceText(judge, lens)], order: [heads] });
}

function says(reply: Recommendation | JudgeResponse): ReplySummary {
  const { option, confidence, headline } = reply;
  const wouldChange = "would_change_my_mind" in reply ? reply.would_change_my_mind : null;
  const because = "changed_because" in reply ? (reply.changed_because?.claims ?? []) : [];
  return {
    position: option,
    confidence,
    words: headline,
    wouldChange,
    ...(because.length > 0 && { because }),
  };
}

/** What a round-1 turn looks like to the other judges. */
export function positionOf(
  judges: readonly Participant[],
  { by, reply, claims }: Spoken<Recommendation>,
): JudgePosition {
  const judge = judges.find(({ id }) => id === by);
  if (!judge) throw new TypeError(`${by} does not sit here.`);
  const { option, confidence, headline, evaluations, self_challenge, would_change_my_mind } = reply;
  const lens = lensOf(judge.id, judge.stance);
  const aside = { self_challenge, would_change_my_mind };
  return { judge, lens, option, confidence, headline, evaluations, claims, ...aside };
}

function matterText(brief: Brief, fence: Fence): string {
  return text`
    A panel of judges decides one question. Each judge has a fixed stance and recommends exactly one option.
    ${FENCE_RULE}

    Question (${brief.id})
    ${fence("question", brief.question)}

    Options: ${brief.options.map(({ id }) => id).join(", ")}
    ${renderBriefOptions(brief, fence)}

    ${renderBriefSources(brief, fence)}

    ${QUOTE_RULE}
  `;
}

function openingTask(judge: Participant, lens: ReturnType<typeof lensOf>): string {
  return text`
    ${stanceText(judge, lens)}

    This is round 1. You cannot see the other judges, and they cannot see you.
    Evaluate every option, then recommend exactly one.
    ${lensText(lens)}

    In claims, give the reasons that carry your choice, each about one option and with the words that prove it.
    In self_challenge, name the strongest objection to your own choice.
    In would_change_my_mind, name what you would have to learn to choose otherwise.
    Reply with one JSON object.
  `;
}

function voicesText(voices: readonly ShownVoice[], view: ReaderView, fence: Fence): string {
  const cases = voices.map((voice) => voiceText(voice, view, fence));
  const once = view.oneVoice ? " What several hold is shown once." : "";
  return `Round 1 is closed. These are the positions that were taken, under labels.${once}\n\n${cases.join("\n\n")}`;
}

function positionsText(positions: readonly JudgePosition[], fence: Fence): string {
  const cases = positions.map((position) => {
    const { judge, option, confidence, headline, claims, evaluations } = position;
    const words = text`
      Recommends ${option}, confidence ${confidence} of 100.
      ${headline}
      ${claims.map(claimLine).join("\n")}
      Evaluations: ${JSON.stringify(evaluations)}
      Against itself: ${position.self_challenge}
      Would change its mind: ${position.would_change_my_mind}
    `;
    return fence(`judge ${judge.id}`, words);
  });
  return `Round 1 is closed. These are the positions of all judges, in full.\n\n${cases.join("\n\n")}`;
}

function responseTask(own: JudgePosition, peers: readonly JudgePosition[]): string {
  const others = peers.map(({ judge, claims }) => {
    const ids = claims.map(({ id }) => id).join(", ");
    return `- ${judge.id} (${ids === "" ? "no claims" : ids})`;
  });
  return text`
    ${stanceText(own.judge, own.lens)}

    This is round 2, the last one. Above, you are the judge ${own.judge.id} and recommended ${own.option}.
    Challenge every other judge with a specific counter-argument against one of its claims:
    ${others.join("\n")}
    Where a judge agrees with you, attack the weakest point of its reasoning.
    Then defend your recommendation, or revise it if you are truly convinced. Agreement for its own sake is worthless.
    If you revise, changed_because names the ids of the claims that convinced you and says exactly what in them did.
    If you do not, changed_because is null.
    Reply with one JSON object.
  `;
}

/** R2: a judge is told their earlier position, since a change needs a cause, and not which voice is theirs. */
function anonymousTask(
  own: JudgePosition,
  voices: readonly ShownVoice[],
  view: ReaderView,
): string {
  const listed = voices.map(({ label, claims }) => {
    const ids = claims.map(({ id }) => view.idOf(id)).join(", ");
    return `- ${label} (${ids === "" ? "no claims" : ids})`;
  });
  return text`
    ${stanceText(own.judge, own.lens)}

    This is round 2, the last one. In round 1 you recommended ${own.option}. Your own case is among the voices above, unmarked.
    Challenge every voice with a specific counter-argument against one of its claims, by label and id:
    ${listed.join("\n")}
    Where a voice agrees with you, attack the weakest point of its reasoning.
    Then defend your recommendation, or revise it if you are truly convinced. Agreement for its own sake is worthless.
    If you revise, changed_because names the ids of the claims that convinced you and says exactly what in them did.
    If you do not, changed_because is null.
    Reply with one JSON object.
  `;
}

function evaluationProblems(
  brief: Brief,
  lens: ReturnType<typeof lensOf>,
  { evaluations }: Recommendation,
): Problem[] {
  const problems = brief.options.flatMap(({ id }) => {
    const count = evaluations.filter(({ option }) => option === id).length;
    return count === 1 ? [] : [`option ${id} is evaluated ${count} times, once is needed`];
  });
  const strangers = evaluations
    .filter(({ option }) => !findOption(brief, option))
    .map(({ option }) => `there is no option "${option}"`);
  const rowCounts = evaluations.flatMap((evaluation) => {
    if (!("rows" in evaluation)) return [];
    const kinds = new Set(evaluation.rows.map(({ kind }) => kind));
    const complete = kinds.size === 4 && evaluation.rows.length === 4;
    return complete ? [] : [`option ${evaluation.option} needs each kind of ${lens} exactly once`];
  });
  return [...problems, ...strangers, ...rowCounts].map(invalid);
}

function voteProblems(
  brief: Brief,
  { option, claims }: Pick<Recommendation, "option" | "claims">,
): Problem[] {
  const known = brief.options.map(({ id }) => id).join(", ");
  return [
    ...(findOption(brief, option)
      ? []
      : [`there is no option "${option}", choose one of ${known}`]),
    ...claims
      .filter(({ about }) => !findOption(brief, about))
      .map(({ about }) => `a claim is about "${about}", which is not an option`),
  ].map(invalid);
}

/** J17, J27, K5: a change has a cause; asked for once, and then the vote reverts. */
function changeProblems(
  { option, changed_because }: JudgeResponse,
  around: {
    own: JudgePosition;
    peers: readonly JudgePosition[];
    quoted: (evidence: { source: string; quote: string }) => boolean;
    requireCause: boolean;
  },
): Problem[] {
  if (option === around.own.option || !around.requireCause) return [];
  return findCauseProblems(
    changed_because && {
      claims: changed_because.claims,
      evidence: changed_because.evidence.map((one) => ({ ...one, verified: around.quoted(one) })),
    },
    {
      by: around.own.judge.id,
      visible: [around.own, ...around.peers].flatMap(({ claims }) => claims),
      seenBefore: NOTHING,
    },
  ).map((problem) => ({ text: problem, duty: true }));
}

/** Round 1 is blind, so nothing shown in round 2 was known before. */
const NOTHING: ReadonlySet<string> = new Set();

function invalid(problem: string): Problem {
  return { text: problem, duty: false };
}
