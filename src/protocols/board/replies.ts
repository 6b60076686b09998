/** The replies of a board member. Every field is required and nullable rather than optional. */
import * as z from "zod";

import { LEVELS } from "../../domain/level.ts";
import { GATE_DECISIONS, VERDICTS } from "./prompts/prompt-input.ts";

const said = z.string().trim().min(1);
const seat = said.describe("id of the participant");

const evidence = z.array(
  z.object({
    source: said.describe("id of the source: brief, option-A, S1…"),
    quote: said.describe("the exact words, as they stand in that source"),
  }),
);

/** Lists are bounded, so that the prompts of later rounds are. */
const MOST = 12;

const holding = {
  position: said.describe("what you hold, in one sentence"),
  option: said.nullable().describe("id of the option you hold; null for none of them"),
  verdict: z
    .enum(VERDICTS)
    .nullable()
    .describe("on what the brief proposes; null where you choose among options"),
  confidence: z.int().min(0).max(100),
};

const statement = {
  ...holding,
  reasoning: said.describe("why, in your own words"),
  claims: z
    .array(
      z.object({
        text: said.describe("one reason, in one sentence"),
        about: said.describe('id of the option it speaks of, or "proposal"'),
        side: z.enum(["supports", "attacks"]),
        evidence,
      }),
    )
    .min(1)
    .max(MOST),
  assumptions: z.array(said).min(1).max(MOST).describe("what has to be true for this to hold"),
  risks: z.array(said).min(1).max(MOST).describe("what could go wrong, one each"),
  would_change_my_mind: said,
};

/** F1-F4: each role states itself in its own form. */
export const statements = {
  director: z.object(statement),
  contrarian: z.object({
    ...statement,
    assumptions: z
      .array(said)
      .min(2)
      .max(MOST)
      .describe("the two or three largest assumptions of the brief"),
    alternative: said.describe("what to do instead, as a real plan"),
  }),
  moonshot: z.object({
    ...statement,
    moonshot: said.describe("the ambitious version"),
    stepping_stone: said.describe("the pragmatic first step towards it"),
  }),
} as const;
export type BoardStatement = z.infer<(typeof statements)[keyof typeof statements]>;

/** F6: one answer to the snapshot of the round before. */
export const BoardResponse = z.object({
  agreements: z
    .array(
      z.object({
        with: seat,
        point: said.describe("id of the claim you agree with, such as T2"),
        reason: said,
      }),
    )
    .max(MOST),
  disagreements: z
    .array(
      z.object({
        with: seat,
        point: said.describe("id of the claim you attack, such as T2"),
        counter_reason: said,
        evidence,
      }),
    )
    .max(MOST),
  missed_risks: z.array(said).max(MOST).describe("risks nobody has raised yet"),
  ...holding,
  formal_dissent: z
    .object({
      text: said.describe("your dissent, in the words that shall stand in the outcome"),
      against: said.describe("what you dissent from"),
    })
    .nullable()
    .describe("null unless you refuse to go along with where this is heading"),
  changed_because: z
    .object({
      claims: z.array(said).describe("ids of the others' claims that convinced you"),
      evidence: evidence.describe("evidence you found yourself"),
      explanation: said.describe("exactly what convinced you"),
    })
    .nullable()
    .describe("null when you hold what you held and still dissent where you dissented"),
  request_synthesis: z.boolean().describe("true when nothing useful is left to be said"),
});
export type BoardResponse = z.infer<typeof BoardResponse>;

/** F27. */
export const GateReview = z.object({
  rounds: z
    .array(z.object({ round: z.int().positive(), new_information: z.boolean() }))
    .describe("one entry for each round you were asked to judge"),
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

/** F11. Dissents are no field of it: they are copied from the dissenters (K6). */
export const Synthesis = z.object({
  chosen: z.object({
    option: said.nullable().describe("id of the option chosen; null for none of them"),
    approach: said,
    reasoning: said,
  }),
  rejected: z
    .array(z.object({ alternative: said, reasoning: said }))
    .min(1)
    .max(MOST),
  risk_register: z
    .array(
      z.object({ risk: said, likelihood: level, impact: level, mitigation: said, raised_by: seat }),
    )
    .min(1)
    .max(24),
  confidence: z.enum(["HIGH", "MEDIUM", "LOW"]),
});
export type Synthesis = z.infer<typeof Synthesis>;

/** F12. */
export const BoardReview = z.object({
  accurate: z.boolean(),
  misrepresented: said
    .nullable()
    .describe("what is wrong, in the words that shall stand beside it; null when accurate"),
});
export type BoardReview = z.infer<typeof BoardReview>;
