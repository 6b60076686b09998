/** A floor on which nobody is asked: it gives back what a journal holds, and remembers where the record ends. */
import type * as z from "zod";

import type { Event, Fact } from "../../../domain/event.ts";
import { readOpening } from "../../../domain/event.ts";
import { type Round, createRound, type Turn } from "../../../domain/round.ts";
import { sha256 } from "../../../kernel/hash-chain.ts";
import type { Floor } from "../../../protocol.ts";

/** Something was published, and working it out again leads to something else. */
class RecordMismatchError extends Error {}

/**
 * What the rules came to first that the journal does not hold: an answer, a person's word at a stop, or an
 * artifact. Null while everything was there.
 */
type RecordEnd = "answer" | "stop" | "artifact" | null;

export interface ReplayFloor extends Floor {
  ended(): RecordEnd;
  /** Whether a person has answered at this stop. */
  isAnswered(stop: string): boolean;
}

/** Answers are read again before anything is made of them: a journal may be anyone's. */
export type ReplySchemas = Readonly<Record<string, z.ZodType>>;

export function createReplayFloor(events: readonly Event[], schemas: ReplySchemas): ReplayFloor {
  const { participants } = readOpening(events);
  const record = indexRecordEvents(events);
  let end: RecordEnd = null;

  function turnAt<Reply>(step: string, seat: string): Turn<Reply> | null {
    const key = `${step}/${seat}`;
    const fact = record.turns.get(key);
    if (!fact) {
      end ??= "answer";
      return null;
    }
    const repaired = record.rejected.has(key);
    const { by } = fact;
    if (fact.type === "participant-absent") {
      return { kind: "absent", key, by, reason: fact.reason, detail: fact.detail, repaired };
    }
    const reply = schemas[step]?.parse(fact.reply) as Reply;
    return { kind: "spoken", key, by, reply, claims: fact.claims, unmet: fact.unmet, repaired };
  }

  function heard<Reply>(step: string, seats: readonly { readonly id: string }[]): Round<Reply> {
    return createRound(
      step,
      seats.flatMap(({ id }) => turnAt<Reply>(step, id) ?? []),
    );
  }

  return {
    participants,
    fence: (_, text) => text,
    seededOrder: (_, count) => Array.from({ length: count }, (__, place) => place),
    ended: () => end,
    isAnswered: (stop) => record.answers.has(stop),

    ask: async <Reply>(step: string, { id }: { readonly id: string }): Promise<Turn<Reply>> => {
      const key = `${step}/${id}`;
      const pending = { kind: "absent", key, by: id, reason: "unavailable", detail: "" } as const;
      return turnAt<Reply>(step, id) ?? { ...pending, repaired: false };
    },
    round: async (step, seats) => heard(step, seats),
    turns: async (step, seats) => heard(step, seats),

    async escalate(step, { many }) {
      const answer = record.answers.get(step);
      if (!answer) end ??= "stop";
      const { choice, reason, by } = answer ?? { choice: "", reason: "", by: "" };
      return { choice, ...(many && { choices: choice.split(",") }), reason, by };
    },

    async publish(name, text) {
      const published = record.artifacts.get(name);
      if (!published) end ??= "artifact";
      else if (end === null && published !== sha256(text)) throw new RecordMismatchError(name);
    },

    // the view shows how the document came about, and ends before the outcome
    weighed: (outcome) => outcome,

    async now(step) {
      const read = record.clock.get(step);
      if (read === undefined) end ??= "answer";
      return read ?? 0;
    },
  };
}

type TurnFact = Extract<Fact, { type: "reply-recorded" | "participant-absent" }>;
type AnswerFact = Extract<Fact, { type: "escalation-answered" }>;

interface RecordIndex {
  readonly turns: Map<string, TurnFact>;
  readonly rejected: Set<string>;
  readonly answers: Map<string, AnswerFact>;
  /** Name of an artifact to its hash. */
  readonly artifacts: Map<string, string>;
  readonly clock: Map<string, number>;
}

function indexRecordEvents(events: readonly Event[]): RecordIndex {
  const index: RecordIndex = {
    turns: new Map(),
    rejected: new Set(),
    answers: new Map(),
    artifacts: new Map(),
    clock: new Map(),
  };
  for (const { fact } of events) {
    if (fact.type === "reply-recorded" || fact.type === "participant-absent")
      index.turns.set(fact.key, fact);
    else if (fact.type === "reply-rejected") index.rejected.add(fact.key);
    else if (fact.type === "escalation-answered") index.answers.set(fact.key, fact);
    else if (fact.type === "artifact-published") index.artifacts.set(fact.name, fact.sha256);
    else if (fact.type === "clock-read") index.clock.set(fact.key, fact.readMs);
  }
  return index;
}
