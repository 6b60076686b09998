/**
 * The floor of one debate: everything a protocol can do.
 *
 * KF1. A model is asked only for steps that the journal does not have; a recorded turn is returned as it is.
 * KF2. All prompts of a step are committed by hash before the first is sent (K1).
 * KF3. A recorded commitment must match the prompts rendered now. If it does not, the debate stops instead of
 *      continuing with other words.
 * KF4. When one seat hits a defect, the other calls are cancelled and waited for; none keeps running unobserved.
 * KF5. An ask that reveals nothing is blind, and is checked to contain nobody else's words.
 */
import type { Brief } from "../domain/brief.ts";
import { isEvidenceKey } from "../domain/evidence/evidence-steps.ts";
import type { AsksCommitted, ParticipantAbsent, ReplyRecorded } from "../domain/journal/event.ts";
import { isBuiltInReader, withdrawVerdict } from "../domain/outcome/judgement.ts";
import type { Participant } from "../domain/participant.ts";
import { type Round, createRound, type Turn } from "../domain/round.ts";
import { ProtocolError, ReplayError } from "../errors.ts";
import type { Model, PromptSegment } from "../model.ts";
import type { Ask, Floor } from "../protocol.ts";
import { isArtifactPath, isStepName } from "../text/slug.ts";
import { attemptAsk, type AttemptOptions, hasNoReplies } from "./calls/attempt.ts";
import { sha256 } from "./journal/hash-chain.ts";
import { createPromptDigester, createSegmentInterner } from "./prompt-digest.ts";
import { type OutsideOptions, readOutsideOnce } from "./read-outside.ts";
import { requireBlindPrompt } from "./require-blind-prompt.ts";
import {
  TurnDropped,
  DebateInterrupted,
  isSuspension,
  KeyRefused,
  WaitsForPerson,
} from "./suspension.ts";

export interface FloorOptions extends AttemptOptions, OutsideOptions {
  readonly brief: Brief;
  readonly seededOrder: Floor["seededOrder"];
  readonly participants: readonly Participant[];
  readonly findSeatModel: (participant: Participant) => Model;
  /** Records once that the debate continues, before anything new is asked. */
  readonly begin: () => Promise<void> | undefined;
  /** K20: what only the built-in readers said decides nothing. */
  readonly needsJudgement: boolean;
  /** True when no further turn is to be started. */
  readonly isPaused: () => boolean;
  /** Looks at each committed ask; the auditor re-checks recorded turns here. */
  readonly onAsk?: (key: string, ask: Ask<unknown>) => void;
  /** Called with each step of the rules, in order, recorded or not: "round-closed openings". */
  readonly onReach?: (what: string) => void;
}

interface FloorState extends FloorOptions {
  /** Every prompt so far, by the key of its turn. */
  readonly prompts: Map<string, readonly PromptSegment[]>;
  readonly digest: ReturnType<typeof createPromptDigester>;
  /** Who has spoken so far: a set, for replies of one round come in any order. */
  readonly voices: Set<"reader" | "judge">;
}

interface PlacedAsk<Reply> {
  readonly key: string;
  readonly participant: Participant;
  readonly ask: Ask<Reply>;
}

export function openFloor(given: FloorOptions): Floor {
  const setting: FloorState = {
    ...given,
    prompts: new Map(),
    digest: createPromptDigester(),
    voices: new Set(),
  };
  const { journal, participants } = setting;
  const intern = createSegmentInterner();
  const used = new Set<string>();
  const published = new Set<string>();

  function claimKey(key: string): void {
    if (!isStepName(key))
      throw new ProtocolError(`"${key}" cannot be a step: use words, digits and -`);
    if (used.has(key)) throw new ProtocolError(`The step "${key}" is used twice.`);
    used.add(key);
  }

  async function round<Reply>(
    step: string,
    seats: readonly Participant[],
    createAsk: (participant: Participant) => Ask<Reply>,
  ): Promise<Round<Reply>> {
    claimKey(step);
    const placed = seats.map((participant) => ({
      key: `${step}/${participant.id}`,
      participant,
      ask: intern(createAsk(participant)),
    }));
    // nobody to ask is nothing to record
    if (placed.length === 0) return createRound(step, []);
    await commitAsks(setting, step, placed);
    const turns = await askAllSeats(setting, placed);
    setting.onReach?.(`round-closed ${step}`);
    if (!journal.index.closed.has(step)) await journal.record({ type: "round-closed", step });
    return createRound(step, turns);
  }

  return {
    participants,
    fence: setting.fence,
    seededOrder: setting.seededOrder,
    round,

    async ask(step, participant, ask) {
      claimKey(step);
      const placed = { key: `${step}/${participant.id}`, participant, ask: intern(ask) };
      await commitAsks(setting, step, [placed]);
      return takeTurn(setting, placed);
    },

    async turns<Reply>(
      step: string,
      seats: readonly Participant[],
      createAsk: (participant: Participant, earlier: Round<Reply>) => Ask<Reply>,
    ) {
      claimKey(step);
      const spoken: Turn<Reply>[] = [];
      for (const participant of seats) {
        const ask = intern(createAsk(participant, createRound(step, spoken)));
        const placed = { key: `${step}/${participant.id}`, participant, ask };
        await commitAsks(setting, placed.key, [placed]);
        spoken.push(await takeTurn(setting, placed));
      }
      setting.onReach?.(`round-closed ${step}`);
      if (!journal.index.closed.has(step)) await journal.record({ type: "round-closed", step });
      return createRound(step, spoken);
    },

    async escalate(step, { question, choices, many, judges }) {
      claimKey(step);
      if (many && choices.some(({ id }) => id.includes(",")))
        throw new ProtocolError(`A choice of ${step} has a comma in its id.`);
      setting.onReach?.(`escalation-raised ${step}`);
      const answer = journal.index.answered.get(step);
      if (answer) {
        const { choice, reason, by } = answer;
        if (judges) setting.voices.add("judge");
        return { choice, ...(many && { choices: choice.split(",") }), reason, by };
      }
      if (!journal.index.raised.has(step)) {
        const fact = { type: "escalation-raised", key: step, question, choices } as const;
        await journal.record(many ? { ...fact, many } : fact);
      }
      throw new WaitsForPerson(question);
    },

    async publish(name, text) {
      if (!isArtifactPath(name)) {
        throw new ProtocolError(`"${name}" cannot be an artifact's name.`);
      }
      if (published.has(name)) throw new ProtocolError(`The artifact ${name} is published twice.`);
      published.add(name);
      setting.onReach?.(`artifact-published ${name}`);
      const digest = sha256(text);
      const recorded = journal.index.artifacts.get(name);
      if (recorded?.sha256 === digest) return;
      if (recorded) throw new ReplayError(name, `The artifact ${name} is not the one recorded.`);
      const bytes = Buffer.byteLength(text);
      await journal.record({ type: "artifact-published", name, sha256: digest, bytes }, [
        { sha256: digest, text },
      ]);
    },

    look(step, request) {
      claimKey(step);
      setting.onReach?.(`outside-read ${step}`);
      return readOutsideOnce(setting, step, request);
    },

    weighed(outcome) {
      const { voices, needsJudgement } = setting;
      // if nobody spoke at all, code alone reached the outcome: two identical drafts
      const readersOnly = voices.has("reader") && !voices.has("judge");
      return needsJudgement && readersOnly ? withdrawVerdict(outcome) : outcome;
    },

    async now(step) {
      claimKey(step);
      setting.onReach?.(`clock-read ${step}`);
      const recorded = journal.index.clock.get(step);
      if (recorded) return recorded.readMs;
      const readMs = setting.clock.nowMs();
      await journal.record({ type: "clock-read", key: step, readMs });
      return readMs;
    },
  };
}

function commitAsks<Reply>(
  setting: FloorState,
  step: string,
  placed: readonly PlacedAsk<Reply>[],
): Promise<void> | undefined {
  setting.onReach?.(`asks-committed ${step}`);
  const recorded = setting.journal.index.commits.get(step);
  const asks = placed.map(({ key, participant, ask }) => {
    setting.onAsk?.(key, ask);
    setting.prompts.set(key, ask.prompt);
    const reveals = ask.reveals ?? [];
    for (const revealed of reveals) {
      if (setting.journal.index.turns.get(revealed)?.type !== "reply-recorded") {
        throw new ProtocolError(`${key} reveals "${revealed}", and nobody said that.`);
      }
    }
    if (reveals.length === 0 && !recorded)
      requireBlindPrompt(setting, { key, by: participant.id, prompt: ask.prompt });
    const { prompt, bytes } = setting.digest(ask.prompt);
    return { by: participant.id, prompt, bytes, reveals };
  });
  const blind = asks.every(({ reveals }) => reveals.length === 0);
  const fact: AsksCommitted = { type: "asks-committed", step, blind, asks };
  if (!recorded) return setting.journal.record(fact);
  if (recorded.inherited) return undefined;
  const differing = asks.find(
    ({ by, prompt }) => recorded.asks.find((ask) => ask.by === by)?.prompt !== prompt,
  );
  const same = JSON.stringify(asks) === JSON.stringify(recorded.asks) && recorded.blind === blind;
  if (same) return undefined;
  throw new ReplayError(
    step,
    `The step "${step}" would now ask${differing ? ` ${differing.by}` : ""} something else than the journal recorded.`,
  );
}

/** Waits for every seat, then reports the first defect, else a dropped turn, else why none was started. */
async function askAllSeats<Reply>(
  setting: FloorState,
  placed: readonly PlacedAsk<Reply>[],
): Promise<Turn<Reply>[]> {
  const failures: unknown[] = [];
  const refused: KeyRefused[] = [];
  const failed = (error: unknown): KeyRefused | undefined => {
    if (error instanceof KeyRefused) {
      refused.push(error);
      return error;
    }
    if (!isSuspension(error)) setting.drop.cancel();
    failures.push(error);
    return undefined;
  };
  const ends = await Promise.all(placed.map((one) => takeTurn(setting, one).catch(failed)));
  if (failures.length > 0) {
    const defect = failures.find((error) => !isSuspension(error));
    throw defect ?? failures.find((error) => error instanceof TurnDropped) ?? failures[0];
  }
  const [first] = refused;
  if (first && hasNoReplies(setting.journal)) throw first;
  const turns: Turn<Reply>[] = [];
  for (const end of ends) {
    // K4: where others have spoken, a refused key is an absence like any other
    if (end instanceof KeyRefused) await setting.journal.record(end.absence);
    if (end !== undefined)
      turns.push(end instanceof KeyRefused ? createTurn(setting, end.absence) : end);
  }
  return turns;
}

async function takeTurn<Reply>(
  setting: FloorState,
  placed: PlacedAsk<Reply>,
): Promise<Turn<Reply>> {
  const recorded = setting.journal.index.turns.get(placed.key);
  if (recorded) return createTurn(setting, recorded);
  if (setting.isPaused()) throw new DebateInterrupted("paused");
  const model = setting.findSeatModel(placed.participant);
  // a person who has not answered yet is nothing new
  const first = model.awaits === undefined ? setting.begin() : undefined;
  if (first) await first;
  return createTurn(setting, await attemptAsk(setting, { ...placed, model }));
}

function createTurn<Reply>(
  { journal, voices }: FloorState,
  fact: ReplyRecorded | ParticipantAbsent,
): Turn<Reply> {
  const { key, by } = fact;
  const repaired = journal.index.rejected.has(key);
  if (fact.type === "participant-absent") {
    return { kind: "absent", key, by, reason: fact.reason, detail: fact.detail, repaired };
  }
  // K20: who only asked for material has judged nothing
  if (!isEvidenceKey(key)) voices.add(isBuiltInReader(fact.speaker) ? "reader" : "judge");
  const reply = fact.reply as Reply;
  return { kind: "spoken", key, by, reply, claims: fact.claims, unmet: fact.unmet, repaired };
}
