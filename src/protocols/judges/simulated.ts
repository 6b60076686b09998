/** How a simulated participant sits as a judge: it rates nothing, and says whom it challenges and what moved it. */
import type {
  SimulatedAnswer,
  DecideSimulated,
  SimulatedPeer,
  SimulatedView,
} from "../../domain/simulated-answer.ts";
import type { PromptInput } from "../../model.ts";
import type { JudgePosition, JudgeRespondInput, RecommendInput } from "./prompts/prompt-input.ts";
import { leaveUnrated } from "./reader.ts";
import type { JudgeResponse, Recommendation } from "./replies.ts";
import type { LensId } from "./rules/lens.ts";
import { USUAL_HORIZON } from "./rules/lens.ts";

export const judgesSimulated: Readonly<
  Record<string, (input: PromptInput, decide: DecideSimulated) => unknown>
> = {
  "judges.recommend": (input, decide) => recommend(input as RecommendInput, decide),
  "judges.respond": (input, decide) => respond(input as JudgeRespondInput, decide),
};

/** Words that each stance is known by, so that no reply is sent back for leaving its stance. */
const STANCE_WORDS: Readonly<Record<LensId, string>> = {
  risk: "the risk of failure",
  value: "the value and benefit for users",
  effort: "the effort and cost to build",
  plain: "the case",
};

function recommend({ brief, judge, lens }: RecommendInput, decide: DecideSimulated): unknown {
  const view = {
    ...viewBrief(brief),
    seat: judge.id,
    round: 1,
    own: [],
    peers: [],
    inserted: [],
    named: true,
  };
  const answer = decide(view);
  return {
    ...(lens === "effort" && { horizon_months: USUAL_HORIZON }),
    evaluations: brief.options.map(({ id }) => leaveUnrated(id, lens)),
    ...formatVote(answer, lens),
    self_challenge: `The material may say more for another option than for ${answer.option}.`,
    would_change_my_mind: "A line of the material that speaks for another option.",
  } satisfies Omit<Recommendation, "evaluations"> & { evaluations: unknown };
}

function viewBrief(
  brief: RecommendInput["brief"],
): Pick<SimulatedView, "item" | "options" | "sources"> {
  return {
    item: brief.question,
    options: brief.options.map(({ id, label }) => ({ id, label })),
    sources: brief.sources.map(({ id, text }) => ({ id, text })),
  };
}

function formatVote({ option, confidence, reasons }: SimulatedAnswer, lens: LensId) {
  return {
    option,
    conditions: [],
    confidence,
    headline: `${option}, for ${STANCE_WORDS[lens]}.`,
    claims: reasons.map(({ text, about, quote }) => ({
      headline: text,
      detail: `It bears on ${STANCE_WORDS[lens]}.`,
      about,
      side: "supports" as const,
      evidence: quote ? [{ kind: "quote" as const, source: quote.source, quote: quote.words }] : [],
    })),
    against_own_scores: null,
    missing: null,
  };
}

function respond(input: JudgeRespondInput, decide: DecideSimulated): unknown {
  const { brief, judge, lens, own, peers, hidden } = input;
  const answer = decide({
    ...viewBrief(brief),
    seat: judge.id,
    round: 2,
    own: [own.option],
    peers: [peers.map(viewPeer)],
    inserted: [],
    named: !hidden,
  });
  const changed = answer.option !== own.option && answer.because.length > 0;
  return {
    challenges: peers.map((peer) => ({
      judge: peer.judge.id,
      claim: findClaim(peer)?.claim.id ?? peer.judge.id,
      counter_argument: `The lines that name ${peer.option} leave out what the material says of the other options and their limits.`,
      evidence: [],
    })),
    concedes: [],
    ...formatVote({ ...answer, reasons: [] }, lens),
    self_challenge: null,
    would_change_my_mind: null,
    changed_because: changed
      ? {
          claims: [...answer.because],
          evidence: [],
          explanation: `The exhibit named in ${answer.because.join(" and ")} speaks for ${answer.option}, and I had found none like it for ${own.option}.`,
        }
      : null,
    confidence_because: "The others' exhibits changed how sure I can be of this.",
    ...(!hidden && { withdraws: [], corrections: [] }),
  } satisfies JudgeResponse;
}

function findClaim({ points }: JudgePosition): JudgePosition["points"][number] | undefined {
  return points.find(({ part }) => part === "claim") ?? points[0];
}

function viewPeer({ judge, option, points }: JudgePosition): SimulatedPeer {
  return {
    seat: judge.id,
    holds: option,
    points: points
      .filter(({ part }) => part === "claim")
      .map(({ claim }) => ({
        id: claim.id,
        about: claim.about,
        backed: claim.evidence.length > 0,
        verified: claim.evidence.some(({ verified }) => verified),
      })),
  };
}
