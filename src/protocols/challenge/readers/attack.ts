/** The built-in challengers: each looks for the worst that its stance can see, and says how bad it is. */
import type { Participant } from "../../../domain/participant.ts";
import { asSentence, quoted } from "../../retired-readers/sentences.ts";
import type {
  AttackMatter,
  BlindAnswer,
  BlindMatter,
  ChallengerCritique,
  PressMatter,
} from "../prompts/prompt-input.ts";
import { answerTo, plainlyEased } from "./answers.ts";
import { type Burden, harms, type ProposalPlan, readPlan, type PlanStatement } from "./plan.ts";

type Harm = PlanStatement & { readonly harm: Burden };

interface View {
  readonly kinds: ReadonlySet<Burden["kind"]>;
  readonly words: RegExp;
  /** What this stance asks of any plan. */
  readonly asks: string;
  readonly instead: string;
}

const VIEWS: Readonly<Record<string, View>> = {
  structure: {
    kinds: new Set(["technical", "uncertainty"]),
    words:
      /\b(?:coupl|depend|interface|schema|migrat|irrevers|complex|undo|undone|boundar|two systems)/i,
    asks: "what it ties together and cannot undo",
    instead: "Change one part at a time, and keep a way back until the new part has proved itself.",
  },
  operation: {
    kinds: new Set(["operational"]),
    words:
      /\b(?:on call|rollback|roll back|outage|load|deploy|monitor|alert|capacity|restart|night|fail|memory|runbook)/i,
    asks: "who runs it on a bad night",
    instead:
      "Run it beside what exists, watch it, and switch over when the alarms have been tried.",
  },
  attack: {
    kinds: new Set(["user", "business"]),
    words:
      /\b(?:attack|abuse|steal|stolen|token|secret|password|leak|fraud|locked out|breach|worst|regulat|customer)/i,
    asks: "who is hurt on the worst day and by whom",
    instead:
      "Start with the customers who would be hurt least, and ask those who would be hurt most.",
  },
};

const ANY_VIEW: View = {
  kinds: new Set(["technical", "user", "business", "operational", "uncertainty"]),
  words: /$^/,
  asks: "what goes wrong first",
  instead: "Try it on a small part first, and decide on what is measured there.",
};

export function viewOf({ stance }: Participant): View {
  return VIEWS[stance?.toLowerCase() ?? ""] ?? ANY_VIEW;
}

/** The harms that a stance sees, worst first. */
export function harmsFor(plan: ProposalPlan, challenger: Participant): Harm[] {
  const { kinds, words } = viewOf(challenger);
  const rank = ({ harm }: Harm): number => harm.weight * 2 + (kinds.has(harm.kind) ? 1 : 0);
  return harms(plan)
    .filter(
      ({ harm, passage }) => kinds.has(harm.kind) || (words.test(passage.said) && harm.weight > 1),
    )
    .toSorted((a, b) => rank(b) - rank(a));
}

export function attack({ brief, challenger, opening }: AttackMatter): ChallengerCritique {
  const plan = readPlan(brief);
  const seen = harmsFor(plan, challenger).map((harm) => ({ harm, level: levelOf(plan, harm) }));
  const worst = seen.toSorted((a, b) => b.level - a.level)[0];
  if (!worst || worst.level === 0) return agreement(challenger, opening.assumptions);
  const { harm, level } = worst;
  const { asks, instead } = viewOf(challenger);
  const [verdict, strength] = VERDICT[level] ?? VERDICT[1];
  const also = seen.find((other) => other.harm !== harm && other.level > 1);
  const more = also ? ` Nor with this: ${quoted(also.harm.passage.said)}.` : "";
  return {
    verdict,
    critique: `${challenger.name} asks ${asks}, and the plan does not deal with this: ${quoted(harm.passage.said)}.${more}`,
    evidence: [evidence(harm), ...(also ? [evidence(also.harm)] : [])],
    alternative: level > 1 ? instead : null,
    confidence: level > 2 ? "medium" : "low",
    objection_strength: strength,
    assumptions_challenged: level > 1 ? [doubted(opening.assumptions, harm)] : [],
    assumptions_upheld: [],
  };
}

const VERDICT = {
  1: ["partial", "minor"],
  2: ["partial", "moderate"],
  3: ["disagree", "strong"],
} as const satisfies Record<
  number,
  readonly [ChallengerCritique["verdict"], ChallengerCritique["objection_strength"]]
>;

type Level = 0 | 1 | 2 | 3;

/** What the plan plainly eases weighs two steps less. */
function levelOf(plan: ProposalPlan, harm: Harm): Level {
  const weight = Math.min(3, harm.harm.weight);
  const left = plainlyEased(plan, harm) ? weight - 2 : weight;
  return left >= 3 ? 3 : left === 2 ? 2 : left === 1 ? 1 : 0;
}

function evidence({ passage }: PlanStatement): { source: string; quote: string } {
  return { source: passage.source, quote: passage.quote };
}

function doubted(assumptions: readonly string[], { passage }: Harm): string {
  const [first] = assumptions;
  return `${asSentence(first ?? "That nothing of this happens")} Against it stands: ${quoted(passage.said)}.`;
}

/** An agreement says what was checked and where, so that it differs from a nod. */
function agreement(challenger: Participant, assumptions: readonly string[]): ChallengerCritique {
  const { asks } = viewOf(challenger);
  return {
    verdict: "agree",
    critique:
      `${challenger.name} asked ${asks} and went through every sentence of the brief with that question. ` +
      "Each harm named there is either met by a measure standing beside it or lies outside this stance. " +
      "The position, its reasoning, the weaknesses it admits and the assumptions below were compared with those " +
      "sentences, and no contradiction between them came to light that would bring the plan down.",
    evidence: [],
    alternative: null,
    confidence: "medium",
    objection_strength: "minor",
    assumptions_challenged: [],
    assumptions_upheld: assumptions.map((_, index) => ({
      assumption: index + 1,
      because:
        "Nothing in the brief contradicts it, and several sentences there take it for granted.",
    })),
  };
}

/** Pressed, a reader can only look once more: its rules have not changed. */
export function press(promptInput: PressMatter): ChallengerCritique {
  const { brief, challenger, opening } = promptInput;
  return attack({ kind: "challenge.attack", brief, challenger, opening, own: null });
}

export function answerAlone({ brief, challenger }: BlindMatter): BlindAnswer {
  const plan = readPlan(brief);
  const [worst] = harmsFor(plan, challenger);
  const open = worst && worst.harm.weight > 1 && answerTo(plan, worst)?.reach !== "full";
  return {
    answer: open
      ? `Not as it stands: ${quoted(worst.passage.said)} is left open.`
      : `Yes: nothing the brief says about ${viewOf(challenger).asks} stands against it.`,
    reasoning: worst
      ? `The heaviest sentence for this stance is ${quoted(worst.passage.said)}.`
      : "No sentence of the brief names a harm that this stance looks for.",
    confidence: worst ? "medium" : "low",
    evidence: worst ? [evidence(worst)] : [],
  };
}
