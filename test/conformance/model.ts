/** What every model must do. */
import { describe, expect, test } from "vitest";
import * as z from "zod";

import type { Json } from "../../src/domain/json.ts";
import { assignMarks } from "../../src/domain/participant.ts";
import { createFence } from "../../src/kernel/fence.ts";
import { type Model, ModelError, type ModelEvent, type ModelRequest } from "../../src/model.ts";
import { recommendAlone } from "../../src/protocols/judges/prompts/asks.ts";
import { judges } from "../../src/protocols/judges/protocol.ts";
import { createTestBrief } from "../support/protocols/judges.ts";

export interface ModelUnderTest {
  /** A model that answers the request of an opening. */
  readonly answering: () => Model;
  /** A model that fails at it; left out by models that cannot. */
  readonly failing?: () => Model;
  /** A model that is still at it when the signal comes; left out by models that answer at once. */
  readonly silent?: () => Model;
}

/** The opening ask to the risk judge, as the kernel would put it. */
export function openingRequest(changes: Partial<ModelRequest> = {}): ModelRequest {
  const [risk] = assignMarks(judges.seats.map((seat) => ({ ...seat, model: "any" })));
  const ask = recommendAlone({ brief: createTestBrief() }, risk!, createFence("salt"));
  return {
    prompt: ask.prompt,
    schema: () => z.toJSONSchema(ask.reply) as Json,
    promptInput: ask.promptInput,
    participant: risk!,
    attempt: 1,
    key: "debate/openings/risk",
    ...changes,
  };
}

async function heard(
  model: Model,
  signal: AbortSignal,
  request = openingRequest(),
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.answer(request, signal)) events.push(event);
  return events;
}

const never = (): AbortSignal => new AbortController().signal;

export function modelConformance(
  name: string,
  { answering, failing, silent }: ModelUnderTest,
): void {
  describe(name, () => {
    test("K14 it speaks in deltas, then gives exactly one answer, last, and says who served it", async () => {
      const events = await heard(answering(), never());

      expect(events.map(({ type }) => type)).toEqual([
        ...events.slice(1).map(() => "text-delta"),
        "answer-given",
      ]);
      const answer = events.at(-1);
      if (answer?.type !== "answer-given") throw new TypeError("no answer");
      const { model, version, cachedTokens, price } = answer.served;
      expect(answer.served).toEqual({
        provider: expect.stringMatching(/./),
        model: model === null ? null : expect.stringMatching(/./),
        version: version === null ? null : expect.any(String),
        inputTokens: expect.any(Number),
        outputTokens: expect.any(Number),
        costUsd: expect.any(Number),
        ...(cachedTokens !== undefined && { cachedTokens: expect.any(Number) }),
        ...(price !== undefined && {
          price: expect.stringMatching(/^(?:known|approximate|unknown)$/),
        }),
      });
      const deltas = events.map((event) => (event.type === "text-delta" ? event.text : ""));
      expect(["", answer.text]).toContain(deltas.join(""));
    });

    test("K3 what it answers satisfies the ask it was given", async () => {
      const request = openingRequest();
      const events = await heard(answering(), never(), request);
      const answer = events.at(-1);
      const [risk] = assignMarks(judges.seats.map((seat) => ({ ...seat, model: "any" })));
      const ask = recommendAlone({ brief: createTestBrief() }, risk!, createFence("salt"));

      if (answer?.type !== "answer-given") throw new TypeError("no answer");
      const reply = ask.reply.parse(JSON.parse(answer.text));

      expect(ask.check?.(reply, () => true)).toEqual([]);
    });

    test("K12 its worst case is told before it is asked, and is no less than what it takes", async () => {
      const model = answering();
      const { tokens, usd } = model.worstCase(openingRequest());
      const answer = (await heard(model, never())).at(-1);
      if (answer?.type !== "answer-given") throw new TypeError("no answer");

      expect(answer.served.costUsd).toBeLessThanOrEqual(usd ?? Number.POSITIVE_INFINITY);
      expect(tokens).toBeGreaterThanOrEqual(0);
    });

    test("it keeps nothing between calls: asked again, alone or at once with others, it answers the same", async () => {
      const model = answering();
      const [first, ...others] = await Promise.all([1, 2, 3].map(() => heard(model, never())));
      const later = await heard(model, never());

      for (const events of [...others, later, await heard(answering(), never())]) {
        expect(events).toEqual(first);
      }
    });

    if (failing) {
      test("K4 KA1 it fails with a ModelError that has a reason, and with nothing else", async () => {
        const failure = await heard(failing(), never()).catch((error: unknown) => error);

        expect(failure).toBeInstanceOf(ModelError);
        expect(failure).toMatchObject({ code: "no-answer", message: expect.stringMatching(/./) });
      });
    }

    if (!silent) return;
    test("K4 it obeys the signal at once, before and during its answer, and throws a ModelError", async () => {
      const gone = await heard(silent(), AbortSignal.abort()).catch((error: unknown) => error);
      const controller = new AbortController();
      const listening = heard(silent(), controller.signal).catch((error: unknown) => error);
      await Promise.resolve();
      controller.abort();

      expect(gone).toBeInstanceOf(ModelError);
      expect(await listening).toBeInstanceOf(ModelError);
    });
  });
}
