/** The dissenters' second answer, and both sides' last: what convinced them, what is missing, what they assume. */
import { foldText } from "../../../domain/evidence.ts";
import { quoted, shortened } from "../../retired-readers/sentences.ts";
import type {
  ExposeMatter,
  AssumptionExposure,
  Objection,
  ChallengeRebutInput,
  ChallengerRebuttal,
} from "../prompts/prompt-input.ts";
import { harmsFor, viewOf } from "./attack.ts";
import { harmIn } from "./defend.ts";
import { readPlan, type PlanStatement, statementWith, supports } from "./plan.ts";

export function rebut(promptInput: ChallengeRebutInput): ChallengerRebuttal {
  const { brief, challenger, objection, answer, changed } = promptInput;
  const plan = readPlan(brief);
  const harm = harmIn(plan, objection);
  const met = answer.disposition !== "REJECT" && changed;
  if (met || !harm || isAnswered(promptInput)) return accepted(promptInput, harm);
  const [cited] = answer.evidence;
  const gave = cited ? `The answer offers ${quoted(cited.quote)}` : "The answer quotes nothing";
  const other = harmsFor(plan, challenger).find(
    ({ passage, harm: { weight } }) => weight > 1 && !isQuoted(objection, passage.quote),
  );
  const more = other ? ` There is also this: ${quoted(other.passage.said)}.` : "";
  const escalated = objection.rounds.some(({ rebuttal }) => rebuttal?.choice === "ESCALATE");
  const evidence = other ? [{ source: other.passage.source, quote: other.passage.quote }] : [];
  if (escalated) {
    return {
      choice: "MAINTAIN",
      reasoning: `${gave}, and that leaves ${quoted(harm.passage.said)} as it was.${more}`,
      clarified_critique: null,
      new_information: other !== undefined,
      evidence,
      because: [],
    };
  }
  return {
    choice: "ESCALATE",
    reasoning: `${gave}, which is no measure against what ${objection.id} names.`,
    clarified_critique: `What is to happen when this comes true, and who answers for it: ${quoted(harm.passage.said)}?${more}`,
    new_information: true,
    evidence,
    because: [],
  };
}

/** The quote is verified, and it names something that reduces harm rather than a reason to accept it. */
function isAnswered({ brief, answer }: ChallengeRebutInput): boolean {
  const plan = readPlan(brief);
  return answer.evidence.some(({ quote }) => statementWith(plan, quote)?.relief != null);
}

function accepted(
  { answer }: ChallengeRebutInput,
  harm: PlanStatement | undefined,
): ChallengerRebuttal {
  const what = harm ? quoted(harm.passage.said) : "the objection";
  return {
    choice: "ACCEPT",
    reasoning:
      answer.disposition === "REJECT"
        ? `${answer.claim} names what meets ${what}, so nothing is left of it.`
        : `The position now says what is done about ${what}, as ${answer.claim} explains.`,
    clarified_critique: null,
    new_information: false,
    evidence: [],
    because: [answer.claim],
  };
}

function isQuoted({ evidence }: Objection, quote: string): boolean {
  return evidence.some((one) => foldText(one.quote) === foldText(quote));
}

export function expose(promptInput: ExposeMatter): AssumptionExposure {
  return promptInput.own ? dissenters(promptInput, promptInput.own) : proponents(promptInput);
}

function dissenters({ brief, party, opening }: ExposeMatter, own: Objection): AssumptionExposure {
  const harm = harmIn(readPlan(brief), own);
  const what = quoted(harm?.passage.said ?? own.text);
  const { asks } = viewOf(party);
  const assumed = quoted(opening.assumptions[0] ?? "that all goes well");
  return {
    why: `The brief names ${what}, and no answer was a measure against it.`,
    core_assumption: `That this will come true often enough to count: ${what}.`,
    leads_to: `The plan has to wait until it says ${asks}.`,
    other_right_if: `Records show that ${what} is rare, or that its cost is small.`,
    testable_by: `Make it happen once on purpose, outside of hours, and write down what breaks: ${what}.`,
    best_if: `The cost of ${what} is higher than the cost of waiting.`,
    risk_if_wrong: `The gain of the plan comes later than it could have, for a fear of ${what}.`,
    core_disagreement: `Whether ${what} has to be dealt with before the plan is carried out.`,
    common_ground: `Both sides read the same brief and take ${assumed} to matter.`,
  };
}

function proponents({ brief, opening, objections }: ExposeMatter): AssumptionExposure {
  const plan = readPlan(brief);
  const [ground] = supports(plan);
  const [first] = objections;
  const harm = first ? harmIn(plan, first) : undefined;
  const what = quoted(harm?.passage.said ?? first?.text ?? "the objections");
  const gain = quoted(ground?.passage.said ?? shortened(opening.position));
  return {
    why: `What is gained weighs more than what is feared: ${gain}.`,
    core_assumption: `That the plan can bear this: ${what}.`,
    leads_to: `The plan goes ahead with its price named: ${gain}.`,
    other_right_if: `This turns out to be frequent or dear: ${what}.`,
    testable_by: `Count how often it has happened in the last year: ${what}.`,
    best_if: `The gain cannot wait: ${gain}.`,
    risk_if_wrong: `This comes true with nothing prepared: ${what}.`,
    core_disagreement: `Whether the plan may go ahead while this is open: ${what}.`,
    common_ground: `Nobody disputes what the brief says, including this: ${what}.`,
  };
}
