/** The built-in proponent: opens with the brief's proposal, and answers with what the brief says. */
import type { Brief } from "../../../domain/brief.ts";
import { ModelError } from "../../../model.ts";
import { asSentence, quoted } from "../../retired-readers/sentences.ts";
import type {
  ObjectionAnswer,
  Objection,
  OpenMatter,
  ProponentOpening,
  OpeningParts,
  RemarkMatter,
  ObjectionRemarks,
  ChallengeRespondInput,
  ProponentResponse,
} from "../prompts/prompt-input.ts";
import { answerTo, type PlansAnswer } from "./answers.ts";
import {
  type Burden,
  harms,
  type ProposalPlan,
  proposals,
  readPlan,
  type PlanStatement,
  statementWith,
  supports,
} from "./plan.ts";

export function open({ brief, position }: OpenMatter): ProponentOpening | OpeningParts {
  const plan = readPlan(brief);
  if (plan.statements.length === 0) {
    throw new ModelError(
      "refused",
      "There is nothing to defend: the brief has no text. Describe the plan, or seat a language model.",
    );
  }
  const grounds = supports(plan).slice(0, 3);
  const faults = harms(plan).slice(0, 3);
  const parts: OpeningParts = {
    reasoning:
      grounds.length === 0
        ? "The brief states what is to be done and gives no ground for it, so the plan stands on its own words."
        : `The brief gives these grounds: ${grounds.map(({ passage }) => quoted(passage.said)).join("; ")}.`,
    confidence: confidenceOf(grounds, faults),
    weaknesses:
      faults.length === 0
        ? ["The brief names no weakness, and a plan without one has rarely been looked at closely."]
        : faults.map(({ passage }) => asSentence(passage.said)),
    assumptions: assumptionsOf(plan, grounds),
    evidence: grounds.map(({ passage }) => ({ source: passage.source, quote: passage.quote })),
  };
  if (position !== null) return parts;
  const proposed = proposals(plan).map(({ passage }) => asSentence(passage.said));
  return { position: proposed.length > 0 ? proposed.join(" ") : answerOf(brief, plan), ...parts };
}

/** A brief that proposes nothing still asks something; a question for yes or no can be held to be one. */
function answerOf({ question }: Brief, { statements }: ProposalPlan): string {
  if (/^(?:should|shall|can|do|does|is|are|will|would|may|must)\b/i.test(question)) {
    return `Yes is the answer to this: ${quoted(question)}.`;
  }
  return asSentence(statements[0]?.passage.said ?? question);
}

function confidenceOf(
  grounds: readonly PlanStatement[],
  faults: readonly (PlanStatement & { harm: Burden })[],
): ProponentOpening["confidence"] {
  const grave = faults.filter(({ harm }) => harm.weight > 2).length;
  if (grounds.length === 0 || grave > grounds.length) return "LOW";
  return grounds.length > 2 && grave === 0 ? "MED" : "LOW";
}

const ASSUMING =
  /\b(?:assum\w*|expect\w*|should|as long as|depends? on|provided|if|unless|rarely)\b/i;

function assumptionsOf({ statements }: ProposalPlan, grounds: readonly PlanStatement[]): string[] {
  const stated = statements
    .filter(({ passage, proposal }) => ASSUMING.test(passage.said) && !proposal)
    .slice(0, 3)
    .map(({ passage }) => asSentence(passage.said));
  if (stated.length > 0) return stated;
  const [first] = grounds;
  return [
    first
      ? `This stays true after the change: ${quoted(first.passage.said)}.`
      : "The situation is as the brief describes it.",
  ];
}

export function respond({
  brief,
  objections,
  position,
  round,
}: ChallengeRespondInput): ProponentResponse {
  const plan = readPlan(brief);
  const answers = objections.map((objection) => answered(plan, objection, round));
  // two objections to one sentence of the brief are met by one condition
  const added = [...new Set(answers.flatMap(({ position_delta }) => position_delta ?? []))];
  const moving = answers.filter(({ position_delta }) => position_delta !== null);
  return {
    answers,
    position: [position, ...added].join(" "),
    changed_because:
      added.length === 0
        ? null
        : `The brief names what is held against the plan, and no full answer to it (${moving.map(({ objection }) => objection).join(", ")}).`,
  };
}

function answered(plan: ProposalPlan, objection: Objection, round: number): ObjectionAnswer {
  const harm = harmIn(plan, objection);
  if (!harm) return nothingToAccept(plan, objection);
  const words = quoted(harm.passage.said);
  const base = {
    objection: objection.id,
    critique_summary: `${objection.name} holds this against the plan: ${words}.`,
  };
  const found = answerTo(plan, harm);
  if (found && found.reach !== "partial") return rejected(base, words, found);
  if (found) {
    return {
      ...base,
      disposition: "PARTIAL",
      explanation: `The cost is real, and part of it is met already: ${quoted(found.statement.passage.said)}.`,
      accepted_part: `This has to be watched: ${words}.`,
      limit: `The plan goes on, because of ${quoted(found.statement.passage.said)}.`,
      position_delta: `While it runs, someone watches for this and may stop it: ${words} (round ${round}).`,
      evidence: [evidence(found.statement)],
    };
  }
  return {
    ...base,
    disposition: "ACCEPT",
    explanation: `The brief names this and says nothing of how it is met: ${words}.`,
    accepted_part: null,
    limit: null,
    position_delta: `Before it goes live, this is settled: ${words} (round ${round}).`,
    evidence: [evidence(harm)],
  };
}

type Base = Pick<ObjectionAnswer, "objection" | "critique_summary">;

function rejected(base: Base, words: string, { statement, reach }: PlansAnswer): ObjectionAnswer {
  const says = quoted(statement.passage.said);
  return {
    ...base,
    disposition: "REJECT",
    explanation:
      reach === "full"
        ? `The plan already deals with ${words}: the brief says ${says}.`
        : `The plan cannot give way here and carries ${words} as its price: the brief says ${says}.`,
    accepted_part: null,
    limit: null,
    position_delta: null,
    evidence: [evidence(statement)],
  };
}

/** The newest quote that names a harm; an objection without one cannot be found in the brief. */
export function harmIn(
  plan: ProposalPlan,
  { evidence: quotes }: Objection,
): (PlanStatement & { harm: Burden }) | undefined {
  return quotes
    .filter(({ verified }) => verified)
    .flatMap(({ quote }) => {
      const statement = statementWith(plan, quote);
      return statement?.harm ? [{ ...statement, harm: statement.harm }] : [];
    })[0];
}

function nothingToAccept(plan: ProposalPlan, { id, name, unreadable }: Objection): ObjectionAnswer {
  const [ground] = supports(plan);
  return {
    objection: id,
    critique_summary: unreadable
      ? `${name} replied with something that could not be read.`
      : `${name} names no sentence of the brief that speaks against the plan.`,
    disposition: "REJECT",
    explanation: ground
      ? `Nothing in the brief is quoted against the plan, and this speaks for it: ${quoted(ground.passage.said)}.`
      : "Nothing in the brief is quoted against the plan, so there is nothing here that could be changed.",
    accepted_part: null,
    limit: null,
    position_delta: null,
    evidence: ground ? [evidence(ground)] : [],
  };
}

function evidence({ passage }: PlanStatement): { source: string; quote: string } {
  return { source: passage.source, quote: passage.quote };
}

export function remark({ objections }: RemarkMatter): ObjectionRemarks {
  return {
    remarks: objections.map(({ id, text }) => ({
      objection: id,
      remark: `Taken as a point to watch while the plan is carried out: ${quoted(text)}.`,
    })),
  };
}
