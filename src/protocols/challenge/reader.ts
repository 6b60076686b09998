/**
 * The built-in reader of `challenge`: it needs no model and decides nothing. It quotes what the brief itself marks as for
 * or against, says plainly what is missing, and never pretends to have weighed anything.
 */
import type { Brief } from "../../domain/brief.ts";
import type { PromptInput } from "../../model.ts";
import { type MarkedPoint, readMarkedPoints } from "../marked-brief.ts";
import { takeFirstSentence } from "./documents/table-rows.ts";
import type {
  AttackMatter,
  BlindMatter,
  ChallengeRebutInput,
  ChallengeRespondInput,
  ExposeMatter,
  Objection,
  OpenMatter,
  PressMatter,
  RemarkMatter,
} from "./prompts/prompt-input.ts";
import type {
  BlindAnswerReply,
  ChallengeReply,
  ChallengerRebuttalReply,
  ExposureReply,
  FiledObjection,
  OpeningReply,
  PlanAnswersReply,
  PlanOpeningReply,
  ProponentResponseReply,
  RemarksReply,
} from "./replies.ts";
import { readBriefBody } from "./rules/table.ts";

const READER = "This is a built-in reader: it finds what the brief marks and weighs nothing.";

function listSide(brief: Brief, side: MarkedPoint["side"]): readonly MarkedPoint[] {
  return readMarkedPoints(brief).points.filter((point) => point.side === side);
}

function quotePoint({ source, quote }: MarkedPoint) {
  return { kind: "quote" as const, source, quote };
}

function answerBlind({ brief }: BlindMatter): BlindAnswerReply {
  const points = readMarkedPoints(brief).points;
  return {
    answer: "The brief decides this; a built-in reader has no answer of its own.",
    reasoning: READER,
    confidence: "low",
    evidence: points.slice(0, 2).map(quotePoint),
  };
}

function openDebate({ brief, parts }: OpenMatter): OpeningReply | PlanOpeningReply {
  const marked = readMarkedPoints(brief);
  const supporting = listSide(brief, "for");
  const against = listSide(brief, "against");
  const around = {
    reasoning:
      supporting.length === 0
        ? `The brief marks nothing in favour. ${READER}`
        : `The brief marks this in favour: ${supporting[0]?.quote ?? ""} ${READER}`,
    confidence: "LOW" as const,
    weaknesses:
      against.length === 0
        ? [{ text: "The brief marks no point against it.", evidence: [] }]
        : against
            .slice(0, 3)
            .map((point) => ({ text: point.quote, evidence: [quotePoint(point)] })),
    assumptions: [
      "What the brief states is true; nobody has checked it.",
      ...marked.missing.slice(0, 2),
    ],
    evidence: supporting.slice(0, 1).map(quotePoint),
  };
  if (parts !== null) return { ...around, part_confidence: [] };
  const options = brief.options.map(({ id, label }) => `option ${id} (${label})`).join(", ");
  const body = readBriefBody(brief);
  const stated =
    options !== ""
      ? `The brief leaves this open between ${options}.`
      : body === ""
        ? "The brief asks a question and proposes nothing."
        : `${takeFirstSentence(body)} So the brief begins; it stands as it is written there.`;
  return { position: [{ text: stated, confidence: null }], ...around };
}

const STANCES = ["structure", "operation", "attack"];

/** What the brief marks against the plan has to be answered; a brief that marks nothing is only said to. */
function attackPlan({ brief, challenger }: AttackMatter | PressMatter): ChallengeReply {
  const all = listSide(brief, "against");
  // three readers who read the same thing would only say it three times
  const place = Math.max(0, STANCES.indexOf(challenger.stance ?? ""));
  const share = all.filter((_, at) => at % STANCES.length === place);
  const against = (share.length > 0 ? share : all).slice(0, 3);
  const objections = against.map(({ quote, source }): FiledObjection => ({
    headline: quote,
    detail: "The brief marks this as a point against it, and nobody has weighed it.",
    strength: "moderate",
    parts: [],
    point: null,
    evidence: [{ kind: "quote", source, quote }],
    alternative: null,
    settled_by: "A person or a model weighs this point and says so in the plan.",
  }));
  const unmarked: FiledObjection = {
    headline: "The brief marks no point against this, so a built-in reader has nothing to quote.",
    detail: readMarkedPoints(brief).missing.join(" "),
    strength: "minor",
    parts: [],
    point: null,
    evidence: [],
    alternative: null,
    settled_by: "A person or a model reads it.",
  };
  return {
    verdict: "partial",
    objections: objections.length === 0 ? [unmarked] : objections,
    tested: null,
    assumptions: [],
    confidence: "low",
  };
}

/** It grants that the brief marks the point, and has nothing to set against it. */
function respond({
  objections,
  parts,
  rewrite,
}: ChallengeRespondInput): ProponentResponseReply | PlanAnswersReply {
  const answers = objections.map(({ id, members: [first] }) => ({
    objection: id,
    covers: [],
    disposition: first?.missing === null ? ("PARTIAL" as const) : ("REJECT" as const),
    explanation:
      first?.missing === null
        ? `The point behind ${id} stands in the brief; a built-in reader cannot weigh it against the plan.`
        : `Nothing was said under ${id} that could be answered, so there is nothing to grant.`,
    limit:
      first?.missing === null ? "How much it matters is for a person or a model to say." : null,
    evidence: (first?.evidence ?? []).slice(0, 1).map(({ kind = "quote", source, quote }) => ({
      kind,
      source,
      quote,
    })),
  }));
  if (!rewrite) return { answers, holds: "cannot tell" };
  const open = readOpenParts(
    objections.map(({ members }) => members[0]),
    parts,
  );
  return {
    answers,
    fate: open.length === 0 ? "unchanged" : "amended",
    changed: [],
    added: [],
    dropped: [],
    open,
  };
}

/** The first part is marked as open where it is not yet. */
function readOpenParts(
  objections: readonly (Objection | undefined)[],
  parts: ChallengeRespondInput["parts"],
): ProponentResponseReply["open"] {
  const [first] = objections.filter((one) => one?.missing === null);
  const part = parts.find(({ open }) => open === null);
  if (!first || !part || parts.some(({ open }) => open !== null)) return [];
  const question = "Points that the brief marks against it have not been weighed.";
  return [{ part: part.number, question, because: [first.id] }];
}

/** The point is in the brief whatever was answered, and nobody has weighed it: it stands. */
function rebut({ objections }: ChallengeRebutInput): ChallengerRebuttalReply {
  return {
    rebuttals: objections.map(({ id, strength }) => ({
      objection: id,
      choice: "MAINTAIN" as const,
      reason: `The point of ${id} is still in the brief, and no person or model has weighed it.`,
      because: [],
      because_parts: [],
      strength,
      settled_by: "A person or a model weighs it and says so in the plan.",
      new_information: false,
      evidence: [],
    })),
    new_objections: [],
  };
}

function remark({ objections }: RemarkMatter): RemarksReply {
  return {
    remarks: objections.map(({ id }) => ({
      objection: id,
      remark: "The brief says so itself; whoever carries this out should look at it.",
    })),
  };
}

function expose({ own, objections }: ExposeMatter): ExposureReply {
  const [first] = own ?? objections;
  const point = first?.text ?? "No point was named.";
  return {
    why: `${READER} The point that is left: ${point}`,
    core_assumption:
      own === null
        ? "The plan can be judged as it is written."
        : "A marked point has to be weighed first.",
    leads_to: "Somebody has to weigh what the brief marks.",
    other_right_if: "The point turns out not to matter.",
    testable_by: "Have a person or a model weigh the marked points.",
    best_if:
      own === null
        ? "The marked points are known and accepted."
        : "The marked points are not yet answered.",
    risk_if_wrong: "A point that the brief itself marks is overlooked.",
    core_disagreement: "Whether the points that the brief marks against the plan matter.",
    common_ground: "The brief marks these points.",
  };
}

/** Each ask by its kind; the input is the one the ask was made with. */
export const challengeReaders: Readonly<Record<string, (input: PromptInput) => unknown>> = {
  "challenge.blind": (input) => answerBlind(input as unknown as BlindMatter),
  "challenge.open": (input) => openDebate(input as unknown as OpenMatter),
  "challenge.attack": (input) => attackPlan(input as unknown as AttackMatter),
  "challenge.press": (input) => attackPlan(input as unknown as PressMatter),
  "challenge.refute": (input) => refute(input as unknown as AttackMatter),
  "challenge.respond": (input) => respond(input as unknown as ChallengeRespondInput),
  "challenge.rebut": (input) => rebut(input as unknown as ChallengeRebutInput),
  "challenge.remark": (input) => remark(input as unknown as RemarkMatter),
  "challenge.expose": (input) => expose(input as unknown as ExposeMatter),
};

/** What the brief marks was raised before; a reader finds nothing else in a new version. */
function refute({ version }: AttackMatter): ChallengeReply {
  return {
    verdict: "agree",
    objections: [],
    tested: `${READER} What the brief marks was raised against v1 and is on record; v${version} only marks it as open.`,
    assumptions: [],
    confidence: "low",
  };
}
