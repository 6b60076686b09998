/**
 * The first question of a real debate, put to one model by itself: whether a model can sit in a debate is seen from what
 * a debate would make of its reply.
 */
import * as z from "zod";

import { type Brief, listQuotableTexts } from "../domain/brief.ts";
import { createEvidenceCheck } from "../domain/evidence/evidence.ts";
import type { Json } from "../domain/json.ts";
import type { Participant } from "../domain/participant.ts";
import type { ModelRequest } from "../model.ts";
import type { Ask, Floor, Protocol } from "../protocol.ts";
import { createFence } from "./fence.ts";
import { createClaims, interpretReplyText } from "./replies/interpret-reply.ts";

export interface TrialQuestion {
  /** As a debate would put it. */
  createRequest(reference: string): ModelRequest;
  /** What a debate would send it back for, in plain words; none where it would be taken. */
  findProblems(answer: string): readonly string[];
  /** Whether it has the shape that was asked for, whatever it says. */
  hasWantedShape(answer: string): boolean;
}

export interface TrialDebate {
  readonly protocol: Protocol;
  readonly brief: Brief;
  readonly participants: readonly Participant[];
  readonly settings: Json;
}

export async function createTrialQuestion(debate: TrialDebate): Promise<TrialQuestion> {
  const { step, participant, ask } = await findFirstAsk(debate);
  const quotes = createEvidenceCheck(listQuotableTexts(debate.brief));
  const schema = z.toJSONSchema(ask.reply) as Json;
  return {
    createRequest: (reference) => ({
      prompt: ask.prompt,
      schema: () => schema,
      promptInput: ask.promptInput,
      participant: { ...participant, model: reference },
      attempt: 1,
      key: `trial/${step}/${participant.id}`,
    }),
    findProblems(answer) {
      const { reply, problems } = interpretReplyText(ask, answer, quotes);
      if (reply === undefined || problems.length > 0) return problems.map(({ text }) => text);
      const { id, mark } = participant;
      const claims = createClaims(ask, reply, { id, mark, countBefore: () => 0, quotes });
      const evidence = claims.flatMap((claim) => claim.evidence);
      return claims.length === 0 || evidence.some(({ verified }) => verified)
        ? []
        : ["it quotes nothing that occurs word for word in the material"];
    },
    hasWantedShape: (answer) => interpretReplyText(ask, answer, quotes).reply !== undefined,
  };
}

interface FirstAsk {
  readonly step: string;
  readonly participant: Participant;
  readonly ask: Ask<unknown>;
}

class AskFound extends Error {}

/** Runs the protocol on a floor that asks nobody. */
async function findFirstAsk(debate: TrialDebate): Promise<FirstAsk> {
  const { protocol, brief, participants, settings } = debate;
  let found: FirstAsk | undefined;
  const stopAt = (
    step: string,
    participant: Participant | undefined,
    createAsk: (participant: Participant) => Ask<unknown>,
  ): Promise<never> => {
    if (participant) found ??= { step, participant, ask: createAsk(participant) };
    return Promise.reject(new AskFound(step));
  };
  const floor: Floor = {
    participants,
    fence: createFence("trial"),
    seededOrder: (_, count) => Array.from({ length: count }, (_entry, index) => index),
    ask: (step, participant, ask) => stopAt(step, participant, () => ask),
    round: (step, [first], createAsk) => stopAt(step, first, (seat) => createAsk(seat)),
    turns: (step, [first], createAsk) =>
      stopAt(step, first, (seat) => createAsk(seat, { step, spoken: [], absent: [] })),
    escalate: (step) => Promise.reject(new AskFound(step)),
    publish: async () => {},
    look: (step) => Promise.reject(new AskFound(step)),
    weighed: (outcome) => outcome,
    now: async () => 0,
  };
  try {
    await protocol.run(floor, brief, settings);
  } catch (error) {
    if (!(error instanceof AskFound)) throw error;
  }
  if (found) return found;
  throw new TypeError(`${protocol.id} asks nobody anything.`);
}
