/** Recorded answers of any model, played back without cost or network. */
import { hash } from "node:crypto";

import type { AbsenceReason } from "../domain/round.ts";
import { SetupError } from "../errors.ts";
import { type Model, ModelError, type ModelRequest, type AnswerMetadata } from "../model.ts";

/** One line of a cassette. */
export interface Take {
  /** Step key and attempt, such as `openings/risk#1`. */
  readonly at: string;
  /** Hash of the prompt without its fences' nonces, which differ from debate to debate. */
  readonly prompt: string;
  readonly text?: string;
  readonly served?: AnswerMetadata;
  readonly failed?: { readonly reason: AbsenceReason; readonly message: string };
}

/** Passes a model through and hands every answer, or failure, to the recorder. */
export function recordAnswers(model: Model, record: (take: Take) => void): Model {
  return {
    ...model,
    worstCase: (request) => model.worstCase(request),
    async *answer(request, signal) {
      const place = { at: formatTakeKey(request), prompt: hashPromptText(request) };
      try {
        for await (const event of model.answer(request, signal)) {
          if (event.type === "answer-given") {
            record({ ...place, text: event.text, served: event.served });
          }
          yield event;
        }
      } catch (error) {
        const failure = signal.aborted ? (signal.reason as unknown) : error;
        // a turn that a person dropped is not the model's failure; a deadline is
        if (failure instanceof ModelError) {
          record({ ...place, failed: { reason: failure.reason, message: failure.message } });
        }
        throw error;
      }
    },
  };
}

/** Answers with what was recorded for the same step, attempt and prompt; with nothing else. */
export function playedBack(id: string, takes: ReadonlyMap<string, Take>): Model {
  return {
    id,
    notice: "replayed from a cassette",
    worstCase: () => ({ tokens: 0, usd: 0 }),
    async *answer(request) {
      const take = takes.get(formatTakeKey(request));
      if (!take)
        throw new ModelError(
          "unavailable",
          `the cassette has no take for ${formatTakeKey(request)}`,
        );
      if (take.prompt !== hashPromptText(request)) {
        throw new ModelError(
          "unavailable",
          `the cassette was recorded for another prompt at ${take.at}`,
        );
      }
      if (take.failed) throw new ModelError(take.failed.reason, take.failed.message);
      if (take.text === undefined || !take.served) {
        throw new ModelError("unavailable", `the take at ${take.at} is empty`);
      }
      yield { type: "answer-given", text: take.text, served: { ...take.served, costUsd: 0 } };
    },
  };
}

/** Reads a cassette; the last take of a place wins, so that a resumed recording stays whole. */
export function takesIn(text: string, path: string): ReadonlyMap<string, Take> {
  const takes = new Map<string, Take>();
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const take = parseTakeLine(line);
    if (!take) {
      throw new SetupError("bad-cassette", `${path}:${index + 1}:1 is not a take of a cassette.`, {
        hint: "Record it again with --record.",
      });
    }
    takes.set(take.at, take);
  }
  return takes;
}

function parseTakeLine(line: string): Take | undefined {
  try {
    const take = JSON.parse(line) as Partial<Take> | null;
    return typeof take?.at === "string" && typeof take.prompt === "string"
      ? (take as Take)
      : undefined;
  } catch {
    return undefined;
  }
}

function formatTakeKey({ key, attempt }: ModelRequest): string {
  return `${key.split("/").slice(1).join("/")}#${attempt}`;
}

function hashPromptText({ prompt }: ModelRequest): string {
  const words = prompt.map(({ text }) => text).join("\n\n");
  return hash("sha256", words.replaceAll(/dissent-[0-9a-f]{16}/g, "dissent-"));
}
