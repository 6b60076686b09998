/**
 * A seat that a person holds (K11), or the host that called Dissent.
 *
 * KP1. A person is never waited for by a process: the ask is noted, the debate sleeps, and the answer is an
 *     event that anyone's terminal or page can append days later. Neither is a host.
 * KP2. A person's answer goes the way of every other: read, validated, repaired once, recorded. So does a host's.
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
