/** K21: whatever reads only its prompt is told which reply is wanted, in every ask of every protocol. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";
import * as z from "zod";

import { longBrief, longDrafts } from "../bench/sections/prompt-caches.ts";
import { dissent } from "../src/dissent.ts";
import type { Brief } from "../src/domain/brief.ts";
import type { Json } from "../src/domain/json.ts";
import type { ModelRequest } from "../src/model.ts";
import { offline } from "../src/models/offline.ts";
import { describeReplyShape, renderPromptWithReplyShape } from "../src/models/reply-shape.ts";
import type { Protocol } from "../src/protocol.ts";
import { PROTOCOLS } from "../src/protocols/built-in.ts";
import { memoryStore } from "../src/stores/memory.ts";
import { createShapeSample } from "../src/testing/loopback/shape-sample.ts";
import { countedDigits } from "./support/protocols/debate.ts";
import { changeBrief, CONFLICT } from "./support/protocols/review.ts";
import { fakeClock } from "./support/time/fake-clock.ts";

const SLICES = join(import.meta.dirname, "../src/protocols");

/** Every schema that a slice exports for its replies, by its path. */
async function replySchemas(id: string): Promise<(readonly [string, z.ZodType])[]> {
  const file = join(SLICES, id, "replies.ts");
  if (!existsSync(file)) return [];
  const found = (await import(file)) as Readonly<Record<string, unknown>>;
  return schemasIn(found, id);
}

function schemasIn(value: unknown, path: string): (readonly [string, z.ZodType])[] {
  if (value instanceof z.ZodType) return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => schemasIn(inner, `${path}.${name}`));
}

/** A change has a conflict marker, so that the built-in reader finds something. */
async function briefFor({ input }: Protocol): Promise<Brief> {
  if (input === "change") return changeBrief({ diff: CONFLICT, texts: {} });
  return input === "drafts" ? longDrafts(2) : longBrief(2);
}

/** Every request of a debate that the built-in reader holds. */
async function collectRequests(protocol: Protocol): Promise<ModelRequest[]> {
  const requests: ModelRequest[] = [];
  const reader = offline();
  const app = dissent({
    store: memoryStore(),
    modelFor: async () => ({
      ...reader,
      answer(request, signal) {
        requests.push(request);
        return reader.answer(request, signal);
      },
    }),
    protocols: [protocol],
    clock: fakeClock(),
    random: countedDigits(),
  });
  const brief = await briefFor(protocol);
  await app.run({ debate: await app.open(app.plan(protocol.id, { brief }), "tester") });
  await app.close();
  return requests;
}

describe.each(PROTOCOLS.map((protocol) => [protocol.id, protocol] as const))(
  "%s",
  (id, protocol) => {
    test("K21 RS1 a reply built from nothing but the shape is one that the schema accepts", async () => {
      const schemas = await replySchemas(id);

      expect(schemas.length).toBeGreaterThan(0);
      for (const [path, schema] of schemas) {
        const shape = describeReplyShape(z.toJSONSchema(schema) as Json);
        const read = schema.safeParse(createShapeSample(`A question.\n\n${shape}`));
        expect(read.error?.message, `${path}\n${shape}`).toBeUndefined();
        expect(shape).not.toMatch(/\$schema|additionalProperties|9007199254740991|\$ref/);
      }
    });

    test("K21 every prompt of a debate asks for JSON once, in its last lines, with the shape", async () => {
      const requests = await collectRequests(protocol);
      const [first] = requests;
      if (!first) throw new TypeError("nobody was asked");

      // the whole prompt as an agent in that seat reads it
      await expect(renderPromptWithReplyShape(first)).toMatchFileSnapshot(
        `__prompts__/agent-${id}.md`,
      );
      for (const request of requests) {
        const prompt = renderPromptWithReplyShape(request);
        const shape = describeReplyShape(request.schema());
        expect(prompt.split(shape), request.key).toEqual([expect.stringMatching(/\n\n$/), ""]);
        expect(prompt.match(/Reply with one JSON object/g), request.key).toHaveLength(1);
        expect(createShapeSample(prompt), request.key).toBeDefined();
        expect(createShapeSample(prompt.slice(0, -shape.length)), request.key).toBeUndefined();
      }
    });
  },
);

test("K21 the shape of a review's findings has no limit of its own beside the setting", async () => {
  const schemas = new Map(await replySchemas("review"));
  const schema = schemas.get("review.ReviewFindingsReply");
  if (!schema) throw new Error("There is no such reply.");

  expect(describeReplyShape(z.toJSONSchema(schema) as Json)).not.toMatch(/"findings".*at most/);
});
