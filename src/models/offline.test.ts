import { describe, expect, test } from "vitest";

import { createTestBrief } from "../../test/support/protocols/judges.ts";
import type { Participant } from "../domain/participant.ts";
import { type PromptInput, type ModelEvent, ModelError } from "../model.ts";
import { recommendAlone } from "../protocols/judges/prompts/asks.ts";
import { offline } from "./offline.ts";

const JUDGE: Participant = {
  id: "risk",
  name: "Risk",
  role: "judge",
  stance: "skeptical",
  model: "offline",
  mark: "risk-",
};

async function collectEvents(
  input: PromptInput,
  signal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const request = {
    prompt: [],
    schema: () => null,
    promptInput: input,
    participant: JUDGE,
    attempt: 1,
    key: "k",
  };
  const events: ModelEvent[] = [];
  for await (const event of offline().answer(request, signal)) events.push(event);
  return events;
}

function textIn(event: ModelEvent): string {
  return "text" in event ? event.text : "";
}

describe("the readers", () => {
  const { promptInput: input } = recommendAlone(
    { brief: createTestBrief() },
    JUDGE,
    (_label, text) => text,
  );

  test("answer in pieces that add up, and stop when told to", async () => {
    const events = await collectEvents(input);
    const deltas = events.filter(({ type }) => type === "text-delta").map(textIn);

    expect(deltas.join("")).toBe(textIn(events.at(-1)!));
    expect(deltas.length).toBeGreaterThan(1);
    await expect(collectEvents(input, AbortSignal.abort())).rejects.toThrow(ModelError);
  });

  test("give the same bytes for the same input", async () => {
    expect(await collectEvents(input)).toEqual(await collectEvents(input));
  });

  test.each(["board.open", "constructor", "__proto__"])("cannot answer %s", async (kind) => {
    await expect(collectEvents({ kind })).rejects.toMatchObject({ reason: "unavailable" });
  });
});
