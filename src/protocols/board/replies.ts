/** The replies of a board member and of the gate reviewer. Every field is required; what may be missing is null or empty. */
import * as z from "zod";

import { LEVELS } from "../../domain/outcome/level.ts";
import { EvidenceReply } from "../../exchange/evidence-reply.ts";
import { ACCURACIES, GATE_DECISIONS, STANDS } from "./prompts/prompt-input.ts";

const said = z.string().trim().min(1);
const evidence = z.array(EvidenceReply).max(6);

/** Lists are bounded, so that the prompts of later rounds are. */
const MOST = 12;

/** The speaker's own line, so that code never cuts one out of the argument. */
const headline = z.string().trim().default("").describe("the same in one line, at most 20 words");

const holding = {
  position: said.describe("what you hold, in at most 20 words"),
  choice: said.describe(
    "the id of the option you would choose, or none; adopt, reject or defer where there are no options",
  ),
  confidence: z
    .int()
    .min(0)
    .max(100)
    .describe("how likely your choice still looks right to an informed reviewer in a year"),
  conditions: z
    .array(said)
    .max(MOST)
    .describe(
      "what must be done or true for you to hold this, one in each entry, in at most 20 words; empty for none",
    ),
  otherwise: said
    .nullable()
    .default(null)
    .describe("what you would choose if your conditions are not met; null if that is open"),
  next_step: said.nullable().describe("what to do first; null if you see none"),
};

/** From round 1 on, conditions and next steps have ids. */
const laterHolding = {
  ...holding,
  conditions: holding.conditions.describe(
    "what must be done or true for you to hold this, one in each entry: the id of one that was stated, or a new one in at most 20 words; empty for none",
  ),
  next_step: holding.next_step.describe(
    "what to do first: the id of a next step that you keep or share, or a new one; null if you see none",
  ),
};

const OPTION_VERDICTS = ["fine", "fine if", "not"] as const;

const risk = z.object({
  text: said.describe("what could go wrong, in at most 20 words"),
  about: said.describe('id of the option it is a risk of, or "proposal"'),
});

const statement = {
  ...holding,
  reasoning: said.describe("why, in your own words"),
  options: z
    .array(
      z.object({
        option: said.describe("its id"),
        verdict: z.enum(OPTION_VERDICTS).describe("for your own subject"),
        why: said.describe("the reason; for fine if, the condition"),
      }),
    )
    .max(MOST)
    .describe("one entry per option; empty where there are none"),
  claims: z
    .array(
      z.object({
        text: said.describe("one reason, in at most 20 words"),
        detail: said.nullable().describe("the argument in full; null if the line says it all"),
        about: said.describe('id of the option it speaks of, or "proposal"'),
        side: z.enum(["supports", "attacks"]),
        evidence,
      }),
    )
    .min(1)
    .max(MOST),
  assumptions: z.array(said).min(1).max(MOST).describe("what your own position takes for granted"),
  risks: z.array(risk).min(1).max(MOST),
  would_change_my_mind: said,
};

/** F1-F4: each role states itself in its own form. */
export const statements = {
  director: z.object(statement),
  contrarian: z.object({
    ...statement,
    doubts: z
      .array(said)
      .min(2)
      .max(4)
      .describe("the two or three largest assumptions of the brief that you doubt"),
    alternative: said.describe("what to do instead, as a real plan"),
    alternative_headline: headline,
  }),
  moonshot: z.object({
    ...statement,
    moonshot: said.describe("the ambitious version"),
    moonshot_headline: headline,
    stepping_stone: said.describe("the pragmatic first step towards it"),
    stepping_stone_headline: headline,
  }),
} as const;
export type BoardStatement = z.infer<(typeof statements)[keyof typeof statements]>;

/** F6: one answer to the snapshot of the round before. */
export const BoardResponse = z.object({
  agreements: z
    .array(
      z.object({ point: said.describe("id of the point you agree with"), reason: said, headline }),
    )
    .max(MOST),
  disagreements: z
    .array(
      z.object({
        point: said.describe("id of the point you attack"),
        counter_reason: said,
        headline,
        evidence,
      }),
    )
    .max(MOST),
  missed_risks: z.array(risk).max(MOST).describe("risks that nobody has raised yet"),
  ...laterHolding,
  formal_dissents: z
    .array(
      z.object({
        text: said.describe("the dissent, in the words that will stand in the outcome"),
        headline,
        about: said.describe('id of the option or point you dissent from, or "proposal"'),
      }),
    )
    .max(3)
    .describe("new ones only; those you made before stand until you withdraw them"),
  withdrawn_dissents: z
    .array(
      z.object({
        claim: said.describe("id of your own dissent"),
        because: z.array(said).min(1).describe("ids of the others' points that answered it"),
        reason: said.describe("what in them answered it"),
      }),
    )
    .max(MOST),
  changed_because: z
    .object({
      claims: z.array(said).describe("ids of the others' points that convinced you"),
      evidence: evidence.describe("evidence you found yourself"),
      explanation: said.describe("exactly what convinced you"),
    })
    .nullable()
    .describe("null while you make the same choice as before"),
  request_synthesis: z.boolean().describe("true when nothing useful is left to be said"),
});
export type BoardResponse = z.infer<typeof BoardResponse>;

/** F27, F24. */
export const GateReview = z.object({
  rounds: z
    .array(z.object({ round: z.int().positive(), new_information: z.boolean() }))
    .describe("one entry for each round you are asked to judge"),
  outside_brief: z
    .array(z.object({ claim: said.describe("id of the point"), reason: said }))
    .max(MOST)
    .describe("points that are about something the question does not ask; mostly empty"),
  decision: z.enum(GATE_DECISIONS),
  reason: said,
});
export type GateReview = z.infer<typeof GateReview>;

/** F28. */
export const Ballot = z.object({
  vote: z.enum(["yes", "no"]).describe("yes: move on to the synthesis"),
  reason: said,
});
export type Ballot = z.infer<typeof Ballot>;

const level = z.enum(LEVELS);

/** F11. Dissents and the words of risks are not fields of it: code copies them from their authors (K6). */
export const Synthesis = z.object({
  verdict: said.describe(
    "the id of the option chosen, or none; adopt, reject or defer where there are no options",
  ),
  approach: said.describe("what is to be done, in at most 20 words"),
  reasoning: said,
  conditions: z.array(said).max(MOST).describe("what the decision depends on; empty for none"),
  next_step: said.nullable().describe("what to do first; null for none"),
  rejected: z
    .array(
      z.object({
        point: said.describe("id of the option, position or alternative that is rejected"),
        reasoning: said,
      }),
    )
    .max(24),
  risk_register: z
    .array(
      z.object({
        claims: z.array(said).min(1).describe("ids under which it was raised, the clearest first"),
        likelihood: level,
        impact: level,
        mitigation: said,
      }),
    )
    .max(40),
  answers: z
    .array(z.object({ claim: said.describe("id of the formal dissent"), reason: said }))
    .max(40)
    .describe("for each formal dissent, why it is overruled or how it was met"),
  stand: z.enum(STANDS).describe("whether you go along with it, speaking for your own seat"),
  stand_reason: said,
});
export type Synthesis = z.infer<typeof Synthesis>;

/** F12: two answers that have nothing to do with each other. */
export const BoardReview = z.object({
  accurate: z
    .enum(ACCURACIES)
    .describe("no: it says something wrong about you; incomplete: something of yours is missing"),
  misrepresented: said
    .nullable()
    .describe("what is wrong or missing, in words that can stand beside it; null when accurate"),
  stand: z.enum(STANDS),
  stand_reason: said.describe("why, in your own words; if you dissent, these words go on record"),
});
export type BoardReview = z.infer<typeof BoardReview>;
