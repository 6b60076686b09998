/**
 * K6, R14: asks dissenters to confirm their wording. Their answer never changes the words, which are already theirs;
 * a correction is kept beside them.
 */
import * as z from "zod";

import type { Brief } from "../domain/brief.ts";
import type { DissentingOpinion, Outcome } from "../domain/outcome/outcome.ts";
import type { Participant } from "../domain/participant.ts";
import type { Ask, Floor } from "../protocol.ts";
import { FENCE_RULE, text } from "../text/text.ts";

const Attestation = z.object({
  accurate: z.boolean().describe("whether these words say what you hold"),
  correction: z
    .string()
    .nullable()
    .describe("what should be read beside them; null when they are accurate"),
});
type Attestation = z.infer<typeof Attestation>;

export const ATTESTATION = "attestation";

export async function attestDissents(
  floor: Floor,
  outcome: Outcome,
  { brief, spoken }: { brief: Brief; spoken: readonly string[] },
): Promise<Outcome> {
  const dissents = new Map(outcome.dissents.map((dissent) => [dissent.by, dissent]));
  const dissenters = floor.participants.filter(({ id }) => dissents.has(id));
  const round = await floor.round(ATTESTATION, dissenters, (dissenter) => {
    const dissent = dissents.get(dissenter.id);
    if (!dissent) throw new TypeError(`${dissenter.id} does not dissent.`);
    return createAttestationAsk({ floor, outcome, brief, spoken, dissent }, dissenter);
  });
  return {
    ...outcome,
    dissents: outcome.dissents.map((dissent): DissentingOpinion => {
      const said = round.spoken.find(({ by }) => by === dissent.by)?.reply;
      if (!said) return { ...dissent, attested: "unattested" };
      if (said.accurate) return { ...dissent, attested: "confirmed" };
      return { ...dissent, attested: "corrected", correction: said.correction ?? "" };
    }),
  };
}

interface AttestationContext {
  readonly floor: Floor;
  readonly outcome: Outcome;
  readonly brief: Brief;
  /** Keys of all turns: the outcome is made of everyone's words. */
  readonly spoken: readonly string[];
  readonly dissent: DissentingOpinion;
}

function createAttestationAsk(
  { floor, outcome, brief, spoken, dissent }: AttestationContext,
  { name }: Participant,
): Ask<Attestation> {
  const { fence } = floor;
  const grounds = dissent.grounds.map(({ id, text: words }) => `${id}: ${words}`);
  return {
    prompt: [
      {
        shared: true,
        text: text`
          A debate has ended, and some do not agree with what came of it. Their dissent is part of the record.
          ${FENCE_RULE}

          ${fence("question", brief.question)}
          ${fence("outcome", `${outcome.label}: ${outcome.summary}`)}
        `,
      },
      {
        shared: false,
        text: text`
          You are ${name}, and you dissent. This is what will be read as your dissent, in words of your own:
          ${fence("your dissent", [dissent.words, ...grounds].join("\n"))}

          Say whether it is accurate. If something is wrong or missing, say in correction what should be read beside
          it. You cannot change the outcome, and nobody else will answer.
          Reply with one JSON object.
        `,
      },
    ],
    reply: Attestation,
    promptInput: { kind: "attest", dissent },
    reveals: spoken,
    check: ({ accurate, correction }) =>
      accurate || (correction ?? "").trim() !== ""
        ? []
        : [{ text: "accurate is false, and correction says nothing", duty: false }],
    says: ({ accurate, correction }) => ({
      position: null,
      confidence: null,
      words: accurate ? "confirms its dissent" : `corrects its dissent: ${correction ?? ""}`,
      wouldChange: null,
    }),
  };
}
