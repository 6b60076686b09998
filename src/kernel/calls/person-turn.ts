/**
 * K11: a seat answered by a person, or by the host that called Dissent.
 *
 * KP1. No process waits for a person or a host. The ask is recorded, the debate pauses, and the answer is an event
 *      that any terminal or page can append days later.
 * KP2. Their answer is treated like any other: read, validated, repaired once, recorded.
 */
import type { Participant } from "../../domain/participant.ts";
import type { Journal } from "../journal/journal.ts";
import { WaitsForPerson } from "../suspension.ts";
import type { CallResult } from "./call-model.ts";

export async function awaitPersonAnswer(
  journal: Journal,
  { key, participant, attempt }: { key: string; participant: Participant; attempt: number },
): Promise<CallResult> {
  const place = `${key}#${attempt}`;
  const given = journal.index.given.get(place);
  if (given) {
    return {
      answered: true,
      text: given.text,
      provider: given.from ?? "person",
      served: given.by,
      version: null,
      usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
      latencyMs: 0,
    };
  }
  if (!journal.index.awaited.has(place)) {
    await journal.record({ type: "answer-awaited", key, by: participant.id, attempt });
  }
  throw new WaitsForPerson(`${participant.name} is to answer ${key}`);
}
